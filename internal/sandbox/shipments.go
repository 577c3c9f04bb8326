package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// shipmentView is the JSON of a shipment.
type shipmentView struct {
	ID                string  `json:"id"`
	OrderID           string  `json:"order_id"`
	ExternalID        string  `json:"external_id"`
	Carrier           string  `json:"carrier"`
	WaybillNumber     string  `json:"waybill_number"`
	State             string  `json:"state"`
	StateText         string  `json:"state_text"`
	City              string  `json:"city"`
	BranchNumber      *string `json:"branch_number"`
	CODAmount         *string `json:"cod_amount"`
	CODState          string  `json:"cod_state"`
	EstimatedDelivery *string `json:"estimated_delivery_date"`
	ShippedAt         *string `json:"shipped_at"`
	DeliveredAt       *string `json:"delivered_at"`
	StateUpdatedAt    string  `json:"state_updated_at"`
}

// stateText is what the carrier says of a state.
func stateText(state string) string {
	switch state {
	case "created":
		return "Відправлення створено"
	case "accepted":
		return "Прийнято у відділенні"
	case "in_transit":
		return "Прямує до міста одержувача"
	case "arrived":
		return "Прибуло до відділення"
	case "out_for_delivery":
		return "Кур'єр везе відправлення"
	case "delivered":
		return "Отримано"
	case "refused":
		return "Одержувач відмовився"
	case "returning":
		return "Повертається відправнику"
	case "returned":
		return "Повернено відправнику"
	default:
		return "Стан невідомий"
	}
}

// listShipments answers GET /api/shipments.
func (s *Server) listShipments(c *call) (answer, error) {
	p := c.paging()
	sel := selection{table: "shipment", at: "state_updated_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	if since := c.query.moment("updated_since"); since != nil {
		sel.and("state_updated_at >= ?", since.start)
	}
	if err := c.query.finish(); err != nil {
		return answer{}, err
	}
	l, err := s.selectList(c, sel, `id, order_id, external_id, carrier, waybill_number, state, city, branch_number,
		cod_amount, cod_state, estimated_at, shipped_at, delivered_at, state_updated_at`, p, scanShipment)
	if err != nil {
		return answer{}, err
	}
	return c.listAnswer(p, l)
}

func scanShipment(rows *sql.Rows) (row, error) {
	var v shipmentView
	var estimated, shipped, delivered sql.NullInt64
	var at int64
	err := rows.Scan(&v.ID, &v.OrderID, &v.ExternalID, &v.Carrier, &v.WaybillNumber, &v.State, &v.City, &v.BranchNumber,
		&v.CODAmount, &v.CODState, &estimated, &shipped, &delivered, &at)
	if err != nil {
		return row{}, err
	}
	v.StateText, v.StateUpdatedAt = stateText(v.State), stamp(at)
	v.ShippedAt, v.DeliveredAt = stampOrNil(shipped), stampOrNil(delivered)
	if estimated.Valid {
		v.EstimatedDelivery = new(time.UnixMicro(estimated.Int64).UTC().Format(time.DateOnly))
	}
	return row{position{at, v.ID}, v}, nil
}

// moveParcel brings a parcel of an order into a state. Its first state makes
// the shipment, and its waybill becomes one of the order's.
func (s *Server) moveParcel(ctx context.Context, tx *sql.Tx, o *order, st dueStep) error {
	if st.arg == "created" {
		return s.makeParcel(ctx, tx, o, st)
	}
	var shipped, delivered *int64
	codState := ""
	switch st.arg {
	case "accepted":
		shipped = &st.due
	case "delivered":
		delivered, codState = &st.due, "collected"
	case "refused":
		codState = "none" // nothing will be collected any more
	}
	_, err := tx.ExecContext(ctx, `UPDATE shipment SET state = ?, state_updated_at = ?,
		shipped_at = coalesce(?, shipped_at), delivered_at = coalesce(?, delivered_at),
		cod_state = CASE WHEN cod_state = 'expected' AND ?5 <> '' THEN ?5 ELSE cod_state END
		WHERE order_seq = ? AND parcel = ?`, st.arg, st.due, shipped, delivered, codState, o.seq, st.parcel)
	if err != nil {
		return fmt.Errorf("move parcel %d of order %s: %w", st.parcel, o.id, err)
	}
	return nil
}

func (s *Server) makeParcel(ctx context.Context, tx *sql.Tx, o *order, st dueStep) error {
	var number string
	if len(o.waybills) >= st.parcel { // the client brought its own
		number = o.waybills[st.parcel-1]
	} else {
		number = waybill(o.content.Recipient.Delivery.Carrier, s.seed, o.seq, st.parcel)
		o.waybills = append(o.waybills, number)
	}
	if err := saveOrder(ctx, tx, o, st.due); err != nil {
		return err
	}
	var estimated sql.NullInt64
	err := tx.QueryRowContext(ctx, `SELECT max(due_at) FROM plan WHERE order_seq = ? AND parcel = ?
		AND arg IN ('delivered', 'refused')`, o.seq, st.parcel).Scan(&estimated)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("estimate order %s: %w", o.id, err)
	}
	to := o.content.Recipient.Delivery
	cod, codState := o.content.Payment.CODAmount, "none"
	if st.parcel > 1 {
		cod = nil // the first parcel collects for all
	}
	if cod != nil {
		codState = "expected"
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO shipment (id, client_id, order_seq, order_id, external_id, parcel, carrier,
		waybill_number, state, city, branch_number, cod_amount, cod_state, estimated_at, state_updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		fmt.Sprintf("shp_%s_%d", o.digits(), st.parcel), o.clientID, o.seq, o.id, o.externalID, st.parcel, to.Carrier,
		number, st.arg, to.City, to.BranchNumber, cod, codState, estimated, st.due)
	if err != nil {
		return fmt.Errorf("make parcel %d of order %s: %w", st.parcel, o.id, err)
	}
	return nil
}

// paidOut says of a completed order that what was collected is the client's.
func paidOut(ctx context.Context, tx *sql.Tx, o *order, at int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE shipment SET cod_state = 'paid_out', state_updated_at = ?
		WHERE order_seq = ? AND cod_state = 'collected'`, at, o.seq)
	if err != nil {
		return fmt.Errorf("pay order %s out: %w", o.id, err)
	}
	return nil
}
