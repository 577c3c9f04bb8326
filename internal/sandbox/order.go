package sandbox

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/govalues/decimal"
)

// order is an order as it is kept.
type order struct {
	seq        int64 // over all clients, from 1; of the past, up to -1
	id         string
	clientID   int64
	externalID string
	status     string
	createdAt  int64
	updatedAt  int64
	content    newOrder
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

// orderView is the JSON of an order.
type orderView struct {
	ID            string         `json:"id"`
	Number        string         `json:"number"`
	ExternalID    string         `json:"external_id"`
	Status        string         `json:"status"`
	StatusHistory []statusChange `json:"status_history"`
	WaybillNumber *string        `json:"waybill_number"`
	Waybills      []string       `json:"waybills"`
	Items         []line         `json:"items"`
	Recipient     recipient      `json:"recipient"`
	Payment       newPayment     `json:"payment"`
	Totals        totalsView     `json:"totals"`
	Comment       *string        `json:"comment"`
	CreatedAt     string         `json:"created_at"`
	UpdatedAt     string         `json:"updated_at"`
}

type totalsView struct {
	DropTotal   string  `json:"drop_total"`
	RetailTotal string  `json:"retail_total"`
	CODAmount   *string `json:"cod_amount"`
	Profit      string  `json:"profit"`
}

// number is what people call the order.
func (o *order) number() string { return fmt.Sprintf("%d", 100_000+o.seq) }

// digits tell an order's id and its shipments' from others.
func (o *order) digits() string {
	if o.seq < 0 {
		return fmt.Sprintf("h%07d", -o.seq)
	}
	return fmt.Sprintf("%08d", o.seq)
}

func (o *order) cod() bool { return o.content.Payment.Method == "cod" }

// profit is what the client earns: retail without the drop price.
func (o *order) profit() (decimal.Decimal, error) {
	profit, err := o.retail.Sub(o.drop)
	if err != nil {
		return profit, fmt.Errorf("take the profit of order %s: %w", o.id, err)
	}
	return profit, nil
}

func (o *order) view() (orderView, error) {
	profit, err := o.profit()
	if err != nil {
		return orderView{}, err
	}
	v := orderView{
		ID: o.id, Number: o.number(), ExternalID: o.externalID, Status: o.status, StatusHistory: o.history,
		Waybills: o.waybills, Items: make([]line, len(o.lines)), Recipient: o.content.Recipient, Payment: o.content.Payment,
		Totals:  totalsView{amount(o.drop), amount(o.retail), o.content.Payment.CODAmount, amount(profit)},
		Comment: o.content.Comment, CreatedAt: stamp(o.createdAt), UpdatedAt: stamp(o.updatedAt),
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

const orderColumns = `seq, id, client_id, external_id, status, created_at, updated_at,
	content, lines, history, waybills, drop_total, retail_total`

// scanOrder reads the columns of orderColumns.
func scanOrder(scan func(...any) error) (*order, error) {
	o := &order{}
	var content, lines, history, waybills []byte
	var drop, retail string
	err := scan(&o.seq, &o.id, &o.clientID, &o.externalID, &o.status, &o.createdAt, &o.updatedAt,
		&content, &lines, &history, &waybills, &drop, &retail)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		text []byte
		into any
	}{{content, &o.content}, {lines, &o.lines}, {history, &o.history}, {waybills, &o.waybills}} {
		if err := json.Unmarshal(part.text, part.into); err != nil {
			return nil, fmt.Errorf("read order %s: %w", o.id, err)
		}
	}
	if o.drop, err = stored(drop); err != nil {
		return nil, err
	}
	o.retail, err = stored(retail)
	return o, err
}

// listOrders answers GET /api/orders.
func (s *Server) listOrders(c *call) (answer, error) {
	p, q := c.paging(), c.query
	sel := selection{table: "orders", at: "created_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	if ids := q.many("external_id", maxPerPage); len(ids) > 0 {
		sel.and("external_id IN (SELECT value FROM json_each(?))", jsonText(ids))
	}
	if status := q.choice("status", "", orderStatuses()...); status != "" {
		sel.and("status = ?", status)
	}
	if from := q.moment("created_from"); from != nil {
		sel.and("created_at >= ?", from.start)
	}
	if to := q.moment("created_to"); to != nil {
		sel.and("created_at < ?", to.end)
	}
	if since := q.moment("updated_since"); since != nil {
		sel.and("updated_at >= ?", since.start)
	}
	if err := q.finish(); err != nil {
		return answer{}, err
	}
	l, err := s.selectList(c, sel, orderColumns, p, func(rows *sql.Rows) (row, error) {
		o, err := scanOrder(rows.Scan)
		if err != nil {
			return row{}, err
		}
		view, err := o.view()
		return row{position{o.createdAt, o.id}, view}, err
	})
	if err != nil {
		return answer{}, err
	}
	return c.listAnswer(p, l)
}

func orderStatuses() []string {
	return []string{"new", "confirmed", "assembling", "shipped", "delivered", "completed",
		"cancelled", "returning", "returned", "on_hold"}
}

// jsonText is a list of texts as SQLite's json_each reads it.
func jsonText(values []string) string {
	text, err := json.Marshal(values)
	if err != nil { // strings only: it cannot fail
		return "[]"
	}
	return string(text)
}
