package jsonread

import (
	"fmt"
	"strings"
)

// Tree is a JSON object under construction; members keep the order in which they
// were put in.
type Tree struct {
	names   []string
	members map[string]*Tree // without names: a value
	value   string           // JSON text
}

// Set puts a JSON text at the end of a path of members. It is false where one value
// would have to be both an object and something else.
func (t *Tree) Set(steps []Step, raw string) bool {
	if len(steps) == 0 || steps[0].Kind == StepEach { // a list that is written as a whole
		t.value = raw
		return t.names == nil
	}
	if t.value != "" {
		return false
	}
	name := steps[0].Name
	inner := t.members[name]
	if inner == nil {
		if t.members == nil {
			t.members = map[string]*Tree{}
		}
		inner = &Tree{}
		t.names, t.members[name] = append(t.names, name), inner
	}
	return inner.Set(steps[1:], raw)
}

// Text is the object as JSON.
func (t *Tree) Text(b []byte) []byte {
	if t.value != "" {
		return append(b, t.value...)
	}
	b = append(b, '{')
	for i, name := range t.names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, Quote(name)...), ':')
		b = t.members[name].Text(b)
	}
	return append(b, '}')
}

// ParseMemberPath reads the path of a value that is written: members, and [] at its end for a
// value that is always a list.
func ParseMemberPath(text string) ([]Step, error) {
	p, err := ParsePath(text)
	if err != nil {
		return nil, err
	}
	members := p.members()
	if members == 0 || p.Up > 0 || p.Key || len(p.Steps) > members+1 || len(p.Steps) > members && p.Steps[members].Kind != StepEach {
		return nil, fmt.Errorf("path %q: want members, as in filter.updated, and [] at the end for a list", text)
	}
	return p.Steps, nil
}

// WithMember is a JSON object with a value of its own at a path, in place of what may
// stand there; the rest of the text stays as it is.
func WithMember(object string, steps []Step, raw string) (string, error) {
	if len(steps) == 0 {
		return raw, nil
	}
	s := &Scanner{data: object}
	if s.Peek() != '{' {
		return "", fmt.Errorf("the body is no object that could hold %s", steps[0].Name)
	}
	if err := s.Open(); err != nil {
		return "", err
	}
	inside := s.pos
	for empty := true; ; empty = false {
		more, err := s.More(empty, '}')
		if err != nil {
			return "", err
		}
		if !more {
			t := &Tree{}
			t.Set(steps, raw)
			member := strings.TrimSuffix(string(t.Text(nil)[1:]), "}")
			if !empty {
				member += ","
			}
			return object[:inside] + member + object[inside:], nil
		}
		name, err := s.key()
		if err != nil {
			return "", err
		}
		s.Peek()
		start := s.pos
		if err := s.Skip(); err != nil {
			return "", err
		}
		if name == steps[0].Name {
			value, err := WithMember(object[start:s.pos], steps[1:], raw)
			return object[:start] + value + object[s.pos:], err
		}
	}
}
