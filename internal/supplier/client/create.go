package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/xmlanswer"
)

// EncodeOrder is the exact body that creates the order; the same order gives the
// same bytes. It fails for an order without a value that the service needs, and for
// one that holds a value which the mapping cannot express: nothing is dropped in silence.
func (c *Client) EncodeOrder(order supplier.NewOrder) ([]byte, error) {
	body, err := c.mapping.EncodeOrder(order)
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindRejected, Op: fmt.Sprintf("encode order %q", oneline.Clean(order.ExternalID, 64)), Detail: err.Error()}
	}
	return body, nil
}

// PostingAllowed is nil where orders may be posted now, as the mapping and
// Options.PostingAllowed say.
func (c *Client) PostingAllowed() error {
	why := c.postingAllowed()
	if c.mapping.Create.Body == nil {
		why = mapping.ErrNoCreation
	}
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", supplier.ErrPostingStopped, why)
}

// CreateOrder makes one attempt to create the order of that body, made by
// EncodeOrder, after the products that it wants were looked up; an order that the service
// makes as a draft comes back as one, for SubmitOrder. key is the value of the idempotency header, which a service gets where its
// mapping names one. What an
// error means for the order is its Kind: only KindNotSent, KindThrottled and
// KindUnauthorized say that the same body may be sent again, and KindAmbiguous that
// nobody knows yet whether the order exists.
func (c *Client) CreateOrder(ctx context.Context, body []byte, key string) (supplier.Created, error) {
	const op = "create order"
	if len(body) == 0 { // net/http would feel free to send it again
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindNotSent, Op: op, Detail: "the body is empty"}
	}
	if c.mapping.KeyHeader == "" { // the service knows no keys
		key = ""
	}
	if err := c.PostingAllowed(); err != nil { // as good as a refused token: no order is burnt
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindUnauthorized, Op: op, Err: err}
	}
	create := &c.mapping.Create
	sent, err := c.resolve(ctx, body)
	if err != nil {
		return supplier.Created{}, err
	}
	a, err := c.once.call(ctx, &request{op: op, shape: xmlanswer.OfCreation, method: "POST", path: create.Path, body: sent, encoding: create.Encoding, key: key, creating: true})
	if err != nil {
		return supplier.Created{}, c.openOutcome(err)
	}
	unreadable := func(err error) (supplier.Created, error) {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindAmbiguous, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err}
	}
	order, err := create.Answer.Order(a.body)
	if err != nil {
		return unreadable(err)
	}
	if order.ID == "" { // nothing stood where the mapping looks for the order
		return unreadable(&jsonread.ShapeError{Want: "an id", Got: "none"})
	}
	number := create.SentExternalID(string(body))
	if number != "" && order.ExternalID != "" && order.ExternalID != number {
		return unreadable(fmt.Errorf("it has the external id %q instead of %q", oneline.Clean(order.ExternalID, 80), oneline.Clean(number, 80)))
	}
	order.Draft = create.Then != nil // whatever its status is called: nobody has handed it in
	replayed := create.ReplayedHeader != "" && strings.EqualFold(a.header.Get(create.ReplayedHeader), "true")
	return supplier.Created{Order: order, Replayed: replayed, RequestID: oneline.Clean(a.header.Get("X-Request-Id"), 80)}, nil
}

// SubmitOrder makes one attempt to hand in the order of that id, which CreateOrder has made
// as a draft. Its errors mean what those of CreateOrder do. It creates nothing, and may be
// repeated for an order that is seen to be a draft still.
func (c *Client) SubmitOrder(ctx context.Context, id string) (supplier.Created, error) {
	const op = "hand in order"
	then := c.mapping.Create.Then
	if then == nil {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindRejected, Op: op, Err: supplier.Unmapped("create_order: then")}
	}
	if err := c.PostingAllowed(); err != nil {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindUnauthorized, Op: op, Err: err}
	}
	path := strings.ReplaceAll(then.Path, mapping.IDMark, escapedStep(id))
	a, err := c.once.call(ctx, &request{op: op, shape: xmlanswer.OfHandIn, method: "POST", path: path, body: then.Body, encoding: then.Encoding, creating: true, hollow: then.Answer == nil})
	if err != nil {
		return supplier.Created{}, c.openOutcome(err)
	}
	out := supplier.Created{Order: supplier.Order{ID: id}, RequestID: oneline.Clean(a.header.Get("X-Request-Id"), 80)}
	if then.Answer == nil {
		return out, nil
	}
	if out.Order, err = then.Answer.Order(a.body); err == nil && out.Order.ID != id {
		err = fmt.Errorf("it has the id %q instead of %q", oneline.Clean(out.Order.ID, 80), oneline.Clean(id, 80))
	}
	if err == nil && out.Order.Draft {
		err = fmt.Errorf("its status is %q still", oneline.Clean(out.Order.Status, 80))
	}
	if err != nil {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindAmbiguous, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err}
	}
	return out, nil
}

// openOutcome is the error of a creation. A service that has no time for us (503 with
// Retry-After) may have stored the order first: where it promises nothing about orders
// that come twice, that is found out and not tried.
func (c *Client) openOutcome(err error) error {
	e, ok := errors.AsType[*supplier.Error](err)
	if ok && e.Status == http.StatusServiceUnavailable && e.Kind == supplier.KindThrottled && c.idempotency.Kind == supplier.IdempotencyNone && e.Code == "" {
		e.Kind = supplier.KindAmbiguous
	}
	return err
}
