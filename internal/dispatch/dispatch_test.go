package dispatch_test

import (
	"context"
	"database/sql"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// patience bounds a wait. It only ends a test that hangs.
const patience = time.Minute

// beat is how often processes see anew what is due. Tests wait for nothing longer.
const beat = 200 * time.Millisecond

// place is a database that processes share.
type place struct {
	t     *testing.T
	where string
	db    *sql.DB
}

func newPlace(t *testing.T) *place {
	r := &place{t: t, where: rig.SharedPostgres(t).NewDatabase(t)}
	var err error
	r.db, err = sql.Open("pgx", r.where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.db.Close()) })
	return r
}

// process is one that has joined.
type process struct {
	*dispatch.Dispatcher
	member  *fleet.Member
	journal *journal.Journal
	end     func()
}

// start starts a process of an account that does with hands what its roles have to do.
func (r *place) start(account string, roles dispatch.Roles, hands dispatch.Hands, plan ...dispatch.Periodic) *process {
	return r.startFor(account, nil, roles, hands, plan...)
}

// startFor is start for an account with some suppliers.
func (r *place) startFor(account string, suppliers []string, roles dispatch.Roles, hands dispatch.Hands, plan ...dispatch.Periodic) *process {
	r.t.Helper()
	j, err := journal.Open(r.t.Context(), r.where)
	require.NoError(r.t, err)
	d, err := dispatch.New(r.t.Context(), dispatch.Options{Address: r.where, Account: account, Suppliers: suppliers, Roles: roles, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(r.t, err)
	d.Quicken(beat)
	schedule, err := dispatch.Schedule(plan)
	require.NoError(r.t, err)
	member, err := fleet.Join(r.t.Context(), fleet.Options{Address: r.where, Schedule: schedule, Release: dispatch.Release, Process: fleet.Process{Roles: roles.Words()}})
	require.NoError(r.t, err)
	j.Share(member.Name(), d.Announce)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, member, hands) }()
	p := &process{Dispatcher: d, member: member, journal: j}
	p.end = sync.OnceFunc(func() {
		cancel()
		require.ErrorIs(r.t, <-ended, context.Canceled)
		_ = member.Leave(context.Background())
		d.Close()
		require.NoError(r.t, j.Close())
	})
	r.t.Cleanup(p.end)
	return p
}

// count counts what hands do.
type count struct {
	mu    sync.Mutex
	times map[string]int
}

func (c *count) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.times == nil {
		c.times = map[string]int{}
	}
	c.times[what]++
}

func (c *count) of(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.times[what]
}

func (c *count) hands() dispatch.Hands {
	return dispatch.Hands{
		Post:   func(_ context.Context, supplier string) { c.add("post" + supplier) },
		Follow: func(_ context.Context, supplier string) { c.add("follow" + supplier) },
		Show:   func(context.Context, int64) { c.add("show") },
		Build:  func(_ context.Context, t dispatch.Task) { c.add("build " + t.Feed) },
		Close:  func(context.Context) { c.add("close") },
	}
}

func (r *place) eventually(what func() bool) {
	r.t.Helper()
	require.Eventually(r.t, what, patience, 10*time.Millisecond)
}

