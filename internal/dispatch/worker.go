package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// worker does the jobs of a kind.
type worker struct {
	river.WorkerDefaults[Task]
	pool    *pgxpool.Pool
	process string          // that this is
	living  <-chan struct{} // closed when it is to end
	held    *held
	logger  *slog.Logger
	do      func(context.Context, Task)
}

// held are the ids of the jobs that this process is at.
type held struct {
	mu  sync.Mutex
	ids map[int64]bool
}

// take notes that it is at a job, until it lets go of it.
func (h *held) take(id int64) (let func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ids == nil {
		h.ids = map[int64]bool{}
	}
	h.ids[id] = true
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.ids, id)
	}
}

// list are all of them, an empty list for none.
func (h *held) list() []int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.AppendSeq(make([]int64, 0, len(h.ids)), maps.Keys(h.ids))
}

// endLimit bounds the transaction that ends a job.
const endLimit = 5 * time.Second

// pause is how long it takes until something is tried again.
const pause = time.Second

// Work implements river.Worker. The database may be away when a job is done. River would give up
// after a while, and the job would be under way for good and keep others like it away: so it is
// tried until the database is back.
func (w *worker) Work(ctx context.Context, job *river.Job[Task]) error {
	defer w.held.take(job.ID)()
	w.do(ctx, job.Args)
	for said := false; ; said = true {
		err := w.tryEnd(context.WithoutCancel(ctx), job)
		if err == nil {
			return nil
		}
		if !said {
			w.logger.Warn("a job that was done cannot be ended: it is tried again", "job", job.Kind, "error", err)
		}
		select {
		case <-w.living:
			return nil
		case <-time.After(pause):
		}
	}
}

func (w *worker) tryEnd(ctx context.Context, job *river.Job[Task]) error {
	ctx, cancel := context.WithTimeout(ctx, endLimit)
	defer cancel()
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error { return w.end(ctx, tx, job) })
}

// end ends a job, and notes it anew where a write has made work meanwhile, in one transaction. One
// that this process has no more, as it was fenced, is left alone. It is a transaction of its own:
// a job does its work in many of the journal's, and after each of them the journal tells a job
// that comes again what is left.
func (w *worker) end(ctx context.Context, tx pgx.Tx, job *river.Job[Task]) error {
	var again bool
	err := tx.QueryRow(ctx, `SELECT metadata ? 'again' FROM river_job WHERE id = $1 AND state = 'running'
		AND attempted_by[array_length(attempted_by, 1)] = $2 FOR UPDATE`, job.ID, w.process).Scan(&again)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, job); err != nil || !again {
		return err
	}
	next := job.Args
	next.Do = Kind(job.Kind)
	_, err = river.ClientFromContext[pgx.Tx](ctx).InsertTx(ctx, tx, next, nil)
	return err
}
