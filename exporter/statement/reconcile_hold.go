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
			d.Message = wording.Say("%s має стан «%s», а його холд на суму %s відкритий %d дн.: попросіть постачальника зняти холд",
				"%s is %s, its hold of %s is open for %d days: ask the supplier to release it", name, statusWord(h.OrderStatus), shown(h.Amount), h.Age)
		case e.OrderID != "" && r.absent[e.OrderID]:
			d.Code = "hold_without_order"
			d.Message = wording.Say("холд на суму %s посилається на %s, якого постачальник не показує: попросіть постачальника зняти холд",
				"a hold of %s names %s, which the supplier does not list: ask the supplier to release it", shown(h.Amount), name)
		case h.Age > oldHold:
			d.Code = "hold_old"
			d.Message = wording.Say("холд %s, залишок %s, відкритий %d дн.%s: запитайте постачальника, що його тримає",
				"hold %s, %s of it, is open for %d days%s: ask the supplier what keeps it", named(e, r.end.Location()), shown(h.Amount), h.Age, stands(name, h))
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
	c.Detail = wording.Say("кожен відкритий холд має чинне замовлення, усього холдів: %d", "each of %d open holds has an order that goes on", len(holds))
	if !c.OK {
		c.Detail = wording.Say("відкритих холдів без чинного замовлення: %d з %d, разом %s: дивіться розбіжності",
			"%d of %d open holds have no order that goes on, %s in all: see the differences", wrong, len(holds), shown(c.Found))
	}
	if old > 0 {
		c.Detail = wording.Say("%[1]s; відкритих понад %[3]d дн.: %[2]d", "%s; %d are open for more than %d days", c.Detail, old, oldHold)
	}
	return c
}

// stands says what is known of an old hold's order.
func stands(name wording.Text, h *OpenHold) wording.Text {
	switch {
	case h.Entry.OrderID == "":
		return wording.Say(" і не називає замовлення", " and names no order")
	case h.OrderStatus == "":
		return wording.Say(", стану %s не знаємо", ", %s is not known", name)
	}
	return wording.Say(", %s має стан «%s»", ", %s is %s", name, statusWord(h.OrderStatus))
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
