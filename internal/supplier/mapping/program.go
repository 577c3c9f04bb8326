package mapping

import (
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/verdict"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Program is a compiled mapping: all that is special to one supplier's service. It
// is safe for concurrent use and never changes.
type Program struct {
	name        string
	Auth        access.Auth
	Headers     [][2]string // fixed ones of each request
	Limits      []supplier.Limit
	Idempotency supplier.Idempotency
	KeyHeader   string
	Unset       []string // parameters of paths that have no value: the config has to give it
	Statuses    map[int]supplier.Kind
	Codes       map[string]supplier.Kind
	Success     verdict.Success
	RetryAfter  verdict.Waiting
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

	Settlements supplier.Settlements // how the ledger books orders

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

// WithoutProducts is the mapping of a supplier whose products are a price list: the service is
// asked for its own only where orders name them by its ids.
func (m *Program) WithoutProducts() *Program {
	out := *m
	out.Search.Path = ""
	if create := m.Written.CreateOrder; create == nil || !create.ByIDs() {
		out.Products.Path = ""
	}
	return &out
}

// NeedsUser reports whether the service is given a user's name, beside the token.
func (m *Program) NeedsUser() bool { return m.Auth.NeedsUser() }

// Explain is what the body of a refusal says. A body of another shape says only what
// stands at plain places.
func (m *Program) Explain(body string) (said Problem) {
	if err := m.problem(jsonread.NewScanner(body), &said); err != nil {
		return m.said.read(body)
	}
	return said
}

// CreatesOrders reports whether the service takes orders.
func (m *Program) CreatesOrders() bool { return m.Create.Body != nil }

// EncodeOrder is the body that creates the order, as JSON: what the service gets is made of
// it by Create.Encoding, and by the ids of products that it wants.
func (m *Program) EncodeOrder(order supplier.NewOrder) ([]byte, error) {
	if m.Create.Body == nil {
		return nil, ErrNoCreation
	}
	body, err := m.Create.Body.Encode(order)
	if err != nil || m.Create.Encoding.Plain() {
		return body, err
	}
	plain, err := orderbody.Resolve(string(body), func(orderbody.Wanted) (string, error) { return "0", nil })
	if err == nil {
		_, err = m.Create.Encoding.Encode(plain) // what cannot be sent like that is no intent
	}
	return body, err
}
