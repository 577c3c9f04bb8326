package trade

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// moveParcel brings a parcel of an order into a state. Its first state makes
// the shipment, and its waybill becomes one of the order's.
func (h *House) moveParcel(ctx context.Context, tx Querier, o *Order, st dueStep) error {
	if st.arg == "created" {
		return h.makeParcel(ctx, tx, o, st)
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
		return fmt.Errorf("move parcel %d of order %s: %w", st.parcel, o.ID, err)
	}
	return nil
}

func (h *House) makeParcel(ctx context.Context, tx Querier, o *Order, st dueStep) error {
	var number string
	if len(o.waybills) >= st.parcel { // the client brought its own
		number = o.waybills[st.parcel-1]
	} else {
		number = WaybillNumber(o.content.Recipient.Delivery.Carrier, h.seed, o.seq, st.parcel)
		o.waybills = append(o.waybills, number)
	}
	if err := saveOrder(ctx, tx, o, st.due); err != nil {
		return err
	}
	var estimated sql.NullInt64
	err := tx.QueryRowContext(ctx, `SELECT max(due_at) FROM plan WHERE order_seq = ? AND parcel = ? AND parcel > 0
		AND arg IN ('delivered', 'refused')`, o.seq, st.parcel).Scan(&estimated)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("estimate order %s: %w", o.ID, err)
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
		fmt.Sprintf("shp_%s_%d", o.digits(), st.parcel), o.clientID, o.seq, o.ID, o.externalID, st.parcel, to.Carrier,
		number, st.arg, to.City, to.BranchNumber, cod, codState, estimated, st.due)
	if err != nil {
		return fmt.Errorf("make parcel %d of order %s: %w", st.parcel, o.ID, err)
	}
	return nil
}

// paidOut says of a completed order that what was collected is the client's.
func paidOut(ctx context.Context, tx Querier, o *Order, at int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE shipment SET cod_state = 'paid_out', state_updated_at = ?
		WHERE order_seq = ? AND cod_state = 'collected'`, at, o.seq)
	if err != nil {
		return fmt.Errorf("pay order %s out: %w", o.ID, err)
	}
	return nil
}
