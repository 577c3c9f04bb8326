package trade

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// stepsAtOnce bounds what is held in memory after a long sleep.
const stepsAtOnce = 1000

// Advance brings a client's orders up to now. The usual answer, that nothing is
// due, costs one read.
func (h *House) Advance(ctx context.Context, clientID, now int64) error {
	ctx = context.WithoutCancel(ctx)
	var due bool
	err := h.Store.Row(ctx,
		`SELECT EXISTS (SELECT 1 FROM plan WHERE client_id = ? AND due_at <= ?)`, clientID, now).Scan(&due)
	if err != nil {
		return fmt.Errorf("look for due steps: %w", err)
	}
	if !due {
		return nil
	}
	return h.Store.often(ctx, func(ctx context.Context, tx Querier) error {
		return h.advanceTx(ctx, tx, clientID, now, nil)
	})
}

// dueStep is a step with the order that it belongs to.
type dueStep struct {
	step
	seq int64
}

// advanceTx applies all due steps of a client, in the order of their times. The orders at hand, by
// their numbers, are as they are kept, and are changed with them; others are read.
func (h *House) advanceTx(ctx context.Context, tx Querier, clientID, now int64, atHand map[int64]*Order) error {
	for {
		steps, err := dueSteps(ctx, tx, clientID, now)
		if err != nil || len(steps) == 0 {
			return err
		}
		for _, st := range steps {
			if err := h.apply(ctx, tx, clientID, st, atHand[st.seq]); err != nil {
				return err
			}
		}
		last := steps[len(steps)-1].due
		_, err = tx.ExecContext(ctx, `DELETE FROM plan WHERE client_id = ? AND due_at <= ?`, clientID, last)
		if err != nil {
			return fmt.Errorf("strike done steps: %w", err)
		}
	}
}

// dueSteps reads the next due steps, never half of those of one moment.
func dueSteps(ctx context.Context, tx Querier, clientID, now int64) ([]dueStep, error) {
	rows, err := tx.QueryContext(ctx, `SELECT due_at, order_seq, action, arg, parcel FROM plan
		WHERE client_id = ?1 AND due_at <= coalesce(
			(SELECT due_at FROM plan WHERE client_id = ?1 AND due_at <= ?2 ORDER BY due_at LIMIT 1 OFFSET ?3), ?2)
		ORDER BY due_at, order_seq, step`, clientID, now, stepsAtOnce-1)
	if err != nil {
		return nil, fmt.Errorf("read due steps: %w", err)
	}
	defer rows.Close()
	var steps []dueStep
	for rows.Next() {
		var st dueStep
		if err := rows.Scan(&st.due, &st.seq, &st.action, &st.arg, &st.parcel); err != nil {
			return nil, fmt.Errorf("read a due step: %w", err)
		}
		steps = append(steps, st)
	}
	return steps, rows.Err()
}

// apply applies a step of an order, which is read where it is not at hand.
func (h *House) apply(ctx context.Context, tx Querier, clientID int64, st dueStep, o *Order) (err error) {
	if st.action == "payout" {
		return h.payOut(ctx, tx, clientID, st.due)
	}
	if o == nil {
		if o, err = findOrder(ctx, tx, `WHERE seq = ?`, st.seq); err != nil {
			return err
		}
	}
	if o == nil {
		return fmt.Errorf("a step is planned for order %d, which does not exist", st.seq)
	}
	if st.action == "parcel" {
		return h.moveParcel(ctx, tx, o, st)
	}
	o.status = st.arg
	o.history = append(o.history, statusChange{st.arg, contract.Stamp(st.due)})
	if err := saveOrder(ctx, tx, o, st.due); err != nil {
		return err
	}
	return h.enter(ctx, tx, o, st.due)
}

// saveOrder keeps what of an order changes.
func saveOrder(ctx context.Context, tx Querier, o *Order, at int64) error {
	o.updatedAt = at
	history, err := json.Marshal(o.history)
	if err != nil {
		return fmt.Errorf("write order %s: %w", o.ID, err)
	}
	waybills, err := json.Marshal(o.waybills)
	if err != nil {
		return fmt.Errorf("write order %s: %w", o.ID, err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE orders SET status = ?, history = ?, waybills = ?, updated_at = ? WHERE seq = ?`,
		o.status, history, waybills, o.updatedAt, o.seq)
	if err != nil {
		return fmt.Errorf("change order %s: %w", o.ID, err)
	}
	return nil
}

// giveBack returns an order's goods to the stock. Its time is now, not when the
// step was due: other clients may have read the products of since then already.
func giveBack(ctx context.Context, tx Querier, o *Order, at int64) error {
	for _, l := range o.lines {
		if l.Reserved == 0 {
			continue
		}
		ord, p, ok, err := productBySKU(ctx, tx, l.SKU)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("give %s back to the stock: there is no such product", l.SKU)
		}
		if err := move(ctx, tx, ord, p, int(l.Reserved), at); err != nil {
			return err
		}
	}
	return nil
}
