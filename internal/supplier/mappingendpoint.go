package supplier

import (
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// endpoint compiles what is special to the requests and answers of one list. It gives
// the places of the answer that stand in its body.
func (c *compiler) endpoint(into *endpoint, w *operationFile, method string, query map[string]string, p paging, answer fieldSpecs) (fieldSpecs, error) {
	for _, one := range w.Constants {
		into.constants = append(into.constants, constantOf(one))
	}
	for _, one := range w.Constants {
		taken := slices.Contains([]string{p.page, p.perPage, p.offset, p.cursor, p.lastID}, one.key.Text)
		for _, name := range query {
			taken = taken || name == one.key.Text
		}
		if taken {
			return nil, c.wrong(one.key, "%s: constants: %s is the name of a filter or of the paging, too", into.key, one.key.Text)
		}
	}
	if method == "POST" {
		if err := c.members(into, w, query, p); err != nil {
			return nil, err
		}
	}
	var inBody fieldSpecs
	for _, spec := range answer {
		if !spec.place.Header.Set {
			inBody = append(inBody, spec)
			continue
		}
		place := into.headers.place(spec.name.Text)
		switch {
		case place == nil:
			return nil, c.wrong(spec.name, "%s: answer: %s cannot be a header: only total, total_pages, size, next_cursor and next_link can", into.key, spec.name.Text)
		case len(spec.place.Given()) > 1 || !headerName(spec.place.Header.Text):
			return nil, c.wrong(spec.place.Header, "%s: answer: %s: want the name of a header alone, as in {header: X-Total}", into.key, spec.name.Text)
		}
		*place = spec.place.Header.Text
	}
	if p.kind != pagingLastID {
		return inBody, nil
	}
	return inBody, c.lastID(into, w, answer)
}

// lastID compiles where the id of a page's last record stands.
func (c *compiler) lastID(into *endpoint, w *operationFile, answer fieldSpecs) (err error) {
	paging := w.Paging
	if paging == nil {
		paging = c.written.Paging
	}
	if list := answer.find("list"); list != nil {
		if into.listAt, err = answerPaths(list.place.path()); err != nil {
			return c.wrong(list.name, "%s: paging by last_id needs the path of the list: %v", into.key, err)
		}
	}
	if paging.From.Text != "" {
		if into.from, err = answerPaths(paging.From.Text); err != nil {
			return c.wrong(paging.From, "from: %v", err)
		}
		return nil
	}
	id := w.Fields.find("id")
	if id == nil || id.place.path() == "" || len(id.place.Given()) > 1 || w.JQ.Text != "" {
		return c.wrong(paging.Kind, "%s: paging by last_id needs from, the path of the id in a record of the answer: fields.id is no path into it", into.key)
	}
	if into.from, err = answerPaths(id.place.path()); err != nil {
		return c.wrong(id.name, "%s: id: %v", into.key, err)
	}
	return nil
}

// members compiles where the values of query names stand in the body of a POST.
func (c *compiler) members(into *endpoint, w *operationFile, query map[string]string, p paging) error {
	into.members = map[string][]step{}
	var t bodyTree
	place := func(at strictyaml.Scalar, name string) error {
		if _, there := into.members[name]; there || name == "" {
			return nil
		}
		steps, err := bodyPath(name)
		if err != nil {
			return c.wrong(at, "%s: %v", into.key, err)
		}
		if !t.set(steps, "0") {
			return c.wrong(at, "%s: %q cannot be both a value in the body and an object that holds another one", into.key, name)
		}
		into.members[name] = steps
		return nil
	}
	for _, one := range w.Constants {
		if err := place(one.key, one.key.Text); err != nil {
			return err
		}
	}
	for _, filter := range w.Query {
		if err := place(filter.value, query[filter.key.Text]); err != nil {
			return err
		}
	}
	for _, name := range []string{p.page, p.perPage, p.offset, p.cursor, p.lastID, c.written.Auth.Body.Text} {
		if err := place(w.Request, name); err != nil {
			return err
		}
	}
	return nil
}

// answerPaths reads paths from the whole of an answer or a record.
func answerPaths(text string) ([]path, error) {
	paths, err := parsePaths(text)
	for _, p := range paths {
		if err == nil && (p.up > 0 || p.key) {
			err = fmt.Errorf("path %q: ^ and $key have no meaning here", p.text)
		}
	}
	return paths, err
}

// constantOf keeps numbers, true and false as what they are in a body.
func constantOf(one pair) constant {
	out := constant{name: one.key.Text, text: one.value.Text, raw: quote(one.value.Text)}
	switch one.kind {
	case ast.IntegerType, ast.FloatType, ast.BoolType:
		if soundJSON(one.value.Text) == nil {
			out.raw = one.value.Text
		}
	case ast.NullType:
		out.raw = "null"
	}
	return out
}

// headerName reports whether a text can be the name of a header.
func headerName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != ""
}
