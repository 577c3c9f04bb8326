package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
	"github.com/dropbridge/dropbridge/internal/journal/share"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// recorder writes the orders of one file in one transaction.
type recorder struct {
	j     *Journal
	tx    *sql.Tx
	file  state.File
	again bool      // the file was dropped before, and that drop was dealt with
	at    time.Time // of the drop; zero where a result is read back

	aliases    map[alias]int64  // what people have said to be which order
	successors map[string]int64 // by number: the order that came of the last decision about it
	bulk       bulk
}

// alias is a content under a number.
type alias struct{ number, hash string } // as it is stored

const insertLink = `INSERT INTO links (file_id, order_id, position, file_rows, item_rows, relation, code, message, faults, hash, content, dropped_at, stated)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10, $12, $13) ON CONFLICT (file_id, order_id) DO UPDATE SET position = excluded.position,
	file_rows = excluded.file_rows, item_rows = excluded.item_rows, relation = excluded.relation, code = excluded.code,
	message = excluded.message, faults = '', hash = CASE WHEN links.hash = $11 THEN links.hash ELSE excluded.hash END,
	content = CASE WHEN links.hash = $11 THEN links.content ELSE excluded.content END,
	stated = excluded.stated, dropped_at = CASE WHEN excluded.dropped_at = 0 THEN links.dropped_at ELSE excluded.dropped_at END`

const findOrder = "SELECT " + scan.OrderColumns + " FROM orders WHERE account = $1 AND source = $2 AND external_id = $3"

// readAliases: there are as many as people have decided conflicts, which is few.
func (r *recorder) readAliases(ctx context.Context) error {
	rows, err := r.tx.QueryContext(ctx, "SELECT external_id, hash, order_id FROM aliases WHERE account = $1 AND source = $2 ORDER BY decision_id", r.file.Account, r.file.Source)
	if err != nil {
		return err
	}
	defer rows.Close()
	r.aliases, r.successors = map[alias]int64{}, map[string]int64{}
	for rows.Next() {
		var a alias
		var order int64
		if err := rows.Scan(&a.number, &a.hash, &order); err != nil {
			return err
		}
		r.aliases[a], r.successors[a.number] = order, order
	}
	return rows.Err()
}

// orders lets the orders of a file meet what is held. made notes what there is to post then.
func (r *recorder) orders(ctx context.Context, count int, draft func(n int) (state.Draft, error), made *share.Work) error {
	drafts := make([]state.Draft, 0, min(bulkOrders, count))
	for first := 0; first < count; first += bulkOrders {
		drafts = drafts[:0]
		for position := first; position < min(first+bulkOrders, count); position++ {
			order, err := draft(position)
			if err != nil {
				return fmt.Errorf("record order %s: %w", order.ExternalID, err)
			}
			drafts = append(drafts, order)
		}
		if err := r.meetMany(ctx, first, drafts); err != nil {
			return err
		}
		for _, d := range drafts {
			made.Post(state.OrderKey{Account: r.file.Account, Supplier: d.Supplier})
		}
	}
	return nil
}

// meetMany lets orders of a file meet what is held, from a position on.
func (r *recorder) meetMany(ctx context.Context, first int, drafts []state.Draft) error {
	if err := r.bulk.ask(ctx, r.tx, drafts); err != nil {
		return fmt.Errorf("look for the orders: %w", err)
	}
	for n, order := range drafts {
		if err := r.order(ctx, first+n, order); err != nil {
			return fmt.Errorf("record order %s: %w", order.ExternalID, err)
		}
	}
	return r.bulk.flush(ctx, r.tx)
}

// requireSameAliases: on a server people decide while a file is recorded.
func (r *recorder) requireSameAliases(ctx context.Context) error {
	if !r.bulk.server {
		return nil
	}
	asRead := r.aliases
	if err := r.readAliases(ctx); err != nil {
		return fmt.Errorf("record the orders: %w", err)
	}
	if !maps.Equal(asRead, r.aliases) {
		return errCollided
	}
	return nil
}

