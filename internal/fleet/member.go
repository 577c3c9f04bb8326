package fleet

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/dropbridge/dropbridge/importer/state"
)

// The times of a process's life. What a dead process leaves is taken over after Lease, and a
// round and the time that the database gives a transaction of a silent client, which together
// are less than a minute.
const (
	Beat  = 5 * time.Second  // how often a process says that it lives
	Lease = 30 * time.Second // after the last time it may be fenced
	// margin is by how much earlier a process stops by itself.
	margin = 5 * time.Second
	// beatLimit bounds one round: one that takes longer is tried again.
	beatLimit = 5 * time.Second
)

// connections are those that a member has of its own: neither many readers nor a long write
// keep it from saying that it lives.
const connections = 3

// Process is a process as it joins.
type Process struct {
	Version string   // of the program
	Roles   []string // what it does; none: one command
}

// Options say how a process joins.
type Options struct {
	Process
	Address string // of the journal's database, postgres://…
	// Schedule is what is to be done again and again while a process like this one lives, in a
	// form that the processes understand; "" for nothing.
	Schedule string
	Logger   *slog.Logger
	// Release frees in a transaction what the fenced processes held outside the journal's
	// own tables. nil: nothing.
	Release func(ctx context.Context, tx *sql.Tx, fenced []string) error
	// Waits is asked each round what the roles wait for, by the role. nil: for nothing.
	Waits func() map[string]string
	Now   func() time.Time        // time.Now
	Tick  func() <-chan time.Time // when the next round is due; nil: after Beat
}

// Member is a process that has joined. Use Join, and Run while it lives.
type Member struct {
	Options
	name string
	db   *sql.DB

	mu     sync.Mutex
	last   time.Time // when the last round that the database took had begun
	fenced bool
}

// Join makes this process one of those that share the journal, under a new name.
func Join(ctx context.Context, o Options) (*Member, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Tick == nil {
		o.Tick = func() <-chan time.Time { return time.After(Beat) }
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	name, err := newName()
	if err != nil {
		return nil, err
	}
	db, err := open(o.Address, connections)
	if err != nil {
		return nil, err
	}
	m := &Member{Options: o, name: name, db: db}
	begun := o.Now()
	host, _ := os.Hostname()
	if _, err := db.ExecContext(ctx, `INSERT INTO processes (name, host, version, roles, schedule, started_at, seen_at)
		VALUES ($1, $2, $3, $4, $5, clock_ns(), clock_ns())`, name, plainText(host), plainText(o.Version), strings.Join(o.Roles, " "), plainText(o.Schedule)); err != nil {
		return nil, errors.Join(fmt.Errorf("join the processes of the journal: %w", err), db.Close())
	}
	m.noteBeat(begun)
	return m, nil
}

// newName is a name that no other process has.
func newName() (string, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(random[:]), nil
}

func open(address string, most int) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(EndSilent))
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most) // to open one is dearer than what is asked
	return db, nil
}

// EndSilent has the database end a transaction of the connection whose client is silent: a
// process that was stopped in the middle of one keeps its locks no longer. It is over when the
// process may be fenced.
func EndSilent(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SET idle_in_transaction_session_timeout = '15s'")
	return err
}

// plainText is a text that PostgreSQL takes.
func plainText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
}

// Name is the process's name, which no other ever has.
func (m *Member) Name() string { return m.name }

// Run says again and again that the process lives, and fences those that do not, until ctx
// ends, or this one is fenced itself: that is state.ErrFenced.
func (m *Member) Run(ctx context.Context) error {
	for {
		err := m.Round(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, state.ErrFenced):
			return err
		case err != nil:
			m.Logger.Warn("the database was not told that this process lives", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-m.Tick():
		}
	}
}

// Round says once that the process lives, and fences the others that have not for Lease.
func (m *Member) Round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beatLimit)
	defer cancel()
	if err := m.beat(ctx); err != nil {
		return err
	}
	return m.fenceSilent(ctx)
}

