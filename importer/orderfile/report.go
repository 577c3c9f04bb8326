package orderfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
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
	Skipped   []Skipped // what the file itself says is not to be sent
	Problems  []Problem // those of the whole file first, then by row

	// Language is that of the report's sentences: the caller's, else that of the headings.
	Language wording.Language

	lines  []Line
	sketch *sketch // of the headings, nil where no row was read
	fixed  bool    // the caller named the template
	unread []*unreadColumn
	// What WriteResult needs to find its places again.
	headingRow   int // as a spreadsheet counts
	resultAt     int // column of dropbridge_status in a file that is a result itself, else -1
	sheetPart    string
	sheetColumns int // that the sheet uses
	sheetLast    int // the last row of the sheet that holds something
	ragged       map[int]bool
	stray        map[int]bool // rows that belong to no order
	merges       []merge      // of the sheet
	results      map[int]Result
}

// Order is one order of a file and the rows that it was read from.
type Order struct {
	supplier.NewOrder
	Rows     []int
	ItemRows []int  // the row of each item
	State    string // as the file writes it, "" where it has no such cell
	Currency string // ISO 4217, "" where the file does not say
}

// Skipped is an order of which the file itself says that it is not to be sent. It counts as
// neither posted nor refused.
type Skipped struct {
	ExternalID string
	Rows       []int
	State      string // the word of the file, such as "Скасовано"
	// Cancelled says that it was called off: cancelled, refused, returned. Others were sent
	// already, are done, or are drafts.
	Cancelled bool
}

// MarshalJSON writes the order flat; what is absent is null.
func (o Order) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ExternalID string             `json:"external_id"`
		Rows       []int              `json:"rows"`
		Recipient  shownRecipient     `json:"recipient"`
		Items      []supplier.NewItem `json:"items"`
		Payment    supplier.Payment   `json:"payment"`
		Waybill    *string            `json:"waybill_number"`
		State      *string            `json:"state"`
		Currency   *string            `json:"currency"`
		Comment    *string            `json:"comment"`
	}{o.ExternalID, o.Rows, shownRecipient{o.Recipient, shownDelivery(o.Recipient.Delivery)}, o.Items, o.Payment,
		o.WaybillNumber, known(o.State), known(o.Currency), o.Comment})
}

// shownRecipient is a recipient of whose delivery every field is shown. (The JSON of the
// model leaves absent ones out, so that what an order was known by before they came stays.)
type shownRecipient struct {
	supplier.Recipient
	Delivery shownDelivery `json:"delivery"`
}

type shownDelivery struct {
	Carrier      string  `json:"carrier"`
	Type         string  `json:"type"`
	City         string  `json:"city"`
	CityRef      *string `json:"city_ref,omitempty"`
	BranchNumber *string `json:"branch_number"`
	BranchRef    *string `json:"branch_ref,omitempty"`
	Address      *string `json:"address"`
	Region       *string `json:"region"`
	District     *string `json:"district"`
	PostalCode   *string `json:"postal_code"`
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
	Skipped    bool   // the file says that the row's order is not to be sent
	Cancelled  bool   // it says so as the order was called off
	Code       string // of a refused row: its own, or of the row of its order that is at fault
	Message    string // of a refused row: its own, or one that names the row at fault

	said wording.Message
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
	p := Problem{Column: known(column), Code: f.code, said: f.message}
	if row > 0 {
		p.Row = &row
	}
	r.Problems = append(r.Problems, p)
}

// refused reports whether the file as a whole was refused.
func (r *Report) refused() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Row == nil && p.Weight() == Error })
}

// finish sorts the problems, gives the verdict, and says everything in one language.
func (r *Report) finish(language wording.Language) {
	r.Language = cmp.Or(language, r.spoken())
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(rowOf(a), rowOf(b)) })
	anyError := slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Weight() == Error })
	if r.refused() {
		r.Orders, r.Skipped, r.lines, r.Layout = nil, nil, nil, ""
	}
	switch {
	case len(r.Orders) == 0 && (anyError || len(r.Skipped) == 0):
		r.Verdict = VerdictRejected
	case anyError:
		r.Verdict = VerdictPartial
	default:
		r.Verdict = VerdictOK
	}
	for i := range r.Problems {
		r.Problems[i].Message = r.Problems[i].said.In(r.Language)
	}
	for i := range r.lines {
		r.lines[i].Message, r.lines[i].said = r.lines[i].said.In(r.Language), wording.Message{}
	}
}

// HasHeadings reports whether rows were read in which headings could stand, so that the
// file itself says which language its people speak.
func (r *Report) HasHeadings() bool { return r.sketch != nil && len(r.sketch.cells) > 0 }

// spoken is the language of the headings: Ukrainian where any of them, or of the first
// rows of a file without known headings, has a Cyrillic letter.
func (r *Report) spoken() wording.Language {
	cyrillic := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	}
	if r.sketch == nil {
		if cyrillic(r.File) {
			return wording.Ukrainian
		}
		return wording.English
	}
	if slices.ContainsFunc(r.sketch.cells, func(c cell) bool { return cyrillic(c.text) }) {
		return wording.Ukrainian
	}
	return wording.English
}

func rowOf(p Problem) int {
	if p.Row == nil {
		return 0
	}
	return *p.Row
}

// because is what the other rows of an order say when one row is at fault.
func because(row int) wording.Message { return wording.NewMessage("order_refused.because_of_row", row) }

// blamesAnother reports whether the error cell of a result file, in either language, says
// that another row of the order is at fault.
func blamesAnother(text string) bool {
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		if strings.Contains(text, strings.TrimSuffix(because(0).In(l), "0")) {
			return true
		}
	}
	return false
}
