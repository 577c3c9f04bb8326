package objects

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"
)

const (
	// glanceLimit is how long people wait for what a store may say.
	glanceLimit = 2 * time.Second
	// glancePause is for how long a store that said nothing is not glanced at again.
	glancePause = 10 * time.Second
)

// silence is since when, and with what error, a store has said nothing to whoever glanced at it.
type silence struct {
	mu    sync.Mutex
	until time.Time
	err   error
}

// Glance is Look for what people are shown: it waits for two seconds at most, and while the
// store says nothing, it asks for one object every ten seconds, however many there are.
func (d *Disk) Glance(path string) error {
	in, key := d.object(path)
	if in == nil {
		return d.Durably.Glance(path)
	}
	if in.name == spoolRoot && d.Durably.Glance(path) == nil {
		return nil
	}
	if err := d.silent.now(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), glanceLimit)
	defer cancel()
	_, err := d.bucket.Stat(ctx, key)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.silent.begin(err)
	}
	return err
}

func (s *silence) now() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.err
	}
	return nil
}

func (s *silence) begin(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until, s.err = time.Now().Add(glancePause), err
}
