package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/dropbridge/dropbridge/importer"
)

// recorder writes the orders of one file in one transaction.
type recorder struct {
	tx    *sql.Tx
	file  importer.File
	again bool // the file was dropped before, and that drop was dealt with

	find, insert, link *sql.Stmt       // closed with the transaction
	aliases            map[alias]int64 // what people have said to be which order
}

// alias is a content under a number.
type alias struct{ externalID, hash string }

const insertLink = `INSERT INTO links (file_id, order_id, position, file_rows, item_rows, relation, code, message, faults, hash, content)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10) ON CONFLICT (file_id, order_id) DO UPDATE SET position = excluded.position,
	file_rows = excluded.file_rows, item_rows = excluded.item_rows, relation = excluded.relation, code = excluded.code,
	message = excluded.message, faults = '', hash = CASE WHEN links.hash = $11 THEN links.hash ELSE excluded.hash END,
	content = CASE WHEN links.hash = $11 THEN links.content ELSE excluded.content END`

// prepare: a file may have 200,000 orders, and each takes the same three statements.
func (r *recorder) prepare(ctx context.Context) (err error) {
	if r.find, err = r.tx.PrepareContext(ctx, "SELECT "+orderColumns+
		" FROM orders WHERE account = $1 AND source = $2 AND external_id = $3"); err != nil {
		return err
	}
	if r.insert, err = r.tx.PrepareContext(ctx, insertOrder); err != nil {
		return err
	}
	if r.link, err = r.tx.PrepareContext(ctx, insertLink); err != nil {
		return err
	}
	return r.readAliases(ctx)
}

// readAliases: there are as many as people have decided conflicts, which is few.
func (r *recorder) readAliases(ctx context.Context) error {
	rows, err := r.tx.QueryContext(ctx, "SELECT external_id, hash, order_id FROM aliases WHERE account = $1 AND source = $2", r.file.Account, r.file.Source)
	if err != nil {
		return err
	}
	defer rows.Close()
	r.aliases = map[alias]int64{}
	for rows.Next() {
		var a alias
		var order int64
		if err := rows.Scan(&a.externalID, &a.hash, &order); err != nil {
			return err
		}
		r.aliases[a] = order
	}
	return rows.Err()
}

// order lets an order of the file meet what is held under its key, or what a person has
// said that it is.
func (r *recorder) order(ctx context.Context, position int, draft importer.Draft) error {
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
		return r.join(ctx, position, draft, importer.Own, incoming)
	}
	if err != nil {
		return err
	}
	if draft.Skipped {
		return r.skip(ctx, position, draft, held)
	}
	if _, known := r.aliases[alias{incoming.ExternalID, incoming.Hash}]; known {
		incoming = held.Stands(incoming)
	}
	order, relation, changed := importer.Meet(held, incoming, held.File == r.file.ID, r.again)
	if relation == importer.Clash {
		if relation, err = r.decidedBefore(ctx, held, incoming); err != nil {
			return err
		}
	}
	if changed {
		if err := r.closeOldLinks(ctx, held, order); err != nil {
			return err
		}
		if err := r.collide(renewOrder(ctx, r.tx, order)); err != nil {
			return err
		}
	}
	return r.join(ctx, position, draft, relation, held)
}

// held is the order that a draft meets.
func (r *recorder) held(ctx context.Context, draft importer.Draft) (importer.Order, error) {
	none := func(*importer.Order) []any { return nil }
	if id, known := r.aliases[alias{draft.ExternalID, draft.Hash}]; known {
		return scanOrder(r.tx.QueryRowContext(ctx, "SELECT "+orderColumns+" FROM orders WHERE id = $1", id), none)
	}
	return scanOrder(r.find.QueryRowContext(ctx, draft.Account, draft.Source, draft.ExternalID), none)
}

// collide makes a stale order one that another process has changed just now.
func (r *recorder) collide(err error) error {
	if errors.Is(err, importer.ErrStale) {
		return errCollided
	}
	return err
}

// skip joins an order that the file itself does not want sent.
func (r *recorder) skip(ctx context.Context, position int, draft importer.Draft, held importer.Order) error {
	_, known := r.aliases[alias{draft.ExternalID, draft.Hash}]
	order, relation, changed := importer.MeetSkipped(held, draft.Cancelled && !known, draft.ChangedAt)
	if changed {
		if err := r.collide(rewriteOrder(ctx, r.tx, order)); err != nil {
			return err
		}
	}
	return r.join(ctx, position, draft, relation, held)
}

// decidedBefore: the same file dropped again is no conflict where one of it was decided.
func (r *recorder) decidedBefore(ctx context.Context, held, incoming importer.Order) (importer.Relation, error) {
	var n int
	err := r.tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM links WHERE file_id = $1 AND order_id = $2 AND hash = $3 AND relation IN ($4, $5)`,
		r.file.ID, held.ID, incoming.Hash, importer.Own, importer.Duplicate).Scan(&n)
	if err == nil && n > 0 {
		return importer.Duplicate, nil
	}
	return importer.Clash, err
}

// insertOrder adds a new order and returns its id.
func (r *recorder) insertOrder(ctx context.Context, o importer.Order) (id int64, err error) {
	err = r.insert.QueryRowContext(ctx, o.Account, o.Source, o.ExternalID, o.File, o.Hash, bytes(o.Content), bytes(o.Body),
		o.Key, o.Round, o.State, plain(o.Code), plain(o.Message.Keep()), nanos(o.CreatedAt), nanos(o.ChangedAt)).Scan(&id)
	return id, err
}

// closeOldLinks lets files whose order was refused go on showing that, although the
// order itself is posted again for another file. A conflict with what is posted now is none.
func (r *recorder) closeOldLinks(ctx context.Context, held, renewed importer.Order) error {
	code, message := importer.Explain(importer.Past, held, nil)
	faults, err := faultList(held.Faults)
	if err != nil {
		return err
	}
	if _, err := r.tx.ExecContext(ctx, `UPDATE links SET relation = $1, code = $2, message = $3, faults = $4
		WHERE order_id = $5 AND file_id <> $6 AND relation IN ('own', 'duplicate')`,
		importer.Past, plain(code), plain(message.Keep()), faults, held.ID, r.file.ID); err != nil {
		return err
	}
	_, err = r.tx.ExecContext(ctx, `UPDATE links SET relation = $1, code = '', message = '' WHERE order_id = $2 AND file_id <> $3
		AND relation = $4 AND hash = $5`, importer.Duplicate, held.ID, r.file.ID, importer.Clash, renewed.Hash)
	return err
}

// join links the file's rows to the order that is held.
func (r *recorder) join(ctx context.Context, position int, draft importer.Draft, relation importer.Relation, held importer.Order) error {
	code, message := importer.Explain(relation, held, &draft)
	rows, err1 := json.Marshal(append([]int{}, draft.Rows...))
	itemRows, err2 := json.Marshal(append([]int{}, draft.ItemRows...))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	var hash string
	var content []byte
	if draft.Hash != held.Hash && relation != importer.Own {
		hash, content = draft.Hash, draft.Content
	}
	_, err := r.link.ExecContext(ctx, r.file.ID, held.ID, position, string(rows), string(itemRows), relation, plain(code), plain(message.Keep()), hash, content, draft.Hash)
	return err
}
