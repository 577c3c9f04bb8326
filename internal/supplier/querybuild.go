package supplier

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// queryBuilder turns the model's filters into the service's query. A filter that
// the mapping has no name for is an error: leaving it out would give other records
// than were asked for.
type queryBuilder struct {
	op     string
	names  map[string]string
	values url.Values
	err    error
}

func newQuery(op string, names map[string]string) *queryBuilder {
	return &queryBuilder{op: op, names: names, values: url.Values{}}
}

func (b *queryBuilder) name(filter string) (string, bool) {
	name, ok := b.names[filter]
	if !ok && b.err == nil {
		b.err = &Error{Kind: KindRejected, Op: b.op, Detail: fmt.Sprintf("the supplier's mapping has no filter %s", filter)}
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
		b.text(filter, t.UTC().Format(time.RFC3339Nano))
	}
}

// attrs filters by attributes; the mapping's name holds {name} where the attribute's goes.
func (b *queryBuilder) attrs(attrs map[string][]string) {
	if len(attrs) == 0 {
		return
	}
	name, ok := b.name("attr")
	if !ok {
		return
	}
	for attribute, values := range attrs {
		b.values[strings.ReplaceAll(name, "{name}", attribute)] = values
	}
}
