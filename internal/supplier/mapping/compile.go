package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/verdict"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Compile reads a mapping's YAML. A mistake is an error of type
// *strictyaml.Error that names the line and, for an unknown name, the nearest known one.
func Compile(file string, data []byte) (*Program, error) { return CompileWith(file, data, nil) }

// CompileWith is Compile with values for the parameters of paths that the mapping declares
// under params, in place of those that it gives itself.
func CompileWith(file string, data []byte, params map[string]string) (*Program, error) {
	var content written.File
	if err := strictyaml.Decode(file, data, &content); err != nil {
		return nil, err
	}
	c := &compiler{Mistakes: written.Mistakes{File: file}, written: &content}
	var err error
	if c.params, err = access.NewParams(c.Mistakes, content.Params, params); err != nil {
		return nil, err
	}
	return c.compile()
}

func (c *compiler) compile() (*Program, error) {
	w := c.written
	if w.Kind != "supplier" || w.Format != "json" {
		return nil, strictyaml.Scalar{}.Wrong(c.File, "want kind: supplier and format: json, got %q and %q", w.Kind, w.Format).
			With("begin with a copy of a built-in one: `dropbridge templates show default`")
	}
	var err error
	if w.Types.Set {
		if err = c.Choice(w.Types, "way to take types", "strict", "loose"); err != nil {
			return nil, err
		}
	}
	if err := c.answers(); err != nil {
		return nil, err
	}
	c.loose = w.Types.Text == "loose"
	if c.times, err = c.timesOf(w.Times.Layout, w.Times.Zone, jsonread.Times{}); err != nil {
		return nil, err
	}
	if !w.Idempotency.Kind.Set { // who promises nothing is taken to keep nothing
		w.Idempotency.Kind.Text = supplier.IdempotencyNone
	}
	m := &Program{name: w.Name, Written: w, Unset: c.params.Unset()}
	for _, part := range []func(*Program) error{c.transport, c.promises, c.verdicts, c.lists, c.finding, c.creation} {
		if err := part(m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// answers checks the form of answers. All values of XML are texts.
func (c *compiler) answers() error {
	w := c.written
	if !w.Answers.Set {
		return nil
	}
	if err := c.Choice(w.Answers, "form of answers", written.AnswersJSON, written.AnswersXML); err != nil || w.Answers.Text == written.AnswersJSON {
		return err
	}
	if w.Types.Text == "strict" {
		return c.Wrong(w.Types, "answers: xml needs types: loose, as every value of XML is a text")
	}
	w.Types.Text = "loose"
	return nil
}

// verdicts compiles how a refusal is told from a good answer and what it means.
func (c *compiler) verdicts(m *Program) error {
	rules, err := verdict.Compile(c.Mistakes, c.written, c.times)
	m.Statuses, m.Codes, m.Success, m.RetryAfter = rules.Statuses, rules.Codes, rules.Success, rules.RetryAfter
	return err
}

// transport compiles how requests are made, whatever they are for.
func (c *compiler) transport(m *Program) error {
	way, err := access.Compile(c.Mistakes, c.written, c.params, c.requests())
	if err != nil {
		return err
	}
	m.Auth, m.Headers = way.Auth, way.Headers
	for _, limit := range c.written.Limits {
		parsed, err := supplier.ParseLimit(limit.Text)
		if err != nil {
			return c.Wrong(limit, "limits: %v", err)
		}
		m.Limits = append(m.Limits, parsed)
	}
	return nil
}

// requests are the requests of all operations.
func (c *compiler) requests() (out []strictyaml.Scalar) {
	w := c.written
	for _, op := range []*written.Operation{w.Products, w.Search, w.Orders, w.Shipments, w.Ledger.Reading()} {
		if op != nil {
			out = append(out, op.Request)
		}
	}
	if w.FindOrder != nil {
		out = append(out, w.FindOrder.Request)
	}
	for _, lookup := range w.Lookups {
		if lookup.Request.Text != "" {
			out = append(out, lookup.Request)
		}
	}
	return out
}

// promises compiles what holds for all operations: idempotency and errors.
func (c *compiler) promises(m *Program) error {
	idempotency := c.written.Idempotency
	if err := c.Choice(idempotency.Kind, "kind of idempotency", supplier.IdempotencyNone, supplier.IdempotencyExternalID, supplier.IdempotencyKey); err != nil {
		return err
	}
	m.Idempotency = supplier.Idempotency{Kind: idempotency.Kind.Text, Lifetime: idempotency.Lifetime}
	m.KeyHeader = idempotency.KeyHeader.Text
	if m.Idempotency.Kind == supplier.IdempotencyKey && m.KeyHeader == "" {
		return c.Wrong(idempotency.Kind, "idempotency by key needs key_header, the name of the header")
	}
	if m.KeyHeader != "" && !access.HeaderName(m.KeyHeader) {
		return c.Wrong(idempotency.KeyHeader, "idempotency: key_header: %q is no header's name", m.KeyHeader)
	}
	refusal, err := compileRecord(c, "errors", c.written.Errors, problemFields(), nil, recordRules{})
	if err != nil {
		return err
	}
	m.problem = refusal.read
	m.said = c.problemPlaces()
	return nil
}

// lists compiles the operations that read.
func (c *compiler) lists(m *Program) (err error) {
	w := c.written
	if err := c.compileLookups(); err != nil {
		return err
	}
	m.Lookups = c.lookups
	if err := c.operations(); err != nil {
		return err
	}
	if m.Products, err = compileList(c, "products", "list products", w.Products, productFields(), productKind(), "updated_since", "sku"); err != nil {
		return err
	}
	if w.Search != nil && w.Search.Fields == nil && w.Products != nil { // what is found are products
		w.Search.Fields, w.Search.Variants = w.Products.Fields, w.Products.Variants
		if w.Search.JQ.Text == "" {
			w.Search.JQ = w.Products.JQ
		}
	}
	if m.Search, err = compileList(c, "search", "search products", w.Search, productFields(), productKind(), "text", "category_id", "brand",
		"availability", "price_min", "price_max", "price_field", "attr", "sort"); err != nil {
		return err
	}
	if m.Orders, err = compileList(c, "orders", "list orders", w.Orders, orderFields(), orderKind(c.drafts()), "external_id", "status",
		"updated_since", "created_from", "created_to"); err != nil {
		return err
	}
	if m.Shipments, err = compileList(c, "shipments", "list shipments", w.Shipments, shipmentFields(), shipmentKind(), "updated_since"); err != nil {
		return err
	}
	if m.Ledger, err = compileList(c, "ledger", "list ledger entries", w.Ledger.Reading(), ledgerFields(), ledgerKind(), "from", "to", "kind"); err != nil {
		return err
	}
	m.Settlements, err = c.settlements(w.Ledger)
	return err
}

// operations refuses a mapping without any, and one whose operations lack another one. Each
// may be left out: products may be a price list, and orders handed over in another way.
func (c *compiler) operations() error {
	w := c.written
	switch {
	case w.Products == nil && w.Orders == nil && w.CreateOrder == nil && w.Shipments == nil && w.Ledger == nil:
		return c.Wrong(strictyaml.Scalar{}, "it has no operation: want at least one of products, orders, create_order, shipments and ledger")
	case w.Products == nil && w.Search != nil && w.Search.Fields == nil:
		return c.Wrong(w.Search.Request, "search: fields is missing: without products there are no others to take")
	case w.Products == nil && w.CreateOrder != nil && w.CreateOrder.ByIDs():
		return c.Wrong(w.CreateOrder.Request, "create_order: the sku of an item is looked up in products, and the mapping has none: add products, the operation that lists them")
	case w.Orders == nil && w.CreateOrder != nil && w.CreateOrder.Then != nil:
		return c.Wrong(w.CreateOrder.Then.Request, "create_order: then needs orders: after an outage only the list of orders tells whether a draft was handed in")
	case w.Orders == nil && w.CreateOrder != nil && w.CreateOrder.Fields == nil:
		return c.Wrong(w.CreateOrder.Request, "create_order: fields is missing: what the answer has of the order, at least its id. Without orders there are no others to take")
	}
	return nil
}

// settlements compiles how the ledger books orders of each payment method.
func (c *compiler) settlements(w *written.LedgerOperation) (supplier.Settlements, error) {
	out := supplier.Settlements{}
	if w == nil {
		return out, nil
	}
	for _, written := range []struct {
		method string
		word   strictyaml.Scalar
	}{{supplier.PaymentCOD, w.COD}, {supplier.PaymentPrepaid, w.Prepaid}, {supplier.PaymentBalance, w.Balance}} {
		if !written.word.Set {
			continue
		}
		if err := c.Choice(written.word, "way to book orders", supplier.SettlementWords()...); err != nil {
			return nil, err
		}
		out[written.method] = supplier.Settlement(written.word.Text)
	}
	return out, nil
}
