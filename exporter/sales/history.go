package sales

import (
	"cmp"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/remembered"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkHistory is the check against the earlier exports. Its differences have codes of
// their own: order_late, order_gone, order_changed, and the same of shipments.
const checkHistory = "history_unchanged"

// history compares the rows with what they were at earlier exports.
type history struct {
	memory  *remembered.Memory         // nil where nothing is remembered
	trouble error                      // why not, though it should be
	codes   map[remembered.Kind]string // of the differences
	name    string                     // how a row is called, a key of the catalogue
	amounts []string                   // the headings of a row's amounts
	status  func(wording.Language, string) string
	counted int  // the amount that a difference shows
	parcels bool // rows are parcels, and no orders
}

// difference says what became of a row.
func (h *history) difference(c *remembered.Change, zone *time.Location) Difference {
	row := &c.Now
	if c.Kind == remembered.Gone {
		row = &c.Was
	}
	d := Difference{Code: h.codes[c.Kind], check: checkHistory, OrderID: strings.Clone(row.ID), ExternalID: strings.Clone(row.ExternalID),
		Expected: h.counts(&c.Was, h.counted), Found: h.counts(&c.Now, h.counted), kind: trait{currency: row.Currency}}
	if h.parcels { // they are known by their waybills
		d.Waybill, d.OrderID, d.ExternalID = cmp.Or(d.ExternalID, d.OrderID), "", ""
	}
	name := wording.NewMessage(h.name, strings.Clone(d.name()))
	at := moment(c.Exported.In(zone))
	switch c.Kind {
	case remembered.Changed:
		d.said = wording.NewMessage("sales.history.changed", name, at, h.apart(c))
	case remembered.Gone:
		d.said = wording.NewMessage("sales.history.gone", name, at, word{h.status, c.Was.Status}, figure(d.Expected))
	default:
		d.said = wording.NewMessage("sales.history.late", name, at, word{h.status, strings.Clone(c.Now.Status)}, figure(d.Found))
	}
	return d
}

// counts is what an amount of a row adds to the sums: nothing where nothing comes of it.
func (h *history) counts(row *remembered.Row, amount int) money.Amount {
	switch {
	case amount >= len(row.Amounts):
		return money.Amount{}
	case row.Void && row.Amounts[amount].IsSet():
		return money.Must("0.00")
	}
	return row.Amounts[amount]
}

// apart lists in what a row is another one.
func (h *history) apart(c *remembered.Change) (out wording.List) {
	if c.Was.Status != c.Now.Status {
		out = append(out, wording.NewMessage("sales.history.status", word{h.status, c.Was.Status}, word{h.status, strings.Clone(c.Now.Status)}))
	}
	if c.Was.Currency != c.Now.Currency {
		out = append(out, wording.NewMessage("sales.history.amount", wording.NewMessage("column.currency"), c.Was.Currency, strings.Clone(c.Now.Currency)))
	}
	for i, heading := range h.amounts {
		was, now := h.counts(&c.Was, i), h.counts(&c.Now, i)
		if was.IsSet() != now.IsSet() || was.Cmp(now) != 0 {
			out = append(out, wording.NewMessage("sales.history.amount", wording.NewMessage(heading), figure(was), figure(now)))
		}
	}
	return out
}

// word is a status in the reader's language.
type word struct {
	of     func(wording.Language, string) string
	status string
}

// In is the status in a language; English has the supplier's own word.
func (w word) In(l wording.Language) string {
	if l == wording.English {
		return w.status
	}
	return w.of(l, w.status)
}

// moment is a day with its time for people.
type moment time.Time

// In is the moment in a language.
func (m moment) In(l wording.Language) string {
	return l.Moment(time.Time(m))
}
