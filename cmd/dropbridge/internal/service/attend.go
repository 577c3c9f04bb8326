package service

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// ask is what the manager wants of the service.
type ask int

const (
	asksState ask = iota // how far it is
	asksStop             // or the machine shuts down
	asksReload
)

// attend does the work of a service and answers the manager until the work has ended, whose error it
// gives. The work is over when its context ends; it says by ready that it works.
func attend(ctx context.Context, asks <-chan ask, report func(State), work func(ctx context.Context, ready func()) error, reload func()) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	now := Starting
	report(now)
	go func() {
		ended <- work(ctx, func() {
			select {
			case began <- struct{}{}:
			default: // it begins anew, which the manager need not know
			}
		})
	}()
	for {
		select {
		case err := <-ended:
			if now == Stopping && errors.Is(err, context.Canceled) {
				return nil // that is what was asked for
			}
			return err
		case <-began:
			if now == Starting {
				now = Running
				report(now)
			}
		case one := <-asks:
			switch one {
			case asksState:
				report(now)
			case asksReload:
				reload()
			case asksStop:
				now = Stopping
				report(now)
				stop()
			}
		}
	}
}

// LogName is the file of the state folder that a service writes its lines into.
const LogName = "service.log"

// daemon is the work of a service.
func (p *Program) daemon(ctx context.Context, events Events, ready func()) error {
	c, err := p.Config()
	if err == nil {
		err = p.logged(ctx, filepath.Join(c.State(), LogName), Under{Events: newEventHandler(events), Ready: ready})
	}
	if err != nil && ctx.Err() == nil {
		text, hint := p.Said(err, p.Spoken())
		if hint != "" {
			text += ": " + hint
		}
		_ = events.Report(slog.LevelError, oneline.Joined(text)) // where it cannot be said the exit code is left
	}
	return err
}

// logged is the daemon, with its log in a file.
func (p *Program) logged(ctx context.Context, path string, under Under) (err error) {
	if under.Log, err = OpenLog(path); err != nil {
		return err
	}
	defer under.Log.Close() // the lines are written
	return p.Run(ctx, under)
}
