package client

import (
	"net/url"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// queryBuilder turns the model's filters into the service's query. A filter that
// the mapping has no name for is an error: leaving it out would give other records
// than were asked for.
type queryBuilder struct {
	op     string
	names  map[string]string
	times  jsonread.Times
	values url.Values
	attrs  map[string]mapping.Attribute // by the name that was made for it
	err    error
}

func newQuery[T any](op *mapping.ListOp[T]) *queryBuilder {
	b := &queryBuilder{op: op.Op, names: op.Query, times: op.Times, values: url.Values{}, attrs: map[string]mapping.Attribute{}}
	if op.Path == "" {
		b.err = &supplier.Error{Kind: supplier.KindRejected, Op: op.Op, Err: supplier.NoOperation(op.Key)}
	}
	return b
}

func (b *queryBuilder) name(filter string) (string, bool) {
	name, ok := b.names[filter]
	if !ok && b.err == nil {
		b.err = &supplier.Error{Kind: supplier.KindRejected, Op: b.op, Err: supplier.Unmapped("filter " + filter)}
	}
	return name, ok
}

func (b *queryBuilder) text(filter, value string) {
	if value == "" {
		return
	}
	if name, ok := b.name(filter); ok {
		b.values.Add(name, value)
	}
}

func (b *queryBuilder) texts(filter string, values []string) {
	for _, value := range values {
		b.text(filter, value)
	}
}

func (b *queryBuilder) time(filter string, t time.Time) {
	if !t.IsZero() {
		b.text(filter, b.times.Format(t))
	}
}

// attributes filters by attributes; the mapping's name holds {name} where the attribute's goes.
func (b *queryBuilder) attributes(attrs map[string][]string) {
	if len(attrs) == 0 {
		return
	}
	filter, ok := b.name("attr")
	if !ok {
		return
	}
	for name, values := range attrs {
		made := strings.ReplaceAll(filter, "{name}", name)
		b.values[made], b.attrs[made] = values, mapping.Attribute{Filter: filter, Name: name}
	}
}
