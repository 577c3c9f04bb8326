package sales

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// shipmentsBook is the workbook of shipments.
type shipmentsBook struct {
	*workbook
	shipments, late, summary *book.Sheet
	groups                   groups
}

func (j *job) shipmentsBook(ctx context.Context) error {
	sheets := make([]*book.Sheet, 3)
	w, err := j.create(j.t("sheet.shipments"), sheets, []book.Layout{
		j.shipmentLayout(j.t("sheet.shipments")), j.shipmentLayout(j.t("sheet.late")), j.carrierLayout()})
	if err != nil {
		return err
	}
	defer w.book.Abort()
	s := &shipmentsBook{workbook: w, shipments: sheets[0], late: sheets[1], summary: sheets[2], groups: groups{}}
	if err := j.eachShipment(ctx, s.row); err != nil {
		return err
	}
	if err := s.writeSummary(); err != nil {
		return err
	}
	if err := s.writeControl(
		[2]string{j.t("sales.shipments_in_period"), fmt.Sprint(j.counts.count)},
		[2]string{j.t("sales.late_shipments"), fmt.Sprint(j.counts.late)},
	); err != nil {
		return err
	}
	return s.publish()
}

// The columns of shipments that formulas name.
const (
	shipmentCarrier   = 1
	shipmentState     = 7
	shipmentCOD       = 12
	shipmentExpected  = 13
	shipmentCollected = 14
	shipmentPaidOut   = 15
	shipmentCurrency  = 20
)

func (j *job) shipmentLayout(name string) book.Layout {
	return book.Layout{Name: name, Filter: true, Long: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: j.t("column.carrier"), Width: 13},
		{Heading: j.t("column.waybill"), Width: 18},
		{Heading: j.t("column.order_id"), Width: 14},
		{Heading: j.t("column.external_id"), Width: 12},
		{Heading: j.t("column.city"), Width: 14},
		{Heading: j.t("column.branch"), Width: 11},
		{Heading: j.t("column.state"), Width: 16},
		{Heading: j.t("column.changed"), Kind: book.KindMoment},
		{Heading: j.t("column.shipped"), Kind: book.KindMoment},
		{Heading: j.t("column.expected_on"), Kind: book.KindDay},
		{Heading: j.t("column.delivered"), Kind: book.KindMoment},
		{Heading: j.t("column.cash_on_delivery"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_expected"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_collected"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_paid_out"), Kind: book.KindMoney, Width: 12.5},
		{Heading: j.t("column.cash_state"), Width: 14, Wrap: true},
		{Heading: j.t("column.days_on_the_way"), Kind: book.KindWhole, Width: 10},
		{Heading: j.t("column.late_days"), Kind: book.KindWhole, Width: 11},
		{Heading: j.t("column.shipment_id"), Width: 17},
		{Heading: j.t("column.currency"), Width: 8},
	}}
}

func (s *shipmentsBook) row(row *shipmentRow) error {
	carrier, state := s.Lang.Carrier(row.shipment.Carrier), s.Lang.ParcelState(row.shipment.State)
	currency := s.in(row.shipment.Currency).currency
	group := s.groups.in(figures{carrier: carrier, state: state, currency: currency, order: place(supplier.ShipmentStates(), row.shipment.State)}, carrier, state, currency)
	if err := group.add(&row.figures); err != nil {
		return err
	}
	if row.lateBy > 0 {
		if err := s.late.Append(s.cells(row, s.counts.late)...); err != nil {
			return err
		}
	}
	return s.shipments.Append(s.cells(row, s.counts.count)...)
}

func (s *shipmentsBook) cells(row *shipmentRow, number int64) []book.Cell {
	p := row.shipment
	way := book.Cell{}
	if row.sent {
		way = book.Whole(int64(row.way))
	}
	return []book.Cell{
		book.Whole(number), book.Text(s.Lang.Carrier(p.Carrier)), book.Text(p.WaybillNumber), book.Text(p.OrderID), book.Text(p.ExternalID),
		book.Text(p.City), book.Text(p.BranchNumber), book.Text(s.Lang.ParcelState(p.State)), s.moment(p.StateUpdatedAt), s.moment(p.ShippedAt),
		book.Date(p.EstimatedDelivery), s.moment(p.DeliveredAt), book.Amount(p.CODAmount), book.Amount(row.expected),
		book.Amount(row.collected), book.Amount(row.paidOut), book.Text(s.Lang.CashState(p.CODState)), way, lateCell(row.lateBy), book.Text(p.ID), book.Text(s.in(p.Currency).currency),
	}
}

// moment is the cell of a moment in the zone, an empty one where there is none.
func (j *job) moment(t time.Time) book.Cell {
	if t.IsZero() {
		return book.Cell{}
	}
	return book.Moment(t.In(j.Zone))
}

func (j *job) carrierColumns() []sumColumn {
	return append([]sumColumn{{j.t("column.shipments"), book.KindWhole, -1, func(f *figures) int64 { return f.count }, nil}},
		j.cashColumns(shipmentCOD, shipmentExpected, shipmentCollected, shipmentPaidOut)...)
}

func (j *job) carrierLayout() book.Layout {
	return summaryLayout(j.t("sheet.summary"), []book.Column{
		{Heading: j.t("column.carrier"), Width: 18}, {Heading: j.t("column.state"), Width: 22}, {Heading: j.t("column.currency"), Width: 8}}, j.carrierColumns())
}

func (s *shipmentsBook) writeSummary() error {
	columns := s.carrierColumns()
	table := groupTable{summary: s.summary, rows: s.shipments, mixed: s.mixed(), columns: columns, conditions: []int{shipmentCarrier, shipmentState, shipmentCurrency},
		common: func(f *figures) []string { return []string{f.carrier, f.state, f.currency} }}
	for _, sum := range s.currencies() {
		totals, err := s.writeGroups(table, s.groups.sorted(sum.currency), sum)
		if err != nil {
			return err
		}
		for i, c := range columns[1:] {
			amount := c.amount(&sum.totals)
			s.proofs = append(s.proofs, prove(s.inWords(s.Lang.Say("sales.proof.shipments_summary", c.heading), sum),
				s.sumOf(s.shipments, c.column, shipmentCurrency, sum), s.summary.Cell(4+i, totals), amount, amount))
		}
	}
	return nil
}
