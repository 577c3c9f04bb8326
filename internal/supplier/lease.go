package supplier

import "context"

type leaseKey struct{}

// WithLease has a call that creates something ask once more, just before it leaves, whether it
// is still to be made: held gives an error where it is not, and the call fails with KindNotSent.
func WithLease(ctx context.Context, held func() error) context.Context {
	return context.WithValue(ctx, leaseKey{}, held)
}

// CheckLease is the error of the lease of a call, nil where it has none.
func CheckLease(ctx context.Context) error {
	if held, ok := ctx.Value(leaseKey{}).(func() error); ok {
		return held()
	}
	return nil
}

// HasLease reports whether a call has one.
func HasLease(ctx context.Context) bool { return ctx.Value(leaseKey{}) != nil }