func (m *Member) beat(ctx context.Context) error {
	begun := m.Now()
	waits, err := m.waitsText()
	if err != nil {
		return err
	}
	result, err := m.db.ExecContext(ctx, "UPDATE processes SET seen_at = clock_ns(), waits = $2 WHERE name = $1 AND fenced_at = 0", m.name, waits)
	if err != nil {
		return fmt.Errorf("say that this process lives: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		m.noteFence()
		return errors.Join(state.ErrFenced, err)
	}
	m.noteBeat(begun)
	return nil
}

func (m *Member) waitsText() (string, error) {
	if m.Waits == nil {
		return "", nil
	}
	waits := m.Waits()
	if len(waits) == 0 {
		return "", nil
	}
	text, err := json.Marshal(waits)
	return plainText(string(text)), err
}

// fenceSilent fences the processes that have been silent for Lease. One in the middle of a
// transaction is left for the next round: the database ends a transaction whose client is silent.
func (m *Member) fenceSilent(ctx context.Context) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, `UPDATE processes SET fenced_at = clock_ns() WHERE name IN
		(SELECT name FROM processes WHERE fenced_at = 0 AND seen_at < clock_ns() - $1::BIGINT FOR UPDATE SKIP LOCKED) RETURNING name, host`, Lease.Nanoseconds())
	if err != nil {
		return fmt.Errorf("fence the processes that are silent: %w", err)
	}
	fenced := map[string]string{}
	for rows.Next() {
		var name, host string
		if err := rows.Scan(&name, &host); err != nil {
			return errors.Join(err, rows.Close())
		}
		fenced[name] = host
	}
	if err := rows.Err(); err != nil || len(fenced) == 0 {
		return err
	}
	if err := m.release(ctx, tx, fenced); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	for name, host := range fenced {
		m.Logger.Warn("a process has been silent for too long: what it had begun is taken over", "process", name, "host", host)
	}
	return nil
}

func (m *Member) release(ctx context.Context, tx *sql.Tx, fenced map[string]string) error {
	if m.Release == nil {
		return nil
	}
	names := make([]string, 0, len(fenced))
	for name := range fenced {
		names = append(names, name)
	}
	return m.Release(ctx, tx, names)
}

func (m *Member) noteBeat(begun time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = begun
}

func (m *Member) noteFence() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fenced = true
}

// Held is nil while nobody can have fenced this process, as far as its own clocks tell:
// state.ErrFenced otherwise. A process that was stopped finds out here.
func (m *Member) Held() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.Now()
	// The monotonic clock stands still while a machine sleeps, the other one is set by people.
	silent := max(now.Sub(m.last), now.Round(0).Sub(m.last.Round(0)))
	if m.fenced || silent > Lease-margin {
		return state.ErrFenced
	}
	return nil
}

// Confirm is Held that asks the database, too: of a machine that stood still as a whole its
// clocks do not tell.
func (m *Member) Confirm(ctx context.Context) error {
	if err := m.Held(); err != nil {
		return err
	}
	var fenced bool
	err := m.db.QueryRowContext(ctx, "SELECT fenced_at <> 0 FROM processes WHERE name = $1", m.name).Scan(&fenced)
	if fenced || errors.Is(err, sql.ErrNoRows) {
		m.noteFence()
		return state.ErrFenced
	}
	if err != nil {
		return fmt.Errorf("ask whether this process may still write: %w", err)
	}
	return m.Held()
}

// Leave ends the membership: what the process has begun is known to be abandoned.
func (m *Member) Leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), beatLimit)
	defer cancel()
	m.noteFence()
	_, err := m.db.ExecContext(ctx, "UPDATE processes SET fenced_at = clock_ns(), ended = 1 WHERE name = $1 AND fenced_at = 0", m.name)
	return errors.Join(err, m.db.Close())
}
