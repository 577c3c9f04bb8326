package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
)

// Decide implements state.Journal.
func (j *Journal) Decide(ctx context.Context, r state.Ruling) (state.Ruling, error) {
	decided := &op{rows: 1 + len(r.Links)}
	decided.run = func(ctx context.Context, tx *sql.Tx) error {
		decided.made.Decided(r)
		write := func() error { return rewriteOrder(ctx, tx, r.Order) }
		if err := j.retermed(ctx, tx, r.Order.ID, write); err != nil { // the first write: a stale one leaves nothing behind
			return err
		}
		if r.Made != nil {
			id, err := insertNew(ctx, tx, *r.Made)
			if err != nil {
				return err
			}
			r.Made.ID, r.Made.Version, r.Decision.Made = id, 1, id
			if err := j.addTerms(ctx, tx, id, r.Made.Terms()); err != nil {
				return err
			}
		}
		if err := changeLinks(ctx, tx, r); err != nil {
			return err
		}
		if r.Action.Kind != "" {
			if err := insertAction(ctx, tx, r.Action); err != nil {
				return err
			}
		}
		if r.Unmade != 0 {
			if err := j.forget(ctx, tx, r.Unmade); err != nil {
				return err
			}
			for _, table := range []string{"attempts WHERE order_id", "orders WHERE id"} { // ids may be given once more
				if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" = $1", r.Unmade); err != nil {
					return err
				}
			}
		}
		if r.Decision.ID != 0 {
			return undoDecision(ctx, tx, r.Decision)
		}
		return insertDecision(ctx, tx, &r)
	}
	if err := j.doOp(ctx, decided); err != nil {
		return r, err
	}
	r.Order.Version++
	return r, nil
}

// rewriteOrder writes all of an order, its key, content and body too.
func rewriteOrder(ctx context.Context, tx *sql.Tx, o state.Order) error {
	columns, err := stateOf(o)
	if err != nil {
		return err
	}
	if err := staleIfNone(tx.ExecContext(ctx, swapOrder, columns...)); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE orders SET external_id = $1, hash = $2, content = $3, body = $4, idem_key = $5, round = $6, forgotten_at = $7 WHERE id = $8`,
		clause.StoredKey(o.OrderKey), o.Hash, clause.StoredBlob(o.Content), clause.StoredBlob(o.Body), o.Key, o.Round, clause.StoredTime(o.ForgottenAt), o.ID)
	return err
}

// Relink implements state.Journal.
func (j *Journal) Relink(ctx context.Context, order state.Order, links []state.LinkChange) error {
	return j.do(ctx, len(links), func(ctx context.Context, tx *sql.Tx) error {
		if err := staleIfNone(tx.ExecContext(ctx, "UPDATE orders SET version = version + 1 WHERE id = $1 AND version = $2", order.ID, order.Version)); err != nil {
			return err
		}
		return changeLinks(ctx, tx, state.Ruling{Links: links})
	})
}

func insertNew(ctx context.Context, tx *sql.Tx, o state.Order) (id int64, err error) {
	err = tx.QueryRowContext(ctx, insertOrder+returningID, newOrder(o)...).Scan(&id)
	return id, err
}

func changeLinks(ctx context.Context, tx *sql.Tx, r state.Ruling) error {
	for _, l := range r.Links {
		to := l.To
		if to == 0 && r.Made != nil {
			to = r.Made.ID
		}
		if _, err := tx.ExecContext(ctx, `UPDATE links SET order_id = $1, relation = $2, code = $3, message = $4, hash = $5
			WHERE file_id = $6 AND order_id = $7`, to, l.Relation, clause.StoredText(l.Code), clause.StoredText(l.Message.Keep()), l.Hash, l.File, l.Order); err != nil {
			return err
		}
	}
	return nil
}

// insertDecision adds the decision and what is known from now on.
func insertDecision(ctx context.Context, tx *sql.Tx, r *state.Ruling) error {
	d := &r.Decision
	kept, err := json.Marshal(before{d.Before, d.Files, d.Hashes})
	if err != nil {
		return err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO decisions (account, order_id, made, at, person, kind, value, number, before, undone_at, undone_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '') RETURNING id`, d.Account, d.Order, d.Made, clause.StoredTime(d.At), clause.StoredText(d.Person), d.Kind,
		clause.StoredText(d.Value), clause.StoredText(d.Number), clause.StoredText(string(kept))).Scan(&d.ID)
	if err != nil {
		return err
	}
	for hash, order := range r.Known {
		if order == 0 && r.Made != nil {
			order = r.Made.ID
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO aliases (account, source, external_id, hash, order_id, decision_id)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account, source, external_id, hash)
			DO UPDATE SET order_id = excluded.order_id, decision_id = excluded.decision_id`,
			d.Account, d.Before.Source, clause.StoredNumber(d.Before.Supplier, d.Number), hash, order, d.ID); err != nil {
			return err
		}
	}
	return nil
}

// undoDecision notes that a decision was taken back, and forgets what was known by it.
func undoDecision(ctx context.Context, tx *sql.Tx, d state.Decision) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM aliases WHERE decision_id = $1", d.ID); err != nil {
		return err
	}
	err := staleIfNone(tx.ExecContext(ctx, "UPDATE decisions SET undone_at = $1, undone_by = $2 WHERE id = $3 AND undone_at = 0",
		clause.StoredTime(d.UndoneAt), clause.StoredText(d.UndoneBy), d.ID))
	if errors.Is(err, state.ErrStale) {
		return errCollided // not stale: what was written before it has to go
	}
	return err
}
