package trade

import (
	"encoding/json"
	"fmt"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// Order is an order as it is kept.
type Order struct {
	ID        string
	CreatedAt int64 // microseconds, as all its times are

	seq        int64 // over all clients, from 1; of the past, up to -1
	clientID   int64
	externalID string
	status     string
	updatedAt  int64
	content    contract.Order
	lines      []line
	history    []statusChange
	waybills   []string
	drop       decimal.Decimal
	retail     decimal.Decimal
}

// line is an item with what the supplier knows of it.
type line struct {
	SKU       string  `json:"sku"`
	Name      string  `json:"name"`
	Quantity  int64   `json:"quantity"`
	Price     *string `json:"price"`
	DropPrice string  `json:"drop_price"`
	Reserved  int64   `json:"reserved,omitempty"` // pieces taken from stock, to be given back
}

type statusChange struct {
	Status string `json:"status"`
	At     string `json:"at"`
}

// OrderView is the JSON of an order.
type OrderView struct {
	ID            string             `json:"id"`
	Number        string             `json:"number"`
	ExternalID    string             `json:"external_id"`
	Status        string             `json:"status"`
	StatusHistory []statusChange     `json:"status_history"`
	WaybillNumber *string            `json:"waybill_number"`
	Waybills      []string           `json:"waybills"`
	Items         []line             `json:"items"`
	Recipient     contract.Recipient `json:"recipient"`
	Payment       contract.Payment   `json:"payment"`
	Totals        totalsView         `json:"totals"`
	Comment       *string            `json:"comment"`
	CreatedAt     string             `json:"created_at"`
	UpdatedAt     string             `json:"updated_at"`
}

type totalsView struct {
	DropTotal   string  `json:"drop_total"`
	RetailTotal string  `json:"retail_total"`
	CODAmount   *string `json:"cod_amount"`
	Profit      string  `json:"profit"`
}

// number is what people call the order.
func (o *Order) number() string { return fmt.Sprintf("%d", 100_000+o.seq) }

// digits tell an order's id and its shipments' from others.
func (o *Order) digits() string {
	if o.seq < 0 {
		return fmt.Sprintf("h%07d", -o.seq)
	}
	return fmt.Sprintf("%08d", o.seq)
}

func (o *Order) cod() bool { return o.content.Payment.Method == contract.PaymentCOD }

// profit is what the client earns: retail without the drop price.
func (o *Order) profit() (decimal.Decimal, error) {
	profit, err := o.retail.Sub(o.drop)
	if err != nil {
		return profit, fmt.Errorf("take the profit of order %s: %w", o.ID, err)
	}
	return profit, nil
}

// View is the JSON of an order.
func (o *Order) View() (OrderView, error) {
	profit, err := o.profit()
	if err != nil {
		return OrderView{}, err
	}
	v := OrderView{
		ID: o.ID, Number: o.number(), ExternalID: o.externalID, Status: o.status, StatusHistory: o.history,
		Waybills: o.waybills, Items: make([]line, len(o.lines)), Recipient: o.content.Recipient, Payment: o.content.Payment,
		Totals:  totalsView{contract.Amount(o.drop), contract.Amount(o.retail), o.content.Payment.CODAmount, contract.Amount(profit)},
		Comment: o.content.Comment, CreatedAt: contract.Stamp(o.CreatedAt), UpdatedAt: contract.Stamp(o.updatedAt),
	}
	if len(o.waybills) > 0 {
		v.WaybillNumber = &o.waybills[0]
	}
	for i, l := range o.lines {
		l.Reserved = 0 // the supplier's own affair
		v.Items[i] = l
	}
	return v, nil
}

// OrderColumns are the columns of an order, for ScanOrder.
const OrderColumns = `seq, id, client_id, external_id, status, created_at, updated_at,
	content, lines, history, waybills, drop_total, retail_total`

// ScanOrder reads the columns of OrderColumns.
func ScanOrder(scan func(...any) error) (*Order, error) {
	o := &Order{}
	var content, lines, history, waybills []byte
	var drop, retail string
	err := scan(&o.seq, &o.ID, &o.clientID, &o.externalID, &o.status, &o.CreatedAt, &o.updatedAt,
		&content, &lines, &history, &waybills, &drop, &retail)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		text []byte
		into any
	}{{content, &o.content}, {lines, &o.lines}, {history, &o.history}, {waybills, &o.waybills}} {
		if err := json.Unmarshal(part.text, part.into); err != nil {
			return nil, fmt.Errorf("read order %s: %w", o.ID, err)
		}
	}
	if o.drop, err = contract.StoredAmount(drop); err != nil {
		return nil, err
	}
	o.retail, err = contract.StoredAmount(retail)
	return o, err
}

// OrderStatuses are all of an order's statuses.
func OrderStatuses() []string {
	return []string{"new", "confirmed", "assembling", "shipped", "delivered", "completed",
		"cancelled", "returning", "returned", "on_hold"}
}
