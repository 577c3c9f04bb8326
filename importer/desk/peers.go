package desk

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Fences is that of the peers, nothing where there are none.
func (d *Desk) Fences(ctx context.Context) (map[string]bool, error) {
	if d.Config.Peers == nil {
		return nil, nil
	}
	fences, err := d.Config.Peers.Fences(ctx)
	if err != nil {
		return nil, fmt.Errorf("read which processes live: %w", err)
	}
	return fences, nil
}

// Held is nil while this process may write, as far as its own clocks tell.
func (d *Desk) Held() error {
	if d.Config.Peers == nil {
		return nil
	}
	return d.Config.Peers.Held()
}

// OnTime tells of an attempt that was noted at a time whether it may still be made: it is
// state.ErrHeldUp after its time, and where others may have taken over what this process does.
func (d *Desk) OnTime(begun time.Time) func() error {
	return func() error {
		now := d.Config.Now()
		// The monotonic clock stands still while a machine sleeps, the other one is set by people.
		if max(now.Sub(begun), now.Round(0).Sub(begun.Round(0))) > d.Config.Attempt || d.Held() != nil {
			return state.ErrHeldUp
		}
		return nil
	}
}

// Confirm is held, and the database's word for it where processes share the journal.
func (d *Desk) Confirm(ctx context.Context, held func() error) error {
	if err := held(); err != nil || d.Config.Peers == nil {
		return err
	}
	if err := d.Config.Peers.Confirm(ctx); err != nil {
		d.Log.Warn("an order is not sent, as others may have taken it over", "err", err)
		return state.ErrHeldUp
	}
	return held()
}

// leasedDisk is a disk that a process touches only while it may: one that was stopped, and goes
// on when others have taken its work over, overwrites nothing of theirs.
type leasedDisk struct {
	Disk
	peers Peers
}

// Write implements Disk.
func (l leasedDisk) Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error {
	if err := l.peers.Held(); err != nil {
		return err
	}
	return l.Disk.Write(path, access, note, write)
}

// Move implements Disk.
func (l leasedDisk) Move(path, dir, name string) (string, error) {
	if err := l.peers.Held(); err != nil {
		return "", err
	}
	return l.Disk.Move(path, dir, name)
}

// Rename implements Disk.
func (l leasedDisk) Rename(path, to string) error {
	if err := l.peers.Held(); err != nil {
		return err
	}
	return l.Disk.Rename(path, to)
}

// Remove implements Disk.
func (l leasedDisk) Remove(path string) error {
	if err := l.peers.Held(); err != nil {
		return err
	}
	return l.Disk.Remove(path)
}

// Bring implements Disk.
func (l leasedDisk) Bring(path string) error {
	if err := l.peers.Held(); err != nil {
		return err
	}
	return l.Disk.Bring(path)
}
