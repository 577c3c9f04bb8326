package sales

import (
	"github.com/dropbridge/dropbridge/exporter/remembered"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ordersHistory and shipmentsHistory open what is remembered of a book, where Options name a folder.
func (j *job) ordersHistory() {
	j.openHistory("orders", history{name: "sales.history.order",
		codes:   map[remembered.Kind]string{remembered.Late: "order_late", remembered.Gone: "order_gone", remembered.Changed: "order_changed"},
		amounts: []string{"column.drop_total", "column.retail_total", "column.profit", "column.cash_on_delivery"},
		status:  wording.Language.OrderStatus, counted: 2})
}

func (j *job) shipmentsHistory() {
	j.openHistory("shipments", history{name: "sales.history.shipment",
		codes:   map[remembered.Kind]string{remembered.Late: "shipment_late", remembered.Gone: "shipment_gone", remembered.Changed: "shipment_changed"},
		amounts: []string{"column.cash_on_delivery"}, status: wording.Language.ParcelState, parcels: true})
}

func (j *job) openHistory(book string, h history) {
	if j.Memory == "" {
		return
	}
	j.audit.add(checkHistory)
	h.memory, h.trouble = remembered.Open(remembered.Options{Folder: j.Memory, Book: book, Account: j.Account, From: j.From, To: j.To, Now: j.Now})
	if h.memory != nil {
		h.trouble = h.memory.Damaged()
	}
	j.history = h
}

// noteOrder compares an order with its last export.
func (j *job) noteOrder(row *orderRow) error {
	order := row.order
	return j.note(remembered.Row{ID: order.ID, ExternalID: order.ExternalID, At: order.CreatedAt, Status: order.Status, Void: j.isVoid(order.Status),
		Currency: j.in(order.Currency).currency, Amounts: []money.Amount{row.drop, row.retail, row.profit, row.cod}})
}

// noteShipment compares a shipment with its last export. One that was not sent yet belongs
// to no period for good.
func (j *job) noteShipment(s *supplier.Shipment) error {
	if s.ShippedAt.IsZero() {
		return nil
	}
	return j.note(remembered.Row{ID: s.ID, ExternalID: s.WaybillNumber, At: s.ShippedAt, Status: s.State, Void: supplier.ShipmentVoid(s.State),
		Currency: j.in(s.Currency).currency, Amounts: []money.Amount{s.CODAmount}})
}

func (j *job) note(row remembered.Row) error {
	if j.history.memory == nil {
		return nil
	}
	change, known, err := j.history.memory.Note(row)
	switch {
	case err != nil:
		return err
	case change != nil:
		return j.audit.found(j.history.difference(change, j.Zone))
	case known:
		return j.audit.passed(checkHistory, trait{})
	}
	return nil
}

// finishHistory names what is gone, and what cannot be compared.
func (j *job) finishHistory() error {
	h := &j.history
	if h.memory != nil {
		for _, gone := range h.memory.Gone() {
			if err := j.audit.found(h.difference(&gone, j.Zone)); err != nil {
				return err
			}
		}
	}
	if h.trouble == nil {
		return nil
	}
	what := wording.NewMessage("sales.history.unusable", h.trouble)
	if h.memory != nil {
		what = wording.NewMessage("sales.history.damaged", h.trouble)
	}
	return j.audit.found(Difference{Code: checkHistory, said: what})
}

// keepHistory keeps what was exported, once its file is published.
func (j *job) keepHistory(r *Report, err error) (*Report, error) {
	if j.history.memory == nil {
		return r, err
	}
	if err != nil {
		j.history.memory.Abort()
		return nil, err
	}
	if j.Later {
		r.memory = j.history.memory
		return r, nil
	}
	return r, j.history.memory.Keep(j.Accept)
}

// Remember keeps what was exported for the next exports to be compared with, where Options
// left it for later. It is for when the file is in its place. What changed since the last
// export is kept where it is accepted.
func (r *Report) Remember(accept bool) error {
	if r.memory == nil {
		return nil
	}
	memory := r.memory
	r.memory = nil
	return memory.Keep(accept)
}

// Forget lets go of what Remember would keep. It is harmless after Remember.
func (r *Report) Forget() {
	if r.memory != nil {
		r.memory.Abort()
		r.memory = nil
	}
}
