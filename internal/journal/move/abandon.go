package move

import (
	"context"
	"database/sql"
	"errors"

	"github.com/dropbridge/dropbridge/internal/journal"
)

// Abandon ends a move that was not completed: the source works on, and the target, which is no
// journal to work with, can be filled again later. Where lost says that the target is gone for
// good, nobody can tell what was posted with it: a source that was closed already is one that
// was put back then, and nothing is posted with it before it was adopted.
func Abandon(ctx context.Context, o Options, lost bool) (err error) {
	m := &mover{Options: o}
	defer func() { err = errors.Join(err, m.close()) }()
	if m.source, err = find(ctx, o.From, false); err != nil {
		return err
	}
	switch stage := m.source.move.Stage; {
	case stage == journal.Left && !lost:
		return obstacle("left", m.source.move.Other)
	case stage == "" || stage == journal.Arrived:
		return obstacle("no_move", m.source.shown)
	}
	if !lost {
		if err := m.refuseTarget(ctx); err != nil {
			return err
		}
	}
	return within(ctx, m.source.db, func(tx *sql.Tx) error {
		if err := m.source.unseal(ctx, tx); err != nil {
			return err
		}
		if stage := m.source.move.Stage; lost && (stage == journal.Sealed || stage == journal.Left) {
			if _, err := tx.ExecContext(ctx, "UPDATE identity SET restored = 1"); err != nil {
				return err
			}
		}
		return writeMove(ctx, tx, journal.Move{})
	})
}

// refuseTarget makes the target one that the move which is given up can complete no more.
func (m *mover) refuseTarget(ctx context.Context) (err error) {
	if m.target, err = find(ctx, m.To, false); err != nil {
		return err
	}
	switch {
	case m.source.move.Other != m.target.shown:
		return obstacle("elsewhere", m.source.move.Other)
	case completed(m.source, m.target):
		return obstacle("left", m.target.shown)
	case m.target.move.ID != m.source.move.ID:
		return nil // it was never begun there
	}
	return within(ctx, m.target.db, func(tx *sql.Tx) error {
		if err := holdMove(ctx, tx, m.source.move.ID); err != nil {
			return err
		}
		return writeMove(ctx, tx, journal.Move{ID: m.source.id + "-", Stage: journal.Arriving, Other: m.source.shown, Began: m.source.move.Began})
	})
}
