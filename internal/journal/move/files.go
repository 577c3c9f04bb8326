package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// FilesOptions say from where to where the files of a journal move. The journal stays.
type FilesOptions struct {
	Journal  string // its address
	From, To string // places, as paths.Place has them
	Idle     bool   // nobody works with the journal: no answer to an attempt is awaited
	// Settle is after how long every process that works with the journal has looked whether it
	// still may.
	Settle   time.Duration
	Now      func() time.Time
	After    func(time.Duration) <-chan time.Time
	Progress func(journal.Stage) // called at each stage; nil: nobody looks

	// Copy makes the files of To those of From; last says that nobody works with them any more.
	Copy func(ctx context.Context, last bool) error
	// Rename is where what lies in From lies in To.
	Rename func(paths.File) paths.File
}

// FilesReport is what became of a journal whose files were moved.
type FilesReport struct {
	Journal string // its id
	Renamed int64  // files whose paths were changed
	Already bool   // they were there already
}

// FilesObstacles are what stands in the way of moving the files of a journal, as the journal
// knows. Nothing is written. id is the journal's, place where it knows the files to be.
func FilesObstacles(ctx context.Context, o FilesOptions) (id string, place paths.Place, out []*Obstacle, err error) {
	s, err := find(ctx, o.Journal, true)
	if err != nil {
		return "", place, nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	return s.id, s.place, filesObstacles(s, o), nil
}

func filesObstacles(s *side, o FilesOptions) (out []*Obstacle) {
	place := s.place
	switch {
	case s.version == 0:
		return append(out, obstacle("no_source", s.shown))
	case s.version > s.newest:
		out = append(out, obstacle("newer", s.shown))
	case s.restored:
		out = append(out, obstacle("not_adopted", s.shown))
	}
	switch stage := s.move.Stage; {
	case stage == journal.Arriving:
		out = append(out, obstacle("arriving", s.move.Other))
	case !stage.Works() || stage == journal.Copying:
		out = append(out, obstacle("journal_moves", s.move.Other))
	}
	switch moves := Unsettled(place); {
	case moves && (place.Other != o.To || place.Address != o.From):
		out = append(out, obstacle("files_elsewhere", shownPlace(place.Address), shownPlace(place.Other)))
	case !moves && place.Stage != "" && place.Address != o.To && place.Address != o.From:
		out = append(out, obstacle("files_not_here", shownPlace(place.Address)))
	}
	return out
}

// Unsettled reports whether files are on their way.
func Unsettled(p paths.Place) bool { return p.Stage != "" && !HasArrived(p) }

// HasArrived reports whether files were moved, and are where the place says.
func HasArrived(p paths.Place) bool { return journal.Stage(p.Stage) == journal.Arrived }

func (s *side) close() error {
	if s.db == nil {
		return nil
	}
	return s.db.Close()
}

// filesMover moves the files of one journal.
type filesMover struct {
	FilesOptions
	side  *side
	place paths.Place
}

// Files moves the files of a journal, or goes on where it was interrupted: everything is copied
// while the shop works, then no attempt begins, those on their way are awaited and every write is
// kept out of the journal, what has changed is copied, and one transaction gives the files their
// new paths and opens the journal again, for those who look for them in the new place.
func Files(ctx context.Context, o FilesOptions) (r FilesReport, err error) {
	m := &filesMover{FilesOptions: o}
	if m.side, err = find(ctx, o.Journal, false); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, m.side.close()) }()
	if err := m.begin(ctx); err != nil {
		return r, err
	}
	r.Journal = m.side.id
	if HasArrived(m.place) && m.place.Address == m.To {
		r.Already = true
		return r, nil
	}
	if journal.Stage(m.place.Stage) != journal.Sealed {
		if err := m.copyLive(ctx); err != nil {
			return r, err
		}
	}
	if err := m.await(ctx); err != nil {
		return r, err
	}
	if err := m.Copy(ctx, true); err != nil {
		return r, err
	}
	r.Renamed, err = m.arrive(ctx)
	return r, err
}

