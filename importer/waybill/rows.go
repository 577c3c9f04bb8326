package waybill

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Sum is a text that changes with what a file of these orders holds, and with nothing
// else: where it is the same the file need not be written again. It comes with what Write
// would return.
func (t *Template) Sum(format Format, orders iter.Seq[Order]) (string, Written) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", t.sum, format)
	var done Written
	for o := range orders {
		for _, row := range t.lines(o) {
			if done.count(t, format, o, row) {
				fmt.Fprintf(h, "%q\n", row)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), done
}

// lines are the rows of an order, none where the template does not take it.
func (t *Template) lines(o Order) [][]string {
	if !t.Takes(o) {
		return nil
	}
	var out [][]string
	switch t.rows {
	case rowWaybill:
		for _, p := range o.Parcels {
			out = append(out, t.line(o, []Parcel{p}, Item{}))
		}
	case rowOrder:
		out = append(out, t.line(o, o.Parcels, Item{}))
	case rowItem:
		for _, item := range o.Items {
			out = append(out, t.line(o, o.Parcels, item))
		}
	}
	return out
}

func (t *Template) line(o Order, parcels []Parcel, item Item) []string {
	cells := make([]string, len(t.columns))
	for i := range t.columns {
		cells[i] = steadyCell(t.cell(&t.columns[i], o, parcels, item))
	}
	return cells
}

func (t *Template) cell(c *column, o Order, parcels []Parcel, item Item) string {
	switch {
	case c.field == nil:
		return c.constant
	case c.field.order != nil:
		return c.word(c.field.order(t, o))
	case c.field.item != nil:
		return c.word(c.field.item(item))
	}
	values := make([]string, len(parcels))
	for i, p := range parcels {
		values[i] = c.word(c.field.parcel(t, p))
	}
	return t.joined(values)
}

// word is what the column says for a value.
func (c *column) word(value string) string {
	if word, known := c.words[value]; known {
		return word
	}
	if c.hasOther && value != "" {
		return c.other
	}
	return value
}

// steadyCell keeps a cell on its line and free of what steers terminals and the direction of
// text, and changes nothing else: another system compares it.
func steadyCell(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

// guarded is a cell of a text file that no spreadsheet calculates. Constants are the
// template's own words and stay.
func (t *Template) guarded(cells []string) []string {
	if !t.defuse {
		return cells
	}
	out := make([]string, len(cells))
	for i, text := range cells {
		if out[i] = text; t.columns[i].field != nil {
			out[i] = spreadsheet.Defuse(text)
		}
	}
	return out
}

// Unwritable is a cell that the file's encoding has no characters for. Its row is left
// out: an order number or a waybill with a question mark in it is another one.
type Unwritable struct {
	Order   string // the order's number
	Heading string // of the column
}

// Written is what became of the orders.
type Written struct {
	Rows       int // without the headings
	Unwritable []Unwritable
}

// count takes a row in, and reports whether it can be written.
func (w *Written) count(t *Template, format Format, o Order, row []string) bool {
	if column := t.unwritable(row); format == CSV && column >= 0 {
		w.Unwritable = append(w.Unwritable, Unwritable{Order: o.Number, Heading: t.columns[column].heading})
		return false
	}
	w.Rows++
	return true
}

func (t *Template) headingRow() []string {
	out := make([]string, len(t.columns))
	for i, c := range t.columns {
		out[i] = steadyCell(c.heading)
	}
	return out
}
