package supplier

import "time"

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
