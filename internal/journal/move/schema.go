package move

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// kind is what a column holds, whatever the database calls it.
type kind string

const (
	number kind = "number" // int64
	text   kind = "text"   // string
	bytes  kind = "bytes"
)

// kinds are the types of columns that a journal may have, in small letters.
var kinds = map[string]kind{
	"bigint": number, "integer": number, "int": number, "smallint": number,
	"text": text, "character varying": text, "blob": bytes, "bytea": bytes,
}

// column is one that is stored: a generated one comes about by itself.
type column struct {
	name  string
	kind  kind
	typed string // as the database calls it
}

// table is a table as its database describes it.
type table struct {
	name    string
	columns []column   // by name
	key     []string   // the columns of its primary key, in their order
	unique  [][]string // those of its other unique keys
	refs    []string   // the tables that its rows refer to
	counter string     // the column whose ids the database gives, "" for none
}

// Tables that are no part of what is copied: what a database says of itself.
var ownTables = []string{"schema_version", journal.MoveTable}

const (
	notesTable    = "notes"    // of which what running importers say of themselves stays behind
	identityTable = "identity" // comes last, as it makes a journal the one of its folders
	sumsTable     = "tallies"  // compared by what it sums up to
	sumsColumn    = "n"
	conflictTable = "conflicts" // kept by triggers of orders and links
)

// permitsTable has the leave that processes were given for requests. It is sealed as a journal's own
// tables are, so that nobody takes leave here and at the new journal at once.
const permitsTable = "permits"

// isPassing reports whether a table has nothing of a shop, but what the processes that share a
// journal on PostgreSQL are at: their names, their jobs, their leave for requests.
func isPassing(name string) bool {
	return name == "processes" || name == permitsTable || strings.HasPrefix(name, "river_")
}

// readTables describes the tables of a database, by name. One of other programs is no error.
func readTables(ctx context.Context, db *journal.Database) (map[string]*table, error) {
	describe := describeSQLite
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
	if db.Server {
		describe = describePostgres
		query = "SELECT relname FROM pg_catalog.pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
	}
	names, err := textsOf(ctx, db, query)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	out := map[string]*table{}
	for _, name := range names {
		if slices.Contains(ownTables, name) {
			continue
		}
		t := &table{name: name}
		if err := describe(ctx, db, t); err != nil {
			return nil, fmt.Errorf("read how the table %s is made: %w", name, err)
		}
		sorting.Func(t.columns, func(a, b column) int { return cmp.Compare(a.name, b.name) })
		out[name] = t
	}
	return out, nil
}

func describeSQLite(ctx context.Context, db *journal.Database, t *table) error {
	const generated = 2 // or 3: virtual and stored
	byKey := map[int]string{}
	err := eachRow(ctx, db, "SELECT name, type, pk, hidden FROM pragma_table_xinfo($1)", []any{t.name}, func(rows *sql.Rows) error {
		var c column
		var place, hidden int
		if err := rows.Scan(&c.name, &c.typed, &place, &hidden); err != nil || hidden >= generated {
			return err
		}
		c.kind = kinds[strings.ToLower(c.typed)]
		t.columns = append(t.columns, c)
		if place > 0 {
			byKey[place] = c.name
		}
		return nil
	})
	if err != nil {
		return err
	}
	for place := 1; place <= len(byKey); place++ {
		t.key = append(t.key, byKey[place])
	}
	if len(t.key) == 1 && slices.ContainsFunc(t.columns, func(c column) bool { return c.name == t.key[0] && strings.EqualFold(c.typed, "INTEGER") }) {
		t.counter = t.key[0]
	}
	if t.refs, err = textsOf(ctx, db, `SELECT DISTINCT "table" FROM pragma_foreign_key_list($1)`, t.name); err != nil {
		return err
	}
	indexes, err := textsOf(ctx, db, `SELECT name FROM pragma_index_list($1) WHERE "unique" = 1 AND origin <> 'pk' AND partial = 0`, t.name)
	for _, index := range indexes {
		var columns []string
		if columns, err = textsOf(ctx, db, "SELECT name FROM pragma_index_info($1) ORDER BY seqno", index); err != nil {
			return err
		}
		t.unique = append(t.unique, columns)
	}
	return err
}

