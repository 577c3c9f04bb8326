package supplier

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// createOp is the compiled creation of an order.
type createOp struct {
	path           string
	replayedHeader string
	body           *orderBody
	headers        []string // names of the headers that a request carries, for people
	token          string   // where the token goes, for people
	answer         orderAnswer
	sentID         []path // where an encoded body has the external id, nil where jq makes it
	canonical      string // all of the mapping that matters for orders, see fingerprint.go
}

// creation compiles the operation that makes an order.
func (c *compiler) creation(m *Mapping) (err error) {
	w := c.written.CreateOrder
	if w == nil {
		return nil
	}
	if c.written.Orders == nil {
		return c.wrong(w.Request, "create_order needs orders: an order whose outcome is unknown is looked for there, and waybills come from there")
	}
	create := &m.create
	if _, create.path, err = c.request(w.Request, "create_order", "POST"); err != nil {
		return err
	}
	create.replayedHeader = w.ReplayedHeader.Text
	if create.body, err = compileBody(c.mistakes, w); err != nil {
		return err
	}
	if err = c.created(create, w); err != nil {
		return err
	}
	if id := w.Body.find("external_id"); id != nil {
		if create.sentID, err = parsePaths(id.place.path()); err != nil {
			return err // cannot be: the body took it
		}
	}
	create.headers, create.token = c.shownHeaders()
	create.canonical = c.canonicalOrders()
	return nil
}

// created compiles how the answer is read: where the order stands in it, and its fields.
func (c *compiler) created(into *createOp, w *createFile) (err error) {
	key, specs, fields := "orders", c.written.Orders.Fields, orderFields()
	if w.Fields != nil {
		key, specs = "create_order", w.Fields
		for i := range fields {
			fields[i].required = fields[i].name == "id"
		}
	}
	into.answer, err = c.orderAnswer("create_order", w.Request, w.Order, key, specs, fields)
	return err
}

// soundJSON checks the syntax of a whole document, which walking along a path takes for granted.
func soundJSON(text string) error {
	s := &scanner{data: text}
	if err := s.skip(); err != nil {
		return err
	}
	return s.end()
}

// errNoCreation says that a service takes no orders from us.
var errNoCreation = errors.New("the mapping has no create_order: orders cannot be posted with it")

// CreatesOrders reports whether the service takes orders.
func (m *Mapping) CreatesOrders() bool { return m.create.body != nil }

// EncodeOrder is the exact body that creates the order; the same order gives the
// same bytes. It fails for an order without a value that the service needs, and for
// one that holds a value which the mapping cannot express: nothing is dropped in silence.
func (c *Client) EncodeOrder(order NewOrder) ([]byte, error) {
	body, err := c.mapping.encodeOrder(order)
	if err != nil {
		return nil, &Error{Kind: KindRejected, Op: fmt.Sprintf("encode order %q", cleanLine(order.ExternalID, 64)), Detail: err.Error()}
	}
	return body, nil
}

func (m *Mapping) encodeOrder(order NewOrder) ([]byte, error) {
	if m.create.body == nil {
		return nil, errNoCreation
	}
	return m.create.body.encode(order)
}

// ErrPostingStopped is wrapped by the error of CreateOrder where orders may not be posted
// at all at the moment; the order was not sent, and may be later.
var ErrPostingStopped = errors.New("orders are not posted")

// PostingAllowed is nil where orders may be posted now, as the mapping and
// Options.PostingAllowed say.
func (c *Client) PostingAllowed() error {
	why := c.postingAllowed()
	if c.mapping.create.body == nil {
		why = errNoCreation
	}
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrPostingStopped, why)
}

// CreateOrder makes one attempt to create the order of that body, made by
// EncodeOrder; key is the value of the idempotency header, which a service gets where its
// mapping names one. What an
// error means for the order is its Kind: only KindNotSent, KindThrottled and
// KindUnauthorized say that the same body may be sent again, and KindAmbiguous that
// nobody knows yet whether the order exists.
func (c *Client) CreateOrder(ctx context.Context, body []byte, key string) (Created, error) {
	const op = "create order"
	if len(body) == 0 { // net/http would feel free to send it again
		return Created{}, &Error{Kind: KindNotSent, Op: op, Detail: "the body is empty"}
	}
	if c.mapping.keyHeader == "" { // the service knows no keys
		key = ""
	}
	if err := c.PostingAllowed(); err != nil { // as good as a refused token: no order is burnt
		return Created{}, &Error{Kind: KindUnauthorized, Op: op, Err: err, Hint: hintOf(err)}
	}
	create := &c.mapping.create
	a, err := c.once.call(ctx, &request{op: op, method: "POST", path: create.path, body: body, key: key, creating: true})
	if err != nil {
		return Created{}, c.openOutcome(err)
	}
	unreadable := func(err error) (Created, error) {
		return Created{}, &Error{Kind: KindAmbiguous, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err}
	}
	order, err := create.answer.order(a.body)
	if err != nil {
		return unreadable(err)
	}
	if order.ID == "" { // nothing stood where the mapping looks for the order
		return unreadable(&shapeError{want: "an id", got: "none"})
	}
	sent := create.sentExternalID(string(body))
	if sent != "" && order.ExternalID != "" && order.ExternalID != sent {
		return unreadable(fmt.Errorf("it has the external id %q instead of %q", cleanLine(order.ExternalID, 80), cleanLine(sent, 80)))
	}
	replayed := create.replayedHeader != "" && strings.EqualFold(a.header.Get(create.replayedHeader), "true")
	return Created{Order: order, Replayed: replayed, RequestID: cleanLine(a.header.Get("X-Request-Id"), 80)}, nil
}

// openOutcome is the error of a creation. A service that has no time for us (503 with
// Retry-After) may have stored the order first: where it promises nothing about orders
// that come twice, that is found out and not tried.
func (c *Client) openOutcome(err error) error {
	e, ok := errors.AsType[*Error](err)
	if ok && e.Status == http.StatusServiceUnavailable && e.Kind == KindThrottled && c.idempotency.Kind == IdempotencyNone && e.Code == "" {
		e.Kind = KindAmbiguous
	}
	return err
}

// sentExternalID is the external id in a body, "" where it is not known: another mapping
// may have made the body.
func (o *createOp) sentExternalID(body string) string {
	if o.sentID == nil || soundJSON(body) != nil {
		return ""
	}
	sent, _ := firstText(o.sentID, body) // of sound JSON it cannot fail
	return sent
}

// hintOf is the mend that an error carries.
func hintOf(err error) string {
	if e, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return e.Hint()
	}
	return ""
}

// readDocument reads a document of which r is the reader.
func readDocument[T any](text string, r read[T], into *T) error {
	s := &scanner{data: text}
	if err := r(s, into); err != nil {
		return err
	}
	return s.end()
}