// order lets an order of the file meet what is held under its key, or what a person has
// said that it is.
func (r *recorder) order(ctx context.Context, position int, draft state.Draft) error {
	incoming := draft.Order
	incoming.File = r.file.ID
	held, err := r.held(ctx, draft)
	if errors.Is(err, sql.ErrNoRows) {
		if draft.Skipped {
			return nil
		}
		if incoming.ID, err = r.insertOrder(ctx, incoming); err != nil {
			return err
		}
		return r.join(ctx, position, draft, state.Own, incoming)
	}
	if err != nil {
		return err
	}
	if draft.Skipped {
		return r.skip(ctx, position, draft, held)
	}
	if _, known := r.aliases[alias{clause.StoredKey(incoming.OrderKey), incoming.Hash}]; known {
		incoming = held.Stands(incoming)
	}
	revived, err := r.revived(ctx, held, draft)
	if err != nil {
		return err
	}
	if revived == state.CodeRevived {
		if err := r.closeCancelled(ctx, held); err != nil {
			return err
		}
		return r.joinAs(ctx, position, draft, state.Clash, held, state.CodeRevived, state.RevivedThere(held))
	}
	order, relation, changed := state.Meet(held, incoming, held.File == r.file.ID, r.again)
	if relation == state.Clash {
		if relation, err = r.decidedBefore(ctx, held, incoming); err != nil {
			return err
		}
	}
	if changed {
		if err := r.closeOldLinks(ctx, held, order); err != nil {
			return err
		}
		if err := r.rewrite(ctx, order, renewOrder); err != nil {
			return err
		}
	}
	if revived == state.CodeCalledOff && relation == state.Duplicate {
		return r.joinAs(ctx, position, draft, relation, held, state.CodeCalledOff, state.CalledOffThere(held))
	}
	return r.join(ctx, position, draft, relation, held)
}

// held is the order that a draft meets. Where the one of its number was called off, and a
// person had it sent under another number, it is the other one.
func (r *recorder) held(ctx context.Context, draft state.Draft) (state.Order, error) {
	if id, known := r.aliases[alias{clause.StoredKey(draft.OrderKey), draft.Hash}]; known {
		return r.heldAs(ctx, id)
	}
	held, err := r.heldUnder(ctx, draft.OrderKey)
	later, known := r.successors[clause.StoredKey(draft.OrderKey)]
	if err != nil || !known || later == held.ID || held.State != state.Accepted || !state.CalledOff(held.RemoteStatus) {
		return held, err
	}
	return r.heldAs(ctx, later)
}

// heldUnder is the order of a key, sql.ErrNoRows where there is none.
func (r *recorder) heldUnder(ctx context.Context, key state.OrderKey) (state.Order, error) {
	if held, there, asked := r.bulk.take(key); there {
		return held, nil
	} else if asked {
		return held, sql.ErrNoRows
	}
	if err := r.bulk.flush(ctx, r.tx); err != nil {
		return state.Order{}, err
	}
	return scan.Order(r.tx.QueryRowContext(ctx, findOrder, key.Account, key.Source, clause.StoredKey(key)))
}

// heldAs is the order of an id.
func (r *recorder) heldAs(ctx context.Context, id int64) (state.Order, error) {
	r.bulk.forget(id)
	if err := r.bulk.flush(ctx, r.tx); err != nil {
		return state.Order{}, err
	}
	return scan.Order(r.tx.QueryRowContext(ctx, "SELECT "+scan.OrderColumns+" FROM orders WHERE id = $1", id))
}

// rewrite writes an order's new form.
func (r *recorder) rewrite(ctx context.Context, order state.Order, write func(context.Context, *sql.Tx, state.Order) error) error {
	return r.collide(r.j.retermed(ctx, r.tx, order.ID, func() error { return write(ctx, r.tx, order) }))
}

// collide makes a stale order one that another process has changed just now.
func (r *recorder) collide(err error) error {
	if errors.Is(err, state.ErrStale) {
		return errCollided
	}
	return err
}

// skip joins an order that the file itself does not want sent.
func (r *recorder) skip(ctx context.Context, position int, draft state.Draft, held state.Order) error {
	_, known := r.aliases[alias{clause.StoredKey(draft.OrderKey), draft.Hash}]
	order, relation, changed := state.MeetSkipped(held, draft, known)
	if changed {
		if err := r.rewrite(ctx, order, rewriteOrder); err != nil {
			return err
		}
	}
	return r.join(ctx, position, draft, relation, held)
}