func describePostgres(ctx context.Context, db *journal.Database, t *table) error {
	err := eachRow(ctx, db, `SELECT attname, format_type(atttypid, NULL), attidentity <> '' FROM pg_catalog.pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`, []any{quoted(t.name)}, func(rows *sql.Rows) error {
		var c column
		var counts bool
		if err := rows.Scan(&c.name, &c.typed, &counts); err != nil {
			return err
		}
		c.kind = kinds[c.typed]
		t.columns = append(t.columns, c)
		if counts {
			t.counter = c.name
		}
		return nil
	})
	if err != nil {
		return err
	}
	if t.refs, err = textsOf(ctx, db, "SELECT DISTINCT confrelid::regclass::text FROM pg_catalog.pg_constraint WHERE contype = 'f' AND conrelid = to_regclass($1)", quoted(t.name)); err != nil {
		return err
	}
	return eachRow(ctx, db, `SELECT indisprimary, (SELECT string_agg(attname, chr(10) ORDER BY place) FROM unnest(indkey::int2[]) WITH ORDINALITY AS keys (attnum, place)
			JOIN pg_catalog.pg_attribute a ON a.attrelid = indrelid AND a.attnum = keys.attnum)
		FROM pg_catalog.pg_index WHERE indrelid = to_regclass($1) AND indisunique AND indpred IS NULL AND indexprs IS NULL`, []any{quoted(t.name)}, func(rows *sql.Rows) error {
		var primary bool
		var list string
		if err := rows.Scan(&primary, &list); err != nil {
			return err
		}
		if columns := strings.Split(list, "\n"); primary {
			t.key = columns
		} else {
			t.unique = append(t.unique, columns)
		}
		return nil
	})
}

// common are the tables of both sides in the order in which they can be filled, and the names
// of those that only one side has.
func common(source, target map[string]*table) (both []*table, onlySource, onlyTarget []string, err error) {
	var names []string
	for name := range source {
		if target[name] == nil {
			onlySource = append(onlySource, name)
			continue
		}
		names = append(names, name)
	}
	for name := range target {
		if source[name] == nil {
			onlyTarget = append(onlyTarget, name)
		}
	}
	slices.Sort(names)
	slices.Sort(onlySource)
	slices.Sort(onlyTarget)
	for _, name := range inOrder(names, source, target) {
		if name == sumsTable {
			continue
		}
		if err := alike(source[name], target[name]); err != nil {
			return nil, nil, nil, err
		}
		both = append(both, target[name])
	}
	return both, onlySource, onlyTarget, nil
}

// inOrder puts tables behind those that their rows refer to, and what triggers keep behind all.
func inOrder(names []string, sides ...map[string]*table) []string {
	var out []string
	var add func(name string)
	add = func(name string) {
		if slices.Contains(out, name) || !slices.Contains(names, name) {
			return
		}
		for _, side := range sides {
			for _, ref := range side[name].refs {
				if ref != name {
					add(ref)
				}
			}
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, name := range names {
		if name != conflictTable && name != paths.Table {
			add(name)
		}
	}
	add(conflictTable)
	add(paths.Table) // it says which files may be added
	return out
}

// alike refuses a table that the two databases do not keep alike, or that has no key or a
// column of a type that is not known here: it could not be copied whole.
func alike(a, b *table) error {
	if !slices.EqualFunc(a.columns, b.columns, func(x, y column) bool { return x.name == y.name && x.kind == y.kind }) || !slices.Equal(a.key, b.key) {
		return fmt.Errorf("the table %s is not made alike on both sides", a.name)
	}
	if len(a.key) == 0 {
		return fmt.Errorf("the table %s has no primary key", a.name)
	}
	for _, c := range a.columns {
		if c.kind == "" {
			return fmt.Errorf("the column %s of the table %s is of a type that cannot be copied: %s", c.name, a.name, c.typed)
		}
	}
	return nil
}

// names are those of the columns.
func (t *table) names() []string {
	out := make([]string, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.name
	}
	return out
}

// place is where a column stands among the others.
func (t *table) place(name string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
}

// eachRow calls a function for each row of a query.
func eachRow(ctx context.Context, db queryer, query string, args []any, each func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// textsOf are the values of a query of one text column.
func textsOf(ctx context.Context, db queryer, query string, args ...any) (out []string, err error) {
	err = eachRow(ctx, db, query, args, func(rows *sql.Rows) error {
		var value string
		err := rows.Scan(&value)
		out = append(out, value)
		return err
	})
	return out, err
}

// queryer is what both a database and a transaction are asked by.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// quoted is a name as SQL takes any.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// list is names as SQL lists them.
func list(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quoted(name)
	}
	return strings.Join(out, ", ")
}
