package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Made is the work that one transaction has made.
type Made struct {
	Accounts []string // that have orders to post
	Files    []int64  // whose results show something else now
}

// Announcer has the work of a transaction noted in that very transaction, so that one is never
// there without the other. An error undoes the transaction.
type Announcer func(ctx context.Context, tx pgx.Tx, made Made) error

// sharing is what a journal on PostgreSQL does for other processes.
type sharing struct {
	process  string    // whose writes ours are; "": nobody fences them
	announce Announcer // nil: nobody waits for it
}

// Share has all writes from now on made as those of a process of the table processes: none is
// taken any more once it was fenced, which is state.ErrFenced. The work that a write makes is
// announced; announce may be nil. It is for PostgreSQL, and to be called before the first write.
func (j *Journal) Share(process string, announce Announcer) {
	j.sharing = sharing{process: process, announce: announce}
}

// mayWrite is state.ErrFenced where our process was fenced. Nobody can fence it from here to
// the end of the transaction: to say that it lives needs no lock that this one excludes, to
// fence it does.
func (s sharing) mayWrite(ctx context.Context, tx *sql.Tx) error {
	if s.process == "" {
		return nil
	}
	var one int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM processes WHERE name = $1 AND fenced_at = 0 FOR KEY SHARE", s.process).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return state.ErrFenced
	}
	return err
}

// work collects what ops have made.
type work struct {
	accounts map[string]bool
	files    map[int64]bool
	orders   map[int64]bool // whose files are not known yet
}

// post notes that the account has an order to post.
func (w *work) post(account string) { put(&w.accounts, account) }

// show notes that the results of a file show something else.
func (w *work) show(file int64) { put(&w.files, file) }

// change notes that an order is shown differently in the results of its files.
func (w *work) change(order int64) { put(&w.orders, order) }

// swapped notes what an order's new state makes. That it is being sent shows in no result.
func (w *work) swapped(o state.Order) {
	if o.State != state.Sending {
		w.change(o.ID)
	}
	if o.State == state.Ready {
		w.post(o.Account)
	}
}

// decided notes what a person's decision makes.
func (w *work) decided(r state.Ruling) {
	w.post(r.Order.Account)
	w.change(r.Order.ID)
	for _, l := range r.Links {
		w.show(l.File)
	}
}

func put[T comparable](set *map[T]bool, one T) {
	if *set == nil {
		*set = map[T]bool{}
	}
	(*set)[one] = true
}

func (w *work) add(other work) {
	for account := range other.accounts {
		w.post(account)
	}
	for file := range other.files {
		w.show(file)
	}
	for order := range other.orders {
		w.change(order)
	}
}

// tell announces the work that a transaction on a connection has made.
func (s sharing) tell(ctx context.Context, conn *sql.Conn, tx *sql.Tx, w work) error {
	if s.announce == nil {
		return nil
	}
	if err := w.findFiles(ctx, tx); err != nil {
		return fmt.Errorf("find the files whose orders changed: %w", err)
	}
	if len(w.accounts)+len(w.files) == 0 {
		return nil
	}
	made := Made{Accounts: slices.Sorted(maps.Keys(w.accounts)), Files: slices.Sorted(maps.Keys(w.files))}
	return conn.Raw(func(driver any) error {
		return s.announce(ctx, onConn{driver.(*stdlib.Conn).Conn()}, made)
	})
}

// findFiles adds the files of the orders that changed.
func (w *work) findFiles(ctx context.Context, tx *sql.Tx) error {
	if len(w.orders) == 0 {
		return nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT file_id FROM links WHERE order_id = ANY($1)", slices.Sorted(maps.Keys(w.orders)))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var file int64
		if err := rows.Scan(&file); err != nil {
			return err
		}
		w.show(file)
	}
	return rows.Err()
}

// serverConn is a connection of pgx, under a name that leaves Conn to a method.
type serverConn = pgx.Conn

// onConn is the transaction that is open on a connection, as pgx has it. It was begun through
// database/sql, which ends it.
type onConn struct{ *serverConn }

// errNested refuses a transaction within the one that is open.
var errNested = errors.New("there is no transaction within the journal's")

// Begin is refused.
func (onConn) Begin(context.Context) (pgx.Tx, error) { return nil, errNested }

// Commit does nothing: whoever began the transaction ends it.
func (onConn) Commit(context.Context) error { return nil }

// Rollback does nothing: whoever began the transaction ends it.
func (onConn) Rollback(context.Context) error { return nil }

// LargeObjects is of no use here.
func (onConn) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn is the connection.
func (c onConn) Conn() *pgx.Conn { return c.serverConn }
