package orderfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Verdicts of a report.
const (
	VerdictOK       = "ok"       // nothing was refused
	VerdictPartial  = "partial"  // some orders or rows were refused
	VerdictRejected = "rejected" // the file was refused as a whole, or no order is left
)

// Layouts of a report.
const (
	LayoutRowPerOrder = "row_per_order"
	LayoutRowPerItem  = "row_per_item"
	LayoutWide        = "wide" // items stand in numbered columns
)

// Formats of a report.
const (
	FormatCSV  = "csv"
	FormatXLSX = "xlsx"
)

// Report is what reading one order file found. A text that is "" is null in its JSON.
type Report struct {
	File      string    // the name to show
	Format    string    // csv (any delimited text) or xlsx
	Encoding  string    // utf-8, utf-16le, utf-16be or windows-1251; "" for a workbook
	Delimiter string    // the character itself; "" for a workbook
	Template  string    // the profile's name
	Layout    string    // see the Layout constants
	Verdict   string    // see the Verdict constants
	Orders    []Order   // what would be posted, and nothing else
	Problems  []Problem // those of the whole file first, then by row

	lines  []Line
	sketch *sketch // of the headings, nil where no row was read
	fixed  bool    // the caller named the template
	// What WriteResult needs to find its places again.
	headingRow   int // as a spreadsheet counts
	resultAt     int // column of dropbridge_status in a file that is a result itself, else -1
	sheetPart    string
	sheetColumns int // that the sheet uses
	sheetLast    int // the last row of the sheet that holds something
	ragged       map[int]bool
	stray        map[int]bool // rows that belong to no order
	merges       []merge      // of the sheet
}

// Order is one order of a file and the rows that it was read from.
type Order struct {
	supplier.NewOrder
	Rows []int
}

// MarshalJSON writes the order flat: external_id, rows, recipient, items, payment, comment.
func (o Order) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ExternalID string             `json:"external_id"`
		Rows       []int              `json:"rows"`
		Recipient  supplier.Recipient `json:"recipient"`
		Items      []supplier.NewItem `json:"items"`
		Payment    supplier.Payment   `json:"payment"`
		Comment    *string            `json:"comment"`
	}{o.ExternalID, o.Rows, o.Recipient, o.Items, o.Payment, o.Comment})
}

// WriteJSON writes the object of `dropbridge inspect --json`, an order and a problem a
// line. It goes order by order: of a long file the whole text would be larger than the
// orders themselves.
func (r *Report) WriteJSON(w io.Writer) error {
	head, err := json.Marshal(struct {
		File      string  `json:"file"`
		Format    *string `json:"format"`
		Encoding  *string `json:"encoding"`
		Delimiter *string `json:"delimiter"`
		Template  *string `json:"template"`
		Layout    *string `json:"layout"`
		Verdict   string  `json:"verdict"`
	}{r.File, known(r.Format), known(r.Encoding), known(r.Delimiter), known(r.Template), known(r.Layout), r.Verdict})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.Write(head[:len(head)-1]) // a bufio.Writer keeps its error for Flush
	if err := writeList(out, "orders", r.Orders); err != nil {
		return err
	}
	if err := writeList(out, "problems", r.Problems); err != nil {
		return err
	}
	out.WriteString("}\n")
	return out.Flush()
}

// writeList writes a further member of an object, an item a line.
func writeList[T any](out *bufio.Writer, name string, items []T) error {
	fmt.Fprintf(out, ",\n %q: [", name)
	for i, item := range items {
		text, err := json.Marshal(item)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n  ")
		out.Write(text)
	}
	_, err := out.WriteString("]")
	return err
}

// MarshalJSON gives what WriteJSON writes.
func (r *Report) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := r.WriteJSON(&b)
	return b.Bytes(), err
}

// known is nil for "".
func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Line is one data row of the file: headings, titles, blanks and totals are none.
type Line struct {
	Row        int    // as a spreadsheet counts
	ExternalID string // the order that the row belongs to, "" where it belongs to none
	Refused    bool
	Code       string // of a refused row: its own, or of the row of its order that is at fault
	Message    string // of a refused row: its own, or one that names the row at fault
}

// Lines tells of every data row, by row, which order it is part of or why it was
// refused. A file that was refused as a whole has none. The list is the report's own.
func (r *Report) Lines() []Line { return r.lines }

// ResultExt is the extension, without a dot, of the file that WriteResult writes: it
// goes by the content, whatever the source's name says.
func (r *Report) ResultExt() string { return r.Format }

// refuse puts a fault of the whole file into the report.
func (r *Report) refuse(f *fault) { r.add(0, "", f) }

// add puts a fault into the report; row 0 means the whole file.
func (r *Report) add(row int, column string, f *fault) {
	p := Problem{Column: known(column), Code: f.code, Message: f.message}
	if row > 0 {
		p.Row = &row
	}
	r.Problems = append(r.Problems, p)
}

// refused reports whether the file as a whole was refused.
func (r *Report) refused() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Row == nil && WeightOf(p.Code) == Error })
}

// finish sorts the problems and gives the verdict.
func (r *Report) finish() {
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(rowOf(a), rowOf(b)) })
	anyError := slices.ContainsFunc(r.Problems, func(p Problem) bool { return WeightOf(p.Code) == Error })
	if r.refused() {
		r.Orders, r.lines, r.Layout = nil, nil, ""
	}
	switch {
	case len(r.Orders) == 0:
		r.Verdict = VerdictRejected
	case anyError:
		r.Verdict = VerdictPartial
	default:
		r.Verdict = VerdictOK
	}
}

func rowOf(p Problem) int {
	if p.Row == nil {
		return 0
	}
	return *p.Row
}

// because is what the other rows of an order say when one row is at fault.
func because(row int) string { return fmt.Sprintf("%s %d", otherRow, row) }

const otherRow = "order refused because of row"
