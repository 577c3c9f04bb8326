package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// mostValues is how many values a statement has at most: SQLite takes 32,766.
const mostValues = 16_000

// mostRows is how many rows are written in one transaction.
const mostRows = 500

// copying brings the rows of the source's tables to the target.
type copying struct {
	source queryer // one transaction: all tables as of one moment
	target *journal.Database
	server bool   // the source is PostgreSQL
	move   string // its id
	tables []*table
	step   func(name string) error // called after each transaction
	found  map[string]Sum          // what the source held
	copied map[string]int64        // rows written
	gone   map[string][]row        // rows of the target that the source does not have
}

// run goes through all tables: it writes what differs, in the order in which tables can be
// filled, and removes what the source does not have in the opposite one.
func (c *copying) run(ctx context.Context) error {
	c.found, c.gone = map[string]Sum{}, map[string][]row{}
	// Where the target's files were once says nothing of the files that come.
	if err := c.within(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM "+paths.Table)
		return err
	}); err != nil {
		return err
	}
	for _, t := range c.tables {
		if err := c.compare(ctx, t); err != nil {
			return fmt.Errorf("copy the table %s: %w", t.name, err)
		}
	}
	for _, t := range slices.Backward(c.tables) {
		if err := c.remove(ctx, t); err != nil {
			return fmt.Errorf("remove rows of the table %s that are gone: %w", t.name, err)
		}
	}
	return nil
}

// compare goes through a table on both sides, and writes what the target does not have alike.
func (c *copying) compare(ctx context.Context, t *table) error {
	from, err := openCursor(ctx, c.source, t, c.server)
	if err != nil {
		return err
	}
	defer from.close()
	to, err := openCursor(ctx, c.target, t, c.target.Server)
	if err != nil {
		return err
	}
	defer to.close()
	sum, batch := newRowHash(), []row{}
	for from.now != nil || to.now != nil {
		order := t.compareKeys(from.now, to.now)
		if order > 0 {
			c.gone[t.name] = append(c.gone[t.name], to.now)
		} else {
			sum.add(from.now)
			if order < 0 || string(canonical(nil, from.now)) != string(canonical(nil, to.now)) {
				batch = append(batch, from.now)
			}
		}
		if batch, err = c.flush(ctx, t, batch, t.most()); err != nil {
			return err
		}
		if err := advance(from, to, order); err != nil {
			return err
		}
	}
	c.found[t.name] = Sum{Rows: sum.count, SHA256: sum.sum()}
	_, err = c.flush(ctx, t, batch, 1)
	return err
}

// advance moves the cursors on that stood at the lower key.
func advance(from, to *cursor, order int) error {
	var err error
	if order <= 0 {
		err = from.next()
	}
	if order >= 0 && err == nil {
		err = to.next()
	}
	return err
}

// most is how many rows of a table one statement takes.
func (t *table) most() int { return min(mostRows, mostValues/len(t.columns)) }

// flush writes a batch that has so many rows, and returns what waits still.
func (c *copying) flush(ctx context.Context, t *table, batch []row, enough int) ([]row, error) {
	if len(batch) < enough {
		return batch, nil
	}
	err := c.write(ctx, t, batch, false)
	if isUnique(err) { // a number that another row of the target has still
		err = c.write(ctx, t, batch, true)
	}
	if err != nil {
		return nil, err
	}
	c.copied[t.name] += int64(len(batch))
	return batch[:0:0], c.step(t.name)
}

// write writes rows in one transaction. Where others of the target may have their unique keys
// still, those are set aside first: they come later, or are removed.
func (c *copying) write(ctx context.Context, t *table, rows []row, aside bool) error {
	if c.target.Server {
		for _, r := range rows {
			if err := t.storable(r); err != nil {
				return err
			}
		}
	}
	return c.within(ctx, func(tx *sql.Tx) error {
		if aside {
			for _, r := range rows {
				if err := t.setAside(ctx, tx, r); err != nil {
					return err
				}
			}
		}
		if err := t.upsert(ctx, tx, rows, c.target.Server); err != nil {
			return err
		}
		return c.target.Fold(ctx, tx)
	})
}

