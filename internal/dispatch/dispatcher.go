package dispatch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/journal/share"
)

// Hands do the work. Each reads from the journal what there is to do, says by itself what went
// wrong, and returns when it is done or ctx ends. One that is nil is not asked.
type Hands struct {
	Post   func(ctx context.Context, supplier string) // as orders have him
	Follow func(ctx context.Context, supplier string)
	Show   func(ctx context.Context, file int64) // 0: all that are not closed
	Build  func(ctx context.Context, t Task)
	Close  func(ctx context.Context)

	// What people ask for.
	Scan   func(ctx context.Context)
	Usual  func(ctx context.Context, supplier string) // his answers as they are now
	Reckon func(ctx context.Context, supplier string)
	Month  func(ctx context.Context, t Task)
}

// Options say whose work a Dispatcher hands out.
type Options struct {
	Address string // of the journal's database
	Account string
	// Suppliers are those whose orders the account has, as orders have them. nil: the only one, "".
	Suppliers []string
	Roles     Roles
	Logger    *slog.Logger
}

const (
	connections   = 6                  // to the database
	keepDone      = 10 * time.Minute   // jobs that were done; the journal knows what became of the work
	neverRescued  = 7 * 24 * time.Hour // the fence frees a dead process's jobs, much sooner
	fetchCooldown = 50 * time.Millisecond
	fetchPoll     = time.Second
	fetchPollEach = 100 * time.Millisecond // however many queues there are, ten looks a second: new jobs are told of
	stopPatience  = 2 * time.Minute        // an attempt that is under way is seen through
)

// migrationLock is the number under which PostgreSQL lets one process migrate River's tables.
const migrationLock = 7_203_915_847

// Dispatcher hands out work to the processes that share a journal. Use New.
type Dispatcher struct {
	Options
	pool   *pgxpool.Pool
	insert *river.Client[pgx.Tx]
	held   held
	beat   time.Duration // after which it is seen anew who is there, and what is due for them
}

// New brings River's tables up to date and makes a Dispatcher that notes work; Run does it.
func New(ctx context.Context, o Options) (*Dispatcher, error) {
	if o.Suppliers == nil {
		o.Suppliers = []string{""}
	}
	config, err := pgxpool.ParseConfig(o.Address)
	if err != nil {
		return nil, err
	}
	config.MaxConns, config.AfterConnect = connections, fleet.EndSilent
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	d := &Dispatcher{Options: o, pool: pool, beat: fleet.Beat}
	if err := d.migrate(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("bring the tables of the jobs up to date: %w", err)
	}
	if d.insert, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: newQuiet(o.Logger.Handler())}); err != nil {
		pool.Close()
		return nil, err
	}
	return d, nil
}

// migrate: River's migrations do not fit into one transaction, so that a lock of the session
// keeps the others waiting.
func (d *Dispatcher) migrate(ctx context.Context) error {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrationLock))
	migrator, err := rivermigrate.New(riverpgxv5.New(d.pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// Close gives up the connections.
func (d *Dispatcher) Close() { d.pool.Close() }

// Announce is a share.Announcer: the work is noted in the transaction that makes it. That is
// why it is a transaction of pgx, on the connection that the journal writes by: River's driver
// for database/sql would bring a second driver for PostgreSQL.
func (d *Dispatcher) Announce(ctx context.Context, tx pgx.Tx, made share.Made) error {
	var jobs []river.InsertManyParams
	for _, to := range made.Ready {
		if slices.Contains(d.Suppliers, to.Supplier) { // of another one who knows him looks again and again
			jobs = append(jobs, river.InsertManyParams{Args: Task{Do: PostOrders, Account: to.Account, Supplier: to.Supplier}})
		}
	}
	for _, file := range made.Files {
		jobs = append(jobs, river.InsertManyParams{Args: Task{Do: ShowResults, Account: d.Account, File: file}})
	}
	return d.note(ctx, tx, jobs)
}

// note notes jobs. One that is under way may have looked before this write: it is marked to be
// done again. Whoever does it cannot end it before the transaction has, as the insert has its row.
func (d *Dispatcher) note(ctx context.Context, tx pgx.Tx, jobs []river.InsertManyParams) error {
	noted, err := d.insert.InsertManyTx(ctx, tx, jobs)
	var running []int64
	for _, one := range noted {
		if one.UniqueSkippedAsDuplicate && one.Job.State == rivertype.JobStateRunning {
			running = append(running, one.Job.ID)
		}
	}
	if err == nil && len(running) > 0 {
		_, err = tx.Exec(ctx, `UPDATE river_job SET metadata = metadata || '{"again": true}' WHERE id = ANY($1)`, running)
	}
	if err != nil {
		return fmt.Errorf("note what there is to do: %w", err)
	}
	return nil
}

// Ask notes a task by itself.
func (d *Dispatcher) Ask(ctx context.Context, t Task) error {
	t.Account = d.Account
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		return d.note(ctx, tx, []river.InsertManyParams{{Args: t}})
	})
}

