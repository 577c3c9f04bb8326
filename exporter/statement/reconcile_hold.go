package statement

import (
	"cmp"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// oldHold is after how many days an open hold is named.
const oldHold = 30

// reasons tells the open holds what is known of their orders, and says which have no
// reason any more. A hold that is old, and whose order lives, has one.
func (r *reconciler) reasons(holds []OpenHold) Check {
	c := Check{Name: "holds_have_reason", Expected: zero(), Found: zero()}
	wrong, old := 0, 0
	for i := range holds {
		h := &holds[i]
		r.explain(h)
		e := &h.Entry
		d := Difference{OrderID: e.OrderID, ExternalID: e.OrderExternalID, EntryID: e.ID, Expected: zero(), Found: h.Amount, Days: h.Age}
		name := calling(e.OrderExternalID, e.OrderID)
		switch {
		case supplier.OrderFinal(h.OrderStatus):
			d.Code = "hold_stale"
			d.Message = wording.NewMessage("statement.hold_stale", name, statusWord(h.OrderStatus), shown(h.Amount), h.Age)
		case e.OrderID != "" && r.absent[e.OrderID]:
			d.Code = "hold_without_order"
			d.Message = wording.NewMessage("statement.hold_without_order", shown(h.Amount), name)
		case h.Age > oldHold:
			d.Code = "hold_old"
			d.Message = r.old(h, name)
		default:
			continue
		}
		r.differ(d)
		if d.Code == "hold_old" && h.OrderStatus != "" {
			old++
			continue
		}
		wrong++
		r.add(&c.Found, h.Amount)
	}
	c.OK = wrong == 0
	c.Detail = wording.NewMessage("statement.holds.reasoned", len(holds))
	if !c.OK {
		c.Detail = wording.NewMessage("statement.holds.unreasoned", wrong, len(holds), shown(c.Found))
	}
	if old > 0 {
		c.Detail = wording.NewMessage("statement.holds.old", c.Detail, old, oldHold)
	}
	return c
}

// old names an old hold, with what is known of its order.
func (r *reconciler) old(h *OpenHold, order wording.Message) wording.Message {
	hold := named(&h.Entry, r.end.Location())
	switch {
	case h.Entry.OrderID == "":
		return wording.NewMessage("statement.hold_old.no_order", hold, shown(h.Amount), h.Age)
	case h.OrderStatus == "":
		return wording.NewMessage("statement.hold_old.unknown", hold, shown(h.Amount), h.Age, order)
	}
	return wording.NewMessage("statement.hold_old", hold, shown(h.Amount), h.Age, order, statusWord(h.OrderStatus))
}

// explain fills in what the orders and parcels say of a hold.
func (r *reconciler) explain(h *OpenHold) {
	estimated := r.parcels[h.Entry.OrderID]
	if o := r.orders[h.Entry.OrderID]; o != nil {
		h.OrderStatus, estimated = o.status, cmp.Or(o.estimated, estimated)
	}
	if day, err := time.ParseInLocation(time.DateOnly, estimated, r.end.Location()); err == nil {
		h.Expected = dayStart(day.Year(), day.Month(), day.Day(), r.end.Location())
	}
}
