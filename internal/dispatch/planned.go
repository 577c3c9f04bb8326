package dispatch

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/dropbridge/dropbridge/internal/fleet"
)

// planned are the periodic jobs that this process would note if it were the elected one: those of
// all processes that live, as they may be of other accounts, or of a newer config.
type planned struct {
	bundle *river.PeriodicJobBundle
	ids    map[string]bool
}

func newPlanned(bundle *river.PeriodicJobBundle) *planned {
	return &planned{bundle: bundle, ids: map[string]bool{}}
}

// keepPlanned keeps up with the processes, their schedules and their ends, until ctx ends.
func (d *Dispatcher) keepPlanned(ctx context.Context, member *fleet.Member, p *planned) error {
	for {
		if err := p.renew(ctx, member); err != nil && ctx.Err() == nil {
			d.Logger.Warn("it is not known what is due again and again: what was known goes on", "error", err)
		}
		if err := d.free(ctx, member.Name()); err != nil && ctx.Err() == nil {
			d.Logger.Warn("what nobody is at waits", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d.beat):
		}
	}
}

// renew plans what is new in the schedules, and drops what is not in them any more.
func (p *planned) renew(ctx context.Context, member *fleet.Member) error {
	list, err := member.List(ctx)
	if err != nil {
		return err
	}
	wanted := map[string]Periodic{}
	for _, process := range list {
		if process.Fenced {
			continue
		}
		tasks, err := parseSchedule(process.Schedule)
		if err != nil {
			return fmt.Errorf("the schedule of the process %s: %w", process.Name, err)
		}
		for _, t := range tasks {
			wanted[t.id()] = t
		}
	}
	for id := range p.ids {
		if _, still := wanted[id]; !still {
			p.bundle.RemoveByID(id)
			delete(p.ids, id)
		}
	}
	for id, t := range wanted {
		if p.ids[id] {
			continue
		}
		if _, err := p.bundle.AddSafely(t.job()); err != nil {
			return err
		}
		p.ids[id] = true
	}
	return nil
}

// id is the same for tasks that are the same, as often due.
func (t Periodic) id() string {
	return fmt.Sprintf("%s.%d.%s.%s", t.queue(), t.File, t.Do, t.Every) + t.Name
}

// dueNow has jobs that are to be done at once be due by the database's clock: of periodic ones
// River takes the elected machine's.
var dueNow = river.HookInsertBeginFunc(func(_ context.Context, params *rivertype.JobInsertParams) error {
	if params.State == rivertype.JobStateAvailable {
		params.ScheduledAt = nil
	}
	return nil
})

// job is the task as River plans it.
func (t Periodic) job() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(t.Every), func() (river.JobArgs, *river.InsertOpts) {
		return t.Task, nil
	}, &river.PeriodicJobOpts{ID: t.id(), RunOnStart: true})
}