// TestWorkFollowsAWrite: each role does its part of what a write has made, and another account's
// process does nothing of it.
func TestWorkFollowsAWrite(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	var posts, shows, others count
	inbox := r.start("acme", dispatch.Roles{dispatch.Inbox, dispatch.HTTP}, shows.hands())
	r.start("acme", dispatch.Roles{dispatch.Post}, posts.hands())
	r.start("other", dispatch.AllRoles, others.hands())
	journaltest.Record(t, inbox.journal, journaltest.File("a.csv"), journaltest.Draft("1001", "a", 2))
	r.eventually(func() bool { return posts.of("post") == 1 && shows.of("show") == 1 })
	require.Zero(t, posts.of("show")+shows.of("post")+others.of("post")+others.of("show"))

	r.eventually(func() bool { // a job that is done keeps no later one away
		require.NoError(t, inbox.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
		return posts.of("post") > 1
	})
	silent, err := inbox.SilentFor(t.Context())
	require.NoError(t, err)
	require.Equal(t, "15s", silent, "less than a lease: the locks of a process that was stopped are free when it is fenced")
	require.NoError(t, inbox.Ask(t.Context(), dispatch.Task{Do: dispatch.BuildFeed, Feed: "prom"}))
	var queues []dispatch.Queue
	r.eventually(func() bool { // what was done a moment ago is still noted as running
		var err error
		queues, err = inbox.Queues(t.Context())
		require.NoError(t, err)
		queues = slices.DeleteFunc(queues, func(q dispatch.Queue) bool { return q.Kind == dispatch.PostOrders })
		return len(queues) == 1
	})
	require.Equal(t, []dispatch.Queue{{Kind: dispatch.BuildFeed, Waiting: 1, Oldest: queues[0].Oldest}}, queues, "nobody has that role")
	require.Less(t, queues[0].Oldest, patience)
}

// TestSupplierWhoIsSlow keeps only his own orders waiting, and whoever knows only one of several
// suppliers is asked for him alone.
func TestSupplierWhoIsSlow(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	var posts, firsts count
	begun, goOn := make(chan struct{}, 2), make(chan struct{})
	hands := posts.hands()
	hands.Post = func(_ context.Context, supplier string) {
		if supplier == "slow" {
			begun <- struct{}{}
			<-goOn
		}
		posts.add("post " + supplier)
	}
	p := r.startFor("acme", []string{"", "slow", "quick"}, dispatch.Roles{dispatch.Post, dispatch.Follow}, hands)
	defer p.end()
	defer close(goOn)
	draft := func(number, supplier string) state.Draft {
		d := journaltest.Draft(number, "a", 2)
		d.Supplier = supplier
		return d
	}
	journaltest.Record(t, p.journal, journaltest.File("a.csv"), draft("1", "slow"), draft("2", "stray"))
	<-begun
	journaltest.Record(t, p.journal, journaltest.File("b.csv"), draft("3", "slow"), draft("4", "quick"))
	r.eventually(func() bool { return posts.of("post quick") == 1 })
	require.Zero(t, posts.of("post slow")+posts.of("post stray")+posts.of("post "))
	journaltest.Record(t, p.journal, journaltest.File("c.csv"), draft("5", ""))
	r.eventually(func() bool { return posts.of("post ") == 1 })
	require.NoError(t, p.Ask(t.Context(), dispatch.Task{Do: dispatch.FollowOrders, Supplier: "slow"}))
	r.eventually(func() bool { return posts.of("followslow") == 1 })

	q := r.startFor("acme", []string{"quick"}, dispatch.Roles{dispatch.Post}, firsts.hands(), dispatch.Periodic{Task: dispatch.Task{Do: dispatch.PostOrders, Account: "acme", Supplier: "quick"}, Every: 100 * time.Millisecond})
	r.eventually(func() bool { return firsts.of("postquick") > 2 })
	q.end()
	require.Zero(t, firsts.of("post")+firsts.of("postslow"))
}

// TestWorkThatComesMeanwhile: a job that is under way has looked already. What a write makes
// meanwhile is done right after it, once, by whoever is free.
func TestWorkThatComesMeanwhile(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	begun, goOn := make(chan struct{}, 10), make(chan struct{})
	var posts count
	p := r.start("acme", dispatch.Roles{dispatch.Post}, dispatch.Hands{Post: func(context.Context, string) {
		begun <- struct{}{}
		<-goOn
		posts.add("post")
	}})
	journaltest.Record(t, p.journal, journaltest.File("a.csv"), journaltest.Draft("1", "a", 1))
	<-begun
	journaltest.Record(t, p.journal, journaltest.File("b.csv"), journaltest.Draft("2", "a", 1))
	require.NoError(t, p.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	goOn <- struct{}{}
	r.eventually(func() bool { return len(begun) == 1 })
	goOn <- struct{}{}
	r.eventually(func() bool {
		queues, err := p.Queues(t.Context())
		require.NoError(t, err)
		return posts.of("post") == 2 && !slices.ContainsFunc(queues, func(q dispatch.Queue) bool { return q.Kind == dispatch.PostOrders })
	})
	require.Len(t, begun, 1)
}

// wire is one to the database, by which processes reach it from now on.
func (r *place) wire() *rig.Proxy {
	direct, err := url.Parse(r.where)
	require.NoError(r.t, err)
	wire := rig.StartProxy(r.t, direct.Host)
	r.where = strings.Replace(r.where, direct.Host, wire.Address, 1)
	return wire
}

// TestProcessThatBeginsWhileTheDatabaseIsAway does its jobs when it is back.
func TestProcessThatBeginsWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	j, err := journal.Open(t.Context(), r.where) // it makes the tables
	require.NoError(t, err)
	require.NoError(t, j.Close())
	member, err := fleet.Join(t.Context(), fleet.Options{Address: r.where, Process: fleet.Process{Roles: dispatch.AllRoles.Words()}})
	require.NoError(t, err)
	wire := r.wire()
	d, err := dispatch.New(t.Context(), dispatch.Options{Address: r.where, Account: "acme", Roles: dispatch.AllRoles, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer d.Close()
	wire.Refuse(true)
	wire.Cut()
	var closes count
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, member, closes.hands()) }()
	select {
	case err := <-ended:
		require.NoError(t, err, "it ends")
	case <-time.After(200 * time.Millisecond):
	}
	wire.Refuse(false)
	r.eventually(func() bool {
		return d.Ask(t.Context(), dispatch.Task{Do: dispatch.CloseMonths}) == nil && closes.of("close") > 0
	})
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.NoError(t, member.Leave(t.Context()))
}

// TestJobThatEndsWhileTheDatabaseIsAway is ended when it is back, and keeps no other away.
func TestJobThatEndsWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	wire := r.wire()
	begun, goOn := make(chan struct{}, 10), make(chan struct{})
	p := r.start("acme", dispatch.Roles{dispatch.Post}, dispatch.Hands{Post: func(context.Context, string) {
		begun <- struct{}{}
		<-goOn
	}})
	defer close(goOn)
	require.NoError(t, p.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	<-begun
	wire.Refuse(true)
	wire.Cut()
	goOn <- struct{}{}
	require.Error(t, p.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	wire.Refuse(false)
	r.eventually(func() bool {
		return p.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}) == nil && len(begun) > 0
	})
}

