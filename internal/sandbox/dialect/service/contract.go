package service

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// The contract's lists, and the most that a page of one has.
const (
	ProductsPath  = "/api/products"
	SearchPath    = "/api/products/search"
	OrdersPath    = "/api/orders"
	ShipmentsPath = "/api/shipments"
	LedgerPath    = "/api/finance/ledger"
	MostRows      = 200
)

// Part is some rows of one of the contract's lists.
type Part struct {
	Rows   []object
	Total  int    // of the whole list
	Meta   object // as the contract has it
	Facets any    // of a search
}

// Rows reads up to n rows of a list from an offset on, with as few questions as can
// be: one where the offset is a multiple of n. A negative n reads to the end.
func (x *Exchange) Rows(path string, filters url.Values, from, n int) (Part, error) {
	if n == 0 {
		p, err := x.Page(path, filters, 1, 1)
		p.Rows = nil
		return p, err
	}
	if n > 0 && n <= MostRows && from%n == 0 {
		return x.Page(path, filters, from/n+1, n)
	}
	var all Part
	for number := from/MostRows + 1; ; number++ {
		p, err := x.Page(path, filters, number, MostRows)
		if err != nil {
			return Part{}, err
		}
		first, end := (number-1)*MostRows, number*MostRows
		rows := p.Rows
		if n > 0 {
			rows = rows[:min(len(rows), max(from+n-first, 0))]
		}
		p.Rows = append(all.Rows, rows[min(len(rows), max(from-first, 0)):]...)
		all = p
		if end >= p.Total || n > 0 && end >= from+n {
			return all, nil
		}
	}
}

// Page reads one page of a list.
func (x *Exchange) Page(path string, filters url.Values, number, size int) (Part, error) {
	query := url.Values{}
	for name, values := range filters {
		query[name] = values
	}
	query.Set("page", strconv.Itoa(number))
	query.Set("per_page", strconv.Itoa(size))
	answer, _, err := x.Ask(Question{Method: http.MethodGet, Path: path, Query: query})
	if err != nil {
		return Part{}, err
	}
	p := Part{Rows: shape.Objects(answer["data"]), Meta: shape.Member(answer, "meta"), Facets: answer["facets"]}
	p.Total, err = strconv.Atoi(shape.Text(p.Meta["total"]))
	return p, err
}

// Create places an order written in the contract; replayed says that it existed.
func (x *Exchange) Create(order object, key string) (created object, replayed bool, err error) {
	created, header, err := x.Ask(Question{Method: http.MethodPost, Path: OrdersPath, Body: order, Key: key})
	if err != nil {
		return nil, false, err
	}
	return created, header.Get("Idempotency-Replayed") == "true", nil
}

// OrderBy finds the order with an external id; nil where there is none.
func (x *Exchange) OrderBy(externalID string) (object, error) {
	p, err := x.Page(OrdersPath, url.Values{"external_id": {externalID}}, 1, 1)
	if err != nil || len(p.Rows) == 0 {
		return nil, err
	}
	return p.Rows[0], nil
}

// Whole reads a whole number of the query, within bounds; otherwise where it is absent.
func (x *Exchange) Whole(name string, otherwise, least, most int) (int, error) {
	text := x.Request.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, WrongParameter(name, "out_of_range", "%s must be a whole number from %d to %d", name, least, most)
	}
	return n, nil
}

// Filters translates the query's filters: names are the contract's by the dialect's.
// A parameter that is neither there nor in others is refused, since a filter that is
// silently ignored gives everything.
func (x *Exchange) Filters(names map[string]string, others ...string) (url.Values, error) {
	filters := url.Values{}
	for name, values := range x.Request.URL.Query() {
		ours := translated(name, names)
		switch {
		case ours != "":
			filters[ours] = values
			x.named(ours, name)
		case !slices.Contains(others, name):
			return nil, WrongParameter(name, "unknown_parameter", "there is no parameter %q here", name)
		}
	}
	return filters, nil
}

// named remembers what a filter of the contract is called in the request.
func (x *Exchange) named(ours, name string) {
	if x.names == nil {
		x.names = map[string]string{}
	}
	x.names[ours] = name
}

// Place is where a fault lies, by the request's own names.
func (x *Exchange) Place(f Fault, order shape.Table) string {
	if name := x.names[f.Parameter]; name != "" {
		return name
	}
	if f.Parameter != "" || f.Pointer == "" {
		return f.Parameter
	}
	return order.Place(f.Pointer)
}

// translated is the contract's name of a parameter, "" where it has none. A name such
// as properties[{name}] stands for all that have something in place of {name}.
func translated(name string, names map[string]string) string {
	if ours, ok := names[name]; ok {
		return ours
	}
	for pattern, ours := range names {
		before, after, open := strings.Cut(pattern, "{name}")
		if !open || len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
			continue
		}
		return strings.Replace(ours, "{name}", name[len(before):len(name)-len(after)], 1)
	}
	return ""
}

// Shown puts rows through a function; an empty list is [] and not null.
func Shown(rows []object, show func(object) object) []object {
	list := make([]object, len(rows))
	for i, row := range rows {
		list[i] = show(row)
	}
	return list
}

// WholeMember reads a whole number of a body, from a JSON number or a text.
func WholeMember(body object, name string, otherwise, least int) (int, error) {
	if body[name] == nil {
		return otherwise, nil
	}
	n, err := strconv.Atoi(shape.Text(body[name]))
	if err != nil || n < least {
		return 0, WrongParameter(name, "out_of_range", "%s must be a whole number from %d on", name, least)
	}
	return n, nil
}
