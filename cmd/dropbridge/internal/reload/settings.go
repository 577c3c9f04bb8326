package reload

import (
	"context"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
)

// Settings are those that a daemon works with, or is to work with next. Use Load.
type Settings struct {
	Config  *config.Config
	Watch   *Watch
	Refused error // why changed ones are not worked with, nil for none

	old *Settings // that worked, where these have not yet; nil where there are none
}

// Load reads the config by read and notes what its files hold, so that no change from then on is
// missed. Whoever wants the settings read anew says so by asked.
func Load(read func() (*config.Config, error), asked <-chan struct{}) (*Settings, error) {
	c, err := read()
	if err != nil {
		return nil, err
	}
	plain, secrets := c.ReadFrom()
	w := &Watch{Files: slices.Concat(plain, secrets), Asked: asked}
	w.Open()
	c, err = read()
	return &Settings{Config: c, Watch: w}, err
}

// Renew goes over to changed settings, as Load gives them. Those that cannot be read, as they were
// changed once more, are refused.
func (s *Settings) Renew(changed *Settings, err error) {
	if s.Refused = err; err != nil {
		return
	}
	old := *s
	s.Config, s.Watch, s.old = changed.Config, changed.Watch, &old
}

// Keep takes the settings for those that work, which nothing goes back from any more.
func (s *Settings) Keep() { s.old = nil }

// FallBack goes back to the settings that worked before, where there are any, for why the changed
// ones do not.
func (s *Settings) FallBack(why error) bool {
	if s.old == nil {
		return false
	}
	s.Config, s.Watch, s.Refused, s.old = s.old.Config, s.old.Watch, why, nil
	return true
}

// anewPause is how long a process waits that could not begin anew.
const anewPause = 2 * time.Second

// Pause waits before a process tries to begin anew once more, or until ctx ends, whose error it gives.
func Pause(ctx context.Context) error {
	timer := time.NewTimer(anewPause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
