package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Move is what a journal knows of its own move to another database: one row, in a table that
// only a journal that was moved has. Both journals of a move have one.
type Move struct {
	ID    string // of the move, random, the same on both sides
	Stage Stage
	Other string // the address of the other side, without a password
	Began int64  // nanoseconds since 1970 in UTC
}

// Stage is how far a move has come, as one of its two journals knows it.
type Stage string

// The stages of the journal that is left, in their order, then those of the other one.
const (
	Copying  Stage = "copying"  // it works on, and is being copied
	Draining Stage = "draining" // no attempt begins any more; those on their way are awaited
	Sealed   Stage = "sealed"   // it takes no write any more
	Left     Stage = "left"     // the other one is complete: it takes no write for good

	Arriving Stage = "arriving" // it is being filled, and is no journal to work with yet
	Arrived  Stage = "arrived"  // it is complete, and the journal to work with
)

// Works reports whether a journal of that stage may be worked with.
func (s Stage) Works() bool { return s == "" || s == Copying || s == Arrived }

// MoveTable is the table that holds the Move; it is no part of what is moved.
const MoveTable = "journal_move"

// SealCode is the SQLSTATE, and SealText the words, by which the triggers of a sealed journal
// refuse a write.
const (
	SealCode = "DBMOV"
	SealText = "dropbridge: the journal has moved"
)

// MovedError is a journal that cannot be worked with, as it has moved or is being moved.
type MovedError struct{ Move Move }

// Error is what is the matter, in English.
func (e *MovedError) Error() string { what, _ := e.Say(wording.English); return what }

// Hint is the way out, in English.
func (e *MovedError) Hint() string { _, way := e.Say(wording.English); return way }

// Failure is the state of the journal.
func (e *MovedError) Failure() failure.Kind { return failure.Other }

// Say is what is the matter, and the way out, in a language.
func (e *MovedError) Say(l wording.Language) (what, way string) {
	key := "journal_moved"
	if e.Move.Stage == Arriving {
		key = "journal_arriving"
	}
	return wording.NewMessage(key, e.Move.Other).In(l), wording.NewMessage(key+".hint", e.Move.Other).In(l)
}

// errSealed is a write that a sealed journal refused.
var errSealed = errors.New("the journal has moved, and takes no write any more")

// isSealed reports whether a write failed at the seal of a journal that has moved.
func isSealed(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == SealCode
	}
	lite, ok := errors.AsType[*driver.Error](err)
	return ok && strings.Contains(lite.Error(), SealText)
}

// readMove is the move of a database, a zero one where it was never moved.
func readMove(ctx context.Context, db querier, d dialect) (m Move, err error) {
	exists := map[dialect]string{
		sqlite:   "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '" + MoveTable + "'",
		postgres: "SELECT COUNT(*) FROM pg_catalog.pg_class WHERE oid = to_regclass('" + MoveTable + "')",
	}
	var has int
	if err := db.QueryRowContext(ctx, exists[d]).Scan(&has); err != nil || has == 0 {
		return m, err
	}
	err = db.QueryRowContext(ctx, "SELECT id, stage, other, began_at FROM "+MoveTable).Scan(&m.ID, &m.Stage, &m.Other, &m.Began)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// requireWorks refuses a journal that has moved, or that is being filled.
func (j *Journal) requireWorks(ctx context.Context) error {
	move, err := readMove(ctx, j.write, j.dialect)
	if err != nil {
		return fmt.Errorf("look whether the journal has moved: %w", err)
	}
	if !move.Stage.Works() {
		return &MovedError{move}
	}
	return nil
}

// movedTo is where a journal has moved to under the running program, "" where it has not.
func (j *Journal) movedTo(ctx context.Context) (string, error) {
	move, err := readMove(ctx, j.read, j.dialect)
	if err != nil || move.Stage.Works() {
		return "", err
	}
	return move.Other, nil
}
