package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

const swapOrder = `UPDATE orders SET version = version + 1, state = $1, attempts = $2, doubtful = $3, owner = $4,
	lease_until = $5, sent_at = $6, not_before = $7, misses = $8, first_miss = $9, code = $10, message = $11, remote_id = $12,
	remote_status = $13, remote_at = $14, waybills = $15, parcels = $16, faults = $17, changed_at = $18, late_from = $19
	WHERE id = $20 AND version = $21`

// sendOrder is swapOrder for an order that is about to be sent, of which nothing is written that the
// supplier has told of it: most orders have been told nothing, and one whose row says something else is
// left to swapOrder. So the indexes of all that are not written to.
const sendOrder = `UPDATE orders SET version = version + 1, state = $1, attempts = $2, doubtful = $3, owner = $4,
	lease_until = $5, sent_at = $6, not_before = $7, misses = $8, first_miss = $9, code = $10, message = $11, faults = $17, changed_at = $18
	WHERE id = $20 AND version = $21 AND remote_id = $12 AND remote_status = $13 AND remote_at = $14 AND waybills = $15 AND parcels = $16 AND late_from = $19`

// acceptOrder is swapOrder for an order that was just accepted: not under an id of the
// supplier's that another order has.
//
// The state stands in its text: of an argument that partial indexes could depend on, SQLite
// plans the statement again each time.
var acceptOrder = swapOrder + ` AND NOT EXISTS (SELECT 1 FROM orders AS other WHERE other.account = orders.account
	AND other.supplier = orders.supplier AND other.remote_id = $12 AND other.id <> $20 AND other.state = ` + clause.Quoted(state.Accepted) + ")"

// Swap implements state.Journal.
func (j *Journal) Swap(ctx context.Context, o state.Order) (state.Order, error) {
	return j.swapOrder(ctx, o, func(context.Context, *sql.Tx) error { return nil })
}

// SwapBody implements state.Journal.
func (j *Journal) SwapBody(ctx context.Context, o state.Order) (state.Order, error) {
	return j.swapOrder(ctx, o, func(ctx context.Context, tx *sql.Tx) error {
		return staleIfNone(tx.ExecContext(ctx, `UPDATE orders SET body = $1 WHERE id = $2 AND version = $3`, clause.StoredBlob(o.Body), o.ID, o.Version))
	})
}

// swapOrder writes an order's state, after what comes first, and the attempt that made it so.
func (j *Journal) swapOrder(ctx context.Context, o state.Order, first func(context.Context, *sql.Tx) error) (state.Order, error) {
	columns, err := stateOf(o)
	if err != nil {
		return o, err
	}
	write := &op{rows: 1, order: o.ID, send: o.State == state.Sending}
	write.run = func(ctx context.Context, tx *sql.Tx) error {
		write.made.Swapped(o)
		if err := first(ctx, tx); err != nil {
			return err
		}
		accepted := o.Tried != nil && o.State == state.Accepted
		err := j.writeState(ctx, tx, o, columns)
		if accepted && errors.Is(err, state.ErrStale) {
			return whyNotAccepted(ctx, tx, o)
		}
		if err != nil {
			return err
		}
		if accepted || len(o.Waybills)+len(o.Parcels) > 0 {
			if err := j.learnRemote(ctx, tx, o); err != nil {
				return err
			}
		}
		if o.Tried == nil {
			return nil
		}
		return j.addAttempt(ctx, tx, o.ID, *o.Tried)
	}
	if err := j.doOp(ctx, write); err != nil {
		return o, err
	}
	o.Version++
	o.Tried = nil
	return o, nil
}

// writeState writes the values of swapOrder by the statement that has the least to do.
func (j *Journal) writeState(ctx context.Context, tx *sql.Tx, o state.Order, columns []any) error {
	text := swapOrder
	switch {
	case o.State == state.Sending:
		err := staleIfNone(tx.ExecContext(ctx, sendOrder, columns...))
		if !errors.Is(err, state.ErrStale) {
			return err
		}
	case o.State == state.Accepted && o.Tried != nil:
		text = acceptOrder
	}
	return staleIfNone(tx.ExecContext(ctx, text, columns...))
}

