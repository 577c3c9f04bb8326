package journal

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// Respell gives every account that is spelled otherwise and is the same by normal the
// given name, in one transaction, and returns the spellings that it found. What was
// recorded under two of them becomes one: no order is ever posted again for it.
func (j *Journal) Respell(ctx context.Context, account string, normal func(string) string) (found []string, err error) {
	if found, err = otherSpellings(ctx, j.read, account, normal); err != nil || len(found) == 0 {
		return nil, err
	}
	err = j.do(ctx, 1000, func(ctx context.Context, tx *sql.Tx) error {
		for _, from := range found {
			if err := j.respell(ctx, tx, from, account); err != nil {
				return fmt.Errorf("take the account %s for %s: %w", from, account, err)
			}
		}
		return nil
	})
	return found, err
}

// carriedColumns are the columns of a link that go with it to another file or order.
const carriedColumns = "position, file_rows, item_rows, relation, code, message, faults, hash, content"

func otherSpellings(ctx context.Context, db querier, account string, normal func(string) string) ([]string, error) {
	var out []string
	for _, table := range []string{"orders", "files", "notes"} {
		names, err := accountsOf(ctx, db, table)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if name != account && normal(name) == account && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

func (j *Journal) respell(ctx context.Context, tx *sql.Tx, from, to string) error {
	if err := mergeFiles(ctx, tx, from, to); err != nil {
		return err
	}
	if err := j.mergeOrders(ctx, tx, from, to); err != nil {
		return err
	}
	for _, statement := range []string{
		"UPDATE files SET account = $2 WHERE account = $1",
		"UPDATE orders SET account = $2 WHERE account = $1",
		"UPDATE decisions SET account = $2 WHERE account = $1",
		"UPDATE actions SET account = $2 WHERE account = $1",
		"INSERT INTO notes (account, name, text) SELECT $2, name, text FROM notes WHERE account = $1 ON CONFLICT (account, name) DO NOTHING",
		`INSERT INTO aliases (account, source, external_id, hash, order_id, decision_id)
			SELECT $2, source, external_id, hash, order_id, decision_id FROM aliases WHERE account = $1
			ON CONFLICT (account, source, external_id, hash) DO NOTHING`,
	} {
		if _, err := tx.ExecContext(ctx, statement, from, to); err != nil {
			return err
		}
	}
	for _, table := range []string{"notes", "aliases"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE account = $1", from); err != nil {
			return err
		}
	}
	return nil
}

// idPairs are the ids of rows of a table that are one under both spellings.
func idPairs(ctx context.Context, tx *sql.Tx, query, from, to string) (out [][2]int64, err error) {
	rows, err := tx.QueryContext(ctx, query, from, to)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var pair [2]int64
		if err := rows.Scan(&pair[0], &pair[1]); err != nil {
			return nil, err
		}
		out = append(out, pair)
	}
	return out, rows.Err()
}

// mergeFiles makes one of files that were dropped under both spellings: the later one.
func mergeFiles(ctx context.Context, tx *sql.Tx, from, to string) error {
	same, err := idPairs(ctx, tx, `SELECT a.id, b.id FROM files a JOIN files b ON b.source = a.source AND b.sha256 = a.sha256 AND b.name = a.name
		WHERE a.account = $1 AND b.account = $2`, from, to)
	if err != nil {
		return err
	}
	for _, pair := range same {
		gone, kept := min(pair[0], pair[1]), max(pair[0], pair[1])
		for _, statement := range []string{
			"INSERT INTO links (file_id, order_id, " + carriedColumns + ") SELECT $2, order_id, " + carriedColumns + ` FROM links WHERE file_id = $1
				ON CONFLICT (file_id, order_id) DO NOTHING`,
			"UPDATE orders SET file_id = $2 WHERE file_id = $1",
		} {
			if _, err := tx.ExecContext(ctx, statement, gone, kept); err != nil {
				return err
			}
		}
		if err := removeRow(ctx, tx, "file_id", "files", gone); err != nil {
			return err
		}
	}
	return nil
}

// mergeOrders makes one of orders that were recorded under both spellings.
func (j *Journal) mergeOrders(ctx context.Context, tx *sql.Tx, from, to string) error {
	same, err := idPairs(ctx, tx, `SELECT a.id, b.id FROM orders a JOIN orders b ON b.source = a.source AND b.external_id = a.external_id
		WHERE a.account = $1 AND b.account = $2`, from, to)
	if err != nil {
		return err
	}
	for _, pair := range same {
		var both [2]state.Order
		for n, id := range pair {
			row := tx.QueryRowContext(ctx, "SELECT "+scan.OrderColumns+" FROM orders WHERE id = $1", id)
			if both[n], err = scan.Order(row); err != nil {
				return err
			}
		}
		kept, gone := state.Merge(both[0], both[1], time.Now())
		if err := j.overrule(ctx, tx, kept, kept); err != nil {
			return err
		}
		if err := j.forget(ctx, tx, gone.ID); err != nil {
			return err
		}
		for _, statement := range []string{
			"INSERT INTO links (file_id, order_id, " + carriedColumns + ") SELECT file_id, $2, " + carriedColumns + ` FROM links WHERE order_id = $1
				ON CONFLICT (file_id, order_id) DO NOTHING`,
			"UPDATE attempts SET order_id = $2 WHERE order_id = $1",
			"UPDATE decisions SET order_id = $2 WHERE order_id = $1",
			"UPDATE decisions SET made = $2 WHERE made = $1",
			"UPDATE aliases SET order_id = $2 WHERE order_id = $1",
		} {
			if _, err := tx.ExecContext(ctx, statement, gone.ID, kept.ID); err != nil {
				return err
			}
		}
		if err := removeRow(ctx, tx, "order_id", "orders", gone.ID); err != nil {
			return err
		}
	}
	return nil
}

// removeRow removes a file or an order whose links have been taken over.
func removeRow(ctx context.Context, tx *sql.Tx, column, table string, id int64) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM links WHERE "+column+" = $1", id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE id = $1", id)
	return err
}
