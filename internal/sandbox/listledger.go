package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

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
	BalanceAfter    trade.BalanceView `json:"balance_after"`
}

type counterpartyView struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// listLedger answers GET /api/finance/ledger: from is inclusive, to exclusive,
// so a bare date as to leaves that whole day out.
func (s *Server) listLedger(c *call) (answer, error) {
	p, q := c.paging(), c.query
	sel := selection{table: "ledger", at: "posted_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	start, end := int64(math.MinInt64), int64(trade.Forever)
	if from := q.Moment("from"); from != nil {
		start = from.Start
		sel.and("posted_at >= ?", start)
	}
	if to := q.Moment("to"); to != nil {
		end = to.Start
		sel.and("posted_at < ?", end)
	}
	if since := q.Moment("updated_since"); since != nil { // entries are never changed
		sel.and("posted_at >= ?", since.Start)
	}
	if kind := q.Choice("kind", "", "accrual", "hold", "payout"); kind != "" {
		sel.and("kind = ?", kind)
	}
	if err := q.Finish(); err != nil {
		return answer{}, err
	}
	var l list
	err := s.house.Store.Snapshot(c.ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		l, err = readList(ctx, tx, sel, `id, number, kind, operation, amount, currency, posted_at, order_id, order_external_id,
			payout_id, document_number, description, reverses_entry_id, posted_after, held_after`, p, scanEntry)
		if err != nil {
			return err
		}
		l.ledger, err = trade.Period(ctx, tx, c.client.id, start, max(start, end))
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
	var b trade.Balance
	if b.Posted, err = contract.StoredAmount(postedAfter); err != nil {
		return row{}, err
	}
	if b.Held, err = contract.StoredAmount(heldAfter); err != nil {
		return row{}, err
	}
	if v.BalanceAfter, err = b.View(); err != nil {
		return row{}, err
	}
	v.Number, v.PostedAt = fmt.Sprintf("%06d", number), contract.Stamp(at)
	v.DocumentDate = time.UnixMicro(at).UTC().Format(time.DateOnly)
	if v.Kind != "hold" { // a hold is nobody's document
		v.Counterparty = &counterpartyView{"ТОВ «Пісочниця»", "00000000"}
	}
	return row{position{at, v.ID}, v}, nil
}
