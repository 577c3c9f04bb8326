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

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/draft"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/resultfile"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Verdicts of a report.
const (
	VerdictOK       = "ok"       // nothing was refused
	VerdictPartial  = "partial"  // some orders or rows were refused
	VerdictRejected = "rejected" // the file was refused as a whole, or no order is left
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

	lines   []Line
	sketch  *draft.Sketch // of the headings, nil where no row was read
	fixed   bool          // the caller named the template
	unread  []Unread
	source  resultfile.Source // what WriteResult needs to find its places again
	results map[int]Result    // what a file that is a result itself says of its rows
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
	}{r.File, celltext.OrNil(r.Format), celltext.OrNil(r.Encoding), celltext.OrNil(r.Delimiter), celltext.OrNil(r.Template), celltext.OrNil(r.Layout), r.Verdict})
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

// Lines tells of every data row, by row, which order it is part of or why it was
// refused. A file that was refused as a whole has none. The list is the report's own.
func (r *Report) Lines() []Line { return r.lines }

// refuse puts a fault of the whole file into the report.
func (r *Report) refuse(f *problem.Fault) { r.add(0, "", f) }

// add puts a fault into the report; row 0 means the whole file.
func (r *Report) add(row int, column string, f *problem.Fault) {
	r.Problems = append(r.Problems, f.At(row, column))
}

// take takes over what the rows of the file came to.
func (r *Report) take(found *orders.Found) {
	r.Layout, r.Orders, r.Skipped, r.lines, r.unread, r.results = found.Layout, found.Orders, found.Skipped, found.Lines, found.Unread, found.Results
	r.source.Ragged, r.source.Stray = found.Ragged, found.Stray
	r.Problems = append(r.Problems, found.Problems...)
}

// refused reports whether the file as a whole was refused.
func (r *Report) refused() bool { return problem.RefusesFile(r.Problems) }

// finish sorts the problems, gives the verdict, and says everything in one language.
func (r *Report) finish(language wording.Language) {
	r.Language = cmp.Or(language, r.spoken())
	sorting.StableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(rowOf(a), rowOf(b)) })
	anyError := slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Weight() == problem.Error })
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
		r.Problems[i].Tell(r.Language)
	}
	for i := range r.lines {
		r.lines[i].Tell(r.Language)
	}
}

// HasHeadings reports whether rows were read in which headings could stand, so that the
// file itself says which language its people speak.
func (r *Report) HasHeadings() bool { return r.sketch != nil && len(r.sketch.Cells) > 0 }

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
	if slices.ContainsFunc(r.sketch.Cells, func(c cells.Cell) bool { return cyrillic(c.Text) }) {
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

// Unread lists the columns whose headings nobody knows, with something in them.
func (r *Report) Unread() []Unread { return r.unread }

// HeadingRow is the row of the headings, as a spreadsheet counts; 0 where none was found.
func (r *Report) HeadingRow() int {
	if r.sketch == nil {
		return 0
	}
	return r.sketch.Number
}

// RecognisedBy is the headings by which the template was chosen; empty where it was
// fixed, or where no template recognised the file.
func (r *Report) RecognisedBy() []string {
	if r.sketch == nil {
		return nil
	}
	return r.sketch.Sign
}

// Fixed reports whether the caller named the template, and the headings did not choose it.
func (r *Report) Fixed() bool { return r.fixed }

// Columns tells of each heading how it was read, by column.
func (r *Report) Columns() []Column {
	if r.sketch == nil {
		return nil
	}
	return r.sketch.Columns()
}

// Draft is an order template to start from, made of the headings of the file: what is
// known, and guesses by the unknown headings and the cells below them. "" where the file
// has no row that could be one of headings. It serves reports whose template the headings
// chose.
func (r *Report) Draft() string {
	if r.sketch == nil {
		return ""
	}
	return r.sketch.Draft(r.File)
}
