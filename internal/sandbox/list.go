package sandbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

// row is one item of a list: where it stands, and what is shown of it.
type row struct {
	at   position
	item any
}

// selectList reads the asked part of a table's list and counts the whole.
func (srv *Server) selectList(c *call, s selection, columns string, p paging,
	scan func(*sql.Rows) (row, error)) (l list, err error) {
	err = srv.house.Store.Snapshot(c.ctx, func(ctx context.Context, tx *sql.Tx) error {
		l, err = readList(ctx, tx, s, columns, p, scan)
		return err
	})
	return l, err
}

func readList(ctx context.Context, q trade.Querier, s selection, columns string, p paging,
	scan func(*sql.Rows) (row, error)) (list, error) {
	var l list
	err := q.QueryRowContext(ctx, "SELECT count(*) FROM "+s.table+" WHERE "+s.condition(), s.args...).Scan(&l.total)
	if err != nil {
		return list{}, fmt.Errorf("count %s: %w", s.table, err)
	}
	text, args := s.sql(columns, p)
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return list{}, fmt.Errorf("list %s: %w", s.table, err)
	}
	defer rows.Close()
	var last position
	for n := 0; rows.Next(); n++ {
		if n == p.perPage {
			l.next = &last
			break
		}
		one, err := scan(rows)
		if err != nil {
			return list{}, fmt.Errorf("read a row of %s: %w", s.table, err)
		}
		item, err := json.Marshal(one.item)
		if err != nil {
			return list{}, fmt.Errorf("write a row of %s: %w", s.table, err)
		}
		if n > 0 {
			l.data = append(l.data, ',')
		}
		l.data = append(l.data, item...)
		last = one.at
	}
	if err := rows.Err(); err != nil {
		return list{}, fmt.Errorf("list %s: %w", s.table, err)
	}
	return l, nil
}
