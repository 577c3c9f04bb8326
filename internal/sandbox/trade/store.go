package trade

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed schema.sql
var schema string

// Store is the database. Two processes may have one folder open at once, so
// nothing that changes is kept outside of it.
type Store struct {
	Write *sql.DB // one connection, each transaction immediate
	Read  *sql.DB

	group    group
	compiled compiled // for Write's connection
	asked    compiled // for Read's
}

// Querier is what a *sql.DB and a *sql.Tx have in common.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// openStore opens DIR/sandbox.db, or a database in memory where dir is "".
func openStore(ctx context.Context, dir string) (*Store, error) {
	if dir == "" {
		return openMemory(ctx)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the sandbox's folder: %w", err)
	}
	path, err := filepath.Abs(filepath.Join(dir, "sandbox.db"))
	if err != nil {
		return nil, fmt.Errorf("find the sandbox's database: %w", err)
	}
	// NORMAL loses nothing when the process dies; only a power cut may take the
	// last orders of what is a sandbox.
	pragmas := []string{"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "cache_size(-32768)", "wal_autocheckpoint(4000)"}
	st := &Store{}
	if st.Write, err = sql.Open("sqlite", dsn(path, pragmas, "immediate")); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	st.Write.SetMaxOpenConns(1)
	if st.Read, err = sql.Open("sqlite", dsn(path, pragmas, "deferred")); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), st.Write.Close())
	}
	st.Read.SetMaxOpenConns(8)
	st.Read.SetMaxIdleConns(8)
	if err := st.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), st.close())
	}
	return st, nil
}

// openMemory opens a database that lives in its one connection.
func openMemory(ctx context.Context) (*Store, error) {
	db, err := sql.Open("sqlite", "file::memory:?_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open a database in memory: %w", err)
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(0)
	db.SetConnMaxLifetime(0)
	st := &Store{Write: db, Read: db}
	if err := st.migrate(ctx); err != nil {
		return nil, errors.Join(err, st.close())
	}
	return st, nil
}

func dsn(path string, pragmas []string, lock string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // C:/folder
		slashed = "/" + slashed
	}
	query := url.Values{"_pragma": pragmas, "_txlock": {lock}}
	return (&url.URL{Scheme: "file", Path: slashed, OmitHost: true, RawQuery: query.Encode()}).String()
}

func (st *Store) migrate(ctx context.Context) error {
	return st.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return fmt.Errorf("make the tables: %w", err)
		}
		return nil
	})
}

// Update runs fn in a write transaction, alone among all processes. A caller
// who leaves does not stop it half-way: a database in memory would be lost with
// its interrupted connection.
func (st *Store) Update(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := st.Write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	if err := fn(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Row reads one row, outside of any transaction, by a statement that is compiled once: it is
// for what each request asks.
func (st *Store) Row(ctx context.Context, query string, args ...any) *sql.Row {
	st.asked.want(query)
	if err := st.asked.prepare(ctx, st.Read); err != nil {
		return st.Read.QueryRowContext(ctx, query, args...) // which meets the same error
	}
	if kept := st.asked.find(query); kept != nil {
		return kept.QueryRowContext(ctx, args...)
	}
	return st.Read.QueryRowContext(ctx, query, args...) // another request is compiling it
}

// Snapshot runs fn over one state of the database: what it reads fits together.
func (st *Store) Snapshot(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := st.Read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	return errors.Join(fn(ctx, tx), tx.Rollback())
}

func (st *Store) close() error {
	err := st.Write.Close()
	if st.Read != nil && st.Read != st.Write {
		err = errors.Join(err, st.Read.Close())
	}
	return err
}

// setting reads one setting, "" where it is not set.
func setting(ctx context.Context, q Querier, name string) (string, error) {
	var value string
	err := q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = ?`, name).Scan(&value)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}

func setSetting(ctx context.Context, q Querier, name, value string) error {
	_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("write setting %s: %w", name, err)
	}
	return nil
}

// Column reads the one column of rows.
func Column[T any](rows *sql.Rows) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
