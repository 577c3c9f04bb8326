package trade

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
)

// returnFee is what the way back of a refused parcel costs the client.
func returnFee() decimal.Decimal { return decimal.MustNew(7000, 2) }

// enter books what a status means for money and stock:
//
//   - new: the drop price is held, as the client's pledge for the goods;
//   - shipped, not cash on delivery: the hold becomes the cost of the order;
//   - delivered, cash on delivery: the hold ends and the margin is the client's;
//   - cancelled: the hold ends, the goods are in stock again;
//   - returned: the same, the way back is charged, and a cost already taken is given back.
func (h *House) enter(ctx context.Context, tx Querier, o *Order, at int64) error {
	switch o.status {
	case "new":
		return h.book(ctx, tx, o.clientID, at, entry{kind: "hold", operation: "hold_placed", amount: o.drop.Neg(),
			order: o, document: o.number(), text: "Резерв за замовленням " + o.number()})
	case "shipped":
		if o.cod() {
			return nil
		}
		return h.release(ctx, tx, o, at, entry{kind: "accrual", operation: "order_cost", amount: o.drop.Neg(),
			order: o, document: o.number(), text: "Вартість замовлення " + o.number()})
	case "delivered":
		return h.settle(ctx, tx, o, at)
	case "completed":
		return paidOut(ctx, tx, o, at)
	case "cancelled":
		if err := giveBack(ctx, tx, o, h.Now()); err != nil {
			return err
		}
		return h.release(ctx, tx, o, at)
	case "returned":
		if err := giveBack(ctx, tx, o, h.Now()); err != nil {
			return err
		}
		return h.takeBack(ctx, tx, o, at)
	default:
		return nil
	}
}

// settle gives the client the margin of a delivered order that was paid on delivery.
func (h *House) settle(ctx context.Context, tx Querier, o *Order, at int64) error {
	if !o.cod() {
		return nil
	}
	profit, err := o.profit()
	if err != nil {
		return err
	}
	return h.release(ctx, tx, o, at, entry{kind: "accrual", operation: "order_margin", amount: profit,
		order: o, document: o.number(), text: "Націнка за замовленням " + o.number()})
}

// takeBack settles an order that came back.
func (h *House) takeBack(ctx context.Context, tx Querier, o *Order, at int64) error {
	fee := entry{kind: "accrual", operation: "fee", amount: returnFee().Neg(), order: o, document: o.number(),
		text: "Зворотна доставка замовлення " + o.number()}
	if o.cod() {
		return h.release(ctx, tx, o, at, fee)
	}
	return h.book(ctx, tx, o.clientID, at, entry{kind: "accrual", operation: "return", amount: o.drop,
		order: o, document: o.number(), text: "Повернення замовлення " + o.number()}, fee)
}

// release ends an order's hold and books what follows from it, in one go.
func (h *House) release(ctx context.Context, tx Querier, o *Order, at int64, then ...entry) error {
	var id, held string
	err := tx.QueryRowContext(ctx, `SELECT id, amount FROM ledger WHERE order_id = ? AND operation = 'hold_placed'`, o.ID).
		Scan(&id, &held)
	if errors.Is(err, sql.ErrNoRows) { // an order that costs nothing holds nothing
		return h.book(ctx, tx, o.clientID, at, then...)
	}
	if err != nil {
		return fmt.Errorf("find the hold of order %s: %w", o.ID, err)
	}
	amount, err := contract.StoredAmount(held)
	if err != nil {
		return err
	}
	freed := entry{kind: "hold", operation: "hold_released", amount: amount.Neg(), order: o, document: o.number(),
		text: "Зняття резерву за замовленням " + o.number(), reverses: id}
	return h.book(ctx, tx, o.clientID, at, append([]entry{freed}, then...)...)
}
