package supplier

import (
	"context"
	"iter"
)

// Absent is the orders and parcels of a supplier that has no service for them: whatever is
// asked, it says why.
type Absent struct {
	Why func() error // what is missing, and the way out
}

// EncodeOrder fails.
func (a Absent) EncodeOrder(NewOrder) ([]byte, error) { return nil, a.Why() }

// CreateOrder fails, and has certainly sent nothing.
func (a Absent) CreateOrder(context.Context, []byte, string) (Created, error) {
	return Created{}, &Error{Kind: KindNotSent, Op: "create order", Err: a.Why()}
}

// SubmitOrder fails, and has certainly sent nothing.
func (a Absent) SubmitOrder(context.Context, string) (Created, error) {
	return Created{}, &Error{Kind: KindNotSent, Op: "hand in order", Err: a.Why()}
}

// Orders has none.
func (a Absent) Orders(context.Context, OrderQuery) iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) { yield(Order{}, a.Why()) }
}

// Shipments has none.
func (a Absent) Shipments(context.Context, ShipmentQuery) iter.Seq2[Shipment, error] {
	return func(yield func(Shipment, error) bool) { yield(Shipment{}, a.Why()) }
}

// Idempotency promises nothing.
func (a Absent) Idempotency() Idempotency { return Idempotency{Kind: IdempotencyNone} }
