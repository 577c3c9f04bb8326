package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// Record implements state.Journal.
func (j *Journal) Record(ctx context.Context, file state.File, count int, draft func(n int) (state.Draft, error)) (recorded state.File, err error) {
	write := &op{rows: 1 + count, send: true}
	write.run = func(ctx context.Context, tx *sql.Tx) error {
		var again bool
		if recorded, again, err = recordFile(ctx, tx, file); err != nil {
			return fmt.Errorf("record the file: %w", err)
		}
		r := recorder{j: j, tx: tx, file: recorded, again: again, at: file.ChangedAt, bulk: bulk{server: j.dialect == postgres}}
		if err := r.readAliases(ctx); err != nil {
			return fmt.Errorf("record the orders: %w", err)
		}
		if err := r.orders(ctx, count, draft, &write.made); err != nil {
			return err
		}
		if err := r.requireSameAliases(ctx); err != nil {
			return err
		}
		write.made.Show(recorded.ID)
		return nil
	}
	err = j.doOp(ctx, write)
	return recorded, err
}

// recordFile adds the file, or notes that it was dropped again. again is false where
// the earlier drop was not dealt with completely: this one then goes on with it.
func recordFile(ctx context.Context, tx *sql.Tx, f state.File) (_ state.File, again bool, err error) {
	held, err := scan.File(tx.QueryRowContext(ctx, "SELECT "+scan.FileColumns+
		" FROM files WHERE account = $1 AND source = $2 AND sha256 = $3 AND name = $4", f.Account, f.Source, f.SHA256, paths.Stored(f.Name)))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return f, false, err
	}
	if err == nil && held.Lies(f.Origin, f.Mark) {
		return held, false, nil // another process took this very drop just before
	}
	if err == nil && f.Origin != "" && f.Drops != held.Drops {
		return f, false, state.ErrStale
	}
	f.Version, f.Drops, f.DroppedAt = 1, 1, f.ChangedAt
	if err == nil {
		again = held.State != state.FileOpen
		f.ID, f.Version, f.Drops, f.CreatedAt = held.ID, held.Version+1, held.Drops+1, held.CreatedAt
		_, err = tx.ExecContext(ctx, `UPDATE files SET version = $1, spool = $2, result = $3, origin = $4, mark = $5, placed = $6,
			state = $7, digest = '', counts = '{}', reason = $8, drops = $9, changed_at = $10, dropped_at = $10 WHERE id = $11`,
			f.Version, paths.Stored(f.Spool), paths.Stored(f.Result), paths.Stored(f.Origin), f.Mark, f.Placed, f.State, clause.StoredText(f.Reason), f.Drops,
			clause.StoredTime(f.ChangedAt), f.ID)
		f.Digest, f.Counts = "", state.Counts{}
		return f, again, err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO files (version, account, source, sha256, name, spool, result, origin, mark, placed,
		state, digest, counts, reason, drops, created_at, changed_at, dropped_at) VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '{}', $11, 1, $12, $13, $13)
		RETURNING id`, f.Account, f.Source, f.SHA256, paths.Stored(f.Name), paths.Stored(f.Spool), paths.Stored(f.Result), paths.Stored(f.Origin), f.Mark, f.Placed,
		f.State, clause.StoredText(f.Reason), clause.StoredTime(f.CreatedAt), clause.StoredTime(f.ChangedAt)).Scan(&f.ID)
	return f, false, err
}

// SwapFile implements state.Journal.
func (j *Journal) SwapFile(ctx context.Context, f state.File) (state.File, error) {
	counted, err := json.Marshal(f.Counts)
	if err != nil {
		return f, err
	}
	err = j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		return staleIfNone(tx.ExecContext(ctx, `UPDATE files SET version = version + 1, spool = $1, result = $2, origin = $3, mark = $4,
			placed = $5, state = $6, digest = $7, counts = $8, reason = $9, changed_at = $10 WHERE id = $11 AND version = $12`,
			paths.Stored(f.Spool), paths.Stored(f.Result), paths.Stored(f.Origin), f.Mark, f.Placed, f.State, f.Digest, string(counted), clause.StoredText(f.Reason),
			clause.StoredTime(f.ChangedAt), f.ID, f.Version))
	})
	if err != nil {
		return f, err
	}
	f.Version++
	return f, nil
}

// fileWhere is the condition of a query.
func fileWhere(q state.FileQuery) (w clause.Where) {
	if q.Account != "" && len(q.IDs)+len(q.Orders) > 0 {
		w.Add("CAST(account AS TEXT) = ?", q.Account) // few are asked for by their ids: the account's index would go through all
	} else {
		w.Equal("account", q.Account)
	}
	w.Equal("sha256", q.SHA256)
	w.In("state", clause.Texts(q.States))
	w.In("placed", clause.Texts(q.Placed))
	w.In("source", q.Sources)
	if len(q.Names) > 0 {
		names := make([]string, len(q.Names))
		for i, name := range q.Names {
			names[i] = paths.Stored(name)
		}
		w.In("name", names)
	}
	if q.Result != "" {
		w.Add("result = ?", paths.Stored(q.Result))
	}
	if q.ID != 0 {
		w.Add("id = ?", q.ID)
	}
	w.InIDs("id", q.IDs)
	if !q.Since.IsZero() {
		w.Add("changed_at >= ?", clause.StoredTime(q.Since))
	}
	if q.Below.ID != 0 {
		w.Add("(changed_at, id) < (?, ?)", clause.StoredTime(q.Below.ChangedAt), q.Below.ID)
	}
	if len(q.Orders) > 0 {
		w.Add("id IN (SELECT file_id FROM links WHERE order_id IN ("+clause.Placeholders(len(q.Orders))+"))", clause.Arguments(q.Orders)...)
	}
	return w
}

// CountRows implements state.Journal.
func (j *Journal) CountRows(ctx context.Context, q state.FileQuery) (sum state.Counts, err error) {
	if counts, ok, err := j.keptRows(ctx, q); ok {
		return counts, err
	}
	w := fileWhere(q)
	rows, err := j.read.QueryContext(ctx, "SELECT counts FROM files"+w.String(), w.Args...)
	if err != nil {
		return sum, fmt.Errorf("count rows: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		var counts state.Counts
		err := rows.Scan(&text)
		if err == nil {
			err = json.Unmarshal([]byte(text), &counts)
		}
		if err != nil {
			return sum, fmt.Errorf("count rows: %w", err)
		}
		sum = sum.Plus(counts)
	}
	return sum, rows.Err()
}

// Files implements state.Journal.
func (j *Journal) Files(ctx context.Context, q state.FileQuery) ([]state.File, error) {
	w := fileWhere(q)
	order := " ORDER BY id"
	if q.Newest {
		order = " ORDER BY changed_at DESC, id DESC"
	}
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.FileColumns+" FROM files"+w.String()+order+clause.Limit(q.Limit), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	defer rows.Close()
	var out []state.File
	for rows.Next() {
		f, err := scan.File(rows)
		if err != nil {
			return nil, fmt.Errorf("read files: %w", err)
		}
		out = append(out, f)
	}
	return out, rows.Err()
}

// Links implements state.Journal.
func (j *Journal) Links(ctx context.Context, file int64) iter.Seq2[state.Link, error] {
	return func(yield func(state.Link, error) bool) {
		rows, err := j.read.QueryContext(ctx, "SELECT "+scan.LinkColumns+`, COALESCE(bringers.name, '')
			FROM links JOIN orders ON orders.id = links.order_id LEFT JOIN files AS bringers ON bringers.id = orders.file_id
			WHERE links.file_id = $1 ORDER BY links.position`, file)
		if err != nil {
			yield(state.Link{}, fmt.Errorf("read the orders of a file: %w", err))
			return
		}
		scan.Links(rows)(yield)
	}
}

// Join implements state.Journal.
func (j *Journal) Join(ctx context.Context, file int64, links []state.Link) error {
	const behind = 1 << 30 // the orders that the file itself brought
	return j.do(ctx, len(links), func(ctx context.Context, tx *sql.Tx) error {
		for n, link := range links {
			if _, err := tx.ExecContext(ctx, `INSERT INTO links (file_id, order_id, position, file_rows, relation, code, message)
				VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (file_id, order_id) DO NOTHING`,
				file, link.Order.ID, behind+n, clause.StoredRows(link.Rows), link.Relation, clause.StoredText(link.Code), clause.StoredText(link.Message.Keep())); err != nil {
				return fmt.Errorf("join a row to order %s: %w", link.Order.ExternalID, err)
			}
		}
		return nil
	})
}
