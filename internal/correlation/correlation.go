// Package correlation carries the id by which the lines of a log belong together: from an order
// file to each request that is made for one of its orders, and from a request of a browser to
// what it has done. The id goes to the supplier as X-Request-Id, so that both logs tell of the same.
package correlation

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
)

// Header names the id in requests and answers, as most services and proxies have it.
const Header = "X-Request-Id"

// attribute names the id in the log.
const attribute = "request_id"

// longest is how long an id may be that a stranger brings.
const longest = 64

type key struct{}

// With is a context whose log lines and requests carry the id.
func With(ctx context.Context, id string) context.Context { return context.WithValue(ctx, key{}, id) }

// ID is the id of a context, "" where it has none.
func ID(ctx context.Context) string {
	id, _ := ctx.Value(key{}).(string)
	return id
}

// New is an id that nobody else has.
func New() string { return strings.ToLower(rand.Text()[:16]) }

// File is the id of an order file, by the journal's number of it, such as f12.
func File(file int64) string { return fmt.Sprintf("f%d", file) }

// Attempt is the id of one attempt to send an order of a file, such as f12-o345-1: all that
// became of the file begins with the id of the file, and of the order with that of the order.
func Attempt(file, order int64, attempt int) string {
	return fmt.Sprintf("%s-o%d-%d", File(file), order, attempt)
}

// Fit reports whether an id that came from outside may be used: it is short, and of letters, digits
// and -_.: only, so that it breaks no line of a log and no header.
func Fit(id string) bool {
	return id != "" && len(id) <= longest && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune("-_.:", r)
	})
}

// Handler adds the id of the context to each line of a log.
type Handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h Handler) Handle(ctx context.Context, r slog.Record) error {
	if id := ID(ctx); id != "" {
		r = r.Clone()
		r.AddAttrs(slog.String(attribute, id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return Handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h Handler) WithGroup(name string) slog.Handler { return Handler{h.Handler.WithGroup(name)} }
