package ledgertest

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// Order is an order of the service.
type Order struct {
	ID, Number, ExternalID string
	Status                 string
	History                []Change
	Waybills               []string
	Payment                string // cod, prepaid, balance
	Drop, Retail           int64  // kopecks
	Created, Updated       time.Time
}

// Change is a step of an order's life.
type Change struct {
	Status string    `json:"status"`
	At     time.Time `json:"at"`
}

// Shipment is a parcel of an order.
type Shipment struct {
	ID, OrderID, ExternalID string
	Waybill, State          string
	Estimated               string // a date, "" for none
	Updated                 time.Time
}

type object map[string]any

func (o *Order) object() object {
	waybills := append([]string{}, o.Waybills...)
	var first, cod any
	if len(waybills) > 0 {
		first = waybills[0]
	}
	if o.Payment == "cod" {
		cod = Amount(o.Retail)
	}
	return object{"id": o.ID, "number": o.Number, "external_id": o.ExternalID, "status": o.Status, "status_history": append([]Change{}, o.History...),
		"waybill_number": first, "waybills": waybills, "items": []any{}, "payment": object{"method": o.Payment, "cod_amount": cod},
		"totals":  object{"drop_total": Amount(o.Drop), "retail_total": Amount(o.Retail), "cod_amount": cod, "profit": Amount(o.Retail - o.Drop)},
		"comment": nil, "created_at": o.Created, "updated_at": o.Updated}
}

func (p *Shipment) object() object {
	var estimated any
	if p.Estimated != "" {
		estimated = p.Estimated
	}
	return object{"id": p.ID, "order_id": p.OrderID, "external_id": p.ExternalID, "carrier": "nova_poshta", "waybill_number": p.Waybill,
		"state": p.State, "estimated_delivery_date": estimated, "state_updated_at": p.Updated}
}

// orders answers GET /api/orders.
func (s *Server) orders(w http.ResponseWriter, r *http.Request) {
	l, _, ok := s.begin(w, r)
	if !ok {
		return
	}
	since, from, to, ids := moment(r, "updated_since"), moment(r, "created_from"), moment(r, "created_to"), r.URL.Query()["external_id"]
	var all []object
	for i := range l.Orders {
		o := &l.Orders[i]
		if o.Updated.Before(since) || o.Created.Before(from) || !to.IsZero() && o.Created.After(to) || len(ids) > 0 && !slices.Contains(ids, o.ExternalID) {
			continue
		}
		all = append(all, o.object())
	}
	l.answer(w, r, all)
}

// shipments answers GET /api/shipments.
func (s *Server) shipments(w http.ResponseWriter, r *http.Request) {
	l, _, ok := s.begin(w, r)
	if !ok {
		return
	}
	var all []object
	for i := range l.Shipments {
		if p := &l.Shipments[i]; !p.Updated.Before(moment(r, "updated_since")) {
			all = append(all, p.object())
		}
	}
	l.answer(w, r, all)
}

func (l *Ledger) answer(w http.ResponseWriter, r *http.Request, all []object) {
	p := l.part(r)
	data := append([]object{}, all[min(p.first, len(all)):min(p.first+p.size, len(all))]...)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(object{"data": data, "links": object{"next": nil}, // the client may have left
		"meta": object{"page": p.page, "per_page": p.size, "total": len(all), "total_pages": (len(all) + p.size - 1) / p.size, "next_cursor": nil}})
}
