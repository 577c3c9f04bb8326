package ordertemplate

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// HeadingRow is a row of headings and the profile that reads it.
type HeadingRow struct {
	cells.Row           // the headings; of two rows the lower one's number
	Template  *Template // that fits best
	Known     int       // headings that it knows
	Sign      []string  // the headings by which it was recognised, as the file spells them
	Rival     *Template // fits as well and reads the file differently

	columns []Column // those that are known
}

// HeadingRow finds the row with the most known headings among the first 20 rows, the
// first of equals; profile is nil where there is no row.
func (p *Template) HeadingRow(rows []cells.Row) HeadingRow {
	var best HeadingRow
	for i := range rows {
		if rows[i].Number > cells.HeadRows {
			break
		}
		if best.Template != nil && cells.MostHeadings(rows, i) <= best.Known {
			continue // as below headings that are all known
		}
		h := p.choose(rows, i)
		h.columns = h.Template.known(&h.Row)
		if h.Known = len(h.columns); best.Template == nil || h.Known > best.Known {
			best = h
		}
	}
	return best
}

// KnownIn are the headings that the template, or the best one of those it chooses among, knows of
// the heading row of a table, as the file spells them.
func (p *Template) KnownIn(rows []cells.Row) []string {
	var names []string
	for _, c := range p.HeadingRow(rows).columns {
		names = append(names, c.Name)
	}
	return names
}

// choose takes the template whose own headings fit a row best, and the base where no
// template recognises it. Equal fits are decided by name, unless they read the row
// differently: that is for a person to decide.
func (p *Template) choose(rows []cells.Row, i int) HeadingRow {
	if p.among == nil {
		return HeadingRow{Row: p.joined(rows, i), Template: p}
	}
	among := p.among()
	best, most := HeadingRow{Row: among.base.joined(rows, i), Template: among.base}, [2]int{}
	alone := spell(&rows[i])
	for _, candidate := range among.candidates {
		row, spelled := rows[i], alone
		if candidate.twoRows {
			row = candidate.whole().joined(rows, i)
			spelled = spell(&row)
		}
		fit, sign := candidate.fit(spelled)
		against := cmp.Or(cmp.Compare(fit[0], most[0]), cmp.Compare(fit[1], most[1]))
		if against < 0 || fit[0] == 0 {
			continue
		}
		h := HeadingRow{Row: row, Template: candidate.whole(), Sign: sign}
		switch {
		case against > 0:
			best, most = h, fit
		case best.Rival == nil && !sameReading(&best, &h):
			best.Rival = h.Template
		}
	}
	return best
}

// spelledRow is a row of headings as templates compare it.
type spelledRow struct {
	cells [][2]string       // the keys of each cell, without its brackets and with them
	by    map[string]string // a key to the heading as the file spells it
}

func spell(r *cells.Row) spelledRow {
	own, s := cells.WithoutResult(r, cells.FindResult(r)), spelledRow{by: map[string]string{}}
	for _, c := range own.Cells {
		keys := [2]string{HeadingKey(c.Text), ExactKey(c.Text)}
		s.cells = append(s.cells, keys)
		for _, key := range keys {
			if _, there := s.by[key]; !there && key != "" {
				s.by[key] = celltext.SingleSpaced(c.Text)
			}
		}
	}
	return s
}

// fit is how many headings of the row are the template's own, and the length of the
// longest of its signs in it, with that sign as the file spells it; nothing where no sign
// is there.
func (c *candidate) fit(spelled spelledRow) (fit [2]int, sign []string) {
	longest := 0
	for _, keys := range c.signs {
		if len(keys) > longest && spelled.hasAll(keys) {
			longest, sign = len(keys), nil
			for _, key := range keys {
				sign = append(sign, spelled.by[key])
			}
		}
	}
	if longest == 0 {
		return [2]int{}, nil
	}
	count := 0
	for _, keys := range spelled.cells {
		if c.own[keys[0]] || c.own[keys[1]] {
			count++
		}
	}
	return [2]int{count, longest}, sign
}

// hasAll reports whether each key is that of a heading of the row.
func (s spelledRow) hasAll(keys []string) bool {
	for _, key := range keys {
		if _, there := s.by[key]; !there {
			return false
		}
	}
	return true
}

// sameReading reports whether two templates read a file with these headings alike.
func sameReading(a, b *HeadingRow) bool {
	columns := func(h *HeadingRow) []Column {
		known := h.Template.known(&h.Row)
		sorting.StableFunc(known, func(x, y Column) int {
			return cmp.Or(strings.Compare(string(x.Field), string(y.Field)), cmp.Compare(x.rank, y.rank))
		})
		for i := range known {
			known[i].rank = 0
		}
		return known
	}
	return a.Number == b.Number && a.Template.Carrier == b.Template.Carrier && a.Template.Payment == b.Template.Payment &&
		a.Template.Decimal == b.Template.Decimal && reflect.DeepEqual(a.Template.words, b.Template.words) && slices.Equal(columns(a), columns(b))
}

// joined is row i, or, where the headings may stand in two rows and certainly do, it and
// the one below: a lower heading goes before the one above it, which names a group. The
// lower row is one of headings if it has a known one and no digit anywhere: a row of an
// order has a phone or a quantity.
func (p *Template) joined(rows []cells.Row, i int) cells.Row {
	if !p.twoRows || i+1 >= len(rows) || rows[i+1].Number != rows[i].Number+1 {
		return rows[i]
	}
	upper, lower := &rows[i], rows[i+1]
	if len(p.known(&lower)) == 0 || slices.ContainsFunc(lower.Cells, func(c cells.Cell) bool {
		return c.Kind != cells.Text || strings.ContainsFunc(c.Text, unicode.IsDigit)
	}) {
		return rows[i]
	}
	out := lower
	out.Cells = slices.Clone(lower.Cells)
	for _, c := range upper.Cells {
		if lower.At(c.Column).Blank() {
			out.Cells = append(out.Cells, c)
		}
	}
	sorting.Func(out.Cells, func(a, b cells.Cell) int { return cmp.Compare(a.Column, b.Column) })
	out.Width = max(upper.Width, lower.Width)
	return out
}

// TwoTemplates is the fault of headings that two templates claim.
func TwoTemplates(h *HeadingRow) *problem.Fault {
	return problem.Faultf(problem.HeadingsUnknown+".rival", h.Template.name, h.Rival.name)
}
