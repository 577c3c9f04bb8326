package statement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// reconciler compares the ledger with the orders. The orders of the period are read
// first, with read; then come all entries up to the period's end; ask looks up the
// orders that only entries or holds named; and finish says what does not fit.
type reconciler struct {
	adder
	period    Period
	now       time.Time             // of the reading
	end       time.Time             // of the period, or the time of reading where that is earlier
	settled   supplier.Settlements  // how the ledger books orders
	currency  string                // of the ledger's first entry of an order
	asked     string                // the one currency that is asked for, "" for all
	orders    map[string]*orderBook // by id
	parcels   map[string]string     // estimated delivery of orders that are not known, by their id
	strangers map[string]*stranger  // orders that entries of the period name and read did not bring, by id
	unlisted  int                   // entries of strangers that are not kept
	absent    map[string]bool       // ids of orders that the service does not list
	problem   string                // why the orders are not all known
	unasked   wording.Message       // why some could not be looked up
	after     lookahead

	byExternalID map[string]*orderBook // made for the first entry that has no other name of its order

	differences []Difference
	unnamed     int // that are not kept
}

// stranger is an order that the ledger names and the list of orders does not have.
type stranger struct {
	externalID, entryID string
	net                 money.Amount
}

// reach is how long before the period an order or its parcel may have changed last and
// still be charged, or have its hold released, in the period.
const reach = 31 // days

func newReconciler(p Period, now time.Time) *reconciler {
	end := p.To
	if now = now.In(p.From.Location()); now.Before(end) {
		end = now
	}
	return &reconciler{period: p, now: now, end: end, orders: map[string]*orderBook{}, parcels: map[string]string{},
		strangers: map[string]*stranger{}, absent: map[string]bool{}}
}

// settler is a source that knows how its ledger books orders.
type settler interface{ Settlements() supplier.Settlements }

// read reads the orders that changed since shortly before the period began, and their parcels.
func (r *reconciler) read(ctx context.Context, source Source) error {
	if s, ok := source.(settler); ok {
		r.settled = s.Settlements()
	}
	since := r.period.From.AddDate(0, 0, -reach)
	err := r.readOrders(ctx, source, supplier.OrderQuery{UpdatedSince: since})
	if supplier.KindOf(err) == supplier.KindRejected { // it cannot tell when orders changed
		err = r.readOrders(ctx, source, supplier.OrderQuery{})
	}
	if err != nil {
		return err
	}
	err = r.readShipments(ctx, source, supplier.ShipmentQuery{UpdatedSince: since})
	if supplier.KindOf(err) == supplier.KindRejected {
		err = r.readShipments(ctx, source, supplier.ShipmentQuery{})
	}
	return err
}

// readings is how often a list that changed while it was read is read at most.
const readings = 3

// readOrders reads the list of orders, again where it changed meanwhile.
func (r *reconciler) readOrders(ctx context.Context, source Source, q supplier.OrderQuery) (err error) {
	for range readings {
		r.problem = ""
		if err = r.listOrders(ctx, source, q); err != nil || r.problem == "" {
			break
		}
	}
	return err
}

func (r *reconciler) listOrders(ctx context.Context, source Source, q supplier.OrderQuery) error {
	for o, err := range source.Orders(ctx, q) {
		if supplier.KindOf(err) == supplier.KindIncomplete {
			r.problem = err.Error()
			return nil
		}
		if err != nil {
			return unread("orders", err)
		}
		r.order(&o)
	}
	return nil
}

func (r *reconciler) readShipments(ctx context.Context, source Source, q supplier.ShipmentQuery) error {
	for p, err := range source.Shipments(ctx, q) {
		if supplier.KindOf(err) == supplier.KindIncomplete {
			return nil // they only tell when a release is expected
		}
		if errors.Is(err, supplier.ErrUnmapped) && q.UpdatedSince.IsZero() {
			return nil // a supplier without a list of them
		}
		if err != nil {
			return unread("shipments", err)
		}
		r.shipment(&p)
	}
	return nil
}

// order takes an order of the list. What is kept of it is its own.
func (r *reconciler) order(o *supplier.Order) { r.orders[strings.Clone(o.ID)] = newOrderBook(o, r.end) }

