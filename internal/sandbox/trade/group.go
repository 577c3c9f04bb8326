package trade

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// group lets writes that come at the same time share a transaction: while one is committed the
// others queue up, and whoever is next commits them all.
type group struct {
	turn    sync.Mutex // one transaction at a time
	busy    bool       // the last one had many changes; guarded by turn
	mu      sync.Mutex // of waiting
	waiting []*change
}

const (
	several = 3                // changes in the last transaction, from which on more are expected soon
	moment  = time.Millisecond // what the next one waits for them: less than it takes
)

// change is one write of a group.
type change struct {
	run  func(context.Context, Querier) error
	err  error // what run said; where the transaction failed, that
	over bool
}

// errNotDone is a change that its transaction left out, as the process went through a panic.
var errNotDone = errors.New("the transaction ended early")

// do runs a change, with all that wait beside it, and returns when it is committed.
func (g *group) do(c *change, together func([]*change) error) error {
	g.mu.Lock()
	g.waiting = append(g.waiting, c)
	g.mu.Unlock()
	g.turn.Lock()
	defer g.turn.Unlock()
	if c.over {
		return c.err
	}
	if g.busy {
		time.Sleep(moment)
	}
	g.mu.Lock()
	batch := g.waiting
	g.waiting = nil
	g.mu.Unlock()
	g.busy = len(batch) >= several
	for _, each := range batch {
		each.err, each.over = errNotDone, true
	}
	if err := together(batch); err != nil {
		for _, each := range batch {
			each.err = err
		}
	}
	return c.err
}

// often is Update for what is done a thousand times: each of its statements is compiled once
// for all times, and what comes at the same time is one transaction.
func (st *Store) often(ctx context.Context, fn func(context.Context, Querier) error) error {
	return st.group.do(&change{run: fn}, func(batch []*change) error { return st.commit(context.WithoutCancel(ctx), batch) })
}

// commit runs changes in one transaction.
func (st *Store) commit(ctx context.Context, batch []*change) error {
	if err := st.compiled.prepare(ctx, st.Write); err != nil {
		return err
	}
	return st.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return runTogether(ctx, &prepared{tx: tx, compiled: &st.compiled, statements: map[string]*sql.Stmt{}}, batch)
	})
}

// runTogether runs the changes of a transaction. One that fails leaves nothing behind and does
// not take the others with it.
func runTogether(ctx context.Context, tx Querier, batch []*change) error {
	if len(batch) == 1 {
		batch[0].err = batch[0].run(ctx, tx)
		return batch[0].err
	}
	for _, c := range batch {
		if err := runApart(ctx, tx, c); err != nil {
			return err
		}
	}
	return nil
}

// runApart runs a change so that it can fail alone.
func runApart(ctx context.Context, tx Querier, c *change) error {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT change"); err != nil {
		return fmt.Errorf("begin a change: %w", err)
	}
	if c.err = c.run(ctx, tx); c.err != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO change"); err != nil {
			return errors.Join(c.err, fmt.Errorf("undo a change: %w", err))
		}
	}
	if _, err := tx.ExecContext(ctx, "RELEASE change"); err != nil {
		return errors.Join(c.err, fmt.Errorf("end a change: %w", err))
	}
	return nil
}
