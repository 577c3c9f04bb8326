package scan

import (
	"database/sql"
	"fmt"
	"iter"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// OrderColumns are the columns of an order.
const OrderColumns = `orders.id, orders.version, orders.account, orders.source, orders.supplier, orders.external_id, orders.file_id, orders.hash,
	orders.content, orders.body, orders.idem_key, orders.round, orders.state, orders.attempts, orders.doubtful, orders.owner,
	orders.lease_until, orders.sent_at, orders.not_before, orders.misses, orders.first_miss, orders.code, orders.message,
	orders.remote_id, orders.remote_status, orders.remote_at, orders.waybills, orders.parcels, orders.faults, orders.created_at, orders.changed_at, orders.forgotten_at`

// BodilessColumns are OrderColumns with nothing in the place of the body.
var BodilessColumns = strings.Replace(OrderColumns, "orders.body", "NULL", 1)

// BareColumns are BodilessColumns with nothing in the place of the content, too.
var BareColumns = strings.Replace(BodilessColumns, "orders.content", "NULL", 1)

// Row is a row of a query, or the only one.
type Row interface{ Scan(into ...any) error }

// Order reads OrderColumns, or what has their form. Its error is sql.ErrNoRows where there is none.
func Order(row Row) (state.Order, error) {
	p := newOrderPlaces()
	if err := row.Scan(p.into...); err != nil {
		return state.Order{}, err
	}
	return p.order()
}

// Orders reads all orders of a query.
func Orders(rows *sql.Rows) (out []state.Order, err error) {
	for o, err := range EachOrder(rows) {
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

// EachOrder reads the orders of a query one by one. An error ends the list.
func EachOrder(rows *sql.Rows) iter.Seq2[state.Order, error] {
	p := newOrderPlaces()
	return each(rows, "read orders", func() (state.Order, error) {
		if err := rows.Scan(p.into...); err != nil {
			return state.Order{}, err
		}
		return p.order()
	})
}

// each reads the rows of a query, and closes it.
func each[T any](rows *sql.Rows, doing string, read func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer rows.Close()
		for rows.Next() {
			one, err := read()
			if err != nil {
				err = fmt.Errorf("%s: %w", doing, err)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			var none T
			yield(none, fmt.Errorf("%s: %w", doing, err))
		}
	}
}

// orderPlaces are where the columns of an order go to, row after row.
type orderPlaces struct {
	scanned                                                                         state.Order
	doubtful, lease, sent, notBefore, firstMiss, remoteAt, created, changed, forgot int64
	waybills, parcels, faults, message                                              string
	into                                                                            []any
}

// newOrderPlaces makes places, and room for those of more columns behind them.
func newOrderPlaces() *orderPlaces {
	p := &orderPlaces{}
	o := &p.scanned
	p.into = append(make([]any, 0, 64), &o.ID, &o.Version, &o.Account, &o.Source, &o.Supplier, &o.ExternalID, &o.File, &o.Hash, &o.Content, &o.Body, &o.Key, &o.Round,
		&o.State, &o.Attempts, &p.doubtful, &o.Owner, &p.lease, &p.sent, &p.notBefore, &o.Misses, &p.firstMiss, &o.Code, &p.message,
		&o.RemoteID, &o.RemoteStatus, &p.remoteAt, &p.waybills, &p.parcels, &p.faults, &p.created, &p.changed, &p.forgot)
	return p
}

// order is the order of the row that was scanned last.
func (p *orderPlaces) order() (state.Order, error) {
	o := p.scanned
	o.ExternalID = clause.LoadedNumber(o.Supplier, o.ExternalID)
	o.Doubtful, o.Message = p.doubtful != 0, wording.Kept(p.message)
	o.LeaseUntil, o.SentAt, o.NotBefore = clause.LoadedTime(p.lease), clause.LoadedTime(p.sent), clause.LoadedTime(p.notBefore)
	o.FirstMiss, o.RemoteAt, o.CreatedAt, o.ChangedAt = clause.LoadedTime(p.firstMiss), clause.LoadedTime(p.remoteAt), clause.LoadedTime(p.created), clause.LoadedTime(p.changed)
	o.ForgottenAt = clause.LoadedTime(p.forgot)
	var err error
	if o.Waybills, err = clause.LoadedList[string](p.waybills); err != nil {
		return o, fmt.Errorf("waybills of order %d: %w", o.ID, err)
	}
	if o.Parcels, err = clause.LoadedList[state.Parcel](p.parcels); err != nil {
		return o, fmt.Errorf("parcels of order %d: %w", o.ID, err)
	}
	if o.Faults, err = clause.LoadedFaults(p.faults); err != nil {
		return o, fmt.Errorf("faults of order %d: %w", o.ID, err)
	}
	return o, nil
}
