package mapping

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// HeaderPlaces are the headers of an answer that say what may otherwise stand around its
// records, "" for those that the mapping does not name.
type HeaderPlaces struct{ Total, TotalPages, Size, Cursor, Next string }

// header is the header of a value of the answer, nil for a value that no header can hold.
func (h *HeaderPlaces) header(value string) *string {
	switch value {
	case "total":
		return &h.Total
	case "total_pages":
		return &h.TotalPages
	case "size":
		return &h.Size
	case "next_cursor":
		return &h.Cursor
	case "next_link":
		return &h.Next
	}
	return nil
}

// Endpoint is what is special to the requests and answers of one list, beyond its names.
type Endpoint struct {
	Key       string // the operation's name in the mapping
	constants []written.Constant
	members   map[string][]jsonread.Step // of a POST: where the value of a query name stands in the body
	Headers   HeaderPlaces
	Encoding  wire.Encoding   // of a POST's body
	Records   []jsonread.Path // the list, where it stands at a path: for paging by the last id, and lists of each record
	lastIDAt  []jsonread.Path // and the id in a record of it
}

// Params are the names and values of one request, by the mapping's names.
type Params struct {
	Values url.Values
	Attrs  map[string]Attribute // of names that were made for an attribute
	Raw    map[string]string    // JSON texts of values that are no texts in a body
}

// Attribute is the name of a filter by attribute: {name} in it stands for the attribute's.
type Attribute struct{ Filter, Name string }

// URLQuery is the request's query.
func (e *Endpoint) URLQuery(p Params) url.Values {
	out := url.Values{}
	for _, c := range e.constants {
		out.Set(c.Name, c.Text)
	}
	maps.Copy(out, p.Values)
	return out
}

// Body is the request's JSON body. The same values give the same bytes.
func (e *Endpoint) Body(p Params) ([]byte, error) {
	t := &jsonread.Tree{}
	put := func(name string, steps []jsonread.Step, raw string) error {
		if len(steps) == 0 || !t.Set(steps, raw) {
			return fmt.Errorf("%s has no place of its own in the body", name)
		}
		return nil
	}
	for _, c := range e.constants {
		if err := put(c.Name, e.members[c.Name], c.Raw); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Values)) {
		steps := e.members[name]
		if attr, ok := p.Attrs[name]; ok {
			steps = attr.stepsIn(e.members[attr.Filter])
		}
		raw := p.Raw[name]
		if raw == "" {
			raw = rawValues(p.Values[name], steps)
		}
		if err := put(name, steps, raw); err != nil {
			return nil, err
		}
	}
	return t.Text(nil), nil
}

// stepsIn is a filter's place with the attribute's name in it.
func (a Attribute) stepsIn(filter []jsonread.Step) []jsonread.Step {
	out := slices.Clone(filter)
	for i := range out {
		out[i].Name = strings.ReplaceAll(out[i].Name, "{name}", a.Name)
	}
	return out
}

// rawValues writes one value as a text and several, or those of a path with [], as a list.
func rawValues(values []string, steps []jsonread.Step) string {
	if len(values) == 1 && !jsonread.Many(steps) {
		return jsonread.Quote(values[0])
	}
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = jsonread.Quote(value)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// LastID is the JSON text of the id of the last record of a page.
func (e *Endpoint) LastID(body string) (string, error) {
	records, err := jsonread.First(e.Records, body)
	if err != nil {
		return "", err
	}
	record, err := jsonread.ElementOf(records, -1)
	if err != nil {
		return "", err
	}
	id, err := jsonread.First(e.lastIDAt, record)
	if err == nil && (id == "" || strings.ContainsAny(id[:1], "{[")) {
		err = fmt.Errorf("the last record has no id at %s, from which the next page would begin", e.lastIDAt[0].Text)
	}
	return id, err
}
