package supplier

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"slices"
	"strings"
)

// compileList compiles one operation that reads records. Without a written one the
// service does not have it.
func compileList[T any](c *compiler, key, op string, w *operationFile, fields []field[T], kind kindOf[T], filters ...string) (listOp[T], error) {
	out := listOp[T]{op: op, kind: kind, batch: 1, query: map[string]string{}, times: c.times}
	if w == nil {
		return out, nil
	}
	var err error
	if out.method, out.path, err = c.request(w.Request, key, "GET", "POST"); err != nil {
		return out, err
	}
	if err := c.filters(out.query, key, w, filters); err != nil {
		return out, err
	}
	out.batch = max(w.Batch, 1)
	answer := merge(c.written.Answer, w.Answer)
	if err := c.paging(&out.paging, w.Paging, w.Request, answer); err != nil {
		return out, err
	}
	out.linked = answer.has("next_link") || answer.has("next_cursor")
	if list := answer.find("list"); list != nil {
		out.list = list.place.path()
	}
	record, err := compileObject(c, key, w.Fields, fields)
	if err != nil {
		return out, err
	}
	out.page, err = compileAnswer(c, key, answer, readRecords(record.read, kind))
	if err != nil {
		return out, err
	}
	out.peek, err = compileAnswer(c, key, answer, countRecords[T])
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

// merge lays an operation's own places over those of all operations.
func merge(common, own fieldSpecs) fieldSpecs {
	out := slices.Clone(common)
	for _, spec := range own {
		if there := out.find(spec.name.Text); there != nil {
			*there = spec
		} else {
			out = append(out, spec)
		}
	}
	return out
}

// compileAnswer compiles what stands around the records.
func compileAnswer[T any](c *compiler, key string, specs fieldSpecs, records func(*compiler) read[answerPage[T]]) (read[answerPage[T]], error) {
	for _, spec := range specs {
		if spec.name.Text == "list" && spec.place.path() == "." {
			if len(specs) > 1 {
				return nil, c.wrong(spec.name, "%s: where the whole answer is the list, nothing else can stand in it", key)
			}
			return records(c), nil
		}
	}
	whole, err := compileObject(c, key+": answer", specs, answerFields(records))
	if err != nil {
		return nil, err
	}
	return whole.read, nil
}

// compileObject compiles the places of a record's values into the tree that reads them.
func compileObject[T any](c *compiler, key string, specs fieldSpecs, fields []field[T]) (*object[T], error) {
	out := newObject[T]()
	for _, spec := range specs {
		i := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == spec.name.Text })
		if i < 0 {
			return nil, c.unknown(spec.name, "field of "+key, spec.name.Text, names(fields))
		}
		r, err := fields[i].compile(c, spec)
		if err != nil {
			return nil, err
		}
		p, err := parsePath(spec.place.path())
		if err != nil || len(p.steps) == 0 || p.members() < len(p.steps) {
			return nil, c.wrong(spec.place.pos, "%s: %s: want the path of a member, got %q", key, spec.name.Text, spec.place.path())
		}
		if !out.add(p.names(), r) {
			return nil, c.wrong(spec.place.pos, "%s: %s: path %q cannot be both a value and an object that holds another field's value", key, spec.name.Text, p.text)
		}
	}
	for _, f := range fields {
		if f.required && !specs.has(f.name) {
			return nil, c.wrong(c.first(specs), "%s: the place of %s is missing", key, f.name)
		}
	}
	return out, nil
}

func names[T any](fields []field[T]) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

func (f field[T]) compile(c *compiler, spec fieldSpec) (read[T], error) {
	list := spec.place.Fields != nil
	switch {
	case f.list == nil && list:
		return nil, c.wrong(spec.name, "%s is no list of records: want a path alone", spec.name.Text)
	case f.list == nil:
		return f.read(c), nil
	case !list:
		return nil, c.wrong(spec.name, "%s is a list of records: want {at: PATH, fields: {…}}", spec.name.Text)
	}
	return f.list(c, spec)
}

// readFinished reads one record, which has to have an id, and makes it what the model promises.
func readFinished[T any](each read[T], kind kindOf[T]) read[T] {
	each = notNull(each)
	return func(s *scanner, into *T) error {
		if err := each(s, into); err != nil {
			return err
		}
		if kind.id(into) == "" {
			return &shapeError{want: "an id", got: "none"}
		}
		if kind.finish != nil {
			kind.finish(into)
		}
		return nil
	}
}

// readRecords reads a page's records.
func readRecords[T any](each read[T], kind kindOf[T]) func(*compiler) read[answerPage[T]] {
	one := readFinished(each, kind)
	list := readList(func(p *answerPage[T]) *[]T { return &p.records }, one, kind.reset)
	return func(*compiler) read[answerPage[T]] {
		return func(s *scanner, into *answerPage[T]) error {
			if s.peek() != '[' {
				return s.unwanted("a list")
			}
			err := list(s, into)
			into.count = len(into.records)
			return err
		}
	}
}

// countRecords only counts a page's records.
func countRecords[T any](*compiler) read[answerPage[T]] {
	return func(s *scanner, into *answerPage[T]) (err error) {
		if s.peek() != '[' {
			return s.unwanted("a list")
		}
		into.count, err = s.skipList()
		return err
	}
}
