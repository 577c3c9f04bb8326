package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// side is one of the two databases, as it was found.
type side struct {
	db      *journal.Database // nil: an SQLite file that is not there yet
	where   string            // its address
	shown   string            // the same, as it may be shown
	move    journal.Move
	place   paths.Place // of the files
	version int         // of its tables, 0: none
	newest  int         // that it can be brought to
	tables  map[string]*table

	id       string // of the journal
	attempts int64
	restored bool
	used     bool // it holds anything that a shop has done
}

// address is an address of a journal in the one form by which two are compared.
func address(where string) string {
	if journal.OnServer(where) {
		return where
	}
	if abs, err := filepath.Abs(where); err == nil {
		return abs
	}
	return where
}

// find opens a database and looks at it. One that is only looked at need not be there.
func find(ctx context.Context, where string, readOnly bool) (*side, error) {
	s := &side{where: address(where), shown: journal.Redacted(address(where)), tables: map[string]*table{}}
	db, err := journal.OpenDatabase(ctx, s.where, readOnly)
	if readOnly && errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.db = db
	if err := s.look(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("look at the journal %s: %w", s.shown, err), db.Close())
	}
	return s, nil
}

// look finds out what the database is.
func (s *side) look(ctx context.Context) (err error) {
	if s.move, err = s.db.Move(ctx); err != nil {
		return err
	}
	if s.version, s.newest, err = s.db.Version(ctx); err != nil {
		return err
	}
	if s.tables, err = readTables(ctx, s.db); err != nil {
		return err
	}
	if s.tables[identityTable] != nil && s.version > 0 {
		var restored int
		err := s.db.QueryRowContext(ctx, "SELECT id, attempts, restored FROM identity").Scan(&s.id, &s.attempts, &restored)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		s.restored = restored != 0
	}
	if s.tables[paths.Table] != nil {
		if s.place, err = paths.Read(ctx, s.db); err != nil {
			return err
		}
	}
	for _, name := range []string{"files", "orders", notesTable, "actions"} {
		if s.tables[name] == nil {
			continue
		}
		var has bool
		if err := s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+name+")").Scan(&has); err != nil {
			return err
		}
		s.used = s.used || has
	}
	return nil
}

// ours reports whether a move was begun from a journal of that id.
func ours(m journal.Move, id string) bool { return strings.HasPrefix(m.ID, id+"-") }

// sealedTables are all tables of a journal, its own too, but for the one of the move, and for those
// by which processes know of each other: they are to find out what has happened, and end in peace.
func (s *side) sealedTables() []string {
	out := []string{"schema_version"}
	for name := range s.tables {
		if !isPassing(name) || name == permitsTable {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// snapshot begins a transaction that sees the database as of one moment.
func (s *side) snapshot(ctx context.Context) (*sql.Tx, error) {
	options := &sql.TxOptions{ReadOnly: true}
	if s.db.Server {
		options.Isolation = sql.LevelRepeatableRead
	}
	return s.db.BeginTx(ctx, options)
}

// counts are the rows of a table by what one column says.
func (s *side) counts(ctx context.Context, name, column string) (map[string]int64, error) {
	out := map[string]int64{}
	if s.tables[name] == nil {
		return out, nil
	}
	err := eachRow(ctx, s.db, fmt.Sprintf("SELECT %s, COUNT(*) FROM %s GROUP BY %[1]s", column, name), nil, func(rows *sql.Rows) error {
		var value string
		var n int64
		err := rows.Scan(&value, &n)
		out[value] = n
		return err
	})
	return out, err
}
