package mapping

import (
	"errors"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// CreateOp is the compiled creation of an order.
type CreateOp struct {
	Path           string
	ReplayedHeader string
	Body           *orderbody.Body
	headers        []string // names of the headers that a request carries, for people
	token          string   // where the token goes, for people
	Answer         OrderAnswer
	sentID         []jsonread.Path // where an encoded body has the external id, nil where jq makes it
	canonical      string          // all of the mapping that matters for orders, see fingerprint.go
}

// creation compiles the operation that makes an order.
func (c *compiler) creation(m *Program) (err error) {
	w := c.written.CreateOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.Wrong(w.Request, "create_order needs orders: an order whose outcome is unknown is looked for there, and waybills come from there")
	}
	create := &m.Create
	if _, create.Path, err = c.request(w.Request, "create_order", "POST"); err != nil {
		return err
	}
	create.ReplayedHeader = w.ReplayedHeader.Text
	if create.Body, err = orderbody.Compile(c.Mistakes, w); err != nil {
		return err
	}
	if err = c.created(create, w); err != nil {
		return err
	}
	if id := w.Body.Find("external_id"); id != nil {
		if create.sentID, err = jsonread.ParsePaths(id.Place.Path()); err != nil {
			return err // cannot be: the body took it
		}
	}
	create.headers, create.token = c.shownHeaders()
	create.canonical = c.canonicalOrders()
	return nil
}

// created compiles how the answer is read: where the order stands in it, and its fields.
func (c *compiler) created(into *CreateOp, w *written.CreateOrder) (err error) {
	key, specs, fields := "orders", c.written.Orders.Fields, orderFields()
	if w.Fields != nil {
		key, specs = "create_order", w.Fields
		for i := range fields {
			fields[i].required = fields[i].name == "id"
		}
	}
	into.Answer, err = c.orderAnswer("create_order", w.Request, w.Order, key, specs, fields)
	return err
}

// ErrNoCreation says that a service takes no orders from us.
var ErrNoCreation = errors.New("the mapping has no create_order: orders cannot be posted with it")

// CreatesOrders reports whether the service takes orders.
func (m *Program) CreatesOrders() bool { return m.Create.Body != nil }

// EncodeOrder is the exact body that creates the order.
func (m *Program) EncodeOrder(order supplier.NewOrder) ([]byte, error) {
	if m.Create.Body == nil {
		return nil, ErrNoCreation
	}
	return m.Create.Body.Encode(order)
}

// SentExternalID is the external id in a body, "" where it is not known: another mapping
// may have made the body.
func (o *CreateOp) SentExternalID(body string) string {
	if o.sentID == nil || jsonread.Check(body) != nil {
		return ""
	}
	sent, _ := jsonread.FirstText(o.sentID, body) // of sound JSON it cannot fail
	return sent
}
