package result

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
)

// RefusedRows is what a file's digest keeps of its rejected-rows file.
type RefusedRows struct {
	Rows    string // of the rows and their errors; "" where nothing is refused
	Content string // of the file as it was written; another one was changed by a person
}

// SplitDigest takes a file's digest apart: what the result shows, and what the
// rejected-rows file does.
func SplitDigest(digest string) (shown string, refused RefusedRows) {
	parts := append(strings.SplitN(digest, "/", 3), "", "")
	return parts[0], RefusedRows{Rows: parts[1], Content: parts[2]}
}

// Join is the file's digest with that of what its result shows.
func (r RefusedRows) Join(shown string) string {
	if r == (RefusedRows{}) {
		return shown
	}
	return shown + "/" + r.Rows + "/" + r.Content
}

// DigestRows is what changes with some refused rows and their errors.
func DigestRows(rows map[int]orderfile.Result) string {
	if len(rows) == 0 {
		return ""
	}
	h := sha256.New()
	for _, row := range sortedRows(rows) {
		fmt.Fprintf(h, "%d %q\n", row, rows[row].Error)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func sortedRows(rows map[int]orderfile.Result) []int {
	out := make([]int, 0, len(rows))
	for row := range rows {
		out = append(out, row)
	}
	slices.Sort(out)
	return out
}

// ContentOf is what changes with a file's bytes.
func ContentOf(d *desk.Desk, path string) string {
	sum := d.Config.Disk.SHA(path)
	return sum[:min(len(sum), 16)]
}

// ToCorrect are the rows of a file that are refused and were not brought again since.
func ToCorrect(shown *ShownRows) map[int]orderfile.Result {
	rows := map[int]orderfile.Result{}
	for i := range shown.lines {
		if v := shown.view(i); v.Status == state.RowRejected && !shown.again[i] && v.Code != state.CodeCancelled && v.Code != state.CodeSkipped {
			rows[shown.lines[i].Row] = orderfile.Result{Status: string(state.RowRejected), Error: v.why()}
		}
	}
	return rows
}

// LookBack is how many files are looked at for rows that came again.
const LookBack = 100
