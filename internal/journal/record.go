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
	file  int64
	again bool // the file was dropped before, and that drop was dealt with

	find, insert, link *sql.Stmt // closed with the transaction
}

const insertLink = `INSERT INTO links (file_id, order_id, position, file_rows, relation, code, message)
	VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (file_id, order_id) DO UPDATE SET position = excluded.position,
	file_rows = excluded.file_rows, relation = excluded.relation, code = excluded.code, message = excluded.message`

// prepare: a file may have 200,000 orders, and each takes the same three statements.
func (r *recorder) prepare(ctx context.Context) (err error) {
	if r.find, err = r.tx.PrepareContext(ctx, "SELECT "+orderColumns+
		" FROM orders WHERE account = $1 AND source = $2 AND external_id = $3"); err != nil {
		return err
	}
	if r.insert, err = r.tx.PrepareContext(ctx, insertOrder); err != nil {
		return err
	}
	r.link, err = r.tx.PrepareContext(ctx, insertLink)
	return err
}

// order lets an order of the file meet what is held under its key.
func (r *recorder) order(ctx context.Context, position int, draft importer.Draft) error {
	incoming := draft.Order
	incoming.File = r.file
	held, err := scanOrder(r.find.QueryRowContext(ctx, incoming.Account, incoming.Source, incoming.ExternalID),
		func(*importer.Order) []any { return nil })
	if errors.Is(err, sql.ErrNoRows) {
		if incoming.ID, err = r.insertOrder(ctx, incoming); err != nil {
			return err
		}
		return r.join(ctx, position, draft.Rows, importer.Own, incoming)
	}
	if err != nil {
		return err
	}
	order, relation, changed := importer.Meet(held, incoming, held.File == r.file, r.again)
	if changed {
		if err := r.closeOldLinks(ctx, held); err != nil {
			return err
		}
		if err := renewOrder(ctx, r.tx, order); errors.Is(err, importer.ErrStale) {
			return errCollided
		} else if err != nil {
			return err
		}
	}
	return r.join(ctx, position, draft.Rows, relation, held)
}

// insertOrder adds a new order and returns its id.
func (r *recorder) insertOrder(ctx context.Context, o importer.Order) (id int64, err error) {
	err = r.insert.QueryRowContext(ctx, o.Account, o.Source, o.ExternalID, o.File, o.Hash, bytes(o.Content), bytes(o.Body),
		o.Key, o.Round, o.State, plain(o.Code), plain(o.Message.Keep()), nanos(o.CreatedAt), nanos(o.ChangedAt)).Scan(&id)
	return id, err
}

// closeOldLinks lets files whose order was refused go on showing that, although the
// order itself is posted again for another file.
func (r *recorder) closeOldLinks(ctx context.Context, held importer.Order) error {
	code, message := importer.Explain(importer.Past, held)
	_, err := r.tx.ExecContext(ctx, `UPDATE links SET relation = $1, code = $2, message = $3
		WHERE order_id = $4 AND file_id <> $5 AND relation IN ('own', 'duplicate')`,
		importer.Past, plain(code), plain(message.Keep()), held.ID, r.file)
	return err
}

// join links the file's rows to the order that is held.
func (r *recorder) join(ctx context.Context, position int, rows []int, relation importer.Relation, held importer.Order) error {
	code, message := importer.Explain(relation, held)
	list, err := json.Marshal(append([]int{}, rows...))
	if err != nil {
		return err
	}
	_, err = r.link.ExecContext(ctx, r.file, held.ID, position, string(list), relation, plain(code), plain(message.Keep()))
	return err
}
