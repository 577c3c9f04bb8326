package daemon

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
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
	shop{d}.tellAllMoney(ctx)
}

// hands do what the roles are asked for. What goes wrong is a problem that the importer tells, or
// stands beside the feed and the month.
func (d *Daemon) hands() dispatch.Hands {
	return dispatch.Hands{
		Post:   func(ctx context.Context, supplier string) { d.said(ctx, d.Orders.PostRound(ctx, supplier)) },
		Follow: func(ctx context.Context, supplier string) { d.said(ctx, d.Orders.FollowRound(ctx, supplier)) },
		Show:   d.showResults,
		Build:  d.buildAsked,
		Close:  shop{d}.closeDue,
		Scan:   func(ctx context.Context) { d.said(ctx, d.Orders.CheckInbox(ctx)) },
		Usual:  d.acceptAsked,
		Reckon: shop{d}.reckonAsked,
		Month:  shop{d}.monthAsked,
	}
}

// askRole has a task done by a process that has the role. Where none does that is refused, with the way
// out.
func (d *Daemon) askRole(ctx context.Context, role dispatch.Role, t dispatch.Task) error {
	if _, err := d.holder(ctx, role); err != nil {
		return err
	}
	return d.Sharing.Dispatcher.Ask(ctx, t)
}

// holder is a process that lives and has a role, as people are told of it.
func (d *Daemon) holder(ctx context.Context, role dispatch.Role) (string, error) {
	list, err := d.Sharing.Member.List(ctx)
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if !p.Fenced && slices.Contains(p.Roles, string(role)) {
			return processName(p.Name, p.Host), nil
		}
	}
	return "", refusal.New(failure.Unknown, wording.NewMessage("page.role_nobody", string(role)), wording.NewMessage("page.role_nobody_way", string(role)))
}

// processName is a process as people are told of it.
func processName(name, host string) string { return name + " (" + host + ")" }

// inboxHere refuses to put a file into the inbox of this machine where nobody would take it from
// there, and names who has the inbox.
func (d *Daemon) inboxHere(ctx context.Context) error {
	if d.has(dispatch.Inbox) || d.Config.Files != "" || d.Orders.InboxWatched(ctx) {
		return nil
	}
	who, err := d.holder(ctx, dispatch.Inbox)
	if err != nil {
		return err
	}
	return refusal.New(failure.Usage, wording.NewMessage("page.inbox_elsewhere", who), wording.NewMessage("page.inbox_elsewhere_way"))
}

// waitNoMore has whatever waits for a supplier tried now, by whichever process posts and follows.
func (d *Daemon) waitNoMore(ctx context.Context) error {
	d.Orders.TryNow()
	return d.askOthers(ctx)
}

// askOthers has other processes try now what waits for a supplier.
func (d *Daemon) askOthers(ctx context.Context) error {
	if d.Sharing == nil {
		return nil
	}
	err := d.Orders.NoteRetry(ctx)
	for _, port := range d.Orders.Ports {
		for _, kind := range []dispatch.Kind{dispatch.PostOrders, dispatch.FollowOrders} {
			err = errors.Join(err, d.Sharing.Dispatcher.Ask(ctx, dispatch.Task{Do: kind, Supplier: port.ID}))
		}
	}
	return err
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
	if strings.HasPrefix(problem, told.ProblemResult) || strings.HasPrefix(problem, told.ProblemSheet) || strings.HasPrefix(problem, told.ProblemSheetResult) {
		return dispatch.Inbox
	}
	return ""
}
