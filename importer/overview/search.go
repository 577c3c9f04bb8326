package overview

import (
	"context"
	"encoding/json"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// OrderEntry is one order in a list of those that were searched for.
type OrderEntry struct {
	ID          int64          `json:"id"` // the journal's own number
	Number      string         `json:"external_id"`
	Source      string         `json:"source"`
	Supplier    string         `json:"supplier,omitempty"` // his name, of several
	Recipient   string         `json:"recipient"`
	City        string         `json:"city"`
	Sum         money.Amount   `json:"sum"`      // that the customer pays; null where a price is not known
	Currency    string         `json:"currency"` // of Sum
	Payment     string         `json:"payment"`  // cod, prepaid, balance
	State       state.State    `json:"state"`
	OrderID     string         `json:"order_id"`
	OrderStatus string         `json:"order_status"`
	Waybills    []EntryWaybill `json:"waybills"`
	CameAt      time.Time      `json:"came_at"`
	ChangedAt   time.Time      `json:"changed_at"`
	Late        bool           `json:"late"` // a parcel of it is
}

// EntryWaybill is a waybill of an order, with what its carrier says.
type EntryWaybill struct {
	Number  string `json:"number"`
	Carrier string `json:"carrier"`
	State   string `json:"state"` // of the parcel, "" where none is known
}

// Search lists the orders of the account that a query asks for, the last that came first, at
// most state.SearchLimit of them. next goes into the query's Cursor for the list to go on, ""
// at its end; a page that is short or empty is not the last one where next is set. complete
// is false where the list may lack orders, see state.SearchPage. Suppliers are asked for by
// their names.
func (b *Board) Search(ctx context.Context, q state.SearchQuery) (list []OrderEntry, next string, complete bool, err error) {
	q.Account = b.Config.Account
	q.Suppliers = b.idsOf(q.Suppliers)
	page, err := b.Journal.Search(ctx, q)
	if err != nil {
		return nil, "", false, err
	}
	list = []OrderEntry{}
	for _, o := range page.Orders {
		list = append(list, b.entry(o))
	}
	return list, page.Next, page.Complete, nil
}

// idsOf are suppliers as orders have them. A name that the config has no more is its own id.
func (b *Board) idsOf(names []string) (ids []string) {
	for _, name := range names {
		id, known := b.IDOf(name)
		if !known {
			id = name
		}
		ids = append(ids, id)
	}
	return ids
}

func (b *Board) entry(o state.Order) OrderEntry {
	e := OrderEntry{ID: o.ID, Number: o.ExternalID, Source: o.Source, Supplier: b.NameOf(o.Supplier), State: o.Shown(), OrderID: o.RemoteID, OrderStatus: o.RemoteStatus,
		Waybills: entryWaybills(o), CameAt: o.CreatedAt, ChangedAt: o.ChangedAt, Late: o.Late(b.Config.Now())}
	var sent supplier.NewOrder
	if json.Unmarshal(o.Content, &sent) != nil {
		return e // of a result alone: nothing is known of its content
	}
	e.Recipient, e.City, e.Payment = sent.Recipient.Name, sent.Recipient.Delivery.City, sent.Payment.Method
	if e.Sum = sent.ToPay(); e.Sum.IsSet() {
		e.Currency = money.Hryvnia // other ones are refused in order files
	}
	return e
}

func entryWaybills(o state.Order) []EntryWaybill {
	list := []EntryWaybill{}
	for _, number := range o.AllWaybills() {
		w := EntryWaybill{Number: number}
		for _, p := range o.Parcels {
			if p.Waybill == number {
				w.Carrier, w.State = p.Carrier, p.State
			}
		}
		list = append(list, w)
	}
	return list
}
