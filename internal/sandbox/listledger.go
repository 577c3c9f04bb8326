package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"github.com/govalues/decimal"
)

// forever is behind all times.
const forever = math.MaxInt64

// ledgerMeta is what a reader of the ledger can check itself with.
type ledgerMeta struct {
	Opening  string       `json:"opening"`
	Turnover turnoverView `json:"turnover"`
	Closing  string       `json:"closing"`
}

type turnoverView struct {
	Accrual string `json:"accrual"`
	Hold    string `json:"hold"`
	Payout  string `json:"payout"`
}

// entryView is the JSON of a ledger entry.
type entryView struct {
	ID              string            `json:"id"`
	Number          string            `json:"number"`
	Kind            string            `json:"kind"`
	Operation       string            `json:"operation"`
	Amount          string            `json:"amount"`
	Currency        string            `json:"currency"`
	PostedAt        string            `json:"posted_at"`
	OrderID         *string           `json:"order_id"`
	OrderExternalID *string           `json:"order_external_id"`
	PayoutID        *string           `json:"payout_id"`
	DocumentNumber  string            `json:"document_number"`
	DocumentDate    string            `json:"document_date"`
	Counterparty    *counterpartyView `json:"counterparty"`
	Description     string            `json:"description"`
	ReversesEntryID *string           `json:"reverses_entry_id"`
	BalanceAfter    balanceView       `json:"balance_after"`
}

type counterpartyView struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

type balanceView struct {
	Posted    string `json:"posted"`
	Held      string `json:"held"`
	Available string `json:"available"`
}

func (b balance) view() (balanceView, error) {
	available, err := b.available()
	return balanceView{amount(b.posted), amount(b.held), amount(available)}, err
}

// listLedger answers GET /api/finance/ledger: from is inclusive, to exclusive,
// so a bare date as to leaves that whole day out.
func (s *Server) listLedger(c *call) (answer, error) {
	p, q := c.paging(), c.query
	sel := selection{table: "ledger", at: "posted_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	start, end := int64(math.MinInt64), int64(forever)
	if from := q.moment("from"); from != nil {
		start = from.start
		sel.and("posted_at >= ?", start)
	}
	if to := q.moment("to"); to != nil {
		end = to.start
		sel.and("posted_at < ?", end)
	}
	if since := q.moment("updated_since"); since != nil { // entries are never changed
		sel.and("posted_at >= ?", since.start)
	}
	if kind := q.choice("kind", "", "accrual", "hold", "payout"); kind != "" {
		sel.and("kind = ?", kind)
	}
	if err := q.finish(); err != nil {
		return answer{}, err
	}
	var l list
	err := s.store.snapshot(c.ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		l, err = readList(ctx, tx, sel, `id, number, kind, operation, amount, currency, posted_at, order_id, order_external_id,
			payout_id, document_number, description, reverses_entry_id, posted_after, held_after`, p, scanEntry)
		if err != nil {
			return err
		}
		l.ledger, err = period(ctx, tx, c.client.id, start, max(start, end))
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return c.listAnswer(p, l)
}

func scanEntry(rows *sql.Rows) (row, error) {
	var v entryView
	var number, at int64
	var postedAfter, heldAfter string
	err := rows.Scan(&v.ID, &number, &v.Kind, &v.Operation, &v.Amount, &v.Currency, &at, &v.OrderID, &v.OrderExternalID,
		&v.PayoutID, &v.DocumentNumber, &v.Description, &v.ReversesEntryID, &postedAfter, &heldAfter)
	if err != nil {
		return row{}, err
	}
	var b balance
	if b.posted, err = stored(postedAfter); err != nil {
		return row{}, err
	}
	if b.held, err = stored(heldAfter); err != nil {
		return row{}, err
	}
	if v.BalanceAfter, err = b.view(); err != nil {
		return row{}, err
	}
	v.Number, v.PostedAt = fmt.Sprintf("%06d", number), stamp(at)
	v.DocumentDate = time.UnixMicro(at).UTC().Format(time.DateOnly)
	if v.Kind != "hold" { // a hold is nobody's document
		v.Counterparty = &counterpartyView{"ТОВ «Пісочниця»", "00000000"}
	}
	return row{position{at, v.ID}, v}, nil
}

// period sums a client's ledger between two times up, from the running balances
// on its two sides.
func period(ctx context.Context, q querier, clientID, start, end int64) (*ledgerMeta, error) {
	before, _, _, err := lastBalance(ctx, q, clientID, start)
	if err != nil {
		return nil, err
	}
	after, _, _, err := lastBalance(ctx, q, clientID, end)
	if err != nil {
		return nil, err
	}
	opening, err := before.available()
	if err != nil {
		return nil, err
	}
	closing, err := after.available()
	if err != nil {
		return nil, err
	}
	posted, held, paid := difference(after.posted, before.posted), difference(before.held, after.held), difference(after.paid, before.paid)
	accrual := difference(posted.total, paid.total)
	for _, part := range []sum{posted, held, paid, accrual} {
		if part.err != nil {
			return nil, part.err
		}
	}
	return &ledgerMeta{amount(opening), turnoverView{amount(accrual.total), amount(held.total), amount(paid.total)}, amount(closing)}, nil
}

func difference(a, b decimal.Decimal) sum {
	d := sum{total: a}
	d.add(b.Neg())
	return d
}
