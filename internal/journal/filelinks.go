package journal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// newestFirst is the order of links by what was dropped last.
const newestFirst = "CASE WHEN links.dropped_at = 0 THEN files.created_at ELSE links.dropped_at END DESC, files.id DESC"

// OrderLinks implements state.Journal.
func (j *Journal) OrderLinks(ctx context.Context, orders ...int64) ([]state.FileLink, error) {
	if len(orders) == 0 {
		return nil, nil
	}
	var w clause.Where
	w.InIDs("links.order_id", orders)
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.FileLinkColumns+`
		FROM links JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id`+w.String()+` ORDER BY `+newestFirst, w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the files of orders: %w", err)
	}
	return scan.FileLinks(rows)
}

// clashWhere is the condition of the orders of a query, in conflicts.
func clashWhere(q state.ClashQuery) (w clause.Where) {
	w.Equal("conflicts.account", q.Account)
	w.In("conflicts.source", q.Sources)
	w.InIDs("conflicts.order_id", q.Orders)
	w.Equal("conflicts.code", q.Code)
	return w
}

// clashLinks is how many links of an order in conflict are read, one with another.
const clashLinks = 20

// Clashes implements state.Journal.
func (j *Journal) Clashes(ctx context.Context, q state.ClashQuery) ([]state.FileLink, error) {
	w := clashWhere(q)
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.FileLinkColumns+` FROM (SELECT order_id FROM conflicts`+
		w.String()+" ORDER BY order_id"+clause.Limit(q.Limit)+`) AS asked JOIN links ON links.order_id = asked.order_id AND `+isClash+`
		JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id
		ORDER BY orders.id, `+newestFirst+clause.Limit(q.Limit*clashLinks), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the conflicts: %w", err)
	}
	links, err := scan.FileLinks(rows)
	return slices.DeleteFunc(links, func(l state.FileLink) bool { return !l.ClashOpen() }), err
}

// ClashedThere implements state.Journal.
func (j *Journal) ClashedThere(ctx context.Context, q state.ClashQuery) ([]state.Order, error) {
	w := clashWhere(q)
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.OrderColumns+" FROM (SELECT order_id FROM conflicts"+w.String()+" ORDER BY order_id"+
		clause.Limit(q.Limit)+`) AS asked JOIN orders ON orders.id = asked.order_id
		WHERE NOT EXISTS (SELECT 1 FROM open_clashes WHERE open_clashes.order_id = asked.order_id) ORDER BY orders.id`, w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the conflicts: %w", err)
	}
	return scan.Orders(rows)
}

// ClashKeys implements state.Journal.
func (j *Journal) ClashKeys(ctx context.Context, q state.ClashQuery) (keys []state.OrderKey, err error) {
	w := clashWhere(q)
	rows, err := j.read.QueryContext(ctx, "SELECT orders.account, orders.source, orders.supplier, orders.external_id FROM conflicts JOIN orders ON orders.id = conflicts.order_id"+
		w.String()+" ORDER BY conflicts.order_id"+clause.Limit(q.Limit), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("list the conflicts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key state.OrderKey
		if err := rows.Scan(&key.Account, &key.Source, &key.Supplier, &key.ExternalID); err != nil {
			return nil, fmt.Errorf("list the conflicts: %w", err)
		}
		key.ExternalID = clause.LoadedNumber(key.Supplier, key.ExternalID)
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// Remarked implements state.Journal.
func (j *Journal) Remarked(ctx context.Context, account string, since time.Time, most int) ([]state.FileLink, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT "+scan.FileLinkColumns+`
		FROM links CROSS JOIN orders CROSS JOIN files
		WHERE orders.id = links.order_id AND files.id = links.file_id AND orders.account = $1 AND `+isRemark+` AND links.dropped_at >= $2 ORDER BY links.dropped_at DESC, links.order_id DESC`+clause.Limit(most),
		account, clause.StoredTime(since))
	if err != nil {
		return nil, fmt.Errorf("read what is said of orders: %w", err)
	}
	return scan.FileLinks(rows)
}
