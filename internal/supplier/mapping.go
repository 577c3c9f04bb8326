package supplier

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Mapping is a compiled mapping: all that is special to one supplier's service. It
// is safe for concurrent use and never changes.
type Mapping struct {
	name        string
	auth        auth
	headers     [][2]string // fixed ones of each request
	limits      []Limit
	idempotency Idempotency
	keyHeader   string
	statuses    map[int]Kind
	codes       map[string]Kind
	success     success
	retryAfter  waiting
	problem     read[problem]
	said        problemPlaces

	products  listOp[Product]
	search    listOp[Product]
	orders    listOp[Order]
	shipments listOp[Shipment]
	ledger    listOp[LedgerEntry]
	lookups   []lookup
	find      findOp
	create    createOp

	written *mappingFile // what it was compiled from, which never changes either
}

// Name is what the mapping calls itself.
func (m *Mapping) Name() string { return m.name }

// Operation names an operation that reads.
type Operation struct {
	Key  string // in the mapping, such as products
	Op   string // what is being done, such as "list products"
	List string // the path of the list in its answer
}

// Reads are the operations that read and that the service has.
func (m *Mapping) Reads() []Operation {
	var out []Operation
	for _, one := range []struct {
		path string
		op   Operation
	}{
		{m.products.path, Operation{"products", m.products.op, m.products.list}},
		{m.search.path, Operation{"search", m.search.op, m.search.list}},
		{m.orders.path, Operation{"orders", m.orders.op, m.orders.list}},
		{m.shipments.path, Operation{"shipments", m.shipments.op, m.shipments.list}},
		{m.ledger.path, Operation{"ledger", m.ledger.op, m.ledger.list}},
	} {
		if one.path != "" {
			out = append(out, one.op)
		}
	}
	return out
}

// NeedsUser reports whether the service is logged in to with a user's name, beside the
// token as the password.
func (m *Mapping) NeedsUser() bool { return m.auth.login != nil && m.auth.login.user }

// Idempotency is what a supplier promises about the creation of an order that is sent twice.
type Idempotency struct {
	// Kind is none; external_id: an order with the same external id is made once;
	// key: a request with the same Idempotency-Key is carried out once.
	Kind string
	// Lifetime is how long the supplier remembers, 0 for ever.
	Lifetime time.Duration
}

// Kinds of idempotency.
const (
	IdempotencyNone       = "none"
	IdempotencyExternalID = "external_id"
	IdempotencyKey        = "key"
)

// listOp is a compiled operation that reads records.
type listOp[T any] struct {
	endpoint
	op     string // for errors: what is being done
	method string
	path   string            // "" where the service does not have the operation
	query  map[string]string // by the model's name of the filter
	batch  int               // how many external ids go into one request
	paging paging
	kind   kindOf[T]
	page   read[answerPage[T]] // a whole page
	peek   read[answerPage[T]] // what stands around the records, which are only counted
	list   string              // where the records are, for errors
	joins  []int               // the lookups that have to be read first
	linked bool                // whether the answer says if there is a next page
	times  times               // in queries
}

// paging is how a list is cut into pages.
type paging struct {
	kind      string // none, page, offset, cursor, last_id or link
	page      string // query names
	perPage   string
	offset    string
	cursor    string
	lastID    string
	first     int
	size      int
	max       int
	inclusive bool   // whether the record with the last id comes again
	end       string // what ends a list of unknown length: empty, short or not_found
}

const (
	pagingNone   = "none"
	pagingPage   = "page"
	pagingOffset = "offset"
	pagingCursor = "cursor"
	pagingLastID = "last_id"
	pagingLink   = "link"

	endEmpty    = "empty"
	endShort    = "short"
	endNotFound = "not_found"
)

// CompileMapping reads a mapping's YAML. A mistake is an error of type
// *strictyaml.Error that names the line and, for an unknown name, the nearest known one.
func CompileMapping(file string, data []byte) (*Mapping, error) {
	var text mappingFile
	if err := strictyaml.Decode(file, data, &text); err != nil {
		return nil, err
	}
	c := &compiler{mistakes: mistakes{file}, written: &text}
	return c.compile()
}

// compiler turns a written mapping into a compiled one.
type compiler struct {
	mistakes
	written *mappingFile
	loose   bool  // types: loose
	times   times // of the file
	lookups []lookup
	joined  map[int]bool // the lookups that the operation being compiled names
}

func (c *compiler) compile() (*Mapping, error) {
	w := c.written
	if w.Kind != "supplier" || w.Format != "json" {
		return nil, c.wrong(strictyaml.Scalar{}, "want kind: supplier and format: json, got %q and %q", w.Kind, w.Format)
	}
	var err error
	if w.Types.Set {
		if err = c.choice(w.Types, "way to take types", "strict", "loose"); err != nil {
			return nil, err
		}
	}
	c.loose = w.Types.Text == "loose"
	if c.times, err = c.timesOf(w.Times.Layout, w.Times.Zone, times{}); err != nil {
		return nil, err
	}
	if !w.Idempotency.Kind.Set { // who promises nothing is taken to keep nothing
		w.Idempotency.Kind.Text = IdempotencyNone
	}
	m := &Mapping{name: w.Name, written: w}
	for _, part := range []func(*Mapping) error{c.transport, c.promises, c.verdicts, c.lists, c.finding, c.creation} {
		if err := part(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// lists compiles the operations that read.
func (c *compiler) lists(m *Mapping) (err error) {
	w := c.written
	if err := c.compileLookups(); err != nil {
		return err
	}
	m.lookups = c.lookups
	if w.Products == nil {
		return c.wrong(strictyaml.Scalar{}, "products is missing: the operation that lists them")
	}
	if m.products, err = compileList(c, "products", "list products", w.Products, productFields(), productKind(), "updated_since"); err != nil {
		return err
	}
	if w.Search != nil && w.Search.Fields == nil { // what is found are products
		w.Search.Fields, w.Search.Variants = w.Products.Fields, w.Products.Variants
		if w.Search.JQ.Text == "" {
			w.Search.JQ = w.Products.JQ
		}
	}
	if m.search, err = compileList(c, "search", "search products", w.Search, productFields(), productKind(), "text", "category_id", "brand",
		"availability", "price_min", "price_max", "price_field", "attr", "sort"); err != nil {
		return err
	}
	if m.orders, err = compileList(c, "orders", "list orders", w.Orders, orderFields(), orderKind(), "external_id", "status",
		"updated_since", "created_from", "created_to"); err != nil {
		return err
	}
	if m.shipments, err = compileList(c, "shipments", "list shipments", w.Shipments, shipmentFields(), shipmentKind(), "updated_since"); err != nil {
		return err
	}
	m.ledger, err = compileList(c, "ledger", "list ledger entries", w.Ledger, ledgerFields(), ledgerKind(), "from", "to", "kind")
	return err
}
