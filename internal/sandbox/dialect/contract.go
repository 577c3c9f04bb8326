package dialect

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
	productsPath  = "/api/products"
	searchPath    = "/api/products/search"
	ordersPath    = "/api/orders"
	shipmentsPath = "/api/shipments"
	ledgerPath    = "/api/finance/ledger"
	mostRows      = 200
)

// part is some rows of one of the contract's lists.
type part struct {
	rows   []object
	total  int    // of the whole list
	meta   object // as the contract has it
	facets any    // of a search
}

// rows reads up to n rows of a list from an offset on, with as few questions as can
// be: one where the offset is a multiple of n. A negative n reads to the end.
func (x *exchange) rows(path string, filters url.Values, from, n int) (part, error) {
	if n == 0 {
		p, err := x.page(path, filters, 1, 1)
		p.rows = nil
		return p, err
	}
	if n > 0 && n <= mostRows && from%n == 0 {
		return x.page(path, filters, from/n+1, n)
	}
	var all part
	for number := from/mostRows + 1; ; number++ {
		p, err := x.page(path, filters, number, mostRows)
		if err != nil {
			return part{}, err
		}
		first, end := (number-1)*mostRows, number*mostRows
		rows := p.rows
		if n > 0 {
			rows = rows[:min(len(rows), max(from+n-first, 0))]
		}
		p.rows = append(all.rows, rows[min(len(rows), max(from-first, 0)):]...)
		all = p
		if end >= p.total || n > 0 && end >= from+n {
			return all, nil
		}
	}
}

// page reads one page of a list.
func (x *exchange) page(path string, filters url.Values, number, size int) (part, error) {
	query := url.Values{}
	for name, values := range filters {
		query[name] = values
	}
	query.Set("page", strconv.Itoa(number))
	query.Set("per_page", strconv.Itoa(size))
	answer, _, err := x.ask(question{method: http.MethodGet, path: path, query: query})
	if err != nil {
		return part{}, err
	}
	p := part{rows: shape.Objects(answer["data"]), meta: shape.Member(answer, "meta"), facets: answer["facets"]}
	p.total, err = strconv.Atoi(shape.Text(p.meta["total"]))
	return p, err
}

// create places an order written in the contract; replayed says that it existed.
func (x *exchange) create(order object, key string) (created object, replayed bool, err error) {
	created, header, err := x.ask(question{method: http.MethodPost, path: ordersPath, body: order, key: key})
	if err != nil {
		return nil, false, err
	}
	return created, header.Get("Idempotency-Replayed") == "true", nil
}

// orderBy finds the order with an external id; nil where there is none.
func (x *exchange) orderBy(externalID string) (object, error) {
	p, err := x.page(ordersPath, url.Values{"external_id": {externalID}}, 1, 1)
	if err != nil || len(p.rows) == 0 {
		return nil, err
	}
	return p.rows[0], nil
}

// whole reads a whole number of the query, within bounds; otherwise where it is absent.
func (x *exchange) whole(name string, otherwise, least, most int) (int, error) {
	text := x.r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, wrongParameter(name, "out_of_range", "%s must be a whole number from %d to %d", name, least, most)
	}
	return n, nil
}

// filters translates the query's filters: names are the contract's by the dialect's.
// A parameter that is neither there nor in others is refused, since a filter that is
// silently ignored gives everything.
func (x *exchange) filters(names map[string]string, others ...string) (url.Values, error) {
	filters := url.Values{}
	for name, values := range x.r.URL.Query() {
		ours := translated(name, names)
		switch {
		case ours != "":
			filters[ours] = values
			x.named(ours, name)
		case !slices.Contains(others, name):
			return nil, wrongParameter(name, "unknown_parameter", "there is no parameter %q here", name)
		}
	}
	return filters, nil
}

// named remembers what a filter of the contract is called in the request.
func (x *exchange) named(ours, name string) {
	if x.names == nil {
		x.names = map[string]string{}
	}
	x.names[ours] = name
}

// place is where a fault lies, by the request's own names.
func (x *exchange) place(f fault, order shape.Table) string {
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
