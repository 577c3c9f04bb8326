package supplier

import (
	"fmt"
	"strings"
)

// bodyTree is a JSON object under construction; members keep the order in which they
// were put in.
type bodyTree struct {
	names   []string
	members map[string]*bodyTree // without names: a value
	value   string               // JSON text
}

// set puts a JSON text at the end of a path of members. It is false where one value
// would have to be both an object and something else.
func (t *bodyTree) set(steps []step, raw string) bool {
	if len(steps) == 0 || steps[0].kind == stepEach { // a list that is written as a whole
		t.value = raw
		return t.names == nil
	}
	if t.value != "" {
		return false
	}
	name := steps[0].name
	inner := t.members[name]
	if inner == nil {
		if t.members == nil {
			t.members = map[string]*bodyTree{}
		}
		inner = &bodyTree{}
		t.names, t.members[name] = append(t.names, name), inner
	}
	return inner.set(steps[1:], raw)
}

// text is the object as JSON.
func (t *bodyTree) text(b []byte) []byte {
	if t.value != "" {
		return append(b, t.value...)
	}
	b = append(b, '{')
	for i, name := range t.names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, quote(name)...), ':')
		b = t.members[name].text(b)
	}
	return append(b, '}')
}

// bodyPath reads the path of a value that is written: members, and [] at its end for a
// value that is always a list.
func bodyPath(text string) ([]step, error) {
	p, err := parsePath(text)
	if err != nil {
		return nil, err
	}
	members := p.members()
	if members == 0 || p.up > 0 || p.key || len(p.steps) > members+1 || len(p.steps) > members && p.steps[members].kind != stepEach {
		return nil, fmt.Errorf("path %q: want members, as in filter.updated, and [] at the end for a list", text)
	}
	return p.steps, nil
}

// withMember is a JSON object with a value of its own at a path, in place of what may
// stand there; the rest of the text stays as it is.
func withMember(object string, steps []step, raw string) (string, error) {
	if len(steps) == 0 {
		return raw, nil
	}
	s := &scanner{data: object}
	if s.peek() != '{' {
		return "", fmt.Errorf("the body is no object that could hold %s", steps[0].name)
	}
	if err := s.open(); err != nil {
		return "", err
	}
	inside := s.pos
	for empty := true; ; empty = false {
		more, err := s.more(empty, '}')
		if err != nil {
			return "", err
		}
		if !more {
			t := &bodyTree{}
			t.set(steps, raw)
			member := strings.TrimSuffix(string(t.text(nil)[1:]), "}")
			if !empty {
				member += ","
			}
			return object[:inside] + member + object[inside:], nil
		}
		name, err := s.key()
		if err != nil {
			return "", err
		}
		s.peek()
		start := s.pos
		if err := s.skip(); err != nil {
			return "", err
		}
		if name == steps[0].name {
			value, err := withMember(object[start:s.pos], steps[1:], raw)
			return object[:start] + value + object[s.pos:], err
		}
	}
}
