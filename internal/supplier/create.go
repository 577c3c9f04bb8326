package supplier

import (
	"context"
	"fmt"
	"strings"
)

// CreateOrder makes one attempt to create the order of that body, made by
// EncodeOrder; key is the value of the idempotency header, "" sends none. What an
// error means for the order is its Kind: only KindNotSent and KindThrottled say that
// the same body may be sent again, and KindAmbiguous that nobody knows yet whether
// the order exists.
func (c *Client) CreateOrder(ctx context.Context, body []byte, key string) (Created, error) {
	const op = "create order"
	switch {
	case len(body) == 0: // net/http would feel free to send it again
		return Created{}, &Error{Kind: KindNotSent, Op: op, Detail: "the body is empty"}
	case key != "" && c.mapping.keyHeader == "":
		return Created{}, &Error{Kind: KindNotSent, Op: op, Detail: "the supplier's mapping names no header for an idempotency key"}
	}
	create := &c.mapping.create
	a, err := c.once.call(ctx, &request{op: op, method: "POST", path: create.path, body: body, key: key, creating: true})
	if err != nil {
		return Created{}, err
	}
	unreadable := func(err error) (Created, error) {
		return Created{}, &Error{Kind: KindAmbiguous, Op: op, Status: a.status, Detail: "the answer is not the order", Err: err}
	}
	var order Order
	if err := readDocument(a.body, create.order, &order); err != nil {
		return unreadable(err)
	}
	if order.ID == "" { // nothing stood where the mapping looks for the order
		return unreadable(&shapeError{want: "an id", got: "none"})
	}
	var sent string
	_ = readDocument(string(body), create.sentID, &sent) // a body that another mapping made says nothing here
	if sent != "" && order.ExternalID != "" && order.ExternalID != sent {
		return unreadable(fmt.Errorf("it has the external id %q instead of %q", cleanLine(order.ExternalID, 80), cleanLine(sent, 80)))
	}
	replayed := create.replayedHeader != "" && strings.EqualFold(a.header.Get(create.replayedHeader), "true")
	return Created{Order: order, Replayed: replayed}, nil
}

// readDocument reads a document of which r is the reader.
func readDocument[T any](text string, r read[T], into *T) error {
	s := &scanner{data: text}
	if err := r(s, into); err != nil {
		return err
	}
	return s.end()
}
