package journal

import (
	"context"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/journal/clause"
)

// numbersOf are a number's stored forms with all suppliers that the journal knows.
func (j *Journal) numbersOf(ctx context.Context, number string) ([]string, error) {
	rows, err := j.read.QueryContext(ctx, `WITH RECURSIVE names (name) AS (
		SELECT MIN(supplier) FROM orders WHERE supplier <> ''
		UNION ALL SELECT (SELECT MIN(supplier) FROM orders WHERE supplier <> '' AND supplier > names.name) FROM names WHERE names.name IS NOT NULL)
		SELECT name FROM names WHERE name IS NOT NULL`)
	if err != nil {
		return nil, fmt.Errorf("list the suppliers of orders: %w", err)
	}
	defer rows.Close()
	stored := []string{number}
	for rows.Next() {
		var supplier string
		if err := rows.Scan(&supplier); err != nil {
			return nil, fmt.Errorf("list the suppliers of orders: %w", err)
		}
		stored = append(stored, clause.StoredNumber(supplier, number))
	}
	return stored, rows.Err()
}
