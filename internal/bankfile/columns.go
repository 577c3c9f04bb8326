package bankfile

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// columns is where a template finds its roles in a file.
type columns struct {
	template *Template
	row      int // of the headings, from 1
	at       map[role]int
	headings map[role]string
	currency string // that the heading of the amount states
}

// stated is a currency at the end of a heading: "Сума (UAH)" or "Сума, UAH".
var stated = pattern.Lazy(`^(.*?)\s*(?:\(([A-Za-z]{3})\)|, ?([A-Z]{3}))$`)

// fit finds the heading row that has the most of a template's roles; ok is false where no
// row has those without which no payment can be read.
func (t *Template) fit(rows []cells.Row) (best columns, ok bool) {
	for i := range rows {
		if c := t.columnsIn(&rows[i]); c.complete() && len(c.at) > len(best.at) {
			best, ok = c, true
		}
	}
	return best, ok
}

// columnsIn finds the roles among a row's cells. Of a role's headings the first counts
// that the row has.
func (t *Template) columnsIn(r *cells.Row) columns {
	c := columns{template: t, row: r.Number, at: map[role]int{}, headings: map[role]string{}}
	for of, headings := range t.roles {
		best := len(headings)
		for _, cell := range r.Cells {
			text, currency := cell.Text, ""
			at := slices.Index(headings, fold(text))
			if m := stated().FindStringSubmatch(text); at < 0 && m != nil {
				at, currency = slices.Index(headings, fold(m[1])), strings.ToUpper(m[2]+m[3])
			}
			if at < 0 || at >= best {
				continue
			}
			best = at
			c.at[of], c.headings[of] = cell.Column, cell.Text
			if of == roleAmount || of == roleCredit {
				c.currency = currency
			}
		}
	}
	return c
}

// complete reports whether payments can be read from these columns.
func (c columns) complete() bool {
	_, date := c.at[roleDate]
	_, amount := c.at[roleAmount]
	_, credit := c.at[roleCredit]
	return date && (amount || credit)
}

// same reports whether two templates read a file in the same way.
func (c columns) same(other columns) bool {
	if c.row != other.row || len(c.at) != len(other.at) {
		return false
	}
	for of, at := range c.at {
		if there, found := other.at[of]; !found || there != at {
			return false
		}
	}
	return true
}

// choice is some templates of which one is chosen by a file's headings.
type choice []*Template

// KnownIn are the headings that the template knows which knows most of them.
func (c choice) KnownIn(rows []cells.Row) []string {
	best, _ := c.best(rows)
	var known []string
	for _, heading := range best.headings {
		known = append(known, heading)
	}
	return known
}

// best are the columns of the template that knows most, and another that knows as many and
// reads something else of the file.
func (c choice) best(rows []cells.Row) (best columns, rival *Template) {
	for _, t := range c {
		found, ok := t.fit(rows)
		switch {
		case !ok || len(found.at) < len(best.at):
		case len(found.at) > len(best.at):
			best, rival = found, nil
		case !found.same(best):
			rival = t
		}
	}
	return best, rival
}
