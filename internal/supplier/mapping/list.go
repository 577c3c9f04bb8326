package mapping

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// compileList compiles one operation that reads records of the model. Without a written
// one the service does not have it.
func compileList[T any](c *compiler, key, op string, w *written.Operation, fields []field[T], kind RecordKind[T], filters ...string) (ListOp[T], error) {
	if w == nil {
		return ListOp[T]{Endpoint: Endpoint{Key: key}, Op: op, Kind: kind, Batch: 1, Times: c.times}, nil
	}
	c.joined = map[int]bool{}
	maker, err := compileProducer(c, key, w, fields, kind)
	if err != nil {
		return ListOp[T]{}, err
	}
	out, err := compileOperation(c, key, op, w, kind, maker.append, filters)
	for n := range c.lookups {
		switch {
		case !c.joined[n] || c.lookups[n].Op == nil:
		case c.lookups[n].Each == nil:
			out.Joins = append(out.Joins, n)
		default:
			out.Apart = append(out.Apart, n)
		}
	}
	if err == nil && len(out.Apart) > 0 {
		err = c.recordsAt(&out.Endpoint, w)
	}
	return out, err
}

// recordsAt compiles where the records of a page stand, for what is asked for each of them.
func (c *compiler) recordsAt(into *Endpoint, w *written.Operation) (err error) {
	list := w.Answer.Over(c.written.Answer).Find("list")
	if into.Records, err = access.AnswerPaths(list.Place.Path()); err != nil {
		err = c.Wrong(list.Name, "%s: a lookup with each needs the path of the list: %v", into.Key, err)
	}
	return err
}

// compileOperation compiles an operation whose records are read by each.
func compileOperation[T any](c *compiler, key, op string, w *written.Operation, kind RecordKind[T], each appender[T], filters []string) (ListOp[T], error) {
	out := ListOp[T]{Endpoint: Endpoint{Key: key}, Op: op, Kind: kind, Query: map[string]string{}, Times: c.times}
	var err error
	if out.Method, out.Path, err = c.params.Request(c.Mistakes, w.Request, key, []string{keyMark}, "GET", "POST"); err != nil {
		return out, err
	}
	if err := c.filters(out.Query, key, w, filters); err != nil {
		return out, err
	}
	if w.Order.Set {
		if key != "ledger" {
			return out, c.Wrong(w.Order, "%s: order belongs to the ledger: of other lists the order of the records decides nothing", key)
		}
		if err := c.Choice(w.Order, "order of a list", oldestFirst, newestFirst); err != nil {
			return out, err
		}
		out.Newest = w.Order.Text == newestFirst
	}
	out.Batch = max(w.Batch, 1)
	answer := w.Answer.Over(c.written.Answer)
	if err := c.paging(&out.Paging, w.Paging, w.Request, answer); err != nil {
		return out, err
	}
	out.Linked = answer.Has("next_link") || answer.Has("next_cursor")
	if list := answer.Find("list"); list != nil {
		out.List = list.Place.Path()
	}
	out.tells = answer.Has("more")
	if answer, err = c.endpoint(&out.Endpoint, w, out.Method, out.Query, out.Paging, answer); err != nil {
		return out, err
	}
	if list := answer.Find("list"); list != nil && list.Place.JQ.Set && slices.Contains([]string{PagingPage, PagingOffset, PagingLastID}, out.Paging.Kind) {
		if out.Paging.Kind != PagingPage || !answer.Has("total_pages") {
			return out, c.Wrong(list.Name, "%s: a list by jq may leave nothing of a page that is not the last: with paging by %s it needs kind page and answer.total_pages (or let jq of the operation choose among the records)", key, out.Paging.Kind)
		}
	}
	if out.page, err = compileAnswer(c, key, answer, each, true); err != nil {
		return out, err
	}
	if out.Paging.Kind == PagingCursor {
		out.ending = c.ending(answer)
	}
	out.peek, err = compileAnswer(c, key, answer, skipOne[T], false)
	return out, err
}

// ending is the name of the list where that and all that stands around it has one plain place
// each, so that a member that is met says all that the answer has to say of it; "" otherwise.
func (c *compiler) ending(answer written.Fields) string {
	list := ""
	for _, spec := range answer {
		switch steps, straight := c.straight(spec); {
		case !straight:
			return ""
		case spec.Name.Text == "list" && len(steps) == 1:
			list = steps[0]
		}
	}
	return list
}

// The orders of a list.
const (
	oldestFirst = "oldest_first"
	newestFirst = "newest_first"
)

// filters compiles the names of the filters that the service has.
func (c *compiler) filters(into map[string]string, key string, w *written.Operation, known []string) error {
	for _, filter := range w.Query {
		if !slices.Contains(known, filter.Key.Text) {
			return c.Unknown(filter.Key, "filter of "+key, filter.Key.Text, known)
		}
		if filter.Value.Text == "" {
			return c.Wrong(filter.Key, "%s: filter %s needs a query name", key, filter.Key.Text)
		}
		into[filter.Key.Text] = filter.Value.Text
	}
	if w.Batch != 0 && into["external_id"] == "" {
		return c.Wrong(w.Request, "%s: batch is how many external ids are asked for at once: it needs the filter external_id", key)
	}
	return nil
}

