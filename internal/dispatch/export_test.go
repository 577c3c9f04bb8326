package dispatch

import (
	"context"
	"time"
)

// SilentFor is how long the database lets a transaction of the dispatcher's be open whose client
// is silent.
func (d *Dispatcher) SilentFor(ctx context.Context) (text string, err error) {
	err = d.pool.QueryRow(ctx, "SHOW idle_in_transaction_session_timeout").Scan(&text)
	return text, err
}

// Free frees the jobs that nobody is at, as a process does with each of its beats.
func (d *Dispatcher) Free(ctx context.Context, process string) error { return d.free(ctx, process) }

// Quicken has what is due again and again seen anew that often, before Run.
func (d *Dispatcher) Quicken(beat time.Duration) { d.beat = beat }
