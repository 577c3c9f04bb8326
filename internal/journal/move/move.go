package move

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/journal"
)

// Options say what is moved where.
type Options struct {
	From, To string // addresses of journals: an SQLite file or postgres://…
	DryRun   bool   // nothing is written
	Idle     bool   // nobody works with the source: no answer to an attempt is awaited
	Now      func() time.Time
	After    func(time.Duration) <-chan time.Time
	Progress func(Progress) // called after each transaction; nil: nobody looks
}

// Progress is how far a move is.
type Progress struct {
	Stage journal.Stage // of the source
	Table string        // that was written last, "" for none
}

// Report is what was moved, or what would be.
type Report struct {
	From      string           `json:"from"` // without a password
	To        string           `json:"to"`
	Journal   string           `json:"journal"` // the journal's id
	DryRun    bool             `json:"dry_run"`
	Stage     journal.Stage    `json:"stage"` // of the journal that is left
	Version   int              `json:"version"`
	Target    int              `json:"target_version"`
	Newest    int              `json:"newest_version"`
	Tables    []TableReport    `json:"tables"`
	Orders    map[string]int64 `json:"orders"` // by state
	Files     map[string]int64 `json:"files"`  // by state
	Uncopied  []string         `json:"uncopied"`
	Obstacles []*Obstacle      `json:"-"`
}

// TableReport is one table: what the source holds, what the target does, and what was written.
type TableReport struct {
	Name    string `json:"name"`
	Rows    int64  `json:"rows"`
	SHA256  string `json:"sha256"`
	There   *Sum   `json:"target,omitempty"` // absent in a dry run
	Written int64  `json:"written"`
}

// Run moves a journal, or goes on with a move that was interrupted. An obstacle is an error of
// type *Obstacle; in a dry run it is in the report.
func Run(ctx context.Context, o Options) (_ *Report, err error) {
	m, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	report := m.report()
	if o.DryRun {
		return report, m.foresee(ctx, report)
	}
	if len(report.Obstacles) > 0 {
		return report, report.Obstacles[0]
	}
	if !completed(m.source, m.target) {
		if err := m.fill(ctx); err != nil {
			return report, err
		}
	}
	if err := m.leave(ctx); err != nil {
		return report, err
	}
	return report, m.tell(ctx, report)
}

// mover moves one journal.
type mover struct {
	Options
	source, target *side
	id             string // of the move
	began          int64
	copied         map[string]int64
}

// begin looks at both databases, and opens them for writing where the move can be made.
func begin(ctx context.Context, o Options) (*mover, error) {
	m := &mover{Options: o, copied: map[string]int64{}}
	err := m.open(ctx, true)
	if err == nil && !o.DryRun && len(obstacles(m.source, m.target)) == 0 {
		err = errors.Join(m.close(), m.open(ctx, false))
	}
	if err != nil {
		return nil, errors.Join(err, m.close())
	}
	m.chooseID()
	return m, nil
}

func (m *mover) open(ctx context.Context, readOnly bool) (err error) {
	if m.source, err = find(ctx, m.From, readOnly); err == nil {
		m.target, err = find(ctx, m.To, readOnly)
	}
	return err
}

func (m *mover) close() (err error) {
	for _, s := range []*side{m.source, m.target} {
		if s != nil && s.db != nil {
			err = errors.Join(err, s.db.Close())
		}
	}
	m.source, m.target = nil, nil
	return err
}

// chooseID goes on with the move that one of the sides knows of, or begins another.
func (m *mover) chooseID() {
	m.began = m.Now().UnixNano()
	switch stage := m.source.move.Stage; {
	case (stage == journal.Copying || stage == journal.Draining || stage == journal.Sealed) && m.source.move.Other == m.target.shown:
		m.id, m.began = m.source.move.ID, m.source.move.Began
	case m.target.move.Stage == journal.Arriving && ours(m.target.move, m.source.id):
		m.id, m.began = m.target.move.ID, m.target.move.Began
	default:
		m.id = m.source.id + "-" + rand.Text()
	}
}

// fill brings the target up to all that the source holds, and opens it for work.
func (m *mover) fill(ctx context.Context) error {
	sealed := m.source.move.Stage == journal.Sealed
	if !sealed {
		if err := m.source.db.Migrate(ctx); err != nil {
			return fmt.Errorf("bring the journal %s up to date: %w", m.source.shown, err)
		}
		if err := m.look(ctx, m.source); err != nil {
			return err
		}
		if m.source.move.Stage != journal.Draining {
			if err := m.mark(ctx, m.source, journal.Copying, nil); err != nil {
				return err
			}
		}
	}
	if err := m.prepareTarget(ctx); err != nil {
		return err
	}
	if !sealed {
		if err := m.copy(ctx, false); err != nil {
			return err
		}
		if err := m.closeSource(ctx); err != nil {
			return err
		}
	}
	if err := m.copy(ctx, true); err != nil {
		return err
	}
	return m.complete(ctx)
}

func (m *mover) look(ctx context.Context, s *side) error {
	if err := s.look(ctx); err != nil {
		return fmt.Errorf("look at the journal %s: %w", s.shown, err)
	}
	return nil
}

// markTries is how often a stage is tried to be noted where those who are at work hold tables in
// another order than they are closed in.
const markTries = 10

