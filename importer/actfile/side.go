package actfile

import (
	"math"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// side is the columns of one party; a field that it lacks is -1.
type side struct {
	date, number, document, debit, credit, amount int

	first, last int    // of its columns
	label       string // what stands above its headings
}

func noSide() side { return side{-1, -1, -1, -1, -1, -1, math.MaxInt, -1, ""} }

// place is where a field's column is kept.
func (s *side) place(f field) *int {
	switch f {
	case fieldDate:
		return &s.date
	case fieldNumber:
		return &s.number
	case fieldDocument:
		return &s.document
	case fieldDebit:
		return &s.debit
	case fieldCredit:
		return &s.credit
	}
	return &s.amount
}

// whole reports whether the side says what was booked.
func (s *side) whole() bool { return s.debit >= 0 && s.credit >= 0 || s.amount >= 0 }

// KnownIn are the known headings of the heading row.
func (t *Template) KnownIn(rows []cells.Row) []string {
	var known []string
	if at := t.headingRow(rows); at >= 0 {
		for _, c := range rows[at].Cells {
			if _, ok := t.headings[celltext.Folded(c.Text)]; ok {
				known = append(known, c.Text)
			}
		}
	}
	return known
}

// headingRow is the row with the most known headings among the first, -1 where none has any.
func (t *Template) headingRow(rows []cells.Row) int {
	best, most := -1, 0
	for i := range rows[:min(len(rows), cells.HeadRows)] {
		known := 0
		for _, c := range rows[i].Cells {
			if _, ok := t.headings[celltext.Folded(c.Text)]; ok {
				known++
			}
		}
		if known > most {
			best, most = i, known
		}
	}
	return best
}

// sides parts the columns of the heading row: a heading that comes again begins the next side.
// One without a date or a document of its own has those of the first.
func (t *Template) sides(rows []cells.Row, at int) (out []side) {
	current := noSide()
	for _, c := range rows[at].Cells {
		f, known := t.headings[celltext.Folded(c.Text)]
		if !known {
			continue
		}
		if *current.place(f) >= 0 {
			out, current = append(out, current), noSide()
		}
		*current.place(f) = c.Column
		current.first, current.last = min(current.first, c.Column), max(current.last, c.Column)
	}
	out = append(out, current)
	kept := out[:0]
	for _, s := range out {
		if !s.whole() {
			continue
		}
		for _, shared := range []field{fieldDate, fieldNumber, fieldDocument} {
			if *s.place(shared) < 0 && len(kept) > 0 {
				*s.place(shared) = *kept[0].place(shared)
			}
		}
		s.label = labelOf(rows[:at], s)
		kept = append(kept, s)
	}
	return kept
}

// labelOf is what stands above a side's headings, in the nearest row that has something there.
func labelOf(above []cells.Row, s side) string {
	for i := len(above) - 1; i >= 0; i-- {
		var words []string
		for _, c := range above[i].Cells {
			if c.Column >= s.first && c.Column <= s.last {
				words = append(words, c.Text)
			}
		}
		if len(words) > 0 {
			return strings.Join(words, " ")
		}
	}
	return ""
}

// theirs picks the side of the other party: where its name stands, else the one over which
// ours does not, else the first.
func theirs(sides []side, ours, other string) side {
	for _, s := range sides {
		if other != "" && strings.Contains(celltext.Folded(s.label), celltext.Folded(other)) {
			return s
		}
	}
	for _, s := range sides {
		if ours != "" && s.label != "" && !strings.Contains(celltext.Folded(s.label), celltext.Folded(ours)) && len(sides) > 1 {
			return s
		}
	}
	return sides[0]
}
