package service

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/windows/svc"
	"golang.org/x/sys/windows/svc/eventlog"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// serve is what the manager starts.
func (p *Program) serve(ctx context.Context, name string) error {
	ours, err := svc.IsWindowsService()
	if err != nil {
		return err
	}
	if !ours {
		return refuse(failure.Usage, "not_started", name)
	}
	log, err := eventlog.Open(name)
	if err != nil {
		return err
	}
	// A service hears of every user who logs off, which Go takes for SIGTERM: the manager alone ends it.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	ctx = context.WithoutCancel(ctx)
	work := func(ctx context.Context, ready func()) error { return p.daemon(ctx, events{log}, ready) }
	return errors.Join(svc.Run(name, handler(func(asks <-chan ask, report func(State)) int {
		return p.Code(ctx, attend(ctx, asks, report, work, p.Reload))
	})), log.Close())
}

// eventNumber is the number of every event: what differs stands in the text.
const eventNumber = 1

// events is the event log.
type events struct{ log *eventlog.Log }

// Report implements Events.
func (e events) Report(level slog.Level, text string) error {
	switch {
	case level >= slog.LevelError:
		return e.log.Error(eventNumber, text)
	case level >= slog.LevelWarn:
		return e.log.Warning(eventNumber, text)
	}
	return e.log.Info(eventNumber, text)
}

// How long the manager is to wait for the next word, in milliseconds.
const (
	startHint = 120_000
	stopHint  = 90_000
)

// reports are what the manager hears of each state.
var reports = map[State]svc.Status{
	Starting: {State: svc.StartPending, WaitHint: startHint, Accepts: svc.AcceptStop},
	Running:  {State: svc.Running, Accepts: svc.AcceptStop | svc.AcceptShutdown | svc.AcceptPreShutdown | svc.AcceptParamChange},
	Stopping: {State: svc.StopPending, WaitHint: stopHint},
}

// handler is the service for its manager: it answers what is asked until it has ended, with its exit code.
type handler func(asks <-chan ask, report func(State)) int

// Execute implements svc.Handler.
func (h handler) Execute(_ []string, requests <-chan svc.ChangeRequest, changes chan<- svc.Status) (ours bool, code uint32) {
	asks, over := make(chan ask), make(chan struct{})
	defer close(over)
	go carry(requests, asks, over)
	return true, uint32(h(asks, func(s State) { changes <- reports[s] })) //nolint:gosec // the codes are small and positive
}

// carry turns what the manager asks into the words of attend, until it is over.
func carry(requests <-chan svc.ChangeRequest, asks chan<- ask, over <-chan struct{}) {
	words := map[svc.Cmd]ask{svc.Stop: asksStop, svc.Shutdown: asksStop, svc.PreShutdown: asksStop, svc.ParamChange: asksReload, svc.Interrogate: asksState}
	for {
		select {
		case <-over:
			return
		case r := <-requests:
			one, known := words[r.Cmd]
			if !known {
				continue // it was not accepted
			}
			select {
			case <-over:
				return
			case asks <- one:
			}
		}
	}
}
