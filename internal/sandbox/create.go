package sandbox

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

const (
	maxBody = 1 << 20
	maxKey  = 255
)

// createOrder answers POST /api/orders.
func (s *Server) createOrder(c *call) (answer, error) {
	if err := c.query.finish(); err != nil {
		return answer{}, err
	}
	key, err := idempotencyKey(c.r)
	if err != nil {
		return answer{}, err
	}
	body, err := readBody(c.w, c.r)
	if err != nil {
		return answer{}, err
	}
	wanted, err := readNewOrder(body)
	if err != nil {
		return answer{}, err
	}
	var o *order
	var replayed bool
	err = s.store.update(c.ctx, func(ctx context.Context, tx *sql.Tx) error {
		// The order's time is taken with the lock in hand. An earlier one could end
		// up behind what a reader of the list has seen already.
		c.now = s.clock.read()
		var err error
		o, replayed, err = s.place(ctx, tx, c, wanted, key)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	view, err := o.view()
	if err != nil {
		return answer{}, err
	}
	text, err := json.Marshal(view)
	if err != nil {
		return answer{}, fmt.Errorf("write order %s: %w", o.id, err)
	}
	ans := answer{status: http.StatusCreated, header: http.Header{"Content-Type": {"application/json"}}, body: text}
	if replayed {
		s.counts.replay()
		ans.status = http.StatusOK
		ans.header.Set("Idempotency-Replayed", "true")
	}
	return ans, nil
}

// readBody reads a JSON body of at most a mebibyte.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must be application/json")
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must not be compressed")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refuse(http.StatusRequestEntityTooLarge, "too_large", "the body is larger than %d bytes", maxBody)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "incomplete", "the body ended early")
	}
	return body, nil
}

func idempotencyKey(r *http.Request) (string, error) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 || values[0] == "" || len(values[0]) > maxKey {
		return "", invalid([]fieldError{{Header: "Idempotency-Key", Code: "invalid_format",
			Detail: fmt.Sprintf("Idempotency-Key must stand once and have 1 to %d bytes", maxKey)}})
	}
	return values[0], nil
}

// place stores an order, or finds the one that it repeats.
func (s *Server) place(ctx context.Context, tx *sql.Tx, c *call, wanted newOrder, key string) (*order, bool, error) {
	if err := s.advanceTx(ctx, tx, c.client.id, c.now); err != nil {
		return nil, false, err
	}
	content, err := wanted.canonical()
	if err != nil {
		return nil, false, err
	}
	if !c.acts.forgetful {
		o, err := repeated(ctx, tx, c.client.id, wanted.ExternalID, key, content)
		if err != nil {
			return nil, false, err
		}
		if o != nil {
			return o, true, keepKey(ctx, tx, c.client.id, key, o.seq)
		}
	}
	o := &order{clientID: c.client.id, externalID: wanted.ExternalID, status: "new",
		createdAt: c.now, updatedAt: c.now, content: wanted,
		history: []statusChange{{"new", stamp(c.now)}}, waybills: []string{}}
	if wanted.Waybill != nil {
		o.waybills = append(o.waybills, *wanted.Waybill)
	}
	if err := s.price(ctx, tx, o); err != nil {
		return nil, false, err
	}
	if err := s.insertOrder(ctx, tx, o, content); err != nil {
		return nil, false, err
	}
	return o, false, keepKey(ctx, tx, c.client.id, key, o.seq)
}

// repeated finds the order that a request repeats, by its key and then by its
// external id. It refuses a key or an id that stands for another content.
func repeated(ctx context.Context, tx *sql.Tx, clientID int64, externalID, key string, content []byte) (*order, error) {
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
			return nil, invalid([]fieldError{{Header: "Idempotency-Key", Code: "idempotency_key_reused",
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
	p := refuse(http.StatusConflict, "external_id_conflict", "order %s has the external_id %q and other content", o.id, externalID)
	p.existingOrderID = o.id
	p.errors = []fieldError{atPointer("/external_id", "external_id_conflict", "the external_id is used by order %s with other content", o.id)}
	return nil, p
}

func (o *order) same(content []byte) (bool, error) {
	own, err := o.content.canonical()
	return bytes.Equal(own, content), err
}

func findOrder(ctx context.Context, q querier, where string, args ...any) (*order, error) {
	columns := `orders.seq, orders.id, orders.client_id, orders.external_id, orders.status, orders.created_at, orders.updated_at,
		content, lines, history, waybills, drop_total, retail_total`
	o, err := scanOrder(q.QueryRowContext(ctx, "SELECT "+columns+" FROM orders "+where, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look an order up: %w", err)
	}
	return o, nil
}

func keepKey(ctx context.Context, tx *sql.Tx, clientID int64, key string, seq int64) error {
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

// insertOrder numbers an order, keeps it, plans its life and places its hold.
func (s *Server) insertOrder(ctx context.Context, tx *sql.Tx, o *order, content []byte) error {
	nth := smoothOrders // of the past, chance has a say in each
	if o.seq == 0 {
		err := tx.QueryRowContext(ctx, `SELECT (SELECT coalesce(max(seq), 0) + 1 FROM orders WHERE seq > 0),
			(SELECT count(*) FROM orders WHERE client_id = ? AND seq > 0)`, o.clientID).Scan(&o.seq, &nth)
		if err != nil {
			return fmt.Errorf("number an order: %w", err)
		}
	}
	o.id = "ord_" + o.digits()
	texts, err := o.texts()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO orders (`+orderColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.seq, o.id, o.clientID, o.externalID, o.status, o.createdAt, o.updatedAt,
		content, texts[0], texts[1], texts[2], amount(o.drop), amount(o.retail))
	if err != nil {
		return fmt.Errorf("keep order %s: %w", o.id, err)
	}
	if err := keepPlan(ctx, tx, o, s.planLife(o, nth)); err != nil {
		return err
	}
	return s.enter(ctx, tx, o, o.createdAt)
}

// texts are the order's lists as they are kept: lines, history, waybills.
func (o *order) texts() (texts [3][]byte, err error) {
	for i, list := range []any{o.lines, o.history, o.waybills} {
		if texts[i], err = json.Marshal(list); err != nil {
			return texts, fmt.Errorf("write order %s: %w", o.id, err)
		}
	}
	return texts, nil
}
