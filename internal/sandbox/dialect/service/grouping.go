package service

import (
	"encoding/json"
	"net/url"
	"slices"
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Grouping cuts the contract's flat list of products into records of one or several
// consecutive products, and pages of those. Where the records begin is found by
// reading the list once, and kept: the order of a catalogue does not change.
type Grouping struct {
	// Key tells which products belong together: those with equal, non-empty keys.
	Key   func(product object) string
	mu    sync.Mutex
	known map[string]*cuts // by token, path and filters
}

// cuts are where the records of one list begin.
type cuts struct {
	starts []int // indices of products
	total  int   // of products
}

const mostKnown = 64 // lists; filters by time are new with each request

// RecordPage is a page of records, each of one or several products.
type RecordPage struct {
	Records [][]object
	Total   int // of records
	Facets  any
}

// Page reads a page of records.
func (g *Grouping) Page(x *Exchange, path string, filters url.Values, number, size int) (RecordPage, error) {
	name := x.Token + " " + path + "?" + filters.Encode()
	g.mu.Lock()
	c := g.known[name]
	g.mu.Unlock()
	for {
		fresh := c == nil || number == 1
		if fresh {
			var err error
			if c, err = g.cut(x, path, filters); err != nil {
				return RecordPage{}, err
			}
			g.keep(name, c)
		}
		from, to := c.begin((number-1)*size), c.begin(number*size)
		p, err := x.Rows(path, filters, from, to-from)
		if err != nil {
			return RecordPage{}, err
		}
		if p.Total != c.total && !fresh { // a list by time of change has grown
			c = nil
			continue
		}
		return RecordPage{Records: c.split(p.Rows, from), Total: len(c.starts), Facets: p.Facets}, nil
	}
}

func (g *Grouping) keep(name string, c *cuts) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil || len(g.known) >= mostKnown {
		g.known = map[string]*cuts{}
	}
	g.known[name] = c
}

// cut reads the whole list and notes where records begin.
func (g *Grouping) cut(x *Exchange, path string, filters url.Values) (*cuts, error) {
	c := &cuts{}
	last := ""
	read := 0
	for number := 1; ; number++ {
		p, err := x.Page(path, filters, number, MostRows)
		if err != nil {
			return nil, err
		}
		for i, row := range p.Rows {
			key := g.Key(row)
			if key == "" || key != last {
				c.starts = append(c.starts, read+i)
			}
			last = key
		}
		read += len(p.Rows)
		c.total = p.Total
		if number*MostRows >= p.Total {
			return c, nil
		}
	}
}

// begin is the index of the first product of a record, or the end of the list.
func (c *cuts) begin(record int) int {
	if record < len(c.starts) {
		return c.starts[record]
	}
	return c.total
}

// split cuts products, the first of which has the index from, into records.
func (c *cuts) split(products []object, from int) [][]object {
	records := [][]object{}
	for i, product := range products {
		if _, begins := slices.BinarySearch(c.starts, from+i); begins || len(records) == 0 {
			records = append(records, nil)
		}
		records[len(records)-1] = append(records[len(records)-1], product)
	}
	return records
}

// SameGroup is a key of a Grouping: products of one group whose named members are all
// equal, since a record shows those only once.
func SameGroup(shared ...string) func(object) string {
	return func(product object) string {
		group := shape.Text(product["group_id"])
		if group == "" {
			return ""
		}
		values := []any{group}
		for _, name := range shared {
			values = append(values, product[name])
		}
		text, err := json.Marshal(values)
		if err != nil { // it was read from JSON: it can be written
			return ""
		}
		return string(text)
	}
}
