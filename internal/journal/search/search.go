// Package search finds orders in the journal: by when they came, or by the terms that they are
// found by, a page at a time and with a bounded number of rows read.
package search

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
)

// Reader is what a search reads.
type Reader struct {
	DB interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
	// Orders are orders without their bodies, in the order of their ids in the list.
	Orders func(ctx context.Context, ids []int64) ([]state.Order, error)
	// Kinds are the sources and states of which a query may find orders.
	Kinds func(ctx context.Context, q state.SearchQuery) ([]Kind, error)
}

// Kind is a source and a state that is shown, of which there are orders.
type Kind struct{ Source, Shown string }

// What is looked through for one page at most. MostFound is how many orders one word finds, and
// MostParts how many kinds or terms one query of the database asks for.
const (
	mostTerms  = 200  // that begin as a word does
	MostFound  = 2000 // orders that are found by one word
	leastFound = 25   // by one of very many terms
	mostRead   = 400  // orders that are read
	readAtOnce = 40
	mostRounds = 5   // of finding and reading
	MostParts  = 100 // of one query
)

// place is where a page ended: at an order, and where the list is by time at its time too.
type place struct {
	At int64 `json:"t,omitempty"`
	ID int64 `json:"i"`
}

// firstPlace is before all orders.
var firstPlace = place{At: 1<<63 - 1, ID: 1<<63 - 1}

func (p place) String() string {
	data, _ := json.Marshal(p)
	return base64.RawURLEncoding.EncodeToString(data)
}

