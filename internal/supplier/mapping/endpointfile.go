package mapping

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// endpoint compiles what is special to the requests and answers of one list. It gives
// the places of the answer that stand in its body.
func (c *compiler) endpoint(into *Endpoint, w *written.Operation, method string, query map[string]string, p Paging, answer written.Fields) (written.Fields, error) {
	for _, one := range w.Constants {
		into.constants = append(into.constants, one.Constant())
	}
	for _, one := range w.Constants {
		taken := slices.Contains([]string{p.Page, p.PerPage, p.Offset, p.Cursor, p.LastID}, one.Key.Text)
		for _, name := range query {
			taken = taken || name == one.Key.Text
		}
		if taken {
			return nil, c.Wrong(one.Key, "%s: constants: %s is the name of a filter or of the paging, too", into.Key, one.Key.Text)
		}
	}
	var err error
	if into.Encoding, err = wire.Compile(c.Mistakes, into.Key, w.Encode, w.Root, w.JSON); err != nil {
		return nil, err
	}
	if method == "GET" && w.Encode.Set {
		return nil, c.Wrong(w.Encode, "%s: encode is the form of a body, and a GET has none", into.Key)
	}
	if method == "POST" {
		if err := c.members(into, w, query, p); err != nil {
			return nil, err
		}
	}
	var inBody written.Fields
	for _, spec := range answer {
		if !spec.Place.Header.Set {
			inBody = append(inBody, spec)
			continue
		}
		place := into.Headers.header(spec.Name.Text)
		switch {
		case place == nil:
			return nil, c.Wrong(spec.Name, "%s: answer: %s cannot be a header: only total, total_pages, size, next_cursor and next_link can", into.Key, spec.Name.Text)
		case len(spec.Place.Given()) > 1 || !access.HeaderName(spec.Place.Header.Text):
			return nil, c.Wrong(spec.Place.Header, "%s: answer: %s: want the name of a header alone, as in {header: X-Total}", into.Key, spec.Name.Text)
		}
		*place = spec.Place.Header.Text
	}
	if p.Kind != PagingLastID {
		return inBody, nil
	}
	return inBody, c.lastID(into, w, answer)
}

// lastID compiles where the id of a page's last record stands.
func (c *compiler) lastID(into *Endpoint, w *written.Operation, answer written.Fields) (err error) {
	paging := w.Paging
	if paging == nil {
		paging = c.written.Paging
	}
	if list := answer.Find("list"); list != nil {
		if into.Records, err = access.AnswerPaths(list.Place.Path()); err != nil {
			return c.Wrong(list.Name, "%s: paging by last_id needs the path of the list: %v", into.Key, err)
		}
	}
	if paging.From.Text != "" {
		if into.lastIDAt, err = access.AnswerPaths(paging.From.Text); err != nil {
			return c.Wrong(paging.From, "from: %v", err)
		}
		return nil
	}
	id := w.Fields.Find("id")
	if id == nil || id.Place.Path() == "" || len(id.Place.Given()) > 1 || w.JQ.Text != "" {
		return c.Wrong(paging.Kind, "%s: paging by last_id needs from, the path of the id in a record of the answer: fields.id is no path into it", into.Key)
	}
	if into.lastIDAt, err = access.AnswerPaths(id.Place.Path()); err != nil {
		return c.Wrong(id.Name, "%s: id: %v", into.Key, err)
	}
	return nil
}

// members compiles where the values of query names stand in the body of a POST.
func (c *compiler) members(into *Endpoint, w *written.Operation, query map[string]string, p Paging) error {
	into.members = map[string][]jsonread.Step{}
	var t jsonread.Tree
	place := func(at strictyaml.Scalar, name string) error {
		if _, there := into.members[name]; there || name == "" {
			return nil
		}
		steps, err := jsonread.ParseMemberPath(name)
		if err != nil {
			return c.Wrong(at, "%s: %v", into.Key, err)
		}
		if !t.Set(steps, "0") {
			return c.Wrong(at, "%s: %q cannot be both a value in the body and an object that holds another one", into.Key, name)
		}
		into.members[name] = steps
		return nil
	}
	for _, one := range w.Constants {
		if err := place(one.Key, one.Key.Text); err != nil {
			return err
		}
	}
	for _, filter := range w.Query {
		if err := place(filter.Value, query[filter.Key.Text]); err != nil {
			return err
		}
	}
	for _, name := range []string{p.Page, p.PerPage, p.Offset, p.Cursor, p.LastID, c.written.Auth.Body.Text} {
		if err := place(w.Request, name); err != nil {
			return err
		}
	}
	return nil
}
