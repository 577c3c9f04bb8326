package journal

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/scan"
)

// bulkOrders is how many orders of a file are asked for and written by one statement of a kind: few
// enough that they take little memory, and enough that the way to the server is of no account.
const bulkOrders = 500

// bulk is what a recorder asks about some orders at once, and what it has not written yet. To a
// server each statement is a way there and back. In SQLite questions that find nothing, and terms
// one by one, would take half of the time of recording a long file; orders and links are written
// at once there. An order that was taken is known to it no more, so that whoever meets that once
// more asks the database after what was written before.
type bulk struct {
	server bool
	asked  map[bulkKey]*state.Order // nil: there is none
	keys   map[int64]bulkKey        // of those that are there, by their ids
	// learned is whether the server has statistics about orders.
	learned bool
	ids     []int64 // for new orders, in the order in which those come; of a server alone

	added  [][]any // values of insertOrders
	terms  []termOf
	linked [][]any // values of insertLink
}

// termOf is a term of an order.
type termOf struct {
	term  string
	order int64
}

// bulkKey is the key of an order as it is stored.
type bulkKey struct{ account, source, number string }

func bulkKeyOf(key state.OrderKey) bulkKey {
	return bulkKey{key.Account, key.Source, clause.StoredKey(key)}
}

const (
	// Each key is looked up by itself, by the index of keys: OFFSET 0 keeps the server from a join that goes
	// through all orders of the source.
	findOrders = "SELECT " + scan.OrderColumns + ` FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[]) AS asked (account, source, external_id)
		CROSS JOIN LATERAL (SELECT * FROM orders WHERE orders.account = asked.account AND orders.source = asked.source
			AND orders.external_id = asked.external_id OFFSET 0) AS orders`

	hasStatistics = "SELECT EXISTS (SELECT 1 FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'orders' AND attname = 'source')"

	// reserveIDs gives new orders their ids before they are written, so that these rise as the file has them.
	reserveIDs = "SELECT nextval(pg_get_serial_sequence('orders', 'id')) FROM generate_series(1, $1)"

	insertOrders = `INSERT INTO orders (id, version, account, source, supplier, external_id, file_id, hash, content, body,
		idem_key, round, state, attempts, doubtful, owner, lease_until, sent_at, not_before, misses, first_miss, code, message,
		remote_id, remote_status, remote_at, waybills, parcels, created_at, changed_at) OVERRIDING SYSTEM VALUE
		SELECT id, 1, account, source, supplier, external_id, file_id, hash, content, body, idem_key, round, state, 0, 0, '', 0, 0, 0, 0, 0, code, message,
		'', '', 0, '[]', '[]', created_at, changed_at
		FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[], $4::TEXT[], $5::BIGINT[], $6::TEXT[], $7::BYTEA[], $8::BYTEA[], $9::TEXT[], $10::BIGINT[],
		$11::TEXT[], $12::TEXT[], $13::TEXT[], $14::BIGINT[], $15::BIGINT[], $16::BIGINT[])
		AS o (account, source, supplier, external_id, file_id, hash, content, body, idem_key, round, state, code, message, created_at, changed_at, id)`

	insertTermsOf = "INSERT INTO terms (term, order_id) SELECT term, order_id FROM unnest($1::TEXT[], $2::BIGINT[]) AS t (term, order_id) ON CONFLICT DO NOTHING"

	// insertLinks is insertLink for links of different orders.
	insertLinks = `WITH said AS (SELECT * FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[], $4::TEXT[], $5::TEXT[], $6::TEXT[], $7::TEXT[], $8::TEXT[],
			$9::TEXT[], $10::BYTEA[], $11::TEXT[], $12::BIGINT[], $13::BIGINT[])
			AS s (file_id, order_id, position, file_rows, item_rows, relation, code, message, hash, content, draft_hash, dropped_at, stated)),
		there AS (UPDATE links SET position = said.position, file_rows = said.file_rows, item_rows = said.item_rows, relation = said.relation,
			code = said.code, message = said.message, faults = '', stated = said.stated,
			hash = CASE WHEN links.hash = said.draft_hash THEN links.hash ELSE said.hash END,
			content = CASE WHEN links.hash = said.draft_hash THEN links.content ELSE said.content END,
			dropped_at = CASE WHEN said.dropped_at = 0 THEN links.dropped_at ELSE said.dropped_at END
			FROM said WHERE links.file_id = said.file_id AND links.order_id = said.order_id RETURNING links.order_id)
		INSERT INTO links (file_id, order_id, position, file_rows, item_rows, relation, code, message, faults, hash, content, dropped_at, stated)
			SELECT file_id, order_id, position, file_rows, item_rows, relation, code, message, '', hash, content, dropped_at, stated
			FROM said WHERE order_id NOT IN (SELECT order_id FROM there)`
)

// ask finds out which orders drafts meet under their keys, and how the new ones are numbered.
func (b *bulk) ask(ctx context.Context, tx *sql.Tx, drafts []state.Draft) error {
	b.asked, b.keys = make(map[bulkKey]*state.Order, len(drafts)), map[int64]bulkKey{}
	for _, d := range drafts {
		b.asked[bulkKeyOf(d.OrderKey)] = nil
	}
	rows, err := b.find(ctx, tx, drafts)
	if err != nil {
		return err
	}
	found, err := scan.Orders(rows)
	if err != nil {
		return err
	}
	for n, o := range found {
		key := bulkKeyOf(o.OrderKey)
		b.asked[key], b.keys[o.ID] = &found[n], key
	}
	if !b.server {
		return nil
	}
	return b.reserve(ctx, tx, drafts)
}

