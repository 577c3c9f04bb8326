package supplier

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// compileList compiles one operation that reads records of the model. Without a written
// one the service does not have it.
func compileList[T any](c *compiler, key, op string, w *operationFile, fields []field[T], kind kindOf[T], filters ...string) (listOp[T], error) {
	if w == nil {
		return listOp[T]{endpoint: endpoint{key: key}, op: op, kind: kind, batch: 1, times: c.times}, nil
	}
	c.joined = map[int]bool{}
	records, err := compileProducer(c, key, w, fields, kind)
	if err != nil {
		return listOp[T]{}, err
	}
	out, err := compileOperation(c, key, op, w, kind, records.append, filters)
	for n := range c.lookups {
		if c.joined[n] && c.lookups[n].op != nil {
			out.joins = append(out.joins, n)
		}
	}
	return out, err
}

// compileOperation compiles an operation whose records are read by each.
func compileOperation[T any](c *compiler, key, op string, w *operationFile, kind kindOf[T], each appender[T], filters []string) (listOp[T], error) {
	out := listOp[T]{endpoint: endpoint{key: key}, op: op, kind: kind, query: map[string]string{}, times: c.times}
	var err error
	if out.method, out.path, err = c.request(w.Request, key, "GET", "POST"); err != nil {
		return out, err
	}
	if err := c.filters(out.query, key, w, filters); err != nil {
		return out, err
	}
	out.batch = max(w.Batch, 1)
	answer := w.Answer.over(c.written.Answer)
	if err := c.paging(&out.paging, w.Paging, w.Request, answer); err != nil {
		return out, err
	}
	out.linked = answer.has("next_link") || answer.has("next_cursor")
	if list := answer.find("list"); list != nil {
		out.list = list.place.path()
	}
	if answer, err = c.endpoint(&out.endpoint, w, out.method, out.query, out.paging, answer); err != nil {
		return out, err
	}
	if list := answer.find("list"); list != nil && list.place.JQ.Set && slices.Contains([]string{pagingPage, pagingOffset, pagingLastID}, out.paging.kind) {
		if out.paging.kind != pagingPage || !answer.has("total_pages") {
			return out, c.wrong(list.name, "%s: a list by jq may leave nothing of a page that is not the last: with paging by %s it needs kind page and answer.total_pages (or let jq of the operation choose among the records)", key, out.paging.kind)
		}
	}
	if out.page, err = compileAnswer(c, key, answer, each, true); err != nil {
		return out, err
	}
	out.peek, err = compileAnswer(c, key, answer, skipOne[T], false)
	return out, err
}

// filters compiles the names of the filters that the service has.
func (c *compiler) filters(into map[string]string, key string, w *operationFile, known []string) error {
	for _, filter := range w.Query {
		if !slices.Contains(known, filter.key.Text) {
			return c.unknown(filter.key, "filter of "+key, filter.key.Text, known)
		}
		if filter.value.Text == "" {
			return c.wrong(filter.key, "%s: filter %s needs a query name", key, filter.key.Text)
		}
		into[filter.key.Text] = filter.value.Text
	}
	if w.Batch != 0 && into["external_id"] == "" {
		return c.wrong(w.Request, "%s: batch is how many external ids are asked for at once: it needs the filter external_id", key)
	}
	return nil
}

// request takes a line such as "GET /api/products".
func (c *compiler) request(w strictyaml.Scalar, key string, methods ...string) (method, path string, err error) {
	method, path, _ = strings.Cut(w.Text, " ")
	if !slices.Contains(methods, method) || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " ?#") {
		return "", "", c.wrong(w, "%s: want a request such as %q, got %q", key, methods[0]+" /path", w.Text)
	}
	return method, path, nil
}