// Release frees the jobs of processes that were fenced, in the transaction of that. Without it
// they would be taken for running until River takes them for stuck.
func Release(ctx context.Context, tx *sql.Tx, fenced []string) error {
	var there bool
	if err := tx.QueryRowContext(ctx, "SELECT to_regclass('river_job') IS NOT NULL").Scan(&there); err != nil || !there {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE river_job SET state = 'available', scheduled_at = LEAST(scheduled_at, now())
		WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] = ANY($1)`, fenced)
	if err != nil {
		return fmt.Errorf("free the jobs of a process that was fenced: %w", err)
	}
	return nil
}

// lostAfter is for how long a job may be under way at this process without being in its hands: River
// begins it at once.
const lostAfter = 30 * time.Second

// free frees the jobs that nobody is at. One that was fenced and had not found out may have taken a
// job after the fence has freed the others; if it dies then, or cannot reach the database, nobody else
// would end that job. And where the connection broke while the database gave this process a job, it
// knows nothing of it, and the job would keep others like it away for as long as the process lives.
func (d *Dispatcher) free(ctx context.Context, process string) error {
	held := d.held.list() // before it is asked: what is begun meanwhile was given just now
	_, err := d.pool.Exec(ctx, `UPDATE river_job SET state = 'available', scheduled_at = LEAST(scheduled_at, now()) WHERE state = 'running'
		AND (NOT EXISTS (SELECT 1 FROM processes WHERE name = attempted_by[array_length(attempted_by, 1)] AND fenced_at = 0)
			OR attempted_by[array_length(attempted_by, 1)] = $1 AND attempted_at < now() - $2 * INTERVAL '1 s' AND NOT id = ANY($3))`,
		process, lostAfter.Seconds(), held)
	if err != nil {
		return fmt.Errorf("free the jobs that nobody is at: %w", err)
	}
	return nil
}

// Run does the work of the roles under the member's name until ctx ends, and sees through what is
// under way. What is due again and again is noted by one of the processes, which River elects.
func (d *Dispatcher) Run(ctx context.Context, member *fleet.Member, hands Hands) error {
	queues := d.queues()
	if len(queues) == 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	client, err := d.begin(ctx, member.Name(), queues, hands)
	if err != nil {
		return err
	}
	planned := newPlanned(client.PeriodicJobs())
	err = d.keepPlanned(ctx, member, planned)
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
	defer cancel()
	return errors.Join(err, client.Stop(stopping))
}

// begin begins to do jobs. It is tried until ctx ends: the database may be away just now.
func (d *Dispatcher) begin(ctx context.Context, process string, queues map[string]river.QueueConfig, hands Hands) (*river.Client[pgx.Tx], error) {
	for said := false; ; said = true {
		client, err := river.NewClient(riverpgxv5.New(d.pool), &river.Config{ID: process, Logger: newQuiet(d.Logger.Handler()), Workers: d.workers(ctx, process, hands), Queues: queues,
			JobTimeout: -1, RescueStuckJobsAfter: neverRescued, CompletedJobRetentionPeriod: keepDone, FetchOnlyKnownKinds: true, Hooks: []rivertype.Hook{dueNow},
			FetchCooldown: fetchCooldown, FetchPollInterval: max(fetchPoll, time.Duration(len(queues))*fetchPollEach)})
		if err != nil {
			return nil, err
		}
		if err = client.Start(ctx); err == nil {
			return client, nil
		}
		if !said && ctx.Err() == nil {
			d.Logger.Warn("no jobs can be done yet: it is tried again", "error", err)
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

// queues are those of the roles, of each supplier where he has one of his own.
func (d *Dispatcher) queues() map[string]river.QueueConfig {
	out := map[string]river.QueueConfig{}
	for _, role := range roleOf {
		if !d.Roles.Has(role) {
			continue
		}
		suppliers := []string{""}
		if role == Post || role == Follow {
			suppliers = d.Suppliers
		}
		for _, supplier := range suppliers {
			out[queueOf(role, d.Account, supplier)] = river.QueueConfig{MaxWorkers: workersOf(role)}
		}
	}
	return out
}

// workersOf is how many jobs of a role a process does at once.
func workersOf(role Role) int {
	switch role {
	case Inbox:
		return 2 // a large file is not to keep a small one waiting
	case Books, Feeds:
		return 4 // nor a supplier who is slow the books or feeds of another
	}
	return 1
}

func (d *Dispatcher) workers(living context.Context, process string, h Hands) *river.Workers {
	all := river.NewWorkers()
	for kind, do := range map[Kind]func(context.Context, Task){
		PostOrders:   func(ctx context.Context, t Task) { h.Post(ctx, t.Supplier) },
		FollowOrders: func(ctx context.Context, t Task) { h.Follow(ctx, t.Supplier) },
		ShowResults:  func(ctx context.Context, t Task) { h.Show(ctx, t.File) },
		BuildFeed:    func(ctx context.Context, t Task) { h.Build(ctx, t) },
		CloseMonths:  func(ctx context.Context, _ Task) { h.Close(ctx) },

		ScanInbox:     func(ctx context.Context, _ Task) { h.Scan(ctx) },
		AcceptAnswers: func(ctx context.Context, t Task) { h.Usual(ctx, t.Name) },
		ReckonLedger:  func(ctx context.Context, t Task) { h.Reckon(ctx, t.Name) },
		CloseMonth:    func(ctx context.Context, t Task) { h.Month(ctx, t) },
	} {
		// No job fails: what could not be done the journal still knows, and the next job of its
		// kind does it. River would try the same one again at a time of this machine's clock.
		river.AddWorkerArgs(all, Task{Do: kind}, &worker{pool: d.pool, process: process, living: living.Done(), held: &d.held, logger: d.Logger, do: do})
	}
	return all
}
