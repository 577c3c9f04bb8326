package result

import (
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// OfOrders is what a row shows of its orders, one for each supplier whom it went to, whichever
// files brought them: a sheet that is read again and again is no duplicate of itself.
func OfOrders(d *desk.Desk, links []state.Link, l wording.Language) orderfile.Result {
	var all view
	for i, link := range links {
		if link.Relation == state.Duplicate {
			link.Relation = state.Own
		}
		v := Show(link, l)
		if d.Several() && v.Message != "" {
			v.Message = d.NameOf(link.Order.Supplier) + ": " + v.Message
		}
		if i > 0 {
			v = all.beside(v)
		}
		all = v
	}
	return all.result()
}

// result are the five cells of a view.
func (v view) result() orderfile.Result {
	return orderfile.Result{Status: string(v.Status), OrderID: v.OrderID, OrderStatus: v.OrderStatus, Waybills: v.Waybills, Error: v.why()}
}
