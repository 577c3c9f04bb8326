package journal

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const fileColumns = `id, version, account, source, sha256, name, spool, result, origin, mark, placed, state, digest, counts, reason,
	drops, created_at, changed_at`

// Record implements importer.Journal.
func (j *Journal) Record(ctx context.Context, file importer.File, count int, draft func(n int) (importer.Draft, error)) (recorded importer.File, err error) {
	err = j.doOp(ctx, &op{rows: 1 + count, send: true, run: func(ctx context.Context, tx *sql.Tx) error {
		var again bool
		if recorded, again, err = recordFile(ctx, tx, file); err != nil {
			return fmt.Errorf("record the file: %w", err)
		}
		r := recorder{tx: tx, file: recorded.ID, again: again}
		if err := r.prepare(ctx); err != nil {
			return fmt.Errorf("record the orders: %w", err)
		}
		for position := range count {
			order, err := draft(position)
			if err == nil {
				err = r.order(ctx, position, order)
			}
			if err != nil {
				return fmt.Errorf("record order %s: %w", order.ExternalID, err)
			}
		}
		return nil
	}})
	return recorded, err
}

// recordFile adds the file, or notes that it was dropped again. again is false where
// the earlier drop was not dealt with completely: this one then goes on with it.
func recordFile(ctx context.Context, tx *sql.Tx, f importer.File) (_ importer.File, again bool, err error) {
	held, err := scanFile(tx.QueryRowContext(ctx, "SELECT "+fileColumns+
		" FROM files WHERE account = $1 AND source = $2 AND sha256 = $3 AND name = $4", f.Account, f.Source, f.SHA256, pack(f.Name)))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return f, false, err
	}
	if err == nil && held.Lies(f.Origin, f.Mark) {
		return held, false, nil // another process took this very drop just before
	}
	if err == nil && f.Origin != "" && f.Drops != held.Drops {
		return f, false, importer.ErrStale
	}
	f.Version, f.Drops = 1, 1
	if err == nil {
		again = held.State != importer.FileOpen
		f.ID, f.Version, f.Drops, f.CreatedAt = held.ID, held.Version+1, held.Drops+1, held.CreatedAt
		_, err = tx.ExecContext(ctx, `UPDATE files SET version = $1, spool = $2, result = $3, origin = $4, mark = $5, placed = $6,
			state = $7, digest = '', counts = '{}', reason = $8, drops = $9, changed_at = $10 WHERE id = $11`,
			f.Version, pack(f.Spool), pack(f.Result), pack(f.Origin), f.Mark, f.Placed, f.State, plain(f.Reason), f.Drops,
			nanos(f.ChangedAt), f.ID)
		f.Digest, f.Counts = "", importer.Counts{}
		return f, again, err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO files (version, account, source, sha256, name, spool, result, origin, mark, placed,
		state, digest, counts, reason, drops, created_at, changed_at) VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '{}', $11, 1, $12, $13)
		RETURNING id`, f.Account, f.Source, f.SHA256, pack(f.Name), pack(f.Spool), pack(f.Result), pack(f.Origin), f.Mark, f.Placed,
		f.State, plain(f.Reason), nanos(f.CreatedAt), nanos(f.ChangedAt)).Scan(&f.ID)
	return f, false, err
}

// SwapFile implements importer.Journal.
func (j *Journal) SwapFile(ctx context.Context, f importer.File) (importer.File, error) {
	counts, err := json.Marshal(f.Counts)
	if err != nil {
		return f, err
	}
	err = j.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		return swapped(tx.ExecContext(ctx, `UPDATE files SET version = version + 1, spool = $1, result = $2, origin = $3, mark = $4,
			placed = $5, state = $6, digest = $7, counts = $8, reason = $9, changed_at = $10 WHERE id = $11 AND version = $12`,
			pack(f.Spool), pack(f.Result), pack(f.Origin), f.Mark, f.Placed, f.State, f.Digest, string(counts), plain(f.Reason),
			nanos(f.ChangedAt), f.ID, f.Version))
	})
	if err != nil {
		return f, err
	}
	f.Version++
	return f, nil
}

// Files implements importer.Journal.
func (j *Journal) Files(ctx context.Context, q importer.FileQuery) ([]importer.File, error) {
	var w where
	w.equal("account", q.Account)
	w.equal("sha256", q.SHA256)
	w.in("state", texts(q.States))
	w.in("placed", texts(q.Placed))
	if q.Result != "" {
		w.add("result = ?", pack(q.Result))
	}
	if q.ID != 0 {
		w.add("id = ?", q.ID)
	}
	if len(q.Orders) > 0 {
		w.add("id IN (SELECT file_id FROM links WHERE order_id IN ("+marks(len(q.Orders))+"))", anys(q.Orders)...)
	}
	order := " ORDER BY id"
	if q.Newest {
		order = " ORDER BY changed_at DESC, id DESC"
	}
	rows, err := j.read.QueryContext(ctx, "SELECT "+fileColumns+" FROM files"+w.String()+order+limit(q.Limit), w.args...)
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	defer rows.Close()
	var out []importer.File
	for rows.Next() {
		f, err := scanFile(rows)
		if err != nil {
			return nil, fmt.Errorf("read files: %w", err)
		}
		out = append(out, f)
	}
	return out, rows.Err()
}

func scanFile(row scanner) (f importer.File, err error) {
	var created, changed int64
	var counts string
	err = row.Scan(&f.ID, &f.Version, &f.Account, &f.Source, &f.SHA256, &f.Name, &f.Spool, &f.Result, &f.Origin, &f.Mark, &f.Placed,
		&f.State, &f.Digest, &counts, &f.Reason, &f.Drops, &created, &changed)
	if err == nil {
		err = json.Unmarshal([]byte(counts), &f.Counts)
	}
	f.CreatedAt, f.ChangedAt = instant(created), instant(changed)
	for _, text := range []*string{&f.Name, &f.Spool, &f.Result, &f.Origin} {
		*text = unpack(*text)
	}
	return f, err
}

// linkColumns are orderColumns without what is only needed to send an order.
var linkColumns = strings.Replace(orderColumns, "orders.content, orders.body,", "'', '',", 1)

// Links implements importer.Journal.
func (j *Journal) Links(ctx context.Context, file int64) iter.Seq2[importer.Link, error] {
	return func(yield func(importer.Link, error) bool) {
		rows, err := j.read.QueryContext(ctx, "SELECT "+linkColumns+`, links.file_rows, links.relation, links.code, links.message
			FROM links JOIN orders ON orders.id = links.order_id WHERE links.file_id = $1 ORDER BY links.position`, file)
		if err != nil {
			yield(importer.Link{}, fmt.Errorf("read the orders of a file: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			l, err := scanLink(rows)
			if err != nil {
				err = fmt.Errorf("read the orders of a file: %w", err)
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(importer.Link{}, fmt.Errorf("read the orders of a file: %w", err))
		}
	}
}

func scanLink(row scanner) (l importer.Link, err error) {
	var list, message string
	l.Order, err = scanOrder(row, func(*importer.Order) []any { return []any{&list, &l.Relation, &l.Code, &message} })
	l.Message = wording.Kept(message)
	if err == nil {
		err = json.Unmarshal([]byte(list), &l.Rows)
	}
	return l, err
}

// packed begins the kept form of a path that is not UTF-8: databases keep text only.
const packed = "base64:"

func pack(path string) string {
	if utf8.ValidString(path) && !strings.HasPrefix(path, packed) && !strings.Contains(path, "\x00") {
		return path
	}
	return packed + base64.StdEncoding.EncodeToString([]byte(path))
}

func unpack(kept string) string {
	coded, found := strings.CutPrefix(kept, packed)
	if !found {
		return kept
	}
	path, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return kept
	}
	return string(path)
}
