package orderbody

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// bodyWrite appends a value as JSON; false: it is absent, and nothing was appended. It
// fails with a *valueError for a value that the mapping cannot express.
type bodyWrite[T any] func(b []byte, from *T) (out []byte, ok bool, err error)

// valueError is a value of an order that the mapping does not send.
type valueError struct {
	field string // the model's name, "" where the order as a whole is meant
	item  int    // from 1, 0 where it is no item's
	what  string // what is wrong with it, and the mend
}

func (e *valueError) Error() string {
	switch {
	case e.field == "":
		return e.what
	case e.item > 0:
		return e.field + " of item " + strconv.Itoa(e.item) + " " + e.what
	}
	return e.field + " " + e.what
}

// Hint is none: Error says what can be done.
func (e *valueError) Hint() string { return "" }

// Failure is left to the call, which knows whether an order is sent or a mapping is checked.
func (e *valueError) Failure() failure.Kind { return failure.Unknown }

// bodyObject writes one JSON object; its members stand in the mapping's order. As a list
// it writes a list of one element.
type bodyObject[T any] struct {
	members []bodyMember[T]
	list    bool
}

type bodyMember[T any] struct {
	key   string
	write bodyWrite[T]
	inner *bodyObject[T]
}

// addAt puts a writer at the path; false where a value stands in its way, or where one
// place would be both an object and a list.
func (o *bodyObject[T]) addAt(steps []jsonread.Step, write bodyWrite[T]) bool {
	head, rest := steps[0], steps[1:]
	list := head.Kind == jsonread.StepIndex
	if len(o.members) > 0 && o.list != list {
		return false
	}
	o.list = list
	for i := range o.members {
		if o.members[i].key == head.Name {
			inner := o.members[i].inner
			return inner != nil && len(rest) > 0 && inner.addAt(rest, write)
		}
	}
	m := bodyMember[T]{key: head.Name, write: write}
	ok := true
	if len(rest) > 0 {
		m.inner = &bodyObject[T]{}
		ok = m.inner.addAt(rest, write)
		m.write = m.inner.append
	}
	o.members = append(o.members, m)
	return ok
}

// append appends the object without its absent members; false where all are absent.
func (o *bodyObject[T]) append(b []byte, from *T) (out []byte, ok bool, err error) {
	opening, closing := byte('{'), byte('}')
	if o.list {
		opening, closing = '[', ']'
	}
	start := len(b)
	b = append(b, opening)
	for i, m := range o.members {
		before := len(b)
		if len(b) > start+1 {
			b = append(b, ',')
		}
		if !o.list {
			b = append(appendQuoted(b, m.key), ':')
		}
		if b, ok, err = o.members[i].write(b, from); err != nil {
			return b[:start], false, err
		}
		if !ok {
			b = b[:before]
		}
	}
	if len(b) == start+1 {
		return b[:start], false, nil
	}
	return append(b, closing), true, nil
}

// appendQuoted appends a text as JSON.
func appendQuoted(b []byte, text string) []byte { return jsonread.AppendQuote(b, text) }

// bodyPath reads the path of a place in a body: members and [0] alone.
func (c *compiler) bodyPath(key string, spec written.Field) ([]jsonread.Step, error) {
	p, err := jsonread.ParsePath(spec.Place.Path())
	if err != nil || p.Up > 0 || p.Key || len(p.Steps) == 0 || p.Steps[0].Kind == jsonread.StepIndex || !writable(p.Steps) {
		return nil, c.Wrong(spec.Place.Pos(), "%s: %s: want one path of members and [0], such as delivery.phones[0], got %q",
			key, spec.Name.Text, strings.TrimSpace(spec.Place.Path()))
	}
	return p.Steps, nil
}

// writable reports whether a value can be put at the end of the steps.
func writable(steps []jsonread.Step) bool {
	for _, s := range steps {
		if s.Kind != jsonread.StepMember && (s.Kind != jsonread.StepIndex || s.Index != 0) {
			return false
		}
	}
	return true
}

// compiler turns the lines of create_order into a Body.
type compiler struct{ written.Mistakes }

// textOf is a text that may be absent, "" then.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
