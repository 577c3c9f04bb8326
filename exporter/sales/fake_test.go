package sales

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// fake is a service with these orders and shipments. Like the real one it filters, and
// counts the ends of periods in.
type fake struct {
	orders    []supplier.Order
	shipments []supplier.Shipment
	restless  int   // the reading of the orders that does not end with the error, from 1
	err       error // that ends the list of orders, or of shipments where there are no orders
	asked     []string
}

func (f *fake) Orders(_ context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	f.asked = append(f.asked, fmt.Sprintf("orders %s %s", q.CreatedFrom.Format(time.RFC3339), q.CreatedTo.Format(time.RFC3339)))
	return func(yield func(supplier.Order, error) bool) {
		for _, o := range f.orders {
			if !o.CreatedAt.Before(q.CreatedFrom) && !o.CreatedAt.After(q.CreatedTo) && !yield(o, nil) {
				return
			}
		}
		if f.err != nil && f.moves() {
			yield(supplier.Order{}, f.err)
		}
	}
}

func (f *fake) Shipments(_ context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	f.asked = append(f.asked, "shipments "+q.UpdatedSince.Format(time.RFC3339))
	return func(yield func(supplier.Shipment, error) bool) {
		for _, s := range f.shipments {
			if !s.StateUpdatedAt.Before(q.UpdatedSince) && !yield(s, nil) {
				return
			}
		}
		if f.err != nil && len(f.orders) == 0 {
			yield(supplier.Shipment{}, f.err)
		}
	}
}

// moves counts the readings of a service that comes to rest.
func (f *fake) moves() bool {
	f.restless--
	return f.restless != 0
}

func m(text string) money.Amount { return money.Must(text) }

func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return moment
}

// october is the period of the tests, read on 3 November.
func october(t *testing.T, out string) Options {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return Options{From: time.Date(2026, 10, 1, 0, 0, 0, 0, zone), To: time.Date(2026, 11, 1, 0, 0, 0, 0, zone),
		Now: at(t, "2026-11-03T08:00:00Z"), Out: out, Lang: wording.English, Source: "a test", Program: "dropbridge test"}
}

func item(sku string, quantity int64, price, drop string) supplier.OrderItem {
	i := supplier.OrderItem{SKU: sku, Name: "річ " + sku, Quantity: quantity, DropPrice: m(drop)}
	if price != "" {
		i.Price = m(price)
	}
	return i
}

func order(id, external, status string, created time.Time, totals supplier.OrderTotals, items ...supplier.OrderItem) supplier.Order {
	payment := supplier.Payment{Method: supplier.PaymentPrepaid}
	if totals.CODAmount.IsSet() {
		payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: totals.CODAmount}
	}
	return supplier.Order{ID: id, Number: "N-" + id, ExternalID: external, Status: status, Items: items, Totals: totals, Payment: payment,
		Recipient: supplier.Recipient{Name: "Отримувач", Delivery: supplier.Delivery{Carrier: "nova_poshta", City: "Київ"}},
		CreatedAt: created, UpdatedAt: created}
}

// month is a service whose figures are worked out by hand in the tests.
func month(t *testing.T) *fake {
	t.Helper()
	cod := func(drop, retail, profit, cash string) supplier.OrderTotals {
		return supplier.OrderTotals{DropTotal: m(drop), RetailTotal: m(retail), Profit: m(profit), CODAmount: m(cash)}
	}
	prepaid := func(drop, retail, profit string) supplier.OrderTotals {
		return supplier.OrderTotals{DropTotal: m(drop), RetailTotal: m(retail), Profit: m(profit)}
	}
	kb := item("KB-01", 1, "450.10", "300.05")
	return &fake{
		orders: []supplier.Order{
			order("1", "007", "completed", at(t, "2026-09-30T21:00:00Z"), cod("660.10", "1000.00", "339.90", "1000"), // midnight in Kyiv
				item("KB-01", 2, "450.10", "300.05"), item("MS-02", 1, "99.80", "60")),
			order("2", "=1+2", "shipped", at(t, "2026-10-10T10:00:00Z"), prepaid("300.05", "450.10", "150.05"), kb),
			order("3", "C-3", "new", at(t, "2026-10-31T21:59:59Z"), cod("300.05", "450.10", "150.05", "450.10"), kb),
			order("4", "C-4", "new", at(t, "2026-10-31T22:00:00Z"), cod("300.05", "450.10", "150.05", "450.10"), kb), // November
			order("5", "C-5", "delivered", at(t, "2026-10-11T10:00:00Z"), prepaid("300.05", "450.00", "149.95"), kb),
			order("6", "C-6", "cancelled", at(t, "2026-10-12T10:00:00Z"), cod("70", "100", "30", "100"), item("X", 1, "100", "70")),
			order("7", "C-7", "teleported", at(t, "2026-10-13T10:00:00Z"), cod("120", "200", "90", "200"), item("Y", 4, "50", "30")),
		},
		shipments: []supplier.Shipment{
			parcelOf(t, "1", "007", "20450000000001", "delivered", "2026-10-02T08:00:00Z", "2026-10-05", "2026-10-06T09:00:00Z", "1000", "paid_out"),
			parcelOf(t, "2", "=1+2", "20450000000002", "in_transit", "2026-10-29T08:00:00Z", "2026-10-30", "", "", "none"),
			parcelOf(t, "2", "=1+2", "20450000000003", "arrived", "2026-10-30T08:00:00Z", "2026-11-10", "", "", "none"),
			parcelOf(t, "7", "C-7", "0500000000007", "teleported", "2026-10-14T08:00:00Z", "", "", "150", "collected"),
		},
	}
}

func parcelOf(t *testing.T, order, external, waybill, state, shipped, estimated, delivered, cash, cashState string) supplier.Shipment {
	t.Helper()
	s := supplier.Shipment{ID: "S" + waybill, OrderID: order, ExternalID: external, WaybillNumber: waybill, Carrier: "nova_poshta", State: state,
		City: "Київ", BranchNumber: "12", EstimatedDelivery: estimated, CODState: cashState, ShippedAt: at(t, shipped), StateUpdatedAt: at(t, shipped)}
	if delivered != "" {
		s.DeliveredAt, s.StateUpdatedAt = at(t, delivered), at(t, delivered)
	}
	if cash != "" {
		s.CODAmount = m(cash)
	}
	return s
}
