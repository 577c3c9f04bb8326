package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// indexedAtOnce is how many orders of an older version get their terms in one transaction.
const indexedAtOnce = 200

// startIndexing starts indexOlder, where there are orders for it. The connection that writes is asked:
// it knows the tables by now, which another one would read first.
func (j *Journal) startIndexing(ctx context.Context) {
	indexing, stop := context.WithCancel(context.WithoutCancel(ctx))
	j.stop = stop
	if done, err := allIndexed(ctx, j.write); done || err != nil { // after an error the next opening goes on
		close(j.indexed)
		return
	}
	go j.indexOlder(indexing)
}

// indexOlder gives orders of an older version of the program their terms until none is left,
// or ctx ends. What is done is durable with each transaction, so that the next process goes
// on from there. It leaves others as much time as it takes.
func (j *Journal) indexOlder(ctx context.Context) {
	defer close(j.indexed)
	for ctx.Err() == nil {
		began := time.Now()
		more, err := j.indexSome(ctx)
		if err != nil || !more {
			return // after an error the next opening goes on
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Since(began)):
		}
	}
}

// indexSome gives the next few orders their terms, and reports whether there may be more.
func (j *Journal) indexSome(ctx context.Context) (more bool, err error) {
	if done, err := allIndexed(ctx, j.read); done || err != nil {
		return false, err
	}
	err = j.do(ctx, indexedAtOnce, func(ctx context.Context, tx *sql.Tx) error {
		below, err := lockIndexing(ctx, tx, j.dialect)
		if errors.Is(err, sql.ErrNoRows) {
			more = true // another process is at it
			return nil
		}
		if err != nil {
			return err
		}
		next, err := j.indexBelow(ctx, tx, below)
		if err != nil {
			return err
		}
		more = next > 0
		_, err = tx.ExecContext(ctx, "UPDATE indexing SET below = $1", next)
		return err
	})
	return more, err
}

// lockIndexing is how far the orders have their terms, for this transaction alone.
func lockIndexing(ctx context.Context, tx *sql.Tx, d dialect) (below int64, err error) {
	query := "SELECT below FROM indexing"
	if d == postgres {
		query += " FOR UPDATE SKIP LOCKED"
	}
	err = tx.QueryRowContext(ctx, query).Scan(&below)
	return below, err
}

// indexBelow gives the orders just below an id their terms, and returns the lowest of them,
// 0 where none is left.
func (j *Journal) indexBelow(ctx context.Context, tx *sql.Tx, below int64) (next int64, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT "+scan.BodilessColumns+" FROM orders WHERE orders.id < $1 ORDER BY orders.id DESC"+clause.Limit(indexedAtOnce), below)
	if err != nil {
		return 0, err
	}
	orders, err := scan.Orders(rows)
	if err != nil {
		return 0, err
	}
	for _, o := range orders {
		if err := j.indexOne(ctx, tx, o); err != nil {
			return 0, fmt.Errorf("order %d: %w", o.ID, err)
		}
	}
	if len(orders) < indexedAtOnce {
		return 0, nil
	}
	return orders[len(orders)-1].ID, nil
}

func (j *Journal) indexOne(ctx context.Context, tx *sql.Tx, o state.Order) error {
	if err := j.addTerms(ctx, tx, o.ID, o.Terms()); err != nil {
		return err
	}
	if err := j.addWaybills(ctx, tx, o, time.Time{}); err != nil {
		return err
	}
	late := o.LateFrom()
	if late.IsZero() {
		return nil
	}
	_, err := tx.ExecContext(ctx, "UPDATE orders SET late_from = $1 WHERE id = $2", clause.StoredTime(late), o.ID)
	return err
}

// allIndexed reports whether every order has its terms.
func allIndexed(ctx context.Context, db querier) (bool, error) {
	var below int64
	err := db.QueryRowContext(ctx, `SELECT CASE WHEN below > COALESCE((SELECT MIN(id) FROM orders), 0) THEN below ELSE 0 END FROM indexing`).Scan(&below)
	if err != nil {
		return false, fmt.Errorf("read how far orders are made ready for the search: %w", err)
	}
	return below <= 1, nil
}
