// Package sharing makes a process one of those that share a journal on PostgreSQL, for a command
// or for the daemon with some of its roles.
package sharing

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/daemon"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/share"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// As is what a process is in for: one command, or the daemon with some of its roles.
type As struct {
	Daemon  bool
	Roles   dispatch.Roles
	Version string
	Logger  *slog.Logger
}

// Process is this process as one of those that share a journal on a server.
type Process struct {
	member     *fleet.Member
	dispatcher *dispatch.Dispatcher // of the daemon alone
	roles      dispatch.Roles
	importer   atomic.Pointer[importer.Importer] // whose problems are what the roles wait for

	stop  context.CancelFunc
	ended chan struct{} // closed when it says no more that it lives
	lost  error         // why; read after ended
}

// Join joins the processes of the journal and has its writes made as this one's; nil where the
// journal is a file.
func Join(ctx context.Context, c *config.Config, j *journal.Journal, settings *desk.Config, as As) (s *Process, err error) {
	if !c.JournalOnServer() {
		return nil, nil
	}
	s = &Process{roles: as.Roles}
	options := fleet.Options{Address: c.JournalAddress(), Logger: as.Logger, Release: dispatch.Release, Waits: s.waits,
		Process: fleet.Process{Version: as.Version, Roles: as.Roles.Words()}}
	var announce share.Announcer
	if as.Daemon {
		if options.Schedule, err = dispatch.Schedule(schedule(c, settings)); err != nil {
			return nil, err
		}
		if s.dispatcher, err = dispatch.New(ctx, dispatch.Options{Address: c.JournalAddress(), Account: c.Account(), Suppliers: supplierIDs(c), Roles: as.Roles, Logger: as.Logger}); err != nil {
			return nil, err
		}
		announce = s.dispatcher.Announce
	}
	if s.member, err = fleet.Join(ctx, options); err != nil {
		if s.dispatcher != nil {
			s.dispatcher.Close()
		}
		return nil, err
	}
	settings.Owner, settings.Peers = s.member.Name(), s.member
	settings.ShownByOthers = as.Daemon && !as.Roles.Has(dispatch.Inbox)
	j.Share(s.member.Name(), announce)
	s.live(ctx)
	return s, nil
}

// live says that the process lives until it ends, or is fenced.
func (s *Process) live(ctx context.Context) {
	living, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop, s.ended = stop, make(chan struct{})
	go func() {
		defer close(s.ended)
		s.lost = s.member.Run(living)
	}()
}

// Name is this process's name.
func (s *Process) Name() string { return s.member.Name() }

// Watch has what the roles wait for be told by the problems of an importer.
func (s *Process) Watch(im *importer.Importer) { s.importer.Store(im) }

// Close leaves the others.
func (s *Process) Close(ctx context.Context) error {
	s.stop()
	<-s.ended
	err := s.member.Leave(ctx)
	if s.dispatcher != nil {
		s.dispatcher.Close()
	}
	return err
}

// waits is what the roles wait for, as the importer's problems tell.
func (s *Process) waits() map[string]string {
	im := s.importer.Load()
	if im == nil {
		return nil
	}
	out := map[string]string{}
	for _, problem := range im.Problems.List() {
		if role := daemon.RoleOf(problem.Name); s.roles.Has(role) && !problem.Minor {
			out[string(role)] = cmp.Or(out[string(role)], problem.Text)
		}
	}
	return out
}

// Shown is the process as the daemon has it, nil for none.
func (s *Process) Shown() *daemon.Sharing {
	if s == nil {
		return nil
	}
	return &daemon.Sharing{Roles: s.roles, Member: s.member, Dispatcher: s.dispatcher, Lost: func(ctx context.Context) error {
		select {
		case <-s.ended:
			return s.lost
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
}

// How often the processes look for feeds and months that are due, and nobody has announced.
const (
	feedsEvery = 10 * time.Second
	booksEvery = time.Hour
)

// schedule is what is due again and again for a config.
func schedule(c *config.Config, settings *desk.Config) []dispatch.Periodic {
	of := func(kind dispatch.Kind, every time.Duration) dispatch.Periodic {
		return dispatch.Periodic{Task: dispatch.Task{Do: kind, Account: c.Account()}, Every: every}
	}
	scan, follow := cmp.Or(settings.Scan, desk.UsualScan), cmp.Or(settings.Follow, desk.UsualFollow)
	list := []dispatch.Periodic{of(dispatch.ShowResults, follow)}
	for _, supplier := range supplierIDs(c) {
		post, look := of(dispatch.PostOrders, scan), of(dispatch.FollowOrders, follow)
		post.Supplier, look.Supplier = supplier, supplier
		list = append(list, post, look)
	}
	for _, name := range feedSuppliers(c) {
		build := of(dispatch.BuildFeed, feedsEvery)
		build.Name, build.Each = name, c.Several()
		list = append(list, build)
	}
	if c.Books.CloseDay() != 0 {
		list = append(list, of(dispatch.CloseMonths, booksEvery))
	}
	return list
}

// feedSuppliers are those whose products feeds are made of, "" for the only one and where feeds are of
// several together.
func feedSuppliers(c *config.Config) (names []string) {
	for _, name := range c.FeedNames() {
		of := ""
		if feed, err := c.Feed(name); err == nil && feed.Union == nil { // what is wrong with a feed is said where feeds are opened
			of = feed.Supplier
		}
		if !slices.Contains(names, of) {
			names = append(names, of)
		}
	}
	return names
}

// supplierIDs are the config's suppliers, as orders have them.
func supplierIDs(c *config.Config) (ids []string) {
	for _, one := range c.Suppliers() {
		ids = append(ids, one.SupplierID())
	}
	return ids
}

// Permits are what processes that share a journal on a server have the supplier's limits by; nil
// where there is nothing to share.
func Permits(c *config.Config, options client.Options) (*fleet.Permits, error) {
	limits := options.Limits
	if limits == nil {
		limits = options.Mapping.Limits
	}
	if !c.JournalOnServer() || len(limits) == 0 {
		return nil, nil
	}
	permits, err := fleet.NewPermits(c.JournalAddress(), c.Account(), limits, pause)
	if err != nil {
		return nil, err
	}
	permits.Tables = func(ctx context.Context) error { return makeTables(ctx, c.JournalAddress()) }
	return permits, nil
}

// makeTables makes the tables of a journal that nobody has opened yet.
func makeTables(ctx context.Context, address string) error {
	database, err := journal.OpenDatabase(ctx, address, false)
	if err != nil {
		return err
	}
	return errors.Join(database.Migrate(ctx), database.Close())
}

// pause waits for so long, or for the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
