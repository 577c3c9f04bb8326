package sandbox

import (
	"database/sql"
	"encoding/json"

	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

// listOrders answers GET /api/orders.
func (s *Server) listOrders(c *call) (answer, error) {
	p, q := c.paging(), c.query
	sel := selection{table: "orders", at: "created_at", id: "id"}
	sel.and("client_id = ?", c.client.id)
	if ids := q.Many("external_id", maxPerPage); len(ids) > 0 {
		sel.and("external_id IN (SELECT value FROM json_each(?))", jsonText(ids))
	}
	if status := q.Choice("status", "", trade.OrderStatuses()...); status != "" {
		sel.and("status = ?", status)
	}
	if from := q.Moment("created_from"); from != nil {
		sel.and("created_at >= ?", from.Start)
	}
	if to := q.Moment("created_to"); to != nil {
		sel.and("created_at < ?", to.End)
	}
	if since := q.Moment("updated_since"); since != nil {
		sel.and("updated_at >= ?", since.Start)
	}
	if err := q.Finish(); err != nil {
		return answer{}, err
	}
	l, err := s.selectList(c, sel, trade.OrderColumns, p, func(rows *sql.Rows) (row, error) {
		o, err := trade.ScanOrder(rows.Scan)
		if err != nil {
			return row{}, err
		}
		view, err := o.View()
		return row{position{o.CreatedAt, o.ID}, view}, err
	})
	if err != nil {
		return answer{}, err
	}
	return c.listAnswer(p, l)
}

// jsonText is a list of texts as SQLite's json_each reads it.
func jsonText(values []string) string {
	text, err := json.Marshal(values)
	if err != nil { // strings only: it cannot fail
		return "[]"
	}
	return string(text)
}
