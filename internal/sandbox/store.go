package sandbox

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
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed schema.sql
var schema string

// store is the database. Two processes may have one folder open at once, so
// nothing that changes is kept outside of it.
type store struct {
	write *sql.DB // one connection, each transaction immediate
	read  *sql.DB
}

// querier is what a *sql.DB and a *sql.Tx have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// openStore opens DIR/sandbox.db, or a database in memory where dir is "".
func openStore(ctx context.Context, dir string) (*store, error) {
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
	pragmas := []string{"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "cache_size(-32768)"}
	st := &store{}
	if st.write, err = sql.Open("sqlite", dsn(path, pragmas, "immediate")); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	st.write.SetMaxOpenConns(1)
	if st.read, err = sql.Open("sqlite", dsn(path, pragmas, "deferred")); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), st.write.Close())
	}
	st.read.SetMaxOpenConns(8)
	st.read.SetMaxIdleConns(8)
	if err := st.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), st.close())
	}
	return st, nil
}

// openMemory opens a database that lives in its one connection.
func openMemory(ctx context.Context) (*store, error) {
	db, err := sql.Open("sqlite", "file::memory:?_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("open a database in memory: %w", err)
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(0)
	db.SetConnMaxLifetime(0)
	st := &store{write: db, read: db}
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

func (st *store) migrate(ctx context.Context) error {
	return st.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return fmt.Errorf("make the tables: %w", err)
		}
		return nil
	})
}

// update runs fn in a write transaction, alone among all processes. A caller
// who leaves does not stop it half-way: a database in memory would be lost with
// its interrupted connection.
func (st *store) update(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := st.write.BeginTx(ctx, nil)
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

// snapshot runs fn over one state of the database: what it reads fits together.
func (st *store) snapshot(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := st.read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	return errors.Join(fn(ctx, tx), tx.Rollback())
}

func (st *store) close() error {
	err := st.write.Close()
	if st.read != nil && st.read != st.write {
		err = errors.Join(err, st.read.Close())
	}
	return err
}

// setting reads one setting, "" where it is not set.
func setting(ctx context.Context, q querier, name string) (string, error) {
	var value string
	err := q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = ?`, name).Scan(&value)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}

func setSetting(ctx context.Context, q querier, name, value string) error {
	_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("write setting %s: %w", name, err)
	}
	return nil
}

// micros is a time as the database holds it.
func micros(t time.Time) int64 { return t.UnixMicro() }

// stamp is a stored time as the service shows it.
func stamp(us int64) string { return time.UnixMicro(us).UTC().Format(time.RFC3339Nano) }

// stampOrNil is stamp for a time that may be absent.
func stampOrNil(us sql.NullInt64) *string {
	if !us.Valid {
		return nil
	}
	text := stamp(us.Int64)
	return &text
}
