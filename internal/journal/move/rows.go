package move

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/journal"
)

// row is the values of a table's columns, in the order of their names: int64, string, []byte
// or nil.
type row []any

// cursor goes through the rows of a table in the order of their keys.
type cursor struct {
	table *table
	rows  *sql.Rows
	now   row // nil at the end
}

// openCursor reads a table in the order of its key. Texts go by their bytes on both sides.
func openCursor(ctx context.Context, db queryer, t *table, server bool) (*cursor, error) {
	order := make([]string, len(t.key))
	for i, name := range t.key {
		order[i] = quoted(name)
		if server && t.columns[t.place(name)].kind == text {
			order[i] += ` COLLATE "C"`
		}
	}
	rows, err := db.QueryContext(ctx, "SELECT "+list(t.names())+" FROM "+quoted(t.name)+t.kept()+" ORDER BY "+strings.Join(order, ", "))
	if err != nil {
		return nil, err
	}
	c := &cursor{table: t, rows: rows}
	if err := c.next(); err != nil {
		return nil, err
	}
	return c, nil
}

// kept is the condition of the rows that move: what running importers say of themselves stays
// behind, as those that said it never work with the other journal and would never take it back.
func (t *table) kept() string {
	if t.name != notesTable {
		return ""
	}
	return " WHERE NOT (" + journal.RunningNotes + ")"
}

// next goes on to the next row.
func (c *cursor) next() error {
	c.now = nil
	if !c.rows.Next() {
		return c.rows.Err()
	}
	values := make(row, len(c.table.columns))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	if err := c.rows.Scan(into...); err != nil {
		return err
	}
	for i, column := range c.table.columns {
		value, err := typed(column.kind, values[i])
		if err != nil {
			return fmt.Errorf("%s of %s: %w", column.name, c.table.shownKey(values), err)
		}
		values[i] = value
	}
	c.now = values
	return nil
}

func (c *cursor) close() { c.rows.Close() }

// typed is a value as its column has it: SQLite keeps any value in any column.
func typed(k kind, value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case int64:
		if k == number {
			return v, nil
		}
	case string:
		if k == text {
			return v, nil
		}
		if k == bytes {
			return []byte(v), nil
		}
	case []byte:
		if k == bytes {
			return v, nil
		}
		if k == text {
			return string(v), nil
		}
	}
	return nil, fmt.Errorf("a value of the type %T is no %s", value, k)
}

// storable refuses a text that PostgreSQL cannot keep.
func (t *table) storable(r row) error {
	for i, c := range t.columns {
		if s, ok := r[i].(string); ok && (!utf8.ValidString(s) || strings.Contains(s, "\x00")) {
			return fmt.Errorf("%s of %s in the table %s is no text that PostgreSQL can keep", c.name, t.shownKey(r), t.name)
		}
	}
	return nil
}

// shownKey is a row's key as people are told it.
func (t *table) shownKey(r row) string {
	var out []string
	for _, name := range t.key {
		out = append(out, fmt.Sprintf("%s %v", name, r[t.place(name)]))
	}
	return strings.Join(out, ", ")
}

// keyOf are the values of a row's key.
func (t *table) keyOf(r row) []any {
	out := make([]any, len(t.key))
	for i, name := range t.key {
		out[i] = r[t.place(name)]
	}
	return out
}

// compareKeys orders two rows by their keys; a row that is not there comes last.
func (t *table) compareKeys(a, b row) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	for _, name := range t.key {
		at := t.place(name)
		if order := compareValues(a[at], b[at]); order != 0 {
			return order
		}
	}
	return 0
}

func compareValues(a, b any) int {
	switch a := a.(type) {
	case int64:
		return cmp.Compare(a, b.(int64))
	case string:
		return cmp.Compare(a, b.(string))
	}
	return slices.Compare(a.([]byte), b.([]byte))
}

// rowHash adds up the rows of a table.
type rowHash struct {
	hash  hash.Hash
	count int64
	buf   []byte
}

func newRowHash() *rowHash { return &rowHash{hash: sha256.New()} }

// add takes a row in: of each value a byte for its kind, its length and its bytes.
func (h *rowHash) add(r row) {
	h.count++
	h.buf = canonical(h.buf[:0], r)
	h.hash.Write(h.buf)
}

func (h *rowHash) sum() string { return hex.EncodeToString(h.hash.Sum(nil)) }

// canonical is a row in a form that does not depend on its database.
func canonical(out []byte, r row) []byte {
	for _, value := range r {
		switch v := value.(type) {
		case nil:
			out = append(out, 'n')
		case int64:
			out = binary.BigEndian.AppendUint64(append(out, 'i'), uint64(v))
		case string:
			out = append(binary.AppendUvarint(append(out, 't'), uint64(len(v))), v...)
		case []byte:
			out = append(binary.AppendUvarint(append(out, 'b'), uint64(len(v))), v...)
		}
	}
	return append(out, '\n')
}

// hashTable is the count and the hash of a table's rows.
func hashTable(ctx context.Context, db queryer, t *table, server bool, each func(row) error) (Sum, error) {
	if t.name == sumsTable {
		return hashSums(ctx, db, t)
	}
	c, err := openCursor(ctx, db, t, server)
	if err != nil {
		return Sum{}, fmt.Errorf("read the table %s: %w", t.name, err)
	}
	defer c.close()
	h := newRowHash()
	for c.now != nil {
		h.add(c.now)
		if each != nil {
			if err := each(c.now); err != nil {
				return Sum{}, err
			}
		}
		if err := c.next(); err != nil {
			return Sum{}, fmt.Errorf("read the table %s: %w", t.name, err)
		}
	}
	return Sum{Rows: h.count, SHA256: h.sum()}, nil
}

// Sum is what a table holds: how many rows, and the hash over all of them.
type Sum struct {
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"`
}
