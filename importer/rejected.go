package importer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// refusedRows is what a file's digest keeps of its rejected-rows file.
type refusedRows struct {
	rows    string // of the rows and their errors; "" where nothing is refused
	content string // of the file as it was written; another one was changed by a person
}

// splitDigest takes a file's digest apart: what the result shows, and what the
// rejected-rows file does.
func splitDigest(digest string) (shown string, refused refusedRows) {
	parts := append(strings.SplitN(digest, "/", 3), "", "")
	return parts[0], refusedRows{rows: parts[1], content: parts[2]}
}

func (r refusedRows) join(shown string) string {
	if r == (refusedRows{}) {
		return shown
	}
	return shown + "/" + r.rows + "/" + r.content
}

// RejectedPath is the place of the file's rejected rows, "" where no row is refused or
// somebody took them away to correct them.
func RejectedPath(f state.File) string {
	path := rejectedPath(f.Result)
	if _, refused := splitDigest(f.Digest); path == "" || refused.rows == "" || folder.Missing(path) {
		return ""
	}
	return path
}

// rejectedPath is the place of the rejected rows beside a result: .rejected for .result.
func rejectedPath(result string) string {
	dir, name := filepath.Split(result)
	at := strings.LastIndex(name, ".result")
	if at < 0 {
		return ""
	}
	return dir + name[:at] + ".rejected" + name[at+len(".result"):]
}

// writeRejected brings the rejected-rows file up to date: the rows that are still to be
// corrected, or no file where there are none. It waits until everything is posted, and
// leaves alone what a person has begun to correct. fresh says that rows may have been
// refused since it was written; else one that was taken away is not written again.
func (im *Importer) writeRejected(file state.File, report *orderfile.Report, rows map[int]orderfile.Result, fresh bool) (refusedRows, error) {
	path := rejectedPath(file.Result)
	_, before := splitDigest(file.Digest)
	now := refusedRows{rows: digestRows(rows)}
	switch {
	case path == "" || now.rows == before.rows:
		return before, nil
	case now.rows == "":
		err := os.Remove(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return now, wrapUnlessNil("remove the rejected rows, none is refused any more", err)
	case !fresh && folder.Missing(path):
		return now, nil
	case before.content != "" && !folder.Missing(path) && contentOf(path) != before.content:
		im.Log.Warn("the rejected rows were changed by a person and are left as they are; the result has them all", "file", path)
		now.content = before.content
		return now, nil
	}
	var notes []string
	hash := sha256.New()
	err := im.WriteShared(path, func(w io.Writer) (err error) {
		notes, err = orderfile.WriteRejected(io.MultiWriter(w, hash), file.Spool, report, rows)
		return err
	})
	if err != nil {
		return before, fmt.Errorf("write the rejected rows %s: %w", path, err)
	}
	for _, note := range notes {
		im.Log.Warn(note, "file", path)
	}
	now.content = hex.EncodeToString(hash.Sum(nil)[:8])
	return now, nil
}

func digestRows(rows map[int]orderfile.Result) string {
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

func contentOf(path string) string {
	sum := folder.SHAOf(path)
	return sum[:min(len(sum), 16)]
}

// toCorrect are the rows of a file that are refused and were not brought again since.
func toCorrect(shown *shownRows) map[int]orderfile.Result {
	rows := map[int]orderfile.Result{}
	for i := range shown.lines {
		if v := shown.view(i); v.Status == state.RowRejected && !shown.again[i] && v.Code != state.CodeCancelled && v.Code != state.CodeSkipped {
			rows[shown.lines[i].Row] = orderfile.Result{Status: string(state.RowRejected), Error: v.why()}
		}
	}
	return rows
}

// joinCorrected links the rows of a file that could not be read to the orders that later
// files brought under their numbers, so that the file shows what became of them.
func (im *Importer) joinCorrected(ctx context.Context, file state.File, report *orderfile.Report) error {
	refused := map[string]*state.Link{}
	var keys []state.OrderKey
	for _, line := range report.Lines() {
		if !line.Refused || line.ExternalID == "" {
			continue
		}
		link := refused[line.ExternalID]
		if link == nil {
			link = &state.Link{Relation: state.Past, Code: line.Code, Message: wording.Literal(line.Message)}
			refused[line.ExternalID] = link
			keys = append(keys, state.OrderKey{Account: file.Account, Source: file.Source, ExternalID: line.ExternalID})
		}
		link.Rows = append(link.Rows, line.Row)
	}
	var links []state.Link
	for batch := range slices.Chunk(keys, followBatch) {
		orders, err := im.Journal.Orders(ctx, state.OrderQuery{Keys: batch})
		if err != nil {
			return fmt.Errorf("look for orders that were corrected: %w", err)
		}
		for _, order := range orders {
			if link := refused[order.ExternalID]; order.File > file.ID {
				link.Order = order
				links = append(links, *link)
			}
		}
	}
	if len(links) == 0 {
		return nil
	}
	return wrapUnlessNil("note which orders were corrected", im.Journal.Join(ctx, file.ID, links))
}

// recentRejected is how many files are looked at for rows that came again.
const recentRejected = 100

// clearRejected takes the rows that were corrected and dropped again out of the
// rejected-rows files of the earlier files, once after each drop. From then on these files
// follow the orders as they are now.
func (im *Importer) clearRejected(ctx context.Context) error {
	if !im.dropped.Swap(false) {
		return nil
	}
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Newest: true, Limit: recentRejected})
	if err != nil {
		return fmt.Errorf("list the files with rejected rows: %w", err)
	}
	slices.SortFunc(files, func(a, b state.File) int { return cmp.Compare(a.ID, b.ID) })
	for _, file := range files {
		if _, refused := splitDigest(file.Digest); refused.rows == "" || folder.Missing(file.Spool) {
			continue
		}
		if err := im.clearRejectedOf(ctx, file); err != nil && !errors.Is(err, state.ErrStale) {
			return err
		}
	}
	return nil
}

func (im *Importer) clearRejectedOf(ctx context.Context, file state.File) error {
	report, err := im.ReadRows(ctx, file)
	if err != nil {
		return err
	}
	if err := im.joinCorrected(ctx, file, report); err != nil {
		return err
	}
	_, err = im.publish(ctx, file, report)
	return err
}
