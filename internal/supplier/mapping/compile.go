package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Compile reads a mapping's YAML. A mistake is an error of type
// *strictyaml.Error that names the line and, for an unknown name, the nearest known one.
func Compile(file string, data []byte) (*Program, error) {
	var content written.File
	if err := strictyaml.Decode(file, data, &content); err != nil {
		return nil, err
	}
	c := &compiler{Mistakes: written.Mistakes{File: file}, written: &content}
	return c.compile()
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
	if m.Ledger, err = compileList(c, "ledger", "list ledger entries", w.Ledger.Reading(), ledgerFields(), ledgerKind(), "from", "to", "kind"); err != nil {
		return err
	}
	m.Settlements, err = c.settlements(w.Ledger)
	return err
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
