package daemon

import (
	"context"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/fleet"
)

// Sharing is what the daemon has of the other processes that share its journal.
type Sharing struct {
	Roles      dispatch.Roles // that this one has
	Member     *fleet.Member
	Dispatcher *dispatch.Dispatcher
	// Lost returns with state.ErrFenced when the others have taken this process for dead, and
	// with the error of ctx when that ends before.
	Lost func(ctx context.Context) error
}

// has reports whether the daemon has a role; one that shares nothing has all.
func (d *Daemon) has(role dispatch.Role) bool { return d.Sharing == nil || d.Sharing.Roles.Has(role) }

// work keeps the work going: all of it in loops of this process, or, where processes share it, what
// the roles are asked for.
func (d *Daemon) work(ctx context.Context, group *errgroup.Group) {
	if d.Sharing == nil {
		group.Go(func() error { return d.Orders.Run(ctx) })
		group.Go(func() error { return d.publishFeeds(ctx) })
		group.Go(func() error { return d.Closer.Run(ctx) })
		return
	}
	group.Go(func() error { return d.Sharing.Lost(ctx) })
	group.Go(func() error { return d.Orders.RunOnly(ctx, importer.Loops{Intake: d.has(dispatch.Inbox)}) })
	group.Go(func() error { return d.Sharing.Dispatcher.Run(ctx, d.Sharing.Member, d.hands()) })
	group.Go(func() error { return d.forgetEnded(ctx) })
}

// hands do what the roles are asked for. What goes wrong is a problem that the importer tells, or
// stands beside the feed and the month.
func (d *Daemon) hands() dispatch.Hands {
	return dispatch.Hands{
		Post:   func(ctx context.Context, supplier string) { d.said(ctx, d.Orders.PostRound(ctx, supplier)) },
		Follow: func(ctx context.Context, supplier string) { d.said(ctx, d.Orders.FollowRound(ctx, supplier)) },
		Show:   d.showResults,
		Build:  d.buildAsked,
		Close:  func(ctx context.Context) { d.said(ctx, d.Closer.CloseDue(ctx)) },
	}
}

// said logs an error that is not the end of the daemon.
func (d *Daemon) said(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		d.Logger.Error("a job was not done", "error", d.withHint(err))
	}
}

// calm is how long a result waits for more to show: that of a large file is not written anew for
// each of its orders.
const calm = time.Second

func (d *Daemon) showResults(ctx context.Context, file int64) {
	if file != 0 {
		timer := time.NewTimer(calm)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
	d.said(ctx, d.Orders.ShowRound(ctx, file))
}

// forgetEvery is how often the names of processes that ended long ago are forgotten.
const forgetEvery = time.Hour

// forgetEnded forgets processes until ctx ends.
func (d *Daemon) forgetEnded(ctx context.Context) error {
	for {
		d.said(ctx, d.Sharing.Member.Forget(ctx))
		timer := time.NewTimer(forgetEvery)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// RoleOf is the role whose work waits while a problem of that name lasts, "" where none does.
func RoleOf(problem string) dispatch.Role {
	switch problem {
	case told.ProblemApproval, told.ProblemSupplier, told.ProblemPosting, told.ProblemLookup, told.ProblemJournal:
		return dispatch.Post
	case told.ProblemFollow:
		return dispatch.Follow
	case told.ProblemResults, told.ProblemInbox, told.ProblemLock, told.ProblemIntake:
		return dispatch.Inbox
	}
	if strings.HasPrefix(problem, told.ProblemResult) {
		return dispatch.Inbox
	}
	return ""
}