// shipment takes a parcel. An order of several is there when the last one is.
func (r *reconciler) shipment(p *supplier.Shipment) {
	if p.EstimatedDelivery == "" {
		return
	}
	if o := r.orders[p.OrderID]; o != nil {
		o.estimated = max(o.estimated, unique.Make(p.EstimatedDelivery).Value())
	} else if !supplier.ShipmentFinal(p.State) {
		id := strings.Clone(p.OrderID)
		r.parcels[id] = max(r.parcels[id], unique.Make(p.EstimatedDelivery).Value())
	}
}

// waybills are those of an order, joined; "" where the order is not known.
func (r *reconciler) waybills(orderID string) string {
	if o := r.orders[orderID]; o != nil {
		return o.waybills
	}
	return ""
}

// entry takes an entry of the ledger, each once.
func (r *reconciler) entry(e *supplier.LedgerEntry, inPeriod bool) {
	if e.OrderID == "" && e.OrderExternalID == "" || e.Kind != kindAccrual {
		return
	}
	r.currency = cmp.Or(r.currency, unique.Make(e.Currency).Value())
	if o := r.orderOf(e); o != nil {
		o.take(&r.adder, e, inPeriod)
		return
	}
	if !inPeriod || e.OrderID == "" {
		return
	}
	s := r.strangers[e.OrderID]
	switch {
	case s == nil && len(r.strangers) >= maxFindings:
		r.unlisted++
		return
	case s == nil:
		s = &stranger{strings.Clone(e.OrderExternalID), strings.Clone(e.ID), zero()}
		r.strangers[strings.Clone(e.OrderID)] = s
	}
	r.add(&s.net, e.Amount)
}

// orderOf is the order of an entry, which may name it by the client's number alone; nil
// where it is not known.
func (r *reconciler) orderOf(e *supplier.LedgerEntry) *orderBook {
	if e.OrderID != "" {
		return r.orders[e.OrderID]
	}
	if r.byExternalID == nil {
		r.byExternalID = map[string]*orderBook{}
		for _, o := range r.orders {
			r.byExternalID[o.externalID] = o
		}
	}
	return r.byExternalID[e.OrderExternalID]
}

// ask looks up the orders that the ledger and the open holds name and that the list of
// changed orders does not have.
func (r *reconciler) ask(ctx context.Context, source Source, holds []OpenHold) error {
	wanted := map[string]string{} // order's id by the client's number
	for id, s := range r.strangers {
		wanted[s.externalID] = id
	}
	for i := range holds {
		e := &holds[i].Entry
		if e.OrderID != "" && r.orders[e.OrderID] == nil && len(wanted) < 2*maxFindings {
			wanted[e.OrderExternalID] = e.OrderID
		}
	}
	delete(wanted, "")
	if len(wanted) == 0 {
		return nil
	}
	for o, err := range source.Orders(ctx, supplier.OrderQuery{ExternalIDs: slices.Sorted(maps.Keys(wanted))}) {
		switch supplier.KindOf(err) {
		case supplier.KindIncomplete, supplier.KindRejected:
			r.unasked = wording.Literal(err.Error())
			return nil
		}
		if err != nil {
			return fmt.Errorf("look up orders of the ledger: %w", err)
		}
		if r.orders[o.ID] == nil {
			r.order(&o)
			r.orders[o.ID].partly = true
		}
	}
	for _, id := range wanted {
		r.absent[id] = r.orders[id] == nil
	}
	return nil
}

// finish gives what does not fit, and the checks. It tells the holds the status of their
// order and when their release is expected.
func (r *reconciler) finish(holds []OpenHold) ([]Difference, []Check) {
	accruals, reasons := r.accruals(), r.reasons(holds)
	sorting.StableFunc(r.differences, func(x, y Difference) int {
		return cmp.Or(strings.Compare(x.Code, y.Code), strings.Compare(x.ExternalID, y.ExternalID), strings.Compare(x.OrderID, y.OrderID), strings.Compare(x.EntryID, y.EntryID))
	})
	if r.unnamed > 0 {
		for _, c := range []*Check{&accruals, &reasons} {
			c.Detail = wording.NewMessage("statement.orders.unlisted", c.Detail, r.unnamed)
		}
	}
	return r.differences, []Check{accruals, reasons}
}

func (r *reconciler) differ(d Difference) {
	if len(r.differences) >= maxFindings {
		r.unnamed++
		return
	}
	r.differences = append(r.differences, d)
}

// calling names an order as its owner knows it.
func calling(externalID, id string) wording.Message {
	return wording.NewMessage("statement.order", cmp.Or(externalID, id))
}
