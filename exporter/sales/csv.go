package sales

import (
	"context"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
)

// OrderRecord is an order as a record of a CSV file.
type OrderRecord struct {
	Number        int64        `csv:"number"` // of the record in its period, from 1
	OrderID       string       `csv:"order_id"`
	OrderNumber   string       `csv:"order_number"`
	ExternalID    string       `csv:"external_id"`
	CreatedDate   table.Day    `csv:"created_date"`
	CreatedAt     table.Moment `csv:"created_at"`
	Status        string       `csv:"status"`
	StatusText    string       `csv:"status_text"`
	Recipient     string       `csv:"recipient"`
	City          string       `csv:"city"`
	Carrier       string       `csv:"carrier"`
	CarrierText   string       `csv:"carrier_text"`
	Payment       string       `csv:"payment"`
	PaymentText   string       `csv:"payment_text"`
	Items         int64        `csv:"items"`
	Pieces        int64        `csv:"pieces"`
	DropTotal     money.Amount `csv:"drop_total"`
	RetailTotal   money.Amount `csv:"retail_total"`
	Profit        money.Amount `csv:"profit"`
	MarginPercent money.Amount `csv:"margin_percent"`
	CODAmount     money.Amount `csv:"cod_amount"`
	CODExpected   money.Amount `csv:"cod_expected"`
	CODCollected  money.Amount `csv:"cod_collected"`
	CODPaidOut    money.Amount `csv:"cod_paid_out"`
	CODState      string       `csv:"cod_state"`
	Waybills      string       `csv:"waybills"`
	ParcelStates  string       `csv:"parcel_states"`
	LateDays      int64        `csv:"late_days"`
	Currency      string       `csv:"currency"`
	Created       table.Stamp  `csv:"created_rfc3339"`
}

// ShipmentRecord is a shipment as a record of a CSV file.
type ShipmentRecord struct {
	Number         int64        `csv:"number"` // of the record in its period, from 1
	ShipmentID     string       `csv:"shipment_id"`
	Carrier        string       `csv:"carrier"`
	CarrierText    string       `csv:"carrier_text"`
	Waybill        string       `csv:"waybill"`
	OrderID        string       `csv:"order_id"`
	ExternalID     string       `csv:"external_id"`
	City           string       `csv:"city"`
	Branch         string       `csv:"branch"`
	State          string       `csv:"state"`
	StateText      string       `csv:"state_text"`
	StateUpdatedAt table.Moment `csv:"state_updated_at"`
	ShippedAt      table.Moment `csv:"shipped_at"`
	EstimatedDate  table.Day    `csv:"estimated_date"`
	DeliveredAt    table.Moment `csv:"delivered_at"`
	CODAmount      money.Amount `csv:"cod_amount"`
	CODExpected    money.Amount `csv:"cod_expected"`
	CODCollected   money.Amount `csv:"cod_collected"`
	CODPaidOut     money.Amount `csv:"cod_paid_out"`
	CODState       string       `csv:"cod_state"`
	CODStateText   string       `csv:"cod_state_text"`
	DaysOnTheWay   *int64       `csv:"days_on_the_way"` // nil: it was not sent
	LateDays       int64        `csv:"late_days"`
	Currency       string       `csv:"currency"`
	StateUpdated   table.Stamp  `csv:"state_updated_rfc3339"`
	Shipped        table.Stamp  `csv:"shipped_rfc3339"`
	Delivered      table.Stamp  `csv:"delivered_rfc3339"`
}

func (j *job) ordersCSV(ctx context.Context) error {
	return writeCSV(ctx, j, j.eachOrder, j.orderRecord)
}

func (j *job) shipmentsCSV(ctx context.Context) error {
	return writeCSV(ctx, j, j.eachShipment, j.shipmentRecord)
}

// writeCSV writes a record for each row that is read.
func writeCSV[Row, R any](ctx context.Context, j *job, each func(context.Context, func(*Row) error) error, record func(*Row) R) (err error) {
	template := j.Template
	if template == nil {
		if template, err = table.Every[R](); err != nil {
			return err
		}
	}
	read := func(take func(*Row) error) error { return each(ctx, take) }
	result, err := table.Write(j.Out, template, table.Records(read, record))
	if err != nil {
		return err
	}
	j.report.Bytes, j.report.SHA256, j.report.Lost = result.Bytes, result.SHA256, &result.Lost
	return nil
}

func (j *job) orderRecord(row *orderRow) OrderRecord {
	order, to := row.order, &row.order.Recipient.Delivery
	created := order.CreatedAt.In(j.Zone)
	return OrderRecord{Number: j.counts.count, OrderID: order.ID, OrderNumber: order.Number, ExternalID: order.ExternalID,
		CreatedDate: table.DayOf(created), CreatedAt: table.MomentOf(created), Status: order.Status, StatusText: j.Lang.OrderStatus(order.Status),
		Recipient: order.Recipient.Name, City: to.City, Carrier: to.Carrier, CarrierText: j.Lang.Carrier(to.Carrier),
		Payment: order.Payment.Method, PaymentText: j.Lang.Payment(order.Payment.Method), Items: int64(len(order.Items)), Pieces: row.pieces,
		DropTotal: row.drop, RetailTotal: row.retail, Profit: row.profit, MarginPercent: percent(row.margin), CODAmount: row.cod,
		CODExpected: row.expected, CODCollected: row.collected, CODPaidOut: row.paidOut, CODState: strings.Join(row.cashStates, "; "),
		Waybills: strings.Join(row.waybills, "; "), ParcelStates: strings.Join(row.states, "; "), LateDays: int64(row.lateBy),
		Currency: j.in(order.Currency).currency, Created: table.StampOf(created)}
}

func (j *job) shipmentRecord(row *shipmentRow) ShipmentRecord {
	p := row.shipment
	r := ShipmentRecord{Number: j.counts.count, ShipmentID: p.ID, Carrier: p.Carrier, CarrierText: j.Lang.Carrier(p.Carrier),
		Waybill: p.WaybillNumber, OrderID: p.OrderID, ExternalID: p.ExternalID, City: p.City, Branch: p.BranchNumber, State: p.State,
		StateText: j.Lang.ParcelState(p.State), StateUpdatedAt: table.MomentOf(p.StateUpdatedAt.In(j.Zone)), ShippedAt: table.MomentOf(p.ShippedAt.In(j.Zone)),
		EstimatedDate: table.Day(p.EstimatedDelivery), DeliveredAt: table.MomentOf(p.DeliveredAt.In(j.Zone)), CODAmount: p.CODAmount,
		CODExpected: row.expected, CODCollected: row.collected, CODPaidOut: row.paidOut, CODState: p.CODState,
		CODStateText: j.Lang.CashState(p.CODState), LateDays: int64(row.lateBy), Currency: j.in(p.Currency).currency,
		StateUpdated: table.StampOf(p.StateUpdatedAt.In(j.Zone)), Shipped: table.StampOf(p.ShippedAt.In(j.Zone)), Delivered: table.StampOf(p.DeliveredAt.In(j.Zone))}
	if row.sent {
		r.DaysOnTheWay = new(int64(row.way))
	}
	return r
}

// percent is a share in percent, absent where there is none.
func percent(share money.Amount) money.Amount {
	hundredfold, err := share.Times(100)
	if err == nil {
		hundredfold, err = money.Must("0.00").Add(hundredfold) // without the zeros behind two decimals
	}
	if err != nil || !share.IsSet() {
		return money.Amount{}
	}
	return hundredfold
}