// whyNotAccepted tells why an order could not be accepted: its id is another's, or it is stale.
func whyNotAccepted(ctx context.Context, tx *sql.Tx, o state.Order) error {
	var by state.OrderKey
	err := tx.QueryRowContext(ctx, `SELECT account, source, supplier, external_id FROM orders
		WHERE account = $1 AND supplier = $2 AND remote_id = $3 AND id <> $4 AND state = $5 ORDER BY id LIMIT 1`, o.Account, o.Supplier, o.RemoteID, o.ID, state.Accepted).
		Scan(&by.Account, &by.Source, &by.Supplier, &by.ExternalID)
	by.ExternalID = clause.LoadedNumber(by.Supplier, by.ExternalID)
	if errors.Is(err, sql.ErrNoRows) {
		return state.ErrStale
	}
	if err != nil {
		return err
	}
	return &state.TakenError{By: by}
}

// stateOf are the values of swapOrder.
func stateOf(o state.Order) ([]any, error) {
	waybills, parcels, err1 := clause.StoredLists(o)
	faults, err2 := clause.StoredFaults(o.Faults)
	return []any{o.State, o.Attempts, clause.StoredFlag(o.Doubtful), o.Owner,
		clause.StoredTime(o.LeaseUntil), clause.StoredTime(o.SentAt), clause.StoredTime(o.NotBefore), o.Misses, clause.StoredTime(o.FirstMiss), clause.StoredText(o.Code), clause.StoredText(o.Message.Keep()),
		o.RemoteID, o.RemoteStatus, clause.StoredTime(o.RemoteAt), waybills, parcels, faults, clause.StoredTime(o.ChangedAt), clause.StoredTime(o.LateFrom()), o.ID, o.Version}, errors.Join(err1, err2)
}

// staleIfNone turns an update that met no row into ErrStale.
func staleIfNone(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return state.ErrStale
	}
	return err
}

// insertOrder adds a new order.
const insertOrder = `INSERT INTO orders (version, account, source, supplier, external_id, file_id, hash, content, body,
	idem_key, round, state, attempts, doubtful, owner, lease_until, sent_at, not_before, misses, first_miss, code, message,
	remote_id, remote_status, remote_at, waybills, parcels, created_at, changed_at)
	VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, '', 0, 0, 0, 0, 0, $12, $13, '', '', 0, '[]', '[]', $14, $15)`

const returningID = " RETURNING id"

// newOrder are the values of insertOrder.
func newOrder(o state.Order) []any {
	return []any{o.Account, o.Source, o.Supplier, clause.StoredKey(o.OrderKey), o.File, o.Hash, clause.StoredBlob(o.Content), clause.StoredBlob(o.Body),
		o.Key, o.Round, string(o.State), clause.StoredText(o.Code), clause.StoredText(o.Message.Keep()), clause.StoredTime(o.CreatedAt), clause.StoredTime(o.ChangedAt)}
}

// renewOrder gives a refused order the content of a later drop.
func renewOrder(ctx context.Context, tx *sql.Tx, o state.Order) error {
	return staleIfNone(tx.ExecContext(ctx, `UPDATE orders SET version = version + 1, file_id = $1, hash = $2, content = $3, body = $4,
		idem_key = $5, round = $6, state = $7, doubtful = 0, owner = '', lease_until = 0, sent_at = 0, not_before = 0, misses = 0,
		first_miss = 0, code = $8, message = $9, remote_id = '', remote_status = '', remote_at = 0, waybills = '[]', parcels = '[]', faults = '', late_from = 0, forgotten_at = 0,
		changed_at = $10 WHERE id = $11 AND version = $12`,
		o.File, o.Hash, clause.StoredBlob(o.Content), clause.StoredBlob(o.Body), o.Key, o.Round, o.State, clause.StoredText(o.Code), clause.StoredText(o.Message.Keep()),
		clause.StoredTime(o.ChangedAt), o.ID, o.Version))
}

