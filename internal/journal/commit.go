package journal

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/share"
)

// op is one write that waits for a commit.
type op struct {
	rows  int   // that it writes, more or less
	send  bool  // it notes an attempt to create an order, or a file
	order int64 // whose state it writes, 0: of none
	run   func(ctx context.Context, tx *sql.Tx) error
	err   error      // what run said; where the commit failed, that
	made  share.Work // by run
	done  chan struct{}
}

const (
	mostOps     = 512                   // in one transaction
	moment      = 3 * time.Millisecond  // less than most suppliers take to answer
	largeOp     = 1000                  // rows, from which on a server takes longer than others are to wait
	commitLimit = 30 * time.Second      // for one transaction, its wait for other processes included,
	rowLimit    = 20 * time.Millisecond // and so much more for each row
)

var errClosed = errors.New("the journal is closed")

// do runs a write in a transaction that it may share with others, and returns when
// the commit is durable. ctx counts until the write is handed over: after that its
// outcome is waited for, as a half-known one would be of no use.
func (j *Journal) do(ctx context.Context, rows int, run func(ctx context.Context, tx *sql.Tx) error) error {
	return j.doOp(ctx, &op{rows: rows, run: run})
}

func (j *Journal) doOp(ctx context.Context, o *op) error {
	o.done = make(chan struct{})
	if err := j.handOver(ctx, o); err != nil {
		return err
	}
	<-o.done
	return o.err
}

func (j *Journal) handOver(ctx context.Context, o *op) error {
	j.mu.RLock()
	defer j.mu.RUnlock()
	if j.closed {
		return errClosed
	}
	queue := j.ops
	if o.rows >= largeOp && j.dialect == postgres {
		queue = j.large
	}
	select {
	case queue <- o:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commitLarge commits the large ops of a server, one after the other and beside all others, as
// those of another process are: nobody is to wait until a file of very many orders is written.
func (j *Journal) commitLarge() {
	for o := range j.large {
		j.commitEach([]*op{o})
		close(o.done)
	}
}

// commitLoop is the only writer of what is not large. While one commit is under way others queue up, and
// the next one takes them all.
func (j *Journal) commitLoop() {
	g := gatherer{ops: j.ops, out: map[int64]bool{}}
	for first := range j.ops {
		batch := g.gather(first)
		if len(batch) == 1 || j.commit(batch) != nil {
			j.commitEach(batch)
		}
		g.noteSent(batch)
		for _, o := range batch {
			close(o.done)
		}
	}
}

// gatherer finds the ops that share a transaction. While orders are at the supplier their answers are
// about to be written, and fewer commits leave more of the machine to the orders: it waits a moment for
// those. A supplier who answers at once is not waited for longer than he takes: what comes while a
// transaction is under way shares the next one.
type gatherer struct {
	ops <-chan *op
	out map[int64]bool // ids of the orders whose attempt is noted, and of which nothing more was heard
}

// gather takes what waits already, and what comes until enough has. Those who are ready to write get
// the processor first: on a machine that has one alone, or one to spare, each would wake the committer
// for itself, and none would share a commit.
func (g *gatherer) gather(first *op) []*op {
	runtime.Gosched()
	batch := g.take(nil, first)
	var over <-chan time.Time
	for len(batch) < mostOps {
		o := g.waiting()
		if o == nil && !g.enough(batch) {
			if over == nil {
				over = time.After(moment)
			}
			o = g.next(over)
		}
		if o == nil {
			break
		}
		batch = g.take(batch, o)
	}
	return batch
}

// waiting is an op that waits, nil where there is none.
func (g *gatherer) waiting() *op {
	select {
	case o := <-g.ops:
		return o
	default:
		return nil
	}
}

// next is the first op that comes before it is over, or nil; nil too where the journal is being closed.
func (g *gatherer) next(over <-chan time.Time) *op {
	select {
	case o := <-g.ops:
		return o
	case <-over:
		return nil
	}
}

// enough reports whether so few orders are at the supplier still that to wait for them would hold up
// those of a batch: each answer lets the next order begin, so that they go on meanwhile.
func (g *gatherer) enough(batch []*op) bool { return 2*len(batch) >= len(g.out) }

// take adds an op to a batch. What is written of an order that was out tells that it is back.
func (g *gatherer) take(batch []*op, o *op) []*op {
	if !o.send {
		delete(g.out, o.order)
	}
	return append(batch, o)
}

// noteSent remembers the orders of a batch that go to the supplier now.
func (g *gatherer) noteSent(batch []*op) {
	for _, o := range batch {
		if o.send && o.order != 0 && o.err == nil {
			g.out[o.order] = true
		}
	}
}

// commitEach gives every op a transaction of its own, so that one that fails does not
// take the others with it. One that met another process is tried again.
func (j *Journal) commitEach(batch []*op) {
	const tries = 5
	for _, o := range batch {
		for range tries {
			err := j.commit([]*op{o})
			if err == nil {
				break
			}
			o.err = err
			if isSealed(err) {
				o.err = errSealed
			}
			if !j.collided(err) {
				break
			}
		}
	}
}

// errCollided is an order that another process changed in the middle of a Record.
var errCollided = errors.New("another process changed the order meanwhile")

// collided reports whether a transaction failed only because another process did the
// same at the same time: a key that it inserted first, a deadlock, a lost race.
func (j *Journal) collided(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505" || pg.Code == "40001" || pg.Code == "40P01"
	}
	return errors.Is(err, errCollided)
}

// wroteNothing reports whether an op left the transaction as it was: its swap was stale,
// or would have given an order another one's id.
func wroteNothing(err error) bool {
	_, taken := errors.AsType[*state.TakenError](err)
	return taken || errors.Is(err, state.ErrStale)
}

// commit runs ops in one transaction. A swap that has written nothing is no reason to
// undo the others.
func (j *Journal) commit(batch []*op) error {
	limit := commitLimit
	for _, o := range batch {
		limit += time.Duration(o.rows) * rowLimit
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	conn, err := j.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := j.sharing.MayWrite(ctx, tx); err != nil {
		return err
	}
	done, err := runOps(j.uninterrupted(ctx), tx, batch)
	if err != nil {
		return err
	}
	if err := j.foldSometimes(ctx, tx, done.rows); err != nil {
		return err
	}
	if err := j.sharing.Tell(ctx, conn, tx, done.made); err != nil {
		return err
	}
	reached, err := j.countAttempts(ctx, tx, done.sends)
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	j.commits.Add(1)
	if done.sends > 0 {
		j.noteReached(reached)
	}
	return nil
}

// uninterrupted is the context of a transaction's statements. Those of SQLite wait for nobody, and
// the driver has a goroutine watch over each that could be interrupted; the transaction keeps its limit.
func (j *Journal) uninterrupted(ctx context.Context) context.Context {
	if j.dialect == sqlite {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// effect is what the ops of a transaction have done.
type effect struct {
	sends int64 // attempts and files that they have noted
	rows  int
	made  share.Work
}

func runOps(ctx context.Context, tx *sql.Tx, batch []*op) (done effect, err error) {
	for _, o := range batch {
		o.made = share.Work{}
		o.err = o.run(ctx, tx)
		if o.err != nil && !wroteNothing(o.err) {
			return done, o.err
		}
		if o.err == nil {
			done.made.Add(o.made)
			if o.send {
				done.sends++
			}
		}
		done.rows += o.rows
	}
	return done, nil
}
