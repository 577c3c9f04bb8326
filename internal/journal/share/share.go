package share

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Made is the work that one transaction has made.
type Made struct {
	Ready []Addressee // to whom there are orders to post
	Files []int64     // whose results show something else now
}

// Addressee is to whom orders of an account go: one of its suppliers, as orders have him.
type Addressee struct{ Account, Supplier string }

// Announcer has the work of a transaction noted in that very transaction, so that one is never
// there without the other. An error undoes the transaction.
type Announcer func(ctx context.Context, tx pgx.Tx, made Made) error

// Sharing is what a journal on PostgreSQL does for other processes; a zero one does nothing.
type Sharing struct {
	Process  string    // whose writes ours are; "": nobody fences them
	Announce Announcer // nil: nobody waits for it
}

// MayWrite is state.ErrFenced where our process was fenced. Nobody can fence it from here to
// the end of the transaction: to say that it lives needs no lock that this one excludes, to
// fence it does.
func (s Sharing) MayWrite(ctx context.Context, tx *sql.Tx) error {
	if s.Process == "" {
		return nil
	}
	var one int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM processes WHERE name = $1 AND fenced_at = 0 FOR KEY SHARE", s.Process).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return state.ErrFenced
	}
	return err
}

// Work collects what ops have made.
type Work struct {
	ready  map[Addressee]bool
	files  map[int64]bool
	orders map[int64]bool // whose files are not known yet
}

// Post notes that there is an order to post of that key.
func (w *Work) Post(key state.OrderKey) {
	put(&w.ready, Addressee{Account: key.Account, Supplier: key.Supplier})
}

// Show notes that the results of a file show something else.
func (w *Work) Show(file int64) { put(&w.files, file) }

// Change notes that an order is shown differently in the results of its files.
func (w *Work) Change(order int64) { put(&w.orders, order) }

// Swapped notes what an order's new state makes. That it is being sent shows in no result.
func (w *Work) Swapped(o state.Order) {
	if o.State != state.Sending {
		w.Change(o.ID)
	}
	if o.State == state.Ready {
		w.Post(o.OrderKey)
	}
}

// Decided notes what a person's decision makes.
func (w *Work) Decided(r state.Ruling) {
	w.Post(r.Order.OrderKey)
	w.Change(r.Order.ID)
	for _, l := range r.Links {
		w.Show(l.File)
	}
}

func put[T comparable](set *map[T]bool, one T) {
	if *set == nil {
		*set = map[T]bool{}
	}
	(*set)[one] = true
}

// Add adds what others have made.
func (w *Work) Add(other Work) {
	for who := range other.ready {
		put(&w.ready, who)
	}
	for file := range other.files {
		w.Show(file)
	}
	for order := range other.orders {
		w.Change(order)
	}
}

// Tell announces the work that a transaction on a connection has made.
func (s Sharing) Tell(ctx context.Context, conn *sql.Conn, tx *sql.Tx, w Work) error {
	if s.Announce == nil {
		return nil
	}
	if err := w.findFiles(ctx, tx); err != nil {
		return fmt.Errorf("find the files whose orders changed: %w", err)
	}
	if len(w.ready)+len(w.files) == 0 {
		return nil
	}
	made := Made{Ready: sorting.Sorted(maps.Keys(w.ready), compareAddressees), Files: slices.Sorted(maps.Keys(w.files))}
	return conn.Raw(func(driver any) error {
		return s.Announce(ctx, onConn{driver.(*stdlib.Conn).Conn()}, made)
	})
}

func compareAddressees(a, b Addressee) int {
	return cmp.Or(strings.Compare(a.Account, b.Account), strings.Compare(a.Supplier, b.Supplier))
}

// findFiles adds the files of the orders that changed.
func (w *Work) findFiles(ctx context.Context, tx *sql.Tx) error {
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
		w.Show(file)
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
