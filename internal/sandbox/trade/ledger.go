package trade

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
)

// entry is a ledger line to be booked. Its amount is signed: the effect on what
// the client may withdraw.
type entry struct {
	kind, operation string
	amount          decimal.Decimal
	order           *Order // nil for a payout
	payoutID        string
	document        string // number
	text            string
	reverses        string // id of the entry that a release takes back
}

// Balance is what a client's ledger comes to.
type Balance struct {
	Posted decimal.Decimal // sum of accruals and payouts
	Held   decimal.Decimal // minus the sum of holds
	paid   decimal.Decimal // sum of payouts
}

// available is what may be withdrawn.
func (b Balance) available() (decimal.Decimal, error) {
	d, err := b.Posted.Sub(b.Held)
	if err != nil {
		return d, fmt.Errorf("take the available balance: %w", err)
	}
	return d, nil
}

func (b Balance) with(kind string, amount decimal.Decimal) (Balance, error) {
	posted, held, paid := contract.Sum{Total: b.Posted}, contract.Sum{Total: b.Held}, contract.Sum{Total: b.paid}
	switch kind {
	case "hold":
		held.Add(amount.Neg())
	case "payout":
		paid.Add(amount)
		posted.Add(amount)
	default:
		posted.Add(amount)
	}
	if err := errors.Join(posted.Err, held.Err, paid.Err); err != nil {
		return b, fmt.Errorf("add to the balance: %w", err)
	}
	return Balance{posted.Total, held.Total, paid.Total}, nil
}

// lastBalance reads the balance after the last entry posted before a time.
func lastBalance(ctx context.Context, q Querier, clientID, before int64) (b Balance, number, postedAt int64, err error) {
	var texts [3]string
	err = q.QueryRowContext(ctx, `SELECT number, posted_at, posted_after, held_after, paid_after FROM ledger
		WHERE client_id = ? AND posted_at < ? ORDER BY number DESC LIMIT 1`, clientID, before).
		Scan(&number, &postedAt, &texts[0], &texts[1], &texts[2])
	if errors.Is(err, sql.ErrNoRows) {
		return Balance{}, 0, 0, nil
	}
	if err != nil {
		return b, 0, 0, fmt.Errorf("read the balance: %w", err)
	}
	for i, into := range []*decimal.Decimal{&b.Posted, &b.Held, &b.paid} {
		if *into, err = contract.StoredAmount(texts[i]); err != nil {
			return b, 0, 0, err
		}
	}
	return b, number, postedAt, nil
}

// book appends entries to a client's ledger. An entry never stands before an
// earlier one, whatever the clocks of two processes say.
func (h *House) book(ctx context.Context, tx Querier, clientID, at int64, entries ...entry) error {
	b, number, last, err := lastBalance(ctx, tx, clientID, Forever)
	if err != nil {
		return err
	}
	at = max(at, last)
	for _, e := range entries {
		if e.amount.IsZero() {
			continue // an order that costs nothing moves nothing
		}
		if b, err = b.with(e.kind, e.amount); err != nil {
			return err
		}
		number++
		if err := insertEntry(ctx, tx, clientID, number, at, h.currency, e, b); err != nil {
			return fmt.Errorf("book %s: %w", e.operation, err)
		}
	}
	return nil
}

func insertEntry(ctx context.Context, tx Querier, clientID, number, at int64, currency string, e entry, b Balance) error {
	var orderID, externalID *string
	if e.order != nil {
		orderID, externalID = &e.order.ID, &e.order.externalID
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO ledger (client_id, number, id, kind, operation, amount, currency, posted_at,
		order_id, order_external_id, payout_id, document_number, description, reverses_entry_id,
		posted_after, held_after, paid_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		clientID, number, fmt.Sprintf("led_%d_%08d", clientID, number), e.kind, e.operation, contract.Amount(e.amount), currency, at,
		orderID, externalID, textOrNil(e.payoutID), e.document, e.text, textOrNil(e.reverses),
		contract.Amount(b.Posted), contract.Amount(b.Held), contract.Amount(b.paid))
	return err
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// payOut pays a client all that is available, if that is anything.
func (h *House) payOut(ctx context.Context, tx Querier, clientID, at int64) error {
	b, _, _, err := lastBalance(ctx, tx, clientID, Forever)
	if err != nil {
		return err
	}
	available, err := b.available()
	if err != nil || !available.IsPos() {
		return err
	}
	var n int
	err = tx.QueryRowContext(ctx, `SELECT count(*) + 1 FROM ledger WHERE client_id = ? AND kind = 'payout'`, clientID).Scan(&n)
	if err != nil {
		return fmt.Errorf("number a payout: %w", err)
	}
	return h.book(ctx, tx, clientID, at, entry{kind: "payout", operation: "payout_iban", amount: available.Neg(),
		payoutID: fmt.Sprintf("pay_%d_%06d", clientID, n), document: fmt.Sprintf("ВП-%06d", n),
		text: "Виплата на IBAN"})
}