// TestWorkThatIsUndone: a write that is undone makes no work.
func TestWorkThatIsUndone(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	p := r.start("acme", dispatch.Roles{dispatch.HTTP}, dispatch.Hands{})
	_, err := p.journal.Record(t.Context(), journaltest.File("a.csv"), 1, func(int) (state.Draft, error) { return state.Draft{}, context.Canceled })
	require.ErrorIs(t, err, context.Canceled)
	queues, err := p.Queues(t.Context())
	require.NoError(t, err)
	require.Empty(t, queues)
}

// TestFencedJobIsTakenOver: what a silent process was at another one does, at once with the fence.
func TestFencedJobIsTakenOver(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	a := r.start("acme", dispatch.Roles{dispatch.Post}, dispatch.Hands{Post: func(context.Context, string) { close(begun); <-goOn }})
	defer close(goOn)
	require.NoError(t, a.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	<-begun
	var posts count
	b := r.start("acme", dispatch.Roles{dispatch.Post}, posts.hands())
	holders, err := b.Holders(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[string][]dispatch.Kind{a.member.Name(): {dispatch.PostOrders}}, holders)
	require.NoError(t, b.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	require.NoError(t, b.member.Round(t.Context()))
	require.Zero(t, posts.of("post"), "it is at work still")
	_, err = r.db.ExecContext(t.Context(), "UPDATE processes SET seen_at = seen_at - $1::BIGINT WHERE name = $2", (2 * fleet.Lease).Nanoseconds(), a.member.Name())
	require.NoError(t, err)
	require.NoError(t, b.member.Round(t.Context()))
	r.eventually(func() bool { return posts.of("post") == 1 })
}

// TestJobOfAFencedProcess: one that was fenced, and has not found out yet, may take a job. Others
// take that over as well: nobody else would, once it has died.
func TestJobOfAFencedProcess(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	a := r.start("acme", dispatch.Roles{dispatch.Post}, dispatch.Hands{Post: func(context.Context, string) { close(begun); <-goOn }})
	defer close(goOn)
	_, err := r.db.ExecContext(t.Context(), "UPDATE processes SET fenced_at = clock_ns() WHERE name = $1", a.member.Name())
	require.NoError(t, err)
	require.NoError(t, a.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	<-begun
	var posts count
	r.start("acme", dispatch.Roles{dispatch.Post}, posts.hands())
	r.eventually(func() bool { return posts.of("post") == 1 })
}

// TestJobThatNeverCame: where the connection breaks while the database gives a process a job, the job is
// under way for the database alone. It is given again, and one that the process is at is not.
func TestJobThatNeverCame(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	begun, goOn := make(chan struct{}, 10), make(chan struct{})
	p := r.start("acme", dispatch.Roles{dispatch.Post}, dispatch.Hands{Post: func(context.Context, string) {
		begun <- struct{}{}
		<-goOn
	}})
	defer close(goOn)
	// Another one than the process was at has another id: River ends its jobs a moment after they are ended here.
	given := func(id, ago string) {
		t.Helper()
		_, err := r.db.ExecContext(t.Context(), "UPDATE river_job SET id = "+id+", state = 'running', finalized_at = NULL, attempted_at = now() - $1::INTERVAL WHERE kind = $2", ago, string(dispatch.PostOrders))
		require.NoError(t, err)
		require.NoError(t, p.Free(t.Context(), p.member.Name()))
	}
	under := func() (state string) {
		t.Helper()
		require.NoError(t, r.db.QueryRowContext(t.Context(), "SELECT state FROM river_job WHERE kind = $1", string(dispatch.PostOrders)).Scan(&state))
		return state
	}
	require.NoError(t, p.Ask(t.Context(), dispatch.Task{Do: dispatch.PostOrders}))
	<-begun
	const same, another = "id", "nextval('river_job_id_seq')"
	given(same, "50 min") // River itself takes a job back after an hour
	require.Equal(t, "running", under(), "the process is at it")
	require.Empty(t, begun)
	goOn <- struct{}{}
	r.eventually(func() bool { return under() == "completed" })
	given(another, "10 s")
	require.Equal(t, "running", under(), "it may come yet")
	given(another, "31 s")
	<-begun
	goOn <- struct{}{}
	r.eventually(func() bool { return under() == "completed" })
}

// TestPeriodicWork: what is due again and again is done for each account that has a process,
// whoever of them is elected, and no more when it has none.
func TestPeriodicWork(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	var one, two count
	first := r.start("one", dispatch.AllRoles, one.hands(), dispatch.Periodic{Task: dispatch.Task{Do: dispatch.PostOrders, Account: "one"}, Every: 100 * time.Millisecond})
	r.eventually(func() bool { return one.of("post") > 2 })
	r.start("two", dispatch.AllRoles, two.hands(), dispatch.Periodic{Task: dispatch.Task{Do: dispatch.FollowOrders, Account: "two"}, Every: 100 * time.Millisecond})
	r.eventually(func() bool { return two.of("follow") > 2 })
	first.end()
	seen := two.of("follow")
	r.eventually(func() bool { return two.of("follow") > seen+2 })
	require.Zero(t, one.of("follow")+two.of("post"))
}

// TestScheduleOfANewerVersion: what nobody here knows is left to who does.
func TestScheduleOfANewerVersion(t *testing.T) {
	t.Parallel()
	r := newPlace(t)
	var done count
	p := r.start("acme", dispatch.AllRoles, done.hands(), dispatch.Periodic{Task: dispatch.Task{Do: "sing", Account: "acme"}, Every: time.Second},
		dispatch.Periodic{Task: dispatch.Task{Do: dispatch.CloseMonths, Account: "acme"}, Every: time.Hour})
	r.eventually(func() bool { return done.of("close") == 1 })
	queues, err := p.Queues(t.Context())
	require.NoError(t, err)
	for _, q := range queues {
		require.NotEqual(t, dispatch.Kind("sing"), q.Kind)
	}
}
