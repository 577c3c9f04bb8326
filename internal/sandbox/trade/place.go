package trade

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// Posting is an order that a client posts.
type Posting struct {
	ClientID  int64
	Wanted    contract.Order
	Key       string // for idempotency, "" for none
	Forgetful bool   // stores again what was stored before
}

// Place stores an order, or finds the one that it repeats.
func (h *House) Place(ctx context.Context, p Posting) (o *Order, replayed bool, err error) {
	err = h.Store.often(ctx, func(ctx context.Context, tx Querier) (err error) {
		// The order's time is taken with the lock in hand. An earlier one could end
		// up behind what a reader of the list has seen already.
		o, replayed, err = h.placeTx(ctx, tx, p, h.Now())
		return err
	})
	return o, replayed, err
}

func (h *House) placeTx(ctx context.Context, tx Querier, p Posting, now int64) (*Order, bool, error) {
	if err := h.advanceTx(ctx, tx, p.ClientID, now, nil); err != nil {
		return nil, false, err
	}
	content, err := p.Wanted.Canonical()
	if err != nil {
		return nil, false, err
	}
	if !p.Forgetful {
		o, err := repeated(ctx, tx, p.ClientID, p.Wanted.ExternalID, p.Key, content)
		if err != nil {
			return nil, false, err
		}
		if o != nil {
			return o, true, keepKey(ctx, tx, p.ClientID, p.Key, o.seq)
		}
	}
	o := &Order{clientID: p.ClientID, externalID: p.Wanted.ExternalID, status: "new",
		CreatedAt: now, updatedAt: now, content: p.Wanted,
		history: []statusChange{{"new", contract.Stamp(now)}}, waybills: []string{}}
	if p.Wanted.Waybill != nil {
		o.waybills = append(o.waybills, *p.Wanted.Waybill)
	}
	if err := h.price(ctx, tx, o); err != nil {
		return nil, false, err
	}
	if err := h.insertOrder(ctx, tx, o, content); err != nil {
		return nil, false, err
	}
	return o, false, keepKey(ctx, tx, p.ClientID, p.Key, o.seq)
}

// repeated finds the order that a request repeats, by its key and then by its
// external id. It refuses a key or an id that stands for another content.
func repeated(ctx context.Context, tx Querier, clientID int64, externalID, key string, content []byte) (*Order, error) {
	if key != "" {
		o, err := findOrder(ctx, tx, `JOIN idempotency_key k ON k.order_seq = orders.seq AND k.client_id = orders.client_id
			WHERE k.client_id = ? AND k.key = ?`, clientID, key)
		if err != nil {
			return nil, err
		}
		if o != nil {
			same, err := o.same(content)
			if err != nil || same {
				return o, err
			}
			return nil, contract.Invalid([]contract.FieldError{{Header: "Idempotency-Key", Code: "idempotency_key_reused",
				Detail: "the Idempotency-Key was used with another body"}})
		}
	}
	o, err := findOrder(ctx, tx, `WHERE client_id = ? AND external_id = ? ORDER BY seq LIMIT 1`, clientID, externalID)
	if err != nil || o == nil {
		return nil, err
	}
	same, err := o.same(content)
	if err != nil || same {
		return o, err
	}
	p := contract.Refuse(http.StatusConflict, "external_id_conflict", "order %s has the external_id %q and other content", o.ID, externalID)
	p.ExistingOrderID = o.ID
	p.Errors = []contract.FieldError{contract.AtPointer("/external_id", "external_id_conflict", "the external_id is used by order %s with other content", o.ID)}
	return nil, p
}

func (o *Order) same(content []byte) (bool, error) {
	own, err := o.content.Canonical()
	return bytes.Equal(own, content), err
}

func findOrder(ctx context.Context, q Querier, where string, args ...any) (*Order, error) {
	columns := `orders.seq, orders.id, orders.client_id, orders.external_id, orders.status, orders.created_at, orders.updated_at,
		content, lines, history, waybills, drop_total, retail_total`
	o, err := ScanOrder(q.QueryRowContext(ctx, "SELECT "+columns+" FROM orders "+where, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look an order up: %w", err)
	}
	return o, nil
}

func keepKey(ctx context.Context, tx Querier, clientID int64, key string, seq int64) error {
	if key == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO idempotency_key (client_id, key, order_seq) VALUES (?, ?, ?)`,
		clientID, key, seq)
	if err != nil {
		return fmt.Errorf("keep an idempotency key: %w", err)
	}
	return nil
}

// numberOrder gives the next number, and how many orders the client has, at most so many. The
// newest ones tell: those of the past are older.
const numberOrder = `SELECT (SELECT coalesce(max(seq), 0) + 1 FROM orders WHERE seq > 0),
	(SELECT count(*) FROM (SELECT seq FROM orders WHERE client_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) WHERE seq > 0)`

// insertOrder numbers an order, keeps it, plans its life and places its hold.
func (h *House) insertOrder(ctx context.Context, tx Querier, o *Order, content []byte) error {
	nth := SmoothOrders // of the past, chance has a say in each
	if o.seq == 0 {
		err := tx.QueryRowContext(ctx, numberOrder, o.clientID, SmoothOrders).Scan(&o.seq, &nth)
		if err != nil {
			return fmt.Errorf("number an order: %w", err)
		}
	}
	o.ID = "ord_" + o.digits()
	texts, err := o.texts()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO orders (`+OrderColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.seq, o.ID, o.clientID, o.externalID, o.status, o.CreatedAt, o.updatedAt,
		content, texts[0], texts[1], texts[2], contract.Amount(o.drop), contract.Amount(o.retail))
	if err != nil {
		return fmt.Errorf("keep order %s: %w", o.ID, err)
	}
	if err := keepPlan(ctx, tx, o, h.planLife(o, nth)); err != nil {
		return err
	}
	return h.enter(ctx, tx, o, o.CreatedAt)
}

// texts are the order's lists as they are kept: lines, history, waybills.
func (o *Order) texts() (texts [3][]byte, err error) {
	for i, list := range []any{o.lines, o.history, o.waybills} {
		if texts[i], err = json.Marshal(list); err != nil {
			return texts, fmt.Errorf("write order %s: %w", o.ID, err)
		}
	}
	return texts, nil
}
