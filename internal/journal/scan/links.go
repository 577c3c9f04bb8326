package scan

import (
	"database/sql"
	"iter"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const linkColumns = "links.file_rows, links.item_rows, links.relation, links.code, links.message, links.faults, CASE WHEN links.hash NOT IN ('', orders.hash) THEN 1 ELSE 0 END"

// LinkColumns are the columns of a link and of its order, without what is only needed to send
// that; behind them comes the name of the file that brought the order.
var LinkColumns = BareColumns + ", " + linkColumns

// FileLinkColumns are the columns of an order, of a link to it, and of the link's file.
var FileLinkColumns = OrderColumns + ", " + linkColumns + ", links.hash, links.content, links.dropped_at, links.stated, files." +
	strings.Join(strings.Fields(FileColumns), " files.")

// Links reads LinkColumns and a name behind them, row by row. An error ends the list.
func Links(rows *sql.Rows) iter.Seq2[state.Link, error] {
	orders, links, from := newOrderPlaces(), &linkPlaces{}, ""
	into := append(append(orders.into, links.places()...), &from)
	return each(rows, "read the orders of a file", func() (l state.Link, err error) {
		if err := rows.Scan(into...); err != nil {
			return l, err
		}
		if l, err = links.link(); err == nil {
			l.Order, err = orders.order()
		}
		l.From = paths.Loaded(from)
		return l, err
	})
}

// FileLinks reads all rows of FileLinkColumns.
func FileLinks(rows *sql.Rows) (out []state.FileLink, err error) {
	orders, links, files := newOrderPlaces(), &linkPlaces{}, &filePlaces{}
	var l state.FileLink
	var dropped, stated int64
	into := append(append(append(orders.into, links.places()...), &l.Hash, &l.Content, &dropped, &stated), files.places()...)
	list := each(rows, "read the files of an order", func() (one state.FileLink, err error) {
		if err = rows.Scan(into...); err != nil {
			return one, err
		}
		one = l
		if one.Link, err = links.link(); err != nil {
			return one, err
		}
		if one.Order, err = orders.order(); err != nil {
			return one, err
		}
		if one.File, err = files.file(); err != nil {
			return one, err
		}
		one.Stated = stated != 0
		if one.DroppedAt = clause.LoadedTime(dropped); dropped == 0 {
			one.DroppedAt = one.File.CreatedAt
		}
		return one, nil
	})
	for one, err := range list {
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// linkPlaces are where linkColumns go to, row after row.
type linkPlaces struct {
	scanned                         state.Link
	rows, itemRows, message, faults string
	differs                         int64
}

func (p *linkPlaces) places() []any {
	return []any{&p.rows, &p.itemRows, &p.scanned.Relation, &p.scanned.Code, &p.message, &p.faults, &p.differs}
}

// link is the link of the row that was scanned last, without its order.
func (p *linkPlaces) link() (l state.Link, err error) {
	l = p.scanned
	l.Message, l.Differs = wording.Kept(p.message), p.differs != 0
	if l.Faults, err = clause.LoadedFaults(p.faults); err != nil {
		return l, err
	}
	if p.itemRows != "" {
		if l.ItemRows, err = clause.LoadedRows(p.itemRows); err != nil {
			return l, err
		}
	}
	l.Rows, err = clause.LoadedRows(p.rows)
	return l, err
}
