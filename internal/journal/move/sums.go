package move

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// sumColumns are what a tally counts by: all columns but the number and an id of its own.
func sumColumns(t *table) []string {
	var out []string
	for _, c := range t.columns {
		if c.name != sumsColumn && c.kind == text {
			out = append(out, c.name)
		}
	}
	return out
}

// readSums are the sums of the tallies that are not 0, in the order of what they count by.
func readSums(ctx context.Context, db queryer, t *table) ([]row, error) {
	columns := sumColumns(t)
	var out []row
	query := fmt.Sprintf("SELECT %s, CAST(SUM(%s) AS BIGINT) FROM %s GROUP BY %[1]s HAVING SUM(%[2]s) <> 0", list(columns), quoted(sumsColumn), quoted(t.name))
	err := eachRow(ctx, db, query, nil, func(rows *sql.Rows) error {
		names, n := make([]string, len(columns)), int64(0)
		var into []any
		for i := range names {
			into = append(into, &names[i])
		}
		if err := rows.Scan(append(into, &n)...); err != nil {
			return err
		}
		var r row
		for _, name := range names {
			r = append(r, name)
		}
		out = append(out, append(r, n))
		return nil
	})
	slices.SortFunc(out, func(a, b row) int { return slices.CompareFunc(a, b, compareValues) })
	return out, err
}

// hashSums is the count and the hash of the sums.
func hashSums(ctx context.Context, db queryer, t *table) (Sum, error) {
	sums, err := readSums(ctx, db, t)
	if err != nil {
		return Sum{}, fmt.Errorf("read the counts: %w", err)
	}
	h := newRowHash()
	for _, r := range sums {
		h.add(r)
	}
	return Sum{Rows: h.count, SHA256: h.sum()}, nil
}

// replaceSums puts sums in the place of a database's tallies, as part of a transaction.
func replaceSums(ctx context.Context, tx *sql.Tx, t *table, sums []row) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM "+quoted(t.name)); err != nil {
		return err
	}
	columns := append(sumColumns(t), sumsColumn)
	insert := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", quoted(t.name), list(columns), strings.Join(holders(1, len(columns)), ", "))
	for _, r := range sums {
		if _, err := tx.ExecContext(ctx, insert, r...); err != nil {
			return err
		}
	}
	return nil
}

// holders are the places of n values in a statement, from the given one on.
func holders(from, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("$%d", from+i)
	}
	return out
}
