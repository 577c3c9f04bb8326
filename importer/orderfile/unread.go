package orderfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// unreadColumn is a column whose heading nobody knows, and what its cells speak of.
type unreadColumn struct {
	index   int
	heading string
	filled  int
	speaks  map[meaning]int // how many cells speak of what
	off     int             // how many say that an order was called off
	numbers plainNumbers    // those of its cells that may be amounts
	sample  []string        // the first different cells
}

const (
	mostUnread = 2000 // cells of a column that are looked at: the others are like them
	mostSample = 5
)

// unreadColumns are the columns that neither the template nor the caller has said anything of.
func (b *orderBuilder) unreadColumns(head *row) []*unreadColumn {
	used := map[int]bool{}
	for _, c := range b.l.known {
		used[c.index] = true
	}
	ignored := map[string]bool{}
	for _, heading := range b.o.Ignore {
		ignored[exactKey(heading)] = true
	}
	var out []*unreadColumn
	for _, c := range head.cells {
		if used[c.column] || b.o.Profile.passes(c.text) || ignored[exactKey(c.text)] {
			continue
		}
		out = append(out, &unreadColumn{index: c.column, heading: oneLine(c.text), speaks: map[meaning]int{}})
	}
	for at := range b.l.width { // a column without a heading may hold something all the same
		if c := head.at(at); c.blank() && !used[at] {
			out = append(out, &unreadColumn{index: at, heading: spreadsheet.ColumnName(at), speaks: map[meaning]int{}})
		}
	}
	return out
}

// lookAtUnread notes what a row has in the columns that are not read.
func (b *orderBuilder) lookAtUnread(r *row) {
	for _, u := range b.unread {
		c := r.at(u.index)
		if u.filled == mostUnread || !b.speaks(c) {
			continue
		}
		u.filled++
		b.lookAtNumber(u, c)
		if m := b.speaksOf(c); m != "" {
			u.speaks[m]++
			if m == state && b.words.state(c.text) == lexicon.Cancelled {
				u.off++
			}
		}
		if text := oneLine(c.text); len(u.sample) < mostSample && !slices.Contains(u.sample, text) {
			u.sample = append(u.sample, strings.Clone(text))
		}
	}
}

// speaksOf is what a cell that nobody reads speaks of, "" where it bears no known meaning.
func (b *orderBuilder) speaksOf(c cell) meaning {
	if len(c.text) > 200 {
		return ""
	}
	if known, seen := b.spoken[c.text]; seen && c.kind == textCell && !c.money {
		return known
	}
	m := b.meaningOf(c)
	if len(b.spoken) < 10_000 && c.kind == textCell && !c.money {
		b.spoken[strings.Clone(c.text)] = m
	}
	return m
}

func (b *orderBuilder) meaningOf(c cell) meaning {
	x := b.lexicon
	place := x.Place(c.text, lexicon.InAddress)
	switch {
	case c.money:
		return orderTotal
	case c.kind == numberCell && len(c.text) != novaPoshtaDigits:
		return ""
	case x.State(c.text) != lexicon.StateUnknown && x.Payment(c.text) == lexicon.PaymentUnknown:
		return state
	case x.PaymentSaid(c.text):
		return paymentMethod
	case place.Named && place.Number != "":
		return branch
	case x.Delivery(c.text).Known:
		return carrier
	case len(c.text) == novaPoshtaDigits && digitsOnly(c.text) && strings.ContainsAny(c.text[:1], "125"):
		return waybill
	case b.isAmount(c):
		return orderTotal
	}
	return ""
}

// isAmount reports whether a text is certainly money: with a currency or two decimals.
func (b *orderBuilder) isAmount(c cell) bool {
	if c.kind != textCell || !strings.ContainsAny(c.text, ".,₴") && !strings.Contains(strings.ToLower(c.text), "грн") {
		return false
	}
	amount, f := b.values.money(c)
	return f == nil && amount.Sign() > 0
}

// finishUnread says which columns were not read although most of their cells speak of
// payment, state or carrier: then nothing of the file is posted. Waybills, branches and
// amounts are said only.
func (b *orderBuilder) finishUnread() {
	for _, u := range b.unread {
		if n := u.numbers.count; u.speaks[orderTotal] < n && b.areAmounts(u) {
			u.speaks[orderTotal] = n
		}
		m, most := meaning(""), 0
		for speaks, n := range u.speaks {
			if n > most || n == most && speaks < m {
				m, most = speaks, n
			}
		}
		mostly := most*2 > u.filled || m == orderTotal && most*2 > u.filled-u.numbers.zeros
		if !mostly && u.off == 0 {
			continue
		}
		if !mostly {
			m = state // "скасовано" among other tags
		}
		minor := !mostly || m == waybill || m == branch || m == orderTotal
		what := wording.NewMessage("speaks_of." + string(m))
		f := faultf(cmp.Or(map[bool]string{true: ColumnUnread + ".minor"}[minor], ColumnUnread), show(u.heading), what, show(strings.Join(u.sample, "; ")), paste(u.heading))
		b.report.add(0, u.heading, f)
		b.report.Problems[len(b.report.Problems)-1].minor = minor
	}
	b.report.unread = b.unread
}

// Unread is a column of which nothing was read, for people to look at.
type Unread struct {
	Heading string
	Cells   []string // the first different ones, on one line each
}

// Unread lists the columns whose headings nobody knows, with something in them.
func (r *Report) Unread() []Unread {
	var out []Unread
	for _, u := range r.unread {
		if len(u.sample) > 0 {
			out = append(out, Unread{u.heading, u.sample})
		}
	}
	return out
}
