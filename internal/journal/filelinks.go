package journal

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// fileLinkColumns are those of a link, of its file and of what the file holds.
var fileLinkColumns = linkColumns + ", links.hash, links.content, links.dropped_at, links.stated, files." + strings.Join(strings.Fields(fileColumns), " files.")

// newestFirst is the order of links by what was dropped last.
const newestFirst = "CASE WHEN links.dropped_at = 0 THEN files.created_at ELSE links.dropped_at END DESC, files.id DESC"

// OrderLinks implements state.Journal.
func (j *Journal) OrderLinks(ctx context.Context, order int64) ([]state.FileLink, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT "+orderColumns+", "+fileLinkColumns+`
		FROM links JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id
		WHERE links.order_id = $1 ORDER BY `+newestFirst, order)
	if err != nil {
		return nil, fmt.Errorf("read the files of an order: %w", err)
	}
	return collectFileLinks(rows)
}

// openClash is the condition of a link that waits for a person. What the file cancelled
// and the supplier has cancelled since does not, nor what it revived and the supplier has
// revived since.
func openClash(account string) (w where) {
	calledOff := supplier.CalledOffOrderStatuses()
	in := "orders.remote_status IN (" + placeholders(len(calledOff)) + ")"
	w.add(isClash)
	w.add("orders.account = ?", account)
	w.add("NOT (links.code = ? AND (orders.state = ? OR "+in+"))", append([]any{state.CodeCancelled, state.Rejected}, arguments(calledOff)...)...)
	w.add("NOT (links.code = ? AND links.hash = orders.hash AND NOT "+in+")", append([]any{state.CodeRevived}, arguments(calledOff)...)...)
	return w
}

// Clashes implements state.Journal.
func (j *Journal) Clashes(ctx context.Context, account string, most int) (list []state.FileLink, all int, err error) {
	w := openClash(account)
	err = j.read.QueryRowContext(ctx, "SELECT COUNT(*) FROM links JOIN orders ON orders.id = links.order_id"+w.String(), w.args...).Scan(&all)
	if err != nil || all == 0 {
		return nil, all, err
	}
	rows, err := j.read.QueryContext(ctx, "SELECT "+orderColumns+", "+fileLinkColumns+`
		FROM links JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id`+
		w.String()+" ORDER BY orders.id, "+newestFirst+limitClause(most), w.args...)
	if err != nil {
		return nil, all, fmt.Errorf("read the conflicts: %w", err)
	}
	list, err = collectFileLinks(rows)
	return list, all, err
}

// Remarked implements state.Journal.
func (j *Journal) Remarked(ctx context.Context, account string, since time.Time, most int) ([]state.FileLink, error) {
	rows, err := j.read.QueryContext(ctx, "SELECT "+orderColumns+", "+fileLinkColumns+`
		FROM links JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id
		WHERE orders.account = $1 AND links.code = $2 AND links.dropped_at >= $3 ORDER BY links.dropped_at DESC, orders.id`+limitClause(most),
		account, state.CodeCalledOff, storedTime(since))
	if err != nil {
		return nil, fmt.Errorf("read what is said of orders: %w", err)
	}
	return collectFileLinks(rows)
}

func collectFileLinks(rows *sql.Rows) (out []state.FileLink, err error) {
	defer rows.Close()
	for rows.Next() {
		l, err := scanFileLink(rows)
		if err != nil {
			return nil, fmt.Errorf("read the files of an order: %w", err)
		}
		out = append(out, l)
	}
	return out, rows.Err()
}

func scanFileLink(row scanner) (l state.FileLink, err error) {
	link, file := keptLink{link: &l.Link}, keptFile{file: &l.File}
	var dropped, stated int64
	l.Order, err = scanOrder(row, func(*state.Order) []any {
		return append(append(link.places(), &l.Hash, &l.Content, &dropped, &stated), file.places()...)
	})
	if err != nil {
		return l, err
	}
	if err := link.unpack(); err != nil {
		return l, err
	}
	if err := file.unpack(); err != nil {
		return l, err
	}
	l.Stated = stated != 0
	if l.DroppedAt = loadedTime(dropped); dropped == 0 {
		l.DroppedAt = l.File.CreatedAt
	}
	return l, nil
}
