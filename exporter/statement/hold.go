package statement

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// maxFindings bounds what is kept of each sort of finding.
const maxFindings = 1000

// holdBook follows holds from their entry to their release. A hold takes from what is
// available; an entry of the other sign releases it and names it, or at least its order.
type holdBook struct {
	adder
	known   func(id string) bool // whether a hold of that id came
	open    map[string]*placedHold
	orders  map[string][]string               // ids of the open holds, by order
	early   map[string][]supplier.LedgerEntry // releases of holds that have not come, by the hold's id
	unfit   []Difference
	unnamed int          // findings that are not kept
	unshown money.Amount // held by entries of before the first one that is shown
}

type placedHold struct {
	entry supplier.LedgerEntry
	rest  money.Amount // negative, as the entry
}

func newHoldBook(known func(string) bool) *holdBook {
	return &holdBook{known: known, open: map[string]*placedHold{}, orders: map[string][]string{}, early: map[string][]supplier.LedgerEntry{}, unshown: zero()}
}

func (b *holdBook) take(e *supplier.LedgerEntry) {
	switch {
	case e.Kind != kindHold:
	case e.Amount.Sign() < 0:
		b.place(e.Clone())
	case e.Amount.Sign() > 0:
		b.release(e)
	}
}

func (b *holdBook) place(e supplier.LedgerEntry) {
	b.open[e.ID] = &placedHold{e, e.Amount}
	if e.OrderID != "" {
		b.orders[e.OrderID] = append(b.orders[e.OrderID], e.ID)
	}
	for _, release := range b.early[e.ID] { // of the same moment, and sorted before it
		b.release(&release)
	}
	delete(b.early, e.ID)
}

func (b *holdBook) release(e *supplier.LedgerEntry) {
	id := e.ReversesEntryID
	if id == "" {
		id = b.ofOrder(e)
	}
	h := b.open[id]
	if h == nil {
		b.unmatched(e)
		return
	}
	b.add(&h.rest, e.Amount)
	if h.rest.Sign() < 0 {
		return
	}
	if h.rest.Sign() > 0 {
		b.differ(Difference{Code: "hold_released_over", Expected: b.less(e.Amount, h.rest), Found: e.Amount}, e,
			wording.NewMessage("statement.hold_released_over", strings.Clone(e.ID), shown(e.Amount), shown(h.rest), strings.Clone(id)))
	}
	delete(b.open, id)
	order := h.entry.OrderID
	b.orders[order] = slices.DeleteFunc(b.orders[order], func(other string) bool { return other == id })
	if len(b.orders[order]) == 0 {
		delete(b.orders, order)
	}
}

// ofOrder finds the hold of a release that names none: of its order, rather one of its
// amount than an older one.
func (b *holdBook) ofOrder(e *supplier.LedgerEntry) string {
	ids := b.orders[e.OrderID]
	if len(ids) == 0 {
		return ""
	}
	for _, id := range ids {
		if b.open[id].rest.Cmp(e.Amount.Negated()) == 0 {
			return id
		}
	}
	return ids[0]
}

func (b *holdBook) unmatched(e *supplier.LedgerEntry) {
	switch id := e.ReversesEntryID; {
	case (id == "" || !b.known(id)) && b.unshown.Cmp(e.Amount) >= 0: // of a hold that the supplier shows no more
		b.add(&b.unshown, e.Amount.Negated())
	case id != "" && b.known(id):
		b.differ(Difference{Code: "hold_released_twice", Expected: zero(), Found: e.Amount}, e,
			wording.NewMessage("statement.hold_released_twice", strings.Clone(e.ID), shown(e.Amount), strings.Clone(id)))
	case len(b.early) < maxFindings:
		kept := e.Clone()
		b.early[kept.ReversesEntryID] = append(b.early[kept.ReversesEntryID], kept)
	default:
		b.unnamed++
	}
}

func (b *holdBook) differ(d Difference, e *supplier.LedgerEntry, message wording.Message) {
	if len(b.unfit) >= maxFindings {
		b.unnamed++
		return
	}
	d.OrderID, d.ExternalID, d.EntryID = strings.Clone(e.OrderID), strings.Clone(e.OrderExternalID), strings.Clone(e.ID)
	d.Message = message
	b.unfit = append(b.unfit, d)
}

// list gives the open holds, the oldest first, and their sum.
func (b *holdBook) list(end time.Time) (out []OpenHold, sum money.Amount) {
	sum = zero()
	for _, h := range b.open {
		amount := h.rest.Negated()
		b.add(&sum, amount)
		out = append(out, OpenHold{Entry: h.entry, Amount: amount, Age: wholeDays(h.entry.PostedAt.In(end.Location()), end)})
	}
	if b.unshown.Sign() > 0 {
		b.add(&sum, b.unshown)
		out = append(out, OpenHold{Amount: b.unshown})
	}
	sorting.Func(out, func(x, y OpenHold) int {
		return cmp.Or(x.Entry.PostedAt.Compare(y.Entry.PostedAt), strings.Compare(x.Entry.ID, y.Entry.ID))
	})
	return out, sum
}

// wholeDays are those that have passed, by the zone's clock.
func wholeDays(from, to time.Time) int {
	days := daysBetween(from, to)
	if from.AddDate(0, 0, days).After(to) {
		days--
	}
	return max(days, 0)
}

// differences gives what does not fit of the holds.
func (b *holdBook) differences(open []OpenHold) []Difference {
	var lost []supplier.LedgerEntry
	for _, releases := range b.early {
		lost = append(lost, releases...)
	}
	sorting.Func(lost, func(x, y supplier.LedgerEntry) int {
		return cmp.Or(x.PostedAt.Compare(y.PostedAt), strings.Compare(x.ID, y.ID))
	})
	for i := range lost {
		e := &lost[i]
		message := wording.NewMessage("statement.release_without_hold.unnamed", e.ID, shown(e.Amount))
		if e.ReversesEntryID != "" {
			message = wording.NewMessage("statement.release_without_hold", e.ID, shown(e.Amount), e.ReversesEntryID)
		}
		b.differ(Difference{Code: "release_without_hold", Expected: zero(), Found: e.Amount}, e, message)
	}
	for i := range open {
		h := &open[i]
		if h.Entry.ID == "" {
			continue
		}
		if held := h.Entry.Amount.Negated(); h.Amount.Cmp(held) < 0 {
			b.differ(Difference{Code: "hold_released_partly", Expected: held, Found: b.less(held, h.Amount)}, &h.Entry,
				wording.NewMessage("statement.hold_released_partly", h.Entry.ID, shown(held), shown(h.Amount)))
		}
	}
	return b.unfit
}