// compileAnswer compiles a whole page: what stands around its records, and the records,
// each by each. The lists of the same answer that records name are read first.
func compileAnswer[T any](c *compiler, key string, specs fieldSpecs, each appender[T], whole bool) (read[answerPage[T]], error) {
	key += ": answer"
	list := specs.find("list")
	if list == nil || !specs.has("list") {
		return nil, c.wrong(specs.first(), "%s: the place of list is missing", key)
	}
	var around fieldSpecs
	for _, spec := range specs {
		if spec.name.Text != "list" && !spec.place.Header.Set {
			around = append(around, spec)
		}
	}
	straight := readAppended(each)
	if list.place.path() == "." {
		if len(around) > 0 {
			return nil, c.wrong(list.name, "%s: where the whole answer is the list, nothing else can stand in it", key)
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
		return page.read, page.place(c, key, *list, steps, straight)
	}
	page.scope.framed, page.scalar = true, true
	rest, err := lateList(c, key, *list, &page.scope, each)
	if err != nil {
		return nil, err
	}
	if steps, ok := c.straight(*list); ok {
		if err := page.place(c, key, *list, steps, early(tables, straight)); err != nil {
			return nil, err
		}
	}
	page.late = append(page.late, late[answerPage[T]]{name: rest.name, required: true, fill: func(s *scanner, into *answerPage[T]) (bool, error) {
		if into.count >= 0 {
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
func early[T any](tables joinedTables, straight read[answerPage[T]]) read[answerPage[T]] {
	return func(s *scanner, into *answerPage[T]) error {
		if !tables.there(s) {
			return s.skip()
		}
		if err := tables.build(s); err != nil {
			return err
		}
		return straight(s, into)
	}
}

// lateList compiles a page's records where they do not stand at one plain place.
func lateList[T any](c *compiler, key string, list fieldSpec, in *scope, each appender[T]) (late[answerPage[T]], error) {
	out := late[answerPage[T]]{name: "list", required: true}
	source, err := c.source(key, list, kindRecords, in)
	if err != nil {
		return out, err
	}
	nested := slices.ContainsFunc(list.place.At, manyPath) // whether the elements of the list may be lists
	lone := source.code != nil || nested
	straight := readAppended(each)
	one := func(s *scanner, into *answerPage[T]) (err error) {
		into.records, err = each(s, into.records)
		return err
	}
	out.fill = func(s *scanner, into *answerPage[T]) (bool, error) {
		if source.code != nil {
			into.count = 0
		}
		err := source.each(s, func(raw string) (bool, error) {
			into.count = max(into.count, 0)
			if into.count == 0 && firstByte(raw) == '[' && !nested {
				return true, within(s, raw, straight, into)
			}
			return true, spread(raw, list.place.Keyed, lone, func(raw, _ string) error {
				into.count++
				return at(within(s, raw, one, into), fmt.Sprintf("[%d]", into.count-1))
			})
		})
		return into.count >= 0, err
	}
	return out, nil
}

// joinedTables are the lists of the same answer that its records name.
type joinedTables []joinedTable

type joinedTable struct {
	index  int
	lookup *lookup
	places *source
}

// tablesOf compiles the lists of the same answer that its records name.
func (c *compiler) tablesOf(in *scope, whole bool) (out joinedTables, err error) {
	for n := range c.lookups {
		l := &c.lookups[n]
		if !whole || !c.joined[n] || l.at == nil {
			continue
		}
		origins, err := c.origins(*l.at, in)
		if err != nil {
			return nil, err
		}
		out = append(out, joinedTable{n, l, &source{places: [][]origin{origins}}})
	}
	return out, nil
}

// there reports whether all of the lists were met.
func (t joinedTables) there(s *scanner) bool {
	spans := s.around(0).spans
	for _, one := range t {
		if !slices.ContainsFunc(one.places.places[0], func(o origin) bool { return o.slot > 0 && spans[o.slot-1] != "" }) {
			return false
		}
	}
	return true
}

// build makes the tables.
func (t joinedTables) build(s *scanner) (err error) {
	for _, one := range t {
		found := false
		s.beside.([]*table)[one.index], err = one.lookup.build(func(do func(raw string) error) error {
			return one.places.each(s, func(raw string) (bool, error) {
				found = true
				return true, spread(raw, true, false, func(raw, _ string) error { return do(raw) })
			})
		})
		if err == nil && !found {
			err = &shapeError{want: "a list", got: "none"}
		}
		if err != nil {
			return at(err, "lookups."+one.lookup.name)
		}
	}
	return nil
}

func names[T any](fields []field[T]) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}