func placeOf(cursor string) (p place, err error) {
	if cursor == "" {
		return firstPlace, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || json.Unmarshal(data, &p) != nil || p.ID <= 0 {
		return p, state.ErrCursor
	}
	return p, nil
}

// Search lists a page of orders. complete says that every order can be found by its terms.
func (r *Reader) Search(ctx context.Context, q state.SearchQuery, complete bool) (page state.SearchPage, err error) {
	from, err := placeOf(q.Cursor)
	if err != nil {
		return page, err
	}
	page.Complete = complete
	words := state.Words(q.Text)
	if strings.TrimSpace(q.Text) != "" && len(words) == 0 {
		return page, nil // nothing but signs: no order is found by them
	}
	if len(words) > 0 || q.Carrier != "" || !q.LateAt.IsZero() || !q.WaybillOn.IsZero() {
		return r.searchByTerms(ctx, q, words, from, page)
	}
	page.Complete = true
	return r.searchByTime(ctx, q, from, page)
}

// searchByTime lists orders by when they came, of each source and state by the index.
func (r *Reader) searchByTime(ctx context.Context, q state.SearchQuery, from place, page state.SearchPage) (state.SearchPage, error) {
	kinds, err := r.Kinds(ctx, q)
	if err != nil {
		return page, err
	}
	var found []place
	for some := range slices.Chunk(kinds, MostParts) {
		next, err := r.newest(ctx, q, some, from)
		if err != nil {
			return page, err
		}
		found = append(found, next...)
	}
	slices.SortFunc(found, func(a, b place) int { return -comparePlaces(a, b) })
	if len(found) > state.SearchLimit {
		found = found[:state.SearchLimit]
		page.Next = found[state.SearchLimit-1].String()
	}
	ids := make([]int64, len(found))
	for i, p := range found {
		ids[i] = p.ID
	}
	orders, err := r.Orders(ctx, ids)
	for _, o := range orders {
		if q.Admits(o) { // it may have changed just now
			page.Orders = append(page.Orders, o)
		}
	}
	return page, err
}

func comparePlaces(a, b place) int {
	switch {
	case a.At != b.At:
		return sign(a.At - b.At)
	}
	return sign(a.ID - b.ID)
}

func sign(difference int64) int {
	switch {
	case difference < 0:
		return -1
	case difference > 0:
		return 1
	}
	return 0
}

// newest are the places of the orders of some kinds that came last, of each as many as
// a page has and one more.
func (r *Reader) newest(ctx context.Context, q state.SearchQuery, kinds []Kind, from place) (found []place, err error) {
	var w clause.Where
	var parts []string
	for _, k := range kinds {
		part := clause.Where{Args: w.Args}
		part.Equal("account", q.Account)
		part.Add("source = ?", k.Source)
		part.Add("shown = ?", k.Shown)
		part.In("supplier", q.Suppliers)
		if from != firstPlace {
			part.Add("(created_at, id) < (?, ?)", from.At, from.ID)
		}
		if !q.From.IsZero() {
			part.Add("created_at >= ?", clause.StoredTime(q.From))
		}
		if !q.To.IsZero() {
			part.Add("created_at < ?", clause.StoredTime(q.To))
		}
		w.Args = part.Args
		parts = append(parts, "SELECT * FROM (SELECT created_at, id FROM orders"+part.String()+" ORDER BY created_at DESC, id DESC"+clause.Limit(state.SearchLimit+1)+") AS one")
	}
	rows, err := r.DB.QueryContext(ctx, strings.Join(parts, " UNION ALL "), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("list the orders: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var p place
		if err := rows.Scan(&p.At, &p.ID); err != nil {
			return nil, fmt.Errorf("list the orders: %w", err)
		}
		found = append(found, p)
	}
	return found, rows.Err()
}

// searchByTerms lists the orders that are found by each word, the last that came first.
func (r *Reader) searchByTerms(ctx context.Context, q state.SearchQuery, words [][]string, from place, page state.SearchPage) (state.SearchPage, error) {
	f := finder{r: r, q: q}
	if err := f.prepare(ctx, words); err != nil {
		return page, err
	}
	page.Complete = page.Complete && !f.cut
	before, read := from.ID, 0
	for range mostRounds {
		ids, rest, err := f.find(ctx, before)
		if err != nil {
			return page, err
		}
		for some := range slices.Chunk(ids, readAtOnce) {
			orders, err := r.Orders(ctx, some)
			if err != nil {
				return page, err
			}
			for _, o := range orders {
				if !q.Admits(o) {
					continue
				}
				if len(page.Orders) == state.SearchLimit {
					page.Next = place{ID: page.Orders[state.SearchLimit-1].ID}.String()
					return page, nil
				}
				page.Orders = append(page.Orders, o)
			}
			if read += len(some); read >= mostRead && len(page.Orders) < state.SearchLimit {
				page.Next = place{ID: some[len(some)-1]}.String()
				return page, nil
			}
		}
		if rest == 0 {
			return page, nil
		}
		before = rest
	}
	page.Next = place{ID: before}.String()
	return page, nil
}

// finder finds the orders that have a term for each of some words.
type finder struct {
	r     *Reader
	q     state.SearchQuery
	words [][]string // the terms that are there, of each word
	cut   bool       // more terms begin as a word does than are looked at
}

// prepare finds the terms that begin as the words do.
func (f *finder) prepare(ctx context.Context, words [][]string) error {
	for _, forms := range words {
		var terms []string
		for _, form := range forms {
			some, err := f.r.termsFrom(ctx, form)
			if err != nil {
				return err
			}
			f.cut = f.cut || len(some) == mostTerms
			terms = append(terms, some...)
		}
		slices.Sort(terms)
		f.words = append(f.words, slices.Compact(terms))
	}
	if f.q.Carrier != "" {
		f.words = append(f.words, []string{state.CarrierTerm(f.q.Carrier)})
	}
	if terms := state.SupplierTerms(f.q.Suppliers); len(terms) > 0 {
		f.words = append(f.words, terms)
	}
	return nil
}

// termsFrom are the terms that begin with a text, the first few. The index is gone
// through from one term to the next, as many orders may have each.
func (r *Reader) termsFrom(ctx context.Context, start string) (terms []string, err error) {
	const end = "\U0010FFFF"
	rows, err := r.DB.QueryContext(ctx, `WITH RECURSIVE seen(term, n) AS (
			SELECT (SELECT MIN(term) FROM terms WHERE term >= $1 AND term < $2), 1
			UNION ALL
			SELECT (SELECT MIN(terms.term) FROM terms WHERE terms.term > seen.term AND terms.term < $2), n + 1 FROM seen WHERE seen.term IS NOT NULL AND n < $3)
		SELECT term FROM seen WHERE term IS NOT NULL`, start, start+end, mostTerms)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var term string
		if err := rows.Scan(&term); err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		terms = append(terms, term)
	}
	return terms, rows.Err()
}

// find gives the ids of orders below one that are found by all words, the highest first, and
// from where on the search goes on, 0 where these are all.
func (f *finder) find(ctx context.Context, before int64) (ids []int64, rest int64, err error) {
	var lists [][]int64
	for _, terms := range f.words {
		if len(terms) == 0 {
			return nil, 0, nil
		}
		list, least, err := f.r.withTerms(ctx, terms, before)
		if err != nil {
			return nil, 0, err
		}
		lists, rest = append(lists, list), max(rest, least)
	}
	if !f.q.LateAt.IsZero() {
		list, least, err := f.r.lateBelow(ctx, f.q, before)
		if err != nil {
			return nil, 0, err
		}
		lists, rest = append(lists, list), max(rest, least)
	}
	if !f.q.WaybillOn.IsZero() {
		list, least, err := f.r.waybillBelow(ctx, f.q.WaybillOn, before)
		if err != nil {
			return nil, 0, err
		}
		lists, rest = append(lists, list), max(rest, least)
	}
	return common(lists, rest), rest, nil
}

// common are the ids that all lists have, down to a least one.
func common(lists [][]int64, least int64) (ids []int64) {
	in := map[int64]int{}
	for _, list := range lists {
		for _, id := range list {
			in[id]++
		}
	}
	for _, id := range lists[0] {
		if id >= least && in[id] == len(lists) {
			ids = append(ids, id)
		}
	}
	return ids
}

// withTerms are the orders below an id that have one of some terms, the highest id first. least
// is the lowest id down to which they are all there, 0 where none is left out.
func (r *Reader) withTerms(ctx context.Context, terms []string, before int64) (ids []int64, least int64, err error) {
	each := max(leastFound, MostFound/len(terms))
	for some := range slices.Chunk(terms, MostParts) {
		found, lowest, err := r.withSomeTerms(ctx, some, before, each)
		if err != nil {
			return nil, 0, err
		}
		ids, least = append(ids, found...), max(least, lowest)
	}
	slices.SortFunc(ids, func(a, b int64) int { return sign(b - a) })
	return slices.Compact(ids), least, nil
}

func (r *Reader) withSomeTerms(ctx context.Context, terms []string, before int64, each int) (ids []int64, least int64, err error) {
	var parts []string
	var args []any
	for n, term := range terms {
		parts = append(parts, fmt.Sprintf("SELECT * FROM (SELECT %d AS nth, order_id FROM terms WHERE term = $%d AND order_id < %d ORDER BY order_id DESC LIMIT %d) AS one", n, n+1, before, each))
		args = append(args, term)
	}
	rows, err := r.DB.QueryContext(ctx, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, 0, fmt.Errorf("search: %w", err)
	}
	defer rows.Close()
	count, lowest := make([]int, len(terms)), make([]int64, len(terms))
	for rows.Next() {
		var nth int
		var id int64
		if err := rows.Scan(&nth, &id); err != nil {
			return nil, 0, fmt.Errorf("search: %w", err)
		}
		ids, lowest[nth] = append(ids, id), id
		count[nth]++
	}
	for nth, n := range count {
		if n == each {
			least = max(least, lowest[nth])
		}
	}
	return ids, least, rows.Err()
}

// waybillBelow are the orders below an id of which a waybill became known on a day, as withTerms
// gives them.
func (r *Reader) waybillBelow(ctx context.Context, day time.Time, before int64) (ids []int64, least int64, err error) {
	rows, err := r.DB.QueryContext(ctx, "SELECT DISTINCT order_id FROM waybills WHERE received_at >= $1 AND received_at < $2 AND order_id < $3 ORDER BY order_id DESC"+
		clause.Limit(MostFound), clause.StoredTime(day), clause.StoredTime(day.AddDate(0, 0, 1)), before)
	if err != nil {
		return nil, 0, fmt.Errorf("list the orders with new waybills: %w", err)
	}
	return belowIDs(rows, "list the orders with new waybills")
}

// lateBelow are the orders below an id with a parcel that is late, as withTerms gives them. Of
// the orders with a parcel on its way only the last ones are not late yet.
func (r *Reader) lateBelow(ctx context.Context, q state.SearchQuery, before int64) (ids []int64, least int64, err error) {
	var w clause.Where
	w.Equal("account", q.Account)
	w.LateFrom("", q.LateAt) // which of them came too long ago is seen when they are read
	w.Add("id < ?", before)
	rows, err := r.DB.QueryContext(ctx, "SELECT id FROM orders"+w.String()+" ORDER BY id DESC"+clause.Limit(MostFound), w.Args...)
	if err != nil {
		return nil, 0, fmt.Errorf("list the late orders: %w", err)
	}
	return belowIDs(rows, "list the late orders")
}

// belowIDs reads ids, the highest first, as withTerms gives them.
func belowIDs(rows *sql.Rows, what string) (ids []int64, least int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", what, err)
		}
		ids = append(ids, id)
	}
	if len(ids) == MostFound {
		least = ids[MostFound-1]
	}
	return ids, least, rows.Err()
}
