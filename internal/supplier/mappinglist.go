package supplier

import (
	"slices"
	"strings"
)

// compileList compiles one operation that reads records.
func compileList[T any](c *compiler, key, op string, w operationFile, fields []field[T], kind kindOf[T], filters ...string) (listOp[T], error) {
	out := listOp[T]{op: op, kind: kind, batch: max(w.Batch, 1), query: map[string]string{}, layout: c.layout}
	var err error
	if out.path, err = c.request(w.Request, key, "GET"); err != nil {
		return out, err
	}
	for _, spec := range w.Query {
		if !slices.Contains(filters, spec.name) {
			return out, c.unknown(spec.pos, "filter of "+key, spec.name, filters)
		}
		if spec.path.text == "" || spec.list {
			return out, c.wrong(spec.pos, "%s: filter %s needs a query name", key, spec.name)
		}
		out.query[spec.name] = spec.path.text
	}
	if w.Batch != 0 && out.query["external_id"] == "" {
		return out, c.wrong(w.Request.position, "%s: batch is how many external ids are asked for at once: it needs the filter external_id", key)
	}
	answer := merge(c.written.Answer, w.Answer)
	if err := c.paging(&out.paging, w.Paging, w.Request.position, answer); err != nil {
		return out, err
	}
	out.linked = has(answer, "next_link") || has(answer, "next_cursor")
	out.list = answer.path("list")
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

// request takes a line such as "GET /api/products".
func (c *compiler) request(w word, key, method string) (path string, err error) {
	given, path, _ := strings.Cut(w.text, " ")
	if given != method || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " ?#") {
		return "", c.wrong(w.position, "%s: want a request such as %q, got %q", key, method+" /path", w.text)
	}
	return path, nil
}

// merge lays an operation's own places over those of all operations.
func merge(common, own fieldSpecs) fieldSpecs {
	out := slices.Clone(common)
	for _, spec := range own {
		i := slices.IndexFunc(out, func(s fieldSpec) bool { return s.name == spec.name })
		if i < 0 {
			out = append(out, spec)
		} else {
			out[i] = spec
		}
	}
	return out
}

func has(specs fieldSpecs, name string) bool { return specs.path(name) != "" }

func (s fieldSpecs) path(name string) string {
	for _, spec := range s {
		if spec.name == name {
			return spec.path.text
		}
	}
	return ""
}

// paging compiles how the list is cut into pages and refuses what cannot work.
func (c *compiler) paging(into *paging, own *pagingFile, at position, answer fieldSpecs) error {
	w := own
	if w == nil {
		w = c.written.Paging
	}
	if w == nil {
		return c.wrong(at, "paging is missing: write paging: {kind: none} where all records come at once")
	}
	if err := c.choice(w.Kind, "kind of paging", pagingNone, pagingPage, pagingCursor); err != nil {
		return err
	}
	*into = paging{kind: w.Kind.text, page: w.Page.text, perPage: w.PerPage.text, cursor: w.Cursor.text, first: w.First, size: w.Size, max: w.Max}
	switch kind := w.Kind; {
	case into.kind == pagingPage && into.page == "":
		return c.wrong(kind.position, "paging by page needs page, the query name of the page's number")
	case into.kind == pagingCursor && into.cursor == "":
		return c.wrong(kind.position, "paging by cursor needs cursor, the query name of the cursor")
	case into.kind == pagingCursor && !has(answer, "next_cursor"):
		return c.wrong(kind.position, "paging by cursor needs next_cursor in answer, where the next cursor stands")
	case into.kind == pagingNone && into.page+into.cursor != "":
		return c.wrong(kind.position, "paging of kind none has no page and no cursor")
	case into.perPage != "" && (into.size < 1 || into.max < into.size):
		return c.wrong(kind.position, "paging: want a size of at least 1 and a max that is not below it, got %d and %d", into.size, into.max)
	}
	return nil
}

// compileAnswer compiles what stands around the records.
func compileAnswer[T any](c *compiler, key string, specs fieldSpecs, records func(*compiler) read[answerPage[T]]) (read[answerPage[T]], error) {
	for _, spec := range specs {
		if spec.name == "list" && spec.path.text == "." {
			if len(specs) > 1 {
				return nil, c.wrong(spec.pos, "%s: where the whole answer is the list, nothing else can stand in it", key)
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
		i := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == spec.name })
		if i < 0 {
			return nil, c.unknown(spec.pos, "field of "+key, spec.name, names(fields))
		}
		r, err := fields[i].compile(c, spec)
		if err != nil {
			return nil, err
		}
		steps, err := spec.path.steps()
		if err != nil || len(steps) == 0 {
			return nil, c.wrong(spec.path.position, "%s: %s: want the path of a member, got %q", key, spec.name, spec.path.text)
		}
		if !out.add(steps, r) {
			return nil, c.wrong(spec.path.position, "%s: %s: path %q cannot be both a value and an object that holds another field's value", key, spec.name, spec.path.text)
		}
	}
	for _, f := range fields {
		if f.required && !has(specs, f.name) {
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
	switch {
	case f.list == nil && spec.list:
		return nil, c.wrong(spec.pos, "%s is no list of records: want a path alone", spec.name)
	case f.list == nil:
		return f.read(c), nil
	case !spec.list:
		return nil, c.wrong(spec.pos, "%s is a list of records: want {at: PATH, fields: {…}}", spec.name)
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