// upsert writes rows, whether they are there already or not.
func (t *table) upsert(ctx context.Context, tx *sql.Tx, rows []row, server bool) error {
	var values []any
	groups := make([]string, len(rows))
	for i, r := range rows {
		groups[i] = "(" + strings.Join(holders(len(values)+1, len(r)), ", ") + ")"
		values = append(values, r...)
	}
	override := ""
	if server && t.counter != "" {
		override = " OVERRIDING SYSTEM VALUE"
	}
	var changes []string
	for _, name := range t.names() {
		if !slices.Contains(t.key, name) {
			changes = append(changes, quoted(name)+" = excluded."+quoted(name))
		}
	}
	change := "NOTHING"
	if len(changes) > 0 {
		change = "UPDATE SET " + strings.Join(changes, ", ")
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s)%s VALUES %s ON CONFLICT (%s) DO %s",
		quoted(t.name), list(t.names()), override, strings.Join(groups, ", "), list(t.key), change), values...)
	return err
}

// setAside gives rows other unique keys that have those of a row, and are not that row.
func (t *table) setAside(ctx context.Context, tx *sql.Tx, r row) error {
	if !slices.Equal(t.key, []string{t.counter}) {
		return nil
	}
	for _, unique := range t.unique {
		if t.columns[t.place(unique[len(unique)-1])].kind != text {
			continue
		}
		var values []any
		var conditions []string
		for _, name := range unique {
			values = append(values, r[t.place(name)])
			conditions = append(conditions, fmt.Sprintf("%s = $%d", quoted(name), len(values)))
		}
		last, key := quoted(unique[len(unique)-1]), quoted(t.counter)
		values = append(values, r[t.place(t.counter)])
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("UPDATE %s SET %s = '\x01' || CAST(%s AS TEXT) WHERE %s AND %[3]s <> $%[5]d",
			quoted(t.name), last, key, strings.Join(conditions, " AND "), len(values)), values...); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the rows of the target that the source does not have.
func (c *copying) remove(ctx context.Context, t *table) error {
	for gone := range slices.Chunk(c.gone[t.name], mostRows) {
		err := c.within(ctx, func(tx *sql.Tx) error {
			for _, r := range gone {
				if err := t.removeRow(ctx, tx, r); err != nil {
					return err
				}
			}
			return c.target.Fold(ctx, tx)
		})
		if err != nil {
			return err
		}
		if err := c.step(t.name); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) removeRow(ctx context.Context, tx *sql.Tx, r row) error {
	conditions := make([]string, len(t.key))
	for i, name := range t.key {
		conditions[i] = fmt.Sprintf("%s = $%d", quoted(name), i+1)
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM "+quoted(t.name)+" WHERE "+strings.Join(conditions, " AND "), t.keyOf(r)...)
	return err
}

// isUnique reports whether a write failed as another row has the same unique key.
func isUnique(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505"
	}
	lite, ok := errors.AsType[*driver.Error](err)
	return ok && lite.Code() == codes.SQLITE_CONSTRAINT_UNIQUE
}

// within runs a function in a transaction of the target, while this move is what fills it.
func (c *copying) within(ctx context.Context, run func(tx *sql.Tx) error) error {
	return within(ctx, c.target, func(tx *sql.Tx) error {
		if err := holdMove(ctx, tx, c.move); err != nil {
			return err
		}
		return run(tx)
	})
}

// holdMove makes sure that a move still fills this database, and keeps any other process from
// writing to it until the transaction ends.
func holdMove(ctx context.Context, tx *sql.Tx, id string) error {
	done, err := tx.ExecContext(ctx, "UPDATE "+journal.MoveTable+" SET began_at = began_at WHERE id = $1 AND stage = $2", id, string(journal.Arriving))
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errNotFilled, err)
	}
	return nil
}

// errNotFilled is a target that another process has completed or given up meanwhile.
var errNotFilled = errors.New("another process has ended this move meanwhile: run the command again to see how it stands")

// isDeadlock reports whether PostgreSQL has ended a transaction as two waited for each other.
func isDeadlock(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "40P01"
}

// within runs a function in a transaction.
func within(ctx context.Context, db *journal.Database, run func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := run(tx); err != nil {
		return err
	}
	return tx.Commit()
}
