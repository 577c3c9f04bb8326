package journal

import (
	"context"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
)

// supplierMark stands before and behind the supplier in a stored number.
const supplierMark = "\x1f"

// storedNumber is an order's number as its key has it: of one of several suppliers his name
// stands before it, so that orders of two suppliers may have one number. Changing the key itself
// would take a new table, of orders that a process is perhaps sending just now.
func storedNumber(supplier, number string) string {
	if supplier == "" && !strings.HasPrefix(number, supplierMark) {
		return number
	}
	return supplierMark + supplier + supplierMark + number
}

// loadedNumber is the number of the file again.
func loadedNumber(supplier, stored string) string {
	return strings.TrimPrefix(stored, supplierMark+supplier+supplierMark)
}

// storedKey is the number of a key as it is stored.
func storedKey(key state.OrderKey) string { return storedNumber(key.Supplier, key.ExternalID) }

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
		stored = append(stored, storedNumber(supplier, number))
	}
	return stored, rows.Err()
}