// find asks for the orders with the keys of drafts.
func (b *bulk) find(ctx context.Context, tx *sql.Tx, drafts []state.Draft) (*sql.Rows, error) {
	if !b.server {
		var w clause.Where
		keys := make([]state.OrderKey, len(drafts))
		for n, d := range drafts {
			keys[n] = d.OrderKey
		}
		withKeys(&w, keys)
		return tx.QueryContext(ctx, "SELECT "+scan.OrderColumns+" FROM orders"+w.String(), w.Args...)
	}
	var accounts, sources, numbers []string
	for _, d := range drafts {
		key := bulkKeyOf(d.OrderKey)
		accounts, sources, numbers = append(accounts, key.account), append(sources, key.source), append(numbers, key.number)
	}
	if err := b.learn(ctx, tx); err != nil {
		return nil, err
	}
	return tx.QueryContext(ctx, findOrders, accounts, sources, numbers)
}

// learn gives the server statistics about orders, where it has none yet. Until then it takes any index
// that begins with the account and the source for as good as the one of keys, and goes through all
// orders of a file for each of them. It gets them by itself only a minute after the file is there.
func (b *bulk) learn(ctx context.Context, tx *sql.Tx) error {
	if b.learned {
		return nil
	}
	if err := tx.QueryRowContext(ctx, hasStatistics).Scan(&b.learned); err != nil || b.learned {
		return err
	}
	_, err := tx.ExecContext(ctx, "ANALYZE (SKIP_LOCKED) orders")
	return err
}

// reserve numbers the drafts that meet no order.
func (b *bulk) reserve(ctx context.Context, tx *sql.Tx, drafts []state.Draft) error {
	fresh := 0
	for _, d := range drafts {
		if !d.Skipped && b.asked[bulkKeyOf(d.OrderKey)] == nil {
			fresh++
		}
	}
	b.ids = b.ids[:0]
	if fresh == 0 {
		return nil
	}
	rows, err := tx.QueryContext(ctx, reserveIDs, fresh)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		b.ids = append(b.ids, id)
	}
	return rows.Err()
}

// take is the order of a key, once: there where it exists, and asked where that is known.
func (b *bulk) take(key state.OrderKey) (o state.Order, there, asked bool) {
	k := bulkKeyOf(key)
	known, asked := b.asked[k]
	delete(b.asked, k)
	if known == nil {
		return o, false, asked
	}
	return *known, true, true
}

// forget has an order asked for anew by whoever meets it under its own key.
func (b *bulk) forget(id int64) { delete(b.asked, b.keys[id]) }

// add adds a new order and returns its id, 0 where none is left for it.
func (b *bulk) add(o state.Order) int64 {
	if len(b.ids) == 0 {
		return 0
	}
	o.ID, b.ids = b.ids[0], b.ids[1:]
	b.added = append(b.added, append(newOrder(o), o.ID))
	b.learnTerms(o)
	return o.ID
}

// learnTerms adds what a new order is found by.
func (b *bulk) learnTerms(o state.Order) {
	for _, term := range o.Terms() {
		b.terms = append(b.terms, termOf{clause.StoredText(term), o.ID})
	}
}

// flush writes what was added and linked.
func (b *bulk) flush(ctx context.Context, tx *sql.Tx) error {
	if len(b.added) > 0 {
		if _, err := tx.ExecContext(ctx, insertOrders, columns(b.added)...); err != nil {
			return err
		}
	}
	if err := b.flushTerms(ctx, tx); err != nil {
		return searchError(err)
	}
	if len(b.linked) > 0 {
		if _, err := tx.ExecContext(ctx, insertLinks, columns(b.linked)...); err != nil {
			return err
		}
	}
	b.added, b.linked = b.added[:0], b.linked[:0]
	return nil
}

// termsAtOnce is how many terms one statement of SQLite adds: so few that what they change, a page
// for each and those above, is kept in memory for the case that it fails, see package lite.
const termsAtOnce = 24

// flushTerms writes the terms of new orders in the order of their index, whose pages are then
// written to one after the other.
func (b *bulk) flushTerms(ctx context.Context, tx *sql.Tx) (err error) {
	if len(b.terms) == 0 {
		return nil
	}
	slices.SortFunc(b.terms, func(one, other termOf) int {
		return cmp.Or(strings.Compare(one.term, other.term), cmp.Compare(one.order, other.order))
	})
	defer func() { b.terms = b.terms[:0] }()
	if b.server {
		terms, orders := make([]string, len(b.terms)), make([]int64, len(b.terms))
		for n, t := range b.terms {
			terms[n], orders[n] = t.term, t.order
		}
		_, err = tx.ExecContext(ctx, insertTermsOf, terms, orders)
		return err
	}
	for some := range slices.Chunk(b.terms, termsAtOnce) {
		if err := insertSome(ctx, tx, some); err != nil {
			return err
		}
	}
	return nil
}

// insertSome adds at most termsAtOnce terms.
func insertSome(ctx context.Context, tx *sql.Tx, some []termOf) error {
	values := make([]any, 0, 2*termsAtOnce)
	for _, t := range some {
		values = append(values, t.term, t.order)
	}
	_, err := tx.ExecContext(ctx, insertTermRows(len(some)), values...)
	return err
}

// insertTermRows is the statement of SQLite that adds so many terms. Its arguments have no names,
// as the driver looks each of these up.
func insertTermRows(rows int) string {
	return "INSERT INTO terms (term, order_id) VALUES " + strings.Repeat("(?, ?), ", rows-1) + "(?, ?) ON CONFLICT DO NOTHING"
}

// columns turns rows of values into an argument for each column.
func columns(rows [][]any) []any {
	out := make([]any, len(rows[0]))
	for n := range out {
		column := make([]any, len(rows))
		for i, row := range rows {
			column[i] = row[n]
		}
		out[n] = column
	}
	return out
}
