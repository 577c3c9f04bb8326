package daemon

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// addProcesses adds the processes that share the journal, and what waits for them.
func (d *Daemon) addProcesses(ctx context.Context, s *standing.Snapshot) error {
	if d.Sharing == nil {
		return nil
	}
	s.Roles = dispatch.AllRoles.Words()
	list, err := d.Sharing.Member.List(ctx)
	if err != nil {
		return err
	}
	at, err := d.Sharing.Dispatcher.Holders(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		if len(p.Roles) == 0 { // one command, which is over soon
			continue
		}
		one := standing.Process{Name: p.Name, Host: p.Host, Version: p.Version, Roles: p.Roles, Started: p.Started, Seen: p.Beat,
			Fenced: p.Fenced, Sending: p.Sending, Waits: p.Waits, Own: p.Name == d.Sharing.Member.Name()}
		for _, kind := range at[p.Name] {
			one.Jobs = append(one.Jobs, string(kind))
		}
		s.Processes = append(s.Processes, one)
	}
	queues, err := d.Sharing.Dispatcher.Queues(ctx)
	for _, q := range queues {
		s.Queues = append(s.Queues, standing.Queue{Kind: string(q.Kind), Waiting: q.Waiting, Running: q.Running, Oldest: q.Oldest})
	}
	return err
}