// mark notes a stage on one side, with what belongs to it in the same transaction.
func (m *mover) mark(ctx context.Context, s *side, stage journal.Stage, also func(tx *sql.Tx) error) error {
	other := m.target
	if s == m.target {
		other = m.source
	}
	move := journal.Move{ID: m.id, Stage: stage, Other: other.shown, Began: m.began}
	var err error
	for range markTries {
		err = within(ctx, s.db, func(tx *sql.Tx) error {
			if err := writeMove(ctx, tx, move); err != nil || also == nil {
				return err
			}
			return also(tx)
		})
		if !isDeadlock(err) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("note in the journal %s that it is %s: %w", s.shown, stage, err)
	}
	s.move = move
	if s == m.source {
		m.tellProgress("")
	}
	return nil
}

func (m *mover) tellProgress(table string) {
	if m.Progress != nil {
		m.Progress(Progress{Stage: m.source.move.Stage, Table: table})
	}
}

// prepareTarget makes the target one that nobody works with, and gives it its tables.
func (m *mover) prepareTarget(ctx context.Context) error {
	if m.target.move.ID != m.id || m.target.move.Stage != journal.Arriving {
		err := m.mark(ctx, m.target, journal.Arriving, func(tx *sql.Tx) error { return m.target.unseal(ctx, tx) })
		if err != nil {
			return err
		}
	}
	if err := m.target.db.Migrate(ctx); err != nil {
		return fmt.Errorf("make the tables of the journal %s: %w", m.target.shown, err)
	}
	return m.look(ctx, m.target)
}

// copy copies everything as it is now; the last time the sums, too.
func (m *mover) copy(ctx context.Context, last bool) error {
	both, _, _, err := common(m.source.tables, m.target.tables)
	if err != nil {
		return err
	}
	snapshot, err := m.source.snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Rollback()
	c := &copying{source: snapshot, server: m.source.db.Server, target: m.target.db, move: m.id, tables: withoutIdentity(both), copied: m.copied,
		step: func(name string) error { m.tellProgress(name); return ctx.Err() }}
	if err := c.run(ctx); err != nil || !last || m.source.tables[sumsTable] == nil {
		return err
	}
	sums, err := readSums(ctx, snapshot, m.source.tables[sumsTable])
	if err != nil {
		return fmt.Errorf("read the counts: %w", err)
	}
	return c.within(ctx, func(tx *sql.Tx) error { return replaceSums(ctx, tx, m.target.tables[sumsTable], sums) })
}

func withoutIdentity(tables []*table) (out []*table) {
	for _, t := range tables {
		if t.name != identityTable {
			out = append(out, t)
		}
	}
	return out
}

// closeSource lets no attempt begin, awaits those that are on their way, and keeps every write
// out then.
func (m *mover) closeSource(ctx context.Context) error {
	if err := m.mark(ctx, m.source, journal.Draining, func(tx *sql.Tx) error { return m.source.drain(ctx, tx) }); err != nil {
		return err
	}
	if err := (drainWait{m.source.db, m.Idle, m.Now, m.After}).run(ctx); err != nil {
		return err
	}
	return m.mark(ctx, m.source, journal.Sealed, func(tx *sql.Tx) error { return m.source.keepOut(ctx, tx) })
}

// complete compares both sides, makes the target the journal of the same id, and opens it, all
// in one transaction.
func (m *mover) complete(ctx context.Context) error {
	both, _, _, err := common(m.source.tables, m.target.tables)
	if err != nil {
		return err
	}
	err = within(ctx, m.target.db, func(tx *sql.Tx) error {
		if err := holdMove(ctx, tx, m.id); err != nil {
			return err
		}
		if err := m.takeIdentity(ctx, tx); err != nil {
			return err
		}
		for _, t := range append(both, m.target.tables[sumsTable]) {
			if err := m.requireSame(ctx, tx, t); err != nil {
				return err
			}
		}
		if err := m.setCounters(ctx, tx, both); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+notesTable+" WHERE "+journal.RunningNotes); err != nil {
			return fmt.Errorf("forget what importers said of themselves when the target was last worked with: %w", err)
		}
		m.target.move = journal.Move{ID: m.id, Stage: journal.Arrived, Other: m.source.shown, Began: m.began}
		return writeMove(ctx, tx, m.target.move)
	})
	if err != nil {
		return fmt.Errorf("complete the journal %s: %w", m.target.shown, err)
	}
	m.tellProgress("")
	return nil
}

// takeIdentity gives the target the source's identity.
func (m *mover) takeIdentity(ctx context.Context, tx *sql.Tx) error {
	t := m.target.tables[identityTable]
	c, err := openCursor(ctx, m.source.db, t, m.source.db.Server)
	if err != nil {
		return err
	}
	defer c.close()
	if c.now == nil {
		return errors.New("the journal has no id")
	}
	return t.upsert(ctx, tx, []row{c.now}, m.target.db.Server)
}

// requireSame compares a table on both sides by count and hash.
func (m *mover) requireSame(ctx context.Context, tx *sql.Tx, t *table) error {
	if t == nil {
		return nil
	}
	here, err := hashTable(ctx, m.source.db, m.source.tables[t.name], m.source.db.Server, nil)
	if err != nil {
		return err
	}
	there, err := hashTable(ctx, tx, t, m.target.db.Server, nil)
	if err != nil {
		return err
	}
	if here != there {
		return fmt.Errorf("the table %s is not the same on both sides: %d rows, %s, and %d rows, %s", t.name, here.Rows, here.SHA256, there.Rows, there.SHA256)
	}
	return nil
}

// leave notes that the source is left for good.
func (m *mover) leave(ctx context.Context) error {
	if m.source.move.Stage == journal.Left {
		return nil
	}
	m.id, m.began = m.target.move.ID, m.target.move.Began
	return m.mark(ctx, m.source, journal.Left, nil)
}
