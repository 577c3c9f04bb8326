package sandbox

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

// listProducts answers GET /api/products.
func (s *Server) listProducts(c *call) (answer, error) {
	p := c.paging()
	since := c.query.Moment("updated_since")
	if err := c.query.Finish(); err != nil {
		return answer{}, err
	}
	if since == nil {
		return s.allProducts(c, p)
	}
	var changed int
	err := s.house.Store.Read.QueryRowContext(context.WithoutCancel(c.ctx),
		`SELECT count(*) FROM product WHERE updated_at >= ?`, since.Start).Scan(&changed)
	if err != nil {
		return answer{}, fmt.Errorf("count changed products: %w", err)
	}
	if changed == s.goods.total {
		return s.allProducts(c, p)
	}
	l, err := s.changedProducts(c, p, since.Start, changed)
	if err != nil {
		return answer{}, err
	}
	return c.productAnswer(p, l)
}

// productAnswer is a page of products, of which a fault may make some odd.
func (c *call) productAnswer(p paging, l list) (answer, error) {
	for at := 0; c.acts.odd > 0; c.acts.odd-- {
		const price = `"drop_price":"`
		begin := bytes.Index(l.data[at:], []byte(price))
		if begin < 0 {
			break
		}
		begin += at + len(price)
		end := begin + bytes.IndexByte(l.data[begin:], '"')
		l.data = slices.Replace(l.data, begin, end, []byte("on request")...)
		at = begin
	}
	return c.listAnswer(p, l)
}

// allProducts cuts a page out of the whole list, by its ordinals alone.
func (s *Server) allProducts(c *call, p paging) (answer, error) {
	gone := s.goods.lose(c.acts.shrink)
	first := gone + p.offset()
	if p.after != nil {
		first = max(gone, p.after.At+1)
	}
	l := list{total: s.goods.total - int(gone)}
	if end := first + int64(p.perPage); first >= 0 && end < int64(s.goods.total) {
		l.next = &position{At: end - 1}
	}
	shown := max(first+c.acts.shift, 0)
	rows, err := s.house.Store.Read.QueryContext(context.WithoutCancel(c.ctx),
		`SELECT json FROM product_json WHERE ord >= ? AND ord < ? ORDER BY ord`, shown, shown+int64(p.perPage))
	if err != nil {
		return answer{}, fmt.Errorf("list products: %w", err)
	}
	if l.data, err = joinJSON(rows, p.perPage); err != nil {
		return answer{}, err
	}
	return c.productAnswer(p, l)
}

// fewChanged is up to how many rows sorting beats scanning the table in order.
const fewChanged = 5000

// changedProducts lists the products that changed since a time.
func (s *Server) changedProducts(c *call, p paging, since int64, total int) (list, error) {
	ctx := context.WithoutCancel(c.ctx)
	l := list{total: total}
	after, offset := int64(-1), int64(0)
	if p.after != nil {
		after = p.after.At
	} else {
		offset = max(p.offset()+c.acts.shift, 0)
	}
	column := "updated_at"
	if total > fewChanged {
		column = "+updated_at" // keeps SQLite from its index on time
	}
	rows, err := s.house.Store.Read.QueryContext(ctx, `SELECT ord FROM product WHERE `+column+` >= ? AND ord > ?
		ORDER BY ord LIMIT ? OFFSET ?`, since, after, p.perPage+1, offset)
	if err != nil {
		return list{}, fmt.Errorf("list changed products: %w", err)
	}
	ords, err := trade.Column[int64](rows)
	if err != nil {
		return list{}, fmt.Errorf("list changed products: %w", err)
	}
	if len(ords) > p.perPage {
		ords = ords[:p.perPage]
		l.next = &position{At: ords[len(ords)-1]}
	}
	l.data, err = s.productTexts(ctx, ords)
	return l, err
}

// productTexts joins the JSON of products, in the order given.
func (s *Server) productTexts(ctx context.Context, ords []int64) ([]byte, error) {
	get, err := s.house.Store.Read.PrepareContext(ctx, `SELECT json FROM product_json WHERE ord = ?`)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}
	defer get.Close()
	var data []byte
	for i, ord := range ords {
		var text []byte
		if err := get.QueryRowContext(ctx, ord).Scan(&text); err != nil {
			return nil, fmt.Errorf("read product %d: %w", ord, err)
		}
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, text...)
	}
	return data, nil
}

// joinJSON joins the one column of rows with commas.
func joinJSON(rows *sql.Rows, expected int) ([]byte, error) {
	defer rows.Close()
	data := make([]byte, 0, expected*1500)
	for rows.Next() {
		var text sql.RawBytes
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read a product: %w", err)
		}
		if len(data) > 0 {
			data = append(data, ',')
		}
		data = append(data, text...)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}
	return data, nil
}
