package journal

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/dropbridge/dropbridge/importer"
)

// op is one write that waits for a commit.
type op struct {
	rows int // that it writes, more or less
	run  func(ctx context.Context, tx *sql.Tx) error
	err  error // what run said; where the commit failed, that
	done chan struct{}
}

const (
	mostOps     = 512                   // in one transaction
	commitLimit = 30 * time.Second      // for one transaction, its wait for other processes included,
	rowLimit    = 20 * time.Millisecond // and so much more for each row
)

var errClosed = errors.New("the journal is closed")

// do runs a write in a transaction that it may share with others, and returns when
// the commit is durable. ctx counts until the write is handed over: after that its
// outcome is waited for, as a half-known one would be of no use.
func (j *Journal) do(ctx context.Context, rows int, run func(ctx context.Context, tx *sql.Tx) error) error {
	o := &op{rows: rows, run: run, done: make(chan struct{})}
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
	select {
	case j.ops <- o:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commitLoop is the only writer. While one commit is under way others queue up, and
// the next one takes them all: no timer is needed to make batches.
func (j *Journal) commitLoop() {
	defer close(j.done)
	for first := range j.ops {
		batch := j.gather([]*op{first})
		if len(batch) == 1 || j.commit(batch) != nil {
			j.commitEach(batch)
		}
		for _, o := range batch {
			close(o.done)
		}
	}
}

// gather takes what waits already.
func (j *Journal) gather(batch []*op) []*op {
	for len(batch) < mostOps {
		select {
		case o, open := <-j.ops:
			if !open {
				return batch
			}
			batch = append(batch, o)
		default:
			return batch
		}
	}
	return batch
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

// commit runs ops in one transaction. A stale swap has written nothing and is no
// reason to undo the others.
func (j *Journal) commit(batch []*op) error {
	limit := commitLimit
	for _, o := range batch {
		limit += time.Duration(o.rows) * rowLimit
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	tx, err := j.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, o := range batch {
		o.err = o.run(ctx, tx)
		if o.err != nil && !errors.Is(o.err, importer.ErrStale) {
			return o.err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	j.commits.Add(1)
	return nil
}
