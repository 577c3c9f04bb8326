package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/journal"
)

// setCounters makes the target give ids that the source has never given, as part of a
// transaction.
func (m *mover) setCounters(ctx context.Context, tx *sql.Tx, tables []*table) error {
	for _, t := range tables {
		here := m.source.tables[t.name]
		if t.counter == "" && here.counter == "" {
			continue
		}
		reached, err := counted(ctx, m.source.db, here)
		if err != nil {
			return fmt.Errorf("read the last id of the table %s: %w", t.name, err)
		}
		if err := setCounter(ctx, tx, m.target.db, t, reached); err != nil {
			return fmt.Errorf("set the next id of the table %s: %w", t.name, err)
		}
	}
	return nil
}

// counted is the last id that a database has given in a table, at least.
func counted(ctx context.Context, db *journal.Database, t *table) (reached int64, err error) {
	if t.counter == "" {
		return 0, nil
	}
	if err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT COALESCE(MAX(%s), 0) FROM %s", quoted(t.counter), quoted(t.name))).Scan(&reached); err != nil {
		return 0, err
	}
	var given int64
	if db.Server {
		var sequence string
		if err := db.QueryRowContext(ctx, "SELECT pg_get_serial_sequence($1, $2)", quoted(t.name), t.counter).Scan(&sequence); err != nil {
			return 0, err
		}
		err = db.QueryRowContext(ctx, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "+sequence).Scan(&given)
	} else if keeps, failed := keepsCounter(ctx, db, t); failed != nil || keeps {
		err = failed
		if err == nil {
			err = db.QueryRowContext(ctx, "SELECT seq FROM sqlite_sequence WHERE name = $1", t.name).Scan(&given)
		}
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return max(reached, given), err
}

// setCounter makes the next id of a table the one after the given one. The target has given none
// that the source does not know: it was empty, or has been the source's past.
func setCounter(ctx context.Context, tx *sql.Tx, db *journal.Database, t *table, reached int64) error {
	if t.counter == "" || reached == 0 {
		return nil
	}
	if db.Server {
		_, err := tx.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence($1, $2), $3)", quoted(t.name), t.counter, reached)
		return err
	}
	keeps, err := keepsCounter(ctx, tx, t)
	if err != nil || !keeps {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM sqlite_sequence WHERE name = $1", t.name); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", t.name, reached)
	return err
}

// keepsCounter reports whether SQLite remembers the last id of a table; otherwise it is the
// greatest one that is there.
func keepsCounter(ctx context.Context, db queryer, t *table) (keeps bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1 AND sql LIKE '%AUTOINCREMENT%')", t.name).Scan(&keeps)
	return keeps, err
}
