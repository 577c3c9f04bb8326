package sheets

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/gsheet"
)

// look is the sheet as it was read once.
type look struct {
	grid   *gsheet.Grid
	own    int // the column in which results begin; -1 where there is none yet
	rows   [][]string
	report *orderfile.Report
	groups []*group
}

// group are the rows of one order, or a row that belongs to none.
type group struct {
	number string // of the order, with the source's prefix; "" where the row has none
	rows   []int  // as a spreadsheet counts
	print  string
}

// look reads the sheet, and its rows as those of an order file. What no order can be taken from is
// an error.
func (w *watcher) look(ctx context.Context) (*look, error) {
	grid, err := w.sheet.Read(ctx)
	if err != nil {
		return nil, err
	}
	seen := &look{grid: grid}
	heading, own, err := findOwn(grid)
	if err != nil {
		return nil, err
	}
	seen.own = own
	if seen.rows = withoutOwn(grid, heading, own); !slices.ContainsFunc(seen.rows, func(texts []string) bool { return !blank(texts) }) {
		return nil, newFault("empty")
	}
	if _, seen.report, err = w.read(ctx, seen.rows, func(int) bool { return true }); err != nil {
		return nil, err
	}
	if problem, bad := desk.Refused(seen.report); bad && problem.Code != orderfile.NoRows {
		return nil, newFault("unreadable", problem.Code, problem.Message)
	}
	if slices.ContainsFunc(seen.report.Problems, func(p orderfile.Problem) bool { return p.Code == orderfile.OrderNumberAbsent }) {
		return nil, newFault("no_numbers")
	}
	seen.groups, err = groupsOf(seen.rows, seen.report)
	w.shown.At, w.shown.Orders = w.Config.Now(), len(seen.groups)
	return seen, err
}

// read reads the rows that keep wants as an order file of the source, and gives that file.
func (w *watcher) read(ctx context.Context, rows [][]string, keep func(row int) bool) (text []byte, report *orderfile.Report, err error) {
	if text, err = textFile(rows, keep); err != nil {
		return nil, nil, err
	}
	temp, err := os.CreateTemp(w.Config.Spool, durable.TempPrefix+"*.tmp")
	if err != nil {
		return nil, nil, fmt.Errorf("read the rows of the sheet: %w", err)
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the rows of the sheet: %w", err)
	}
	report, err = w.Read(ctx, temp.Name(), fileName(w.Config.Now()), w.source)
	return text, report, err
}

// fileName is the name of a file that is made of the sheet at a time.
func fileName(now time.Time) string {
	return "google-sheet-" + now.UTC().Format("20060102-150405") + ".csv"
}

// groupsOf are the groups of a table that was read, in the order of their first rows. The print of
// a group changes with what its rows are understood to say, which may come of what stands above them
// or in other columns, and not with where they stand or with cells that say nothing of the order.
func groupsOf(rows [][]string, report *orderfile.Report) ([]*group, error) {
	said, err := sayings(report)
	if err != nil {
		return nil, err
	}
	var groups []*group
	byNumber := map[string]*group{}
	sums := map[*group]hash.Hash{}
	for _, line := range report.Lines() {
		of := byNumber[line.ExternalID]
		if of == nil || line.ExternalID == "" {
			of = &group{number: line.ExternalID}
			groups, byNumber[line.ExternalID], sums[of] = append(groups, of), of, sha256.New()
			fmt.Fprintf(sums[of], "%q\n%s\n", line.ExternalID, said[line.ExternalID])
		}
		of.rows = append(of.rows, line.Row)
		fmt.Fprintf(sums[of], "%s\n", saying(line))
		if line.ExternalID == "" {
			fmt.Fprintf(sums[of], "%q\n", trimmed(rows[line.Row-1]))
		}
	}
	for _, of := range groups {
		of.print = string(sums[of].Sum(nil)[:printBytes])
	}
	return groups, nil
}

// printBytes is how long a print is: two of a million are alike once in many thousands of sheets,
// and then a changed row waits for its next change.
const printBytes = 9

// trimmed is a row without blank cells at its end.
func trimmed(texts []string) []string {
	for len(texts) > 0 && texts[len(texts)-1] == "" {
		texts = texts[:len(texts)-1]
	}
	return texts
}

// saying is what a row is understood to be.
func saying(line orderfile.Line) string {
	return fmt.Sprintf("%t %t %t %s", line.Refused, line.Skipped, line.Cancelled, line.Code)
}

// sayings are what would be posted, by the orders' numbers.
func sayings(report *orderfile.Report) (map[string]string, error) {
	said := map[string]string{}
	for _, order := range report.Orders {
		text, err := json.Marshal(order.NewOrder)
		if err != nil {
			return nil, fmt.Errorf("compare the orders of the sheet: %w", err)
		}
		said[order.ExternalID] += strconv.Quote(order.Supplier) + string(text) + "\n"
	}
	return said, nil
}