// begin brings the tables up to date and looks where the files are.
func (m *filesMover) begin(ctx context.Context) (err error) {
	if m.side.tables[paths.Table] == nil && m.side.version > 0 && m.side.move.Stage.Works() {
		if err := m.side.db.Migrate(ctx); err != nil {
			return fmt.Errorf("bring the journal %s up to date: %w", m.side.shown, err)
		}
		if err := m.side.look(ctx); err != nil {
			return err
		}
	}
	m.place = m.side.place
	if found := filesObstacles(m.side, m.FilesOptions); len(found) > 0 {
		return found[0]
	}
	return nil
}

// copyLive copies while the shop works, and keeps everybody out then.
func (m *filesMover) copyLive(ctx context.Context) error {
	if journal.Stage(m.place.Stage) != journal.Draining {
		if err := m.mark(ctx, journal.Copying, nil); err != nil {
			return err
		}
		if err := m.Copy(ctx, false); err != nil {
			return err
		}
	}
	if err := m.mark(ctx, journal.Draining, func(tx *sql.Tx) error { return m.side.drain(ctx, tx) }); err != nil {
		return err
	}
	wait := drainWait{m.side.db, m.Idle, m.Now, m.After}
	if err := wait.run(ctx); err != nil {
		return err
	}
	return m.mark(ctx, journal.Sealed, func(tx *sql.Tx) error { return m.side.keepOut(ctx, tx) })
}

// await waits until everybody has seen that the journal is sealed: what they did with files before
// is done then.
func (m *filesMover) await(ctx context.Context) error {
	if m.Idle {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-m.After(m.Settle):
		return nil
	}
}

// mark notes a stage, with what belongs to it in the same transaction. A sealed journal keeps it
// from nobody who moves.
func (m *filesMover) mark(ctx context.Context, stage journal.Stage, also func(tx *sql.Tx) error) error {
	next := paths.Place{Stage: string(stage), Address: m.From, Other: m.To, Began: m.place.Began}
	if !Unsettled(m.place) {
		next.Began = m.Now().UnixNano()
	}
	if err := m.write(ctx, func(tx *sql.Tx) error {
		if err := paths.Write(ctx, tx, next); err != nil || also == nil {
			return err
		}
		return also(tx)
	}); err != nil {
		return fmt.Errorf("note in the journal %s that its files are %s: %w", m.side.shown, stage, err)
	}
	m.place = next
	if m.Progress != nil {
		m.Progress(stage)
	}
	return nil
}

func (m *filesMover) write(ctx context.Context, run func(tx *sql.Tx) error) (err error) {
	for range markTries {
		if err = within(ctx, m.side.db, run); !isDeadlock(err) {
			break
		}
	}
	return err
}

// arrive gives the files their new paths and lets everybody in who looks for them there.
func (m *filesMover) arrive(ctx context.Context) (renamed int64, err error) {
	settled := paths.Place{Stage: string(journal.Arrived), Address: m.To, Other: m.From, Began: m.place.Began}
	err = m.write(ctx, func(tx *sql.Tx) error {
		if err := m.side.unseal(ctx, tx); err != nil {
			return err
		}
		if renamed, err = paths.Rename(ctx, tx, m.Rename); err != nil {
			return err
		}
		return paths.Write(ctx, tx, settled)
	})
	if err != nil {
		return 0, fmt.Errorf("note in the journal %s that its files have arrived: %w", m.side.shown, err)
	}
	m.place = settled
	return renamed, nil
}

// AbandonFiles ends a move of files that was not completed: they stay where they were.
func AbandonFiles(ctx context.Context, o FilesOptions) (err error) {
	m := &filesMover{FilesOptions: o}
	if m.side, err = find(ctx, o.Journal, false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.side.close()) }()
	m.place = m.side.place
	if !Unsettled(m.place) {
		return obstacle("no_files_move", m.side.shown)
	}
	return m.write(ctx, func(tx *sql.Tx) error {
		if err := m.side.unseal(ctx, tx); err != nil {
			return err
		}
		return paths.Write(ctx, tx, paths.Place{Stage: string(journal.Arrived), Address: m.place.Address, Other: m.place.Other, Began: m.place.Began})
	})
}