// revived is state.Revived for an order of the file, "" where somebody has decided about
// that. What is only said is said once of an order.
func (r *recorder) revived(ctx context.Context, held state.Order, draft state.Draft) (code string, err error) {
	if held.State != state.Accepted || !state.CalledOff(held.RemoteStatus) {
		return "", nil
	}
	if _, known := r.aliases[alias{clause.StoredKey(held.OrderKey), state.RevivedHash(draft.Hash)}]; known {
		return "", nil
	}
	var again, open, here, elsewhere int // the bytes came before, and are in conflict; it was said of this file, or of another one
	if err := r.tx.QueryRowContext(ctx, `SELECT CAST(COALESCE(SUM(CASE WHEN files.sha256 = $1 THEN 1 ELSE 0 END), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN files.sha256 = $1 AND links.relation = $5 THEN 1 ELSE 0 END), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN links.code = $2 AND files.id = $3 THEN 1 ELSE 0 END), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN links.code = $2 AND files.id <> $3 THEN 1 ELSE 0 END), 0) AS BIGINT)
		FROM links JOIN files ON files.id = links.file_id WHERE links.order_id = $4`,
		r.file.SHA256, state.CodeCalledOff, r.file.ID, held.ID, state.Clash).Scan(&again, &open, &here, &elsewhere); err != nil {
		return "", err
	}
	last := state.LastWord{Open: open > 0}
	err = r.tx.QueryRowContext(ctx, `SELECT links.relation, links.hash FROM links JOIN files ON files.id = links.file_id
		WHERE links.order_id = $1 AND links.code <> $2 ORDER BY `+newestFirst+" LIMIT 1", held.ID, state.CodeCalledOff).Scan(&last.Relation, &last.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	switch code = state.Revived(held, last, draft.Stated, again > 0); {
	case code == state.CodeCalledOff && elsewhere > 0:
		return "", nil
	case code == "" && here > 0:
		return state.CodeCalledOff, nil
	}
	return code, nil
}

// closeCancelled: what files have cancelled, and the supplier has called off, is settled.
func (r *recorder) closeCancelled(ctx context.Context, held state.Order) error {
	_, err := r.tx.ExecContext(ctx, "UPDATE links SET relation = $1, code = '', message = '' WHERE order_id = $2 AND relation = $3 AND code = $4",
		state.Skips, held.ID, state.Clash, state.CodeCancelled)
	return err
}

// decidedBefore: the same file dropped again is no conflict where one of it was decided.
func (r *recorder) decidedBefore(ctx context.Context, held, incoming state.Order) (state.Relation, error) {
	var n int
	err := r.tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM links WHERE file_id = $1 AND order_id = $2 AND hash = $3 AND relation IN ($4, $5)`,
		r.file.ID, held.ID, incoming.Hash, state.Own, state.Duplicate).Scan(&n)
	if err == nil && n > 0 {
		return state.Duplicate, nil
	}
	return state.Clash, err
}

// insertOrder adds a new order and returns its id.
func (r *recorder) insertOrder(ctx context.Context, o state.Order) (id int64, err error) {
	if id := r.bulk.add(o); id != 0 {
		return id, nil
	}
	if id, err = r.addOrder(ctx, newOrder(o)); err != nil {
		return 0, err
	}
	o.ID = id
	r.bulk.learnTerms(o)
	return id, nil
}

// addOrder runs insertOrder. SQLite tells the id of what it inserted without being asked for rows.
func (r *recorder) addOrder(ctx context.Context, values []any) (id int64, err error) {
	if r.j.dialect == postgres {
		err = r.tx.QueryRowContext(ctx, insertOrder+returningID, values...).Scan(&id)
		return id, err
	}
	added, err := r.tx.ExecContext(ctx, insertOrder, values...)
	if err != nil {
		return 0, err
	}
	return added.LastInsertId()
}

// closeOldLinks lets files whose order was refused go on showing that, although the
// order itself is posted again for another file. A conflict with what is posted now is none.
func (r *recorder) closeOldLinks(ctx context.Context, held, renewed state.Order) error {
	code, message := state.Explain(state.Past, held, nil)
	faults, err := clause.StoredFaults(held.Faults)
	if err != nil {
		return err
	}
	if _, err := r.tx.ExecContext(ctx, `UPDATE links SET relation = $1, code = $2, message = $3, faults = $4
		WHERE order_id = $5 AND file_id <> $6 AND relation IN ($7, $8)`,
		state.Past, clause.StoredText(code), clause.StoredText(message.Keep()), faults, held.ID, r.file.ID, state.Own, state.Duplicate); err != nil {
		return err
	}
	_, err = r.tx.ExecContext(ctx, `UPDATE links SET relation = $1, code = '', message = '' WHERE order_id = $2 AND file_id <> $3
		AND relation = $4 AND hash = $5`, state.Duplicate, held.ID, r.file.ID, state.Clash, renewed.Hash)
	return err
}

// join links the file's rows to the order that is held.
func (r *recorder) join(ctx context.Context, position int, draft state.Draft, relation state.Relation, held state.Order) error {
	code, message := state.Explain(relation, held, &draft)
	return r.joinAs(ctx, position, draft, relation, held, code, message)
}

// joinAs is join with what the link says.
func (r *recorder) joinAs(ctx context.Context, position int, draft state.Draft, relation state.Relation, held state.Order,
	code string, message wording.Message) error {
	var hash string
	var content []byte
	if relation != state.Own && (draft.Hash != held.Hash || relation == state.Clash || code == state.CodeCalledOff) {
		hash, content = draft.Hash, draft.Content
	}
	values := []any{r.file.ID, held.ID, position, clause.StoredRows(draft.Rows), clause.StoredRows(draft.ItemRows), string(relation), clause.StoredText(code), clause.StoredText(message.Keep()), hash, content, draft.Hash, clause.StoredTime(r.at), clause.StoredFlag(draft.Stated)}
	if r.bulk.server {
		r.bulk.linked = append(r.bulk.linked, values)
		return nil
	}
	_, err := r.tx.ExecContext(ctx, insertLink, values...)
	return err
}
