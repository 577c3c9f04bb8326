package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Program is a compiled mapping: all that is special to one supplier's service. It
// is safe for concurrent use and never changes.
type Program struct {
	name        string
	Auth        Auth
	Headers     [][2]string // fixed ones of each request
	Limits      []supplier.Limit
	Idempotency supplier.Idempotency
	KeyHeader   string
	Statuses    map[int]supplier.Kind
	Codes       map[string]supplier.Kind
	Success     Success
	RetryAfter  Waiting
	problem     jsonread.Reader[Problem]
	said        problemPlaces

	Products  ListOp[supplier.Product]
	Search    ListOp[supplier.Product]
	Orders    ListOp[supplier.Order]
	Shipments ListOp[supplier.Shipment]
	Ledger    ListOp[supplier.LedgerEntry]
	Lookups   []Lookup
	Find      FindOp
	Create    CreateOp

	Written *written.File // what it was compiled from, which never changes either
}

// Name is what the mapping calls itself.
func (m *Program) Name() string { return m.name }

// Operation names an operation that reads.
type Operation struct {
	Key  string // in the mapping, such as products
	Op   string // what is being done, such as "list products"
	List string // the path of the list in its answer
}

// Reads are the operations that read and that the service has.
func (m *Program) Reads() []Operation {
	var out []Operation
	for _, one := range []struct {
		path string
		op   Operation
	}{
		{m.Products.Path, Operation{"products", m.Products.Op, m.Products.List}},
		{m.Search.Path, Operation{"search", m.Search.Op, m.Search.List}},
		{m.Orders.Path, Operation{"orders", m.Orders.Op, m.Orders.List}},
		{m.Shipments.Path, Operation{"shipments", m.Shipments.Op, m.Shipments.List}},
		{m.Ledger.Path, Operation{"ledger", m.Ledger.Op, m.Ledger.List}},
	} {
		if one.path != "" {
			out = append(out, one.op)
		}
	}
	return out
}

// NeedsUser reports whether the service is logged in to with a user's name, beside the
// token as the password.
func (m *Program) NeedsUser() bool { return m.Auth.Login != nil && m.Auth.Login.User }

// ListOp is a compiled operation that reads records.
type ListOp[T any] struct {
	Endpoint
	Op     string // for errors: what is being done
	Method string
	Path   string            // "" where the service does not have the operation
	Query  map[string]string // by the model's name of the filter
	Batch  int               // how many external ids go into one request
	Paging Paging
	Kind   RecordKind[T]
	page   jsonread.Reader[Page[T]] // a whole page
	peek   jsonread.Reader[Page[T]] // what stands around the records, which are only counted
	List   string                   // where the records are, for errors
	Joins  []int                    // the lookups that have to be read first
	Linked bool                     // whether the answer says if there is a next page
	Times  jsonread.Times           // in queries
}

// Paging is how a list is cut into pages.
type Paging struct {
	Kind      string // none, page, offset, cursor, last_id or link
	Page      string // query names
	PerPage   string
	Offset    string
	Cursor    string
	LastID    string
	First     int
	Size      int
	Max       int
	Inclusive bool   // whether the record with the last id comes again
	End       string // what ends a list of unknown length: empty, short or not_found
}

// The kinds of paging, and what ends a list of unknown length.
const (
	PagingNone   = "none"
	PagingPage   = "page"
	PagingOffset = "offset"
	PagingCursor = "cursor"
	PagingLastID = "last_id"
	PagingLink   = "link"

	endEmpty    = "empty"
	EndShort    = "short"
	EndNotFound = "not_found"
)

// Compile reads a mapping's YAML. A mistake is an error of type
// *strictyaml.Error that names the line and, for an unknown name, the nearest known one.
func Compile(file string, data []byte) (*Program, error) {
	var text written.File
	if err := strictyaml.Decode(file, data, &text); err != nil {
		return nil, err
	}
	c := &compiler{Mistakes: written.Mistakes{File: file}, written: &text}
	return c.compile()
}

// compiler turns a written mapping into a compiled one.
type compiler struct {
	written.Mistakes
	written *written.File
	loose   bool           // types: loose
	times   jsonread.Times // of the file
	lookups []Lookup
	joined  map[int]bool // the lookups that the operation being compiled names
}

func (c *compiler) compile() (*Program, error) {
	w := c.written
	if w.Kind != "supplier" || w.Format != "json" {
		return nil, c.Wrong(strictyaml.Scalar{}, "want kind: supplier and format: json, got %q and %q", w.Kind, w.Format)
	}
	var err error
	if w.Types.Set {
		if err = c.Choice(w.Types, "way to take types", "strict", "loose"); err != nil {
			return nil, err
		}
	}
	c.loose = w.Types.Text == "loose"
	if c.times, err = c.timesOf(w.Times.Layout, w.Times.Zone, jsonread.Times{}); err != nil {
		return nil, err
	}
	if !w.Idempotency.Kind.Set { // who promises nothing is taken to keep nothing
		w.Idempotency.Kind.Text = supplier.IdempotencyNone
	}
	m := &Program{name: w.Name, Written: w}
	for _, part := range []func(*Program) error{c.transport, c.promises, c.verdicts, c.lists, c.finding, c.creation} {
		if err := part(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// lists compiles the operations that read.
func (c *compiler) lists(m *Program) (err error) {
	w := c.written
	if err := c.compileLookups(); err != nil {
		return err
	}
	m.Lookups = c.lookups
	if w.Products == nil {
		return c.Wrong(strictyaml.Scalar{}, "products is missing: the operation that lists them")
	}
	if m.Products, err = compileList(c, "products", "list products", w.Products, productFields(), productKind(), "updated_since"); err != nil {
		return err
	}
	if w.Search != nil && w.Search.Fields == nil { // what is found are products
		w.Search.Fields, w.Search.Variants = w.Products.Fields, w.Products.Variants
		if w.Search.JQ.Text == "" {
			w.Search.JQ = w.Products.JQ
		}
	}
	if m.Search, err = compileList(c, "search", "search products", w.Search, productFields(), productKind(), "text", "category_id", "brand",
		"availability", "price_min", "price_max", "price_field", "attr", "sort"); err != nil {
		return err
	}
	if m.Orders, err = compileList(c, "orders", "list orders", w.Orders, orderFields(), orderKind(), "external_id", "status",
		"updated_since", "created_from", "created_to"); err != nil {
		return err
	}
	if m.Shipments, err = compileList(c, "shipments", "list shipments", w.Shipments, shipmentFields(), shipmentKind(), "updated_since"); err != nil {
		return err
	}
	m.Ledger, err = compileList(c, "ledger", "list ledger entries", w.Ledger, ledgerFields(), ledgerKind(), "from", "to", "kind")
	return err
}
