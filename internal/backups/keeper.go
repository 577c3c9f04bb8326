package backups

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/trouble"
)

// Keeper makes copies by a plan.
type Keeper struct {
	Plan
	ID   func(context.Context) (string, error)        // of the journal
	Copy func(ctx context.Context, path string) error // writes a whole, proven copy where nothing is
	Log  *slog.Logger
	Hint func(error) string // the way out of an error, "" where none is known
	Now  func() time.Time

	mu sync.Mutex
	id string // of the journal, as it was last asked for
}

// again is how long after an attempt that failed, or that another process makes, the next one is made.
const again = 10 * time.Minute

// Run makes copies until ctx ends. What goes wrong is noted and tried again.
func (k *Keeper) Run(ctx context.Context) error {
	if k.OnServer {
		return nil
	}
	if _, err := k.identify(ctx); err != nil && ctx.Err() == nil {
		k.note(err)
	}
	for at := k.first(); ; at = k.round(ctx) {
		timer := time.NewTimer(at.Sub(k.Now()))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// identify is the id of the journal.
func (k *Keeper) identify(ctx context.Context) (string, error) {
	id, err := k.ID(ctx)
	if err == nil {
		k.mu.Lock()
		k.id = id
		k.mu.Unlock()
	}
	return id, err
}

// Standing is how the copies stand.
func (k *Keeper) Standing() *standing.Backup {
	k.mu.Lock()
	id := k.id
	k.mu.Unlock()
	return k.Plan.Standing(id, k.Now())
}

// first is when to look for the first time: what failed before is tried at once.
func (k *Keeper) first() time.Time {
	if now := k.Now(); k.Standing().Error != "" {
		return k.When.NotBefore(now, rand.N).At
	}
	return k.next()
}

// next is when the next copy is due. One that was due while nobody was there is due now.
func (k *Keeper) next() time.Time {
	now := k.Now()
	if last := k.Standing().At; !k.due(last, now) {
		return k.When.Due(last, rand.N).At
	}
	return k.When.NotBefore(now, rand.N).At
}

// due reports whether a copy is due, of which the last one was made at a time, zero for never.
func (k *Keeper) due(last, now time.Time) bool {
	return last.IsZero() || !k.When.Next(last).After(now)
}

// round makes the copy that is due, notes what became of it, and is when to come again.
func (k *Keeper) round(ctx context.Context) time.Time {
	err := k.alone(func() error { return k.save(ctx) })
	if ctx.Err() == nil && !errors.Is(err, durable.ErrElsewhere) {
		k.note(err)
	}
	if err != nil {
		return k.When.NotBefore(k.Now().Add(again), rand.N).At
	}
	return k.next()
}

// alone does something that no other process of this folder does meanwhile.
func (k *Keeper) alone(do func() error) error { return durable.TryAlone(k.Trouble+".lock", do) }

// save makes a copy, where none was made meanwhile, and takes those away that nothing keeps: nothing
// goes before the new one is there.
func (k *Keeper) save(ctx context.Context) error {
	id, err := k.identify(ctx)
	if err != nil {
		return err
	}
	now := k.Now().Truncate(time.Second)
	copies, err := List(k.Dir, id, now)
	if err != nil {
		return err
	}
	if len(copies) == 0 || k.due(copies[0].At, now) {
		made := Copy{nameOf(id, now, k.ending()), now}
		if err := os.MkdirAll(k.Dir, 0o700); err != nil {
			return err
		}
		if err := k.Copy(ctx, filepath.Join(k.Dir, made.Name)); err != nil {
			return err
		}
		k.Log.Info("the journal was copied", "file", filepath.Join(k.Dir, made.Name))
		copies = append([]Copy{made}, copies...)
	}
	return errors.Join(remove(k.Dir, k.Keep.over(copies, k.When.Zone())), k.carry(ctx, id, copies[0], now))
}

// note notes what became of an attempt, and since when attempts fail.
func (k *Keeper) note(err error) {
	was, unread := trouble.Read(k.Trouble)
	var is trouble.Trouble
	if err != nil {
		is = trouble.Trouble{Error: oneline.Joined(err.Error()), Mend: oneline.Unbroken(k.Hint(err)), Since: was.Since}
		if is.Since.IsZero() {
			is.Since = k.Now()
		}
		k.Log.Error("the journal was not copied", "error", is.Error, "hint", is.Mend)
	}
	if is == was && unread == nil {
		return
	}
	if err := trouble.Write(k.Trouble, is); err != nil {
		k.Log.Error("what keeps the journal from being copied was not noted", "error", err)
	}
}