// Orders implements state.Journal.
func (j *Journal) Orders(ctx context.Context, q state.OrderQuery) ([]state.Order, error) {
	from, order := listed(q)
	file := q.File
	if from != fromOrders {
		q.File = 0
	}
	w, err := j.orderWhere(ctx, q)
	if err != nil {
		return nil, err
	}
	if from != fromOrders {
		ownedBy(&w, file, q.After)
	}
	columns := scan.OrderColumns
	if q.Bare {
		columns = scan.BareColumns
	}
	rows, err := j.read.QueryContext(ctx, "SELECT "+columns+from+w.String()+order+clause.Limit(q.Limit), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	return scan.Orders(rows)
}

// Where orders are listed from: the links of a file, with the orders behind them, or all.
const (
	fromOrders = " FROM orders"
	fromLinks  = " FROM links AS own CROSS JOIN orders"
)

// listed is where the orders of a query are listed from, and in which order.
func listed(q state.OrderQuery) (from, order string) {
	switch {
	case q.Newest:
		return fromOrders, " ORDER BY orders.changed_at DESC, orders.id DESC"
	case q.Last:
		return fromOrders, " ORDER BY orders.id DESC"
	case !q.LateAt.IsZero() && q.LateFirst:
		return fromOrders, " ORDER BY orders.late_from"
	case !q.LateAt.IsZero(): // late since last, as the index has them: the oldest ones are mostly forgotten
		return fromOrders, byLateness
	case q.File != 0:
		return fromLinks, " ORDER BY own.order_id"
	}
	return fromOrders, " ORDER BY orders.id"
}

// byLateness is the order in which late orders are read.
const byLateness = " ORDER BY orders.late_from DESC"

// ownedBy asks for the orders of a file after one of them, link by link: a batch of the hundred
// thousand of a long file costs what is in it, and not a list of all.
func ownedBy(w *clause.Where, file, after int64) {
	w.Add("orders.id = own.order_id AND own.file_id = ? AND own.order_id > ? AND own.relation IN (?, ?)", file, after, state.Own, state.Duplicate)
}

// orderWhere is the condition of a query.
func (j *Journal) orderWhere(ctx context.Context, q state.OrderQuery) (w clause.Where, err error) {
	w.Equal("orders.account", q.Account)
	w.In("orders.supplier", q.Suppliers)
	if len(q.Strangers) > 0 {
		w.Add("orders.supplier NOT IN ("+clause.Placeholders(len(q.Strangers))+")", clause.Arguments(q.Strangers)...)
	}
	if err := j.whereNumbered(ctx, &w, q); err != nil {
		return w, err
	}
	whereStates(&w, q)
	whereMarked(&w, q)
	whereNamed(&w, q)
	whereFiled(&w, q)
	whereSince(&w, q)
	return w, nil
}

// whereStates adds the states of a query, and what orders are to a file in place of them.
func whereStates(w *clause.Where, q state.OrderQuery) {
	switch {
	case len(q.Linked) > 0 && len(q.States) > 0:
		w.Add("(orders.state IN ("+clause.Placeholders(len(q.States))+") OR "+linkedAs(len(q.Linked))+")", append(clause.Arguments(clause.Texts(q.States)), clause.Arguments(clause.Texts(q.Linked))...)...)
	case len(q.Linked) > 0:
		w.Add(linkedAs(len(q.Linked)), clause.Arguments(clause.Texts(q.Linked))...)
	case slices.Contains(q.States, state.HandedOver):
		w.Add(isHandedOver)
	default:
		w.In("orders.state", clause.Texts(q.States))
		switch { // the index of those says so, too
		case slices.Equal(q.States, []state.State{state.Unknown}):
			w.Add(isUnknown)
		case len(q.States) > 0 && !slices.ContainsFunc(q.States, func(s state.State) bool { return !slices.Contains(waiting, s) }):
			w.Add(isWaiting)
		}
	}
}

// whereMarked adds what an order may be within its state, such as late or handed over.
func whereMarked(w *clause.Where, q state.OrderQuery) {
	if q.Held {
		w.Add(isHeld)
	}
	if !q.LateAt.IsZero() {
		w.Late("orders.", q.LateAt)
	}
	if q.Refused != 0 {
		w.Add("orders.file_id = ? AND "+isRefused, q.Refused)
	}
	if q.Confirmed {
		w.Add("NOT (" + isHandedOver + ")")
	}
	if q.Open {
		w.Add(isOpen)
	}
	if q.Remembered {
		w.Add("orders.forgotten_at = 0")
	}
}

// whereNamed adds the orders that a query names, by their ids, those of the supplier, or their keys.
func whereNamed(w *clause.Where, q state.OrderQuery) {
	w.InIDs("orders.id", q.IDs)
	w.In("orders.remote_id", q.RemoteIDs)
	if q.Key != nil {
		w.Add("orders.account = ? AND orders.source = ? AND orders.external_id = ?", q.Key.Account, q.Key.Source, clause.StoredKey(*q.Key))
	}
	withKeys(w, q.Keys)
}

// whereFiled adds the files that orders stand in, and what was said there of them.
func whereFiled(w *clause.Where, q state.OrderQuery) {
	if q.File != 0 {
		w.Add("orders.id IN (SELECT order_id FROM links WHERE file_id = ? AND relation IN (?, ?))", q.File, state.Own, state.Duplicate)
	}
	if len(q.Files) > 0 {
		w.Add("orders.id IN (SELECT order_id FROM links WHERE file_id IN ("+clause.Placeholders(len(q.Files))+"))", clause.Arguments(q.Files)...)
	}
	if len(q.Said) > 0 {
		w.Add("EXISTS (SELECT 1 FROM links AS word WHERE word.order_id = orders.id AND word.hash IN ("+clause.Placeholders(len(q.Said))+"))", clause.Arguments(q.Said)...)
	}
}

// whereSince adds when orders are due and changed, and after which of them a list goes on.
func whereSince(w *clause.Where, q state.OrderQuery) {
	if !q.Due.IsZero() {
		w.Add("orders.not_before <= ?", clause.StoredTime(q.Due))
	}
	if !q.Since.IsZero() {
		w.Add("orders.changed_at >= ?", clause.StoredTime(q.Since))
	}
	if !q.Unchanged.IsZero() {
		w.Add("orders.changed_at < ?", clause.StoredTime(q.Unchanged))
	}
	if q.After != 0 {
		w.Add("orders.id > ?", q.After)
	}
}

// whereNumbered adds the sources of a query, and the number or alias that it asks for, of whatever supplier.
func (j *Journal) whereNumbered(ctx context.Context, w *clause.Where, q state.OrderQuery) error {
	q, err := j.inSources(ctx, q)
	if err != nil {
		return err
	}
	w.In("orders.source", q.Sources)
	if q.Number != "" {
		stored, err := j.numbersOf(ctx, q.Number)
		if err != nil {
			return err
		}
		w.In("orders.external_id", stored)
	}
	if q.Alias != "" {
		stored, err := j.numbersOf(ctx, q.Alias)
		if err != nil {
			return err
		}
		w.Add("orders.id IN (SELECT order_id FROM aliases WHERE external_id IN ("+clause.Placeholders(len(stored))+"))", clause.Arguments(stored)...)
	}
	return nil
}

// withKeys asks for orders with one of some keys: those of each source are one condition, as each
// costs a plan of its own.
func withKeys(w *clause.Where, keys []state.OrderKey) {
	var sources []state.OrderKey // without numbers, as they first stand there
	numbers := map[state.OrderKey][]any{}
	for _, key := range keys {
		source := state.OrderKey{Account: key.Account, Source: key.Source}
		if numbers[source] == nil {
			sources = append(sources, source)
		}
		numbers[source] = append(numbers[source], clause.StoredKey(key))
	}
	var parts []string
	var args []any
	for _, source := range sources {
		parts = append(parts, "orders.account = ? AND orders.source = ? AND orders.external_id IN ("+clause.Placeholders(len(numbers[source]))+")")
		args = append(append(args, source.Account, source.Source), numbers[source]...)
	}
	if len(parts) > 0 {
		w.Add("("+strings.Join(parts, " OR ")+")", args...)
	}
}

func linkedAs(relations int) string {
	return "orders.id IN (SELECT order_id FROM links WHERE relation IN (" + clause.Placeholders(relations) + "))"
}

// Counts implements state.Journal.
func (j *Journal) Counts(ctx context.Context, account string) (map[state.State]int, error) {
	return j.CountOrders(ctx, state.OrderQuery{Account: account})
}

// CountOrders implements state.Journal.
func (j *Journal) CountOrders(ctx context.Context, q state.OrderQuery) (map[state.State]int, error) {
	if counts, ok, err := j.keptCounts(ctx, q); ok {
		return counts, err
	}
	w, err := j.orderWhere(ctx, q)
	if err != nil {
		return nil, err
	}
	from := " FROM orders" + w.String()
	if q.CountTo > 0 {
		order := ""
		if !q.LateAt.IsZero() {
			order = byLateness
		}
		from = " FROM (SELECT orders.shown FROM orders" + w.String() + order + clause.Limit(q.CountTo) + ") AS counted"
	}
	rows, err := j.read.QueryContext(ctx, "SELECT shown, COUNT(*)"+from+" GROUP BY shown", w.Args...)
	if err != nil {
		return nil, fmt.Errorf("count orders: %w", err)
	}
	defer rows.Close()
	out := map[state.State]int{}
	for rows.Next() {
		var s state.State
		var n int
		if err := rows.Scan(&s, &n); err != nil {
			return nil, fmt.Errorf("count orders: %w", err)
		}
		out[s] = n
	}
	return out, rows.Err()
}