// compileAnswer compiles a whole page: what stands around its records, and the records,
// each by each. The lists of the same answer that records name are read first.
func compileAnswer[T any](c *compiler, key string, specs written.Fields, each appender[T], whole bool) (jsonread.Reader[Page[T]], error) {
	key += ": answer"
	list := specs.Find("list")
	if list == nil || !specs.Has("list") {
		return nil, c.Wrong(specs.First(), "%s: the place of list is missing", key)
	}
	var around written.Fields
	for _, spec := range specs {
		if spec.Name.Text != "list" && !spec.Place.Header.Set {
			around = append(around, spec)
		}
	}
	straight := readAppended(each)
	if list.Place.Path() == "." {
		if len(around) > 0 {
			return nil, c.Wrong(list.Name, "%s: where the whole answer is the list, nothing else can stand in it", key)
		}
		return straight, nil
	}
	page, err := compileRecord(c, key, around, answerFields[T](), nil, recordRules{})
	if err != nil {
		return nil, err
	}
	if err := c.checkPlace(key, kindRecords, *list); err != nil {
		return nil, err
	}
	tables, err := c.tablesOf(&page.scope, whole)
	if err != nil {
		return nil, err
	}
	if steps, ok := c.straight(*list); ok && len(tables) == 0 {
		return page.read, page.addStraight(c, key, *list, steps, straight)
	}
	page.scope.framed, page.scalar = true, true
	rest, err := deferredList(c, key, *list, &page.scope, each)
	if err != nil {
		return nil, err
	}
	if steps, ok := c.straight(*list); ok {
		if err := page.addStraight(c, key, *list, steps, early(tables, straight)); err != nil {
			return nil, err
		}
	}
	page.deferred = append(page.deferred, deferredField[Page[T]]{name: rest.name, required: true, fill: func(s *jsonread.Scanner, into *Page[T]) (bool, error) {
		if into.Count >= 0 {
			return true, nil // the tables stood before the list, which was read at once
		}
		if err := tables.build(s); err != nil {
			return false, err
		}
		return rest.fill(s, into)
	}})
	return page.read, nil
}

// early reads the list while the answer is scanned where the lists that its records name
// stand before it, as they mostly do; otherwise it leaves the list for later.
func early[T any](tables joinedTables, straight jsonread.Reader[Page[T]]) jsonread.Reader[Page[T]] {
	return func(s *jsonread.Scanner, into *Page[T]) error {
		if !tables.there(s) {
			return s.Leap()
		}
		if err := tables.build(s); err != nil {
			return err
		}
		return straight(s, into)
	}
}

// deferredList compiles a page's records where they do not stand at one plain place.
func deferredList[T any](c *compiler, key string, list written.Field, in *scope, each appender[T]) (deferredField[Page[T]], error) {
	out := deferredField[Page[T]]{name: "list", required: true}
	source, err := c.compileSource(key, list, kindRecords, in)
	if err != nil {
		return out, err
	}
	nested := slices.ContainsFunc(list.Place.At, manyPath) // whether the elements of the list may be lists
	lone := source.code != nil || nested
	straight := readAppended(each)
	out.fill = func(s *jsonread.Scanner, into *Page[T]) (bool, error) {
		if source.code != nil {
			into.Count = 0
			s.Proof = jq.NewProof(s.Around(0).Record)
			defer func() { s.Proof = nil }()
		}
		err := source.eachRaw(s, func(raw string) (bool, error) {
			into.Count = max(into.Count, 0)
			if into.Count == 0 && jsonread.FirstByte(raw) == '[' && !nested {
				return true, jsonread.Within(s, raw, straight, into)
			}
			return true, spread(raw, list.Place.Keyed, lone, func(raw, _ string) error {
				into.Count++
				return jsonread.At(jsonread.Within(s, raw, jsonread.Reader[Page[T]](each), into), fmt.Sprintf("[%d]", into.Count-1))
			})
		})
		return into.Count >= 0, err
	}
	return out, nil
}

// joinedTables are the lists of the same answer that its records name.
type joinedTables []joinedTable

type joinedTable struct {
	index  int
	lookup *Lookup
	places *source
}

// tablesOf compiles the lists of the same answer that its records name.
func (c *compiler) tablesOf(in *scope, whole bool) (out joinedTables, err error) {
	for n := range c.lookups {
		l := &c.lookups[n]
		if !whole || !c.joined[n] || l.at == nil {
			continue
		}
		origins, err := c.compileOrigins(*l.at, in)
		if err != nil {
			return nil, err
		}
		out = append(out, joinedTable{n, l, &source{places: [][]origin{origins}}})
	}
	return out, nil
}

// there reports whether all of the lists were met.
func (t joinedTables) there(s *jsonread.Scanner) bool {
	spans := s.Around(0).Spans
	for _, one := range t {
		if !slices.ContainsFunc(one.places.places[0], func(o origin) bool { return o.slot > 0 && spans[o.slot-1] != "" }) {
			return false
		}
	}
	return true
}

// build makes the tables.
func (t joinedTables) build(s *jsonread.Scanner) (err error) {
	for _, one := range t {
		found := false
		s.Beside.([]*Table)[one.index], err = one.lookup.Build(func(do func(raw string) error) error {
			return one.places.eachRaw(s, func(raw string) (bool, error) {
				found = true
				return true, spread(raw, true, false, func(raw, _ string) error { return do(raw) })
			})
		})
		if err == nil && !found {
			err = &jsonread.ShapeError{Want: "a list", Got: "none"}
		}
		if err != nil {
			return jsonread.At(err, "lookups."+one.lookup.name)
		}
	}
	return nil
}
