package orderbody

import (
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// joint is a text that several values make together.
type joint[T any] struct {
	at    written.Field // the first of them
	by    string
	parts []bodyWrite[T]
}

// append appends the text of the values that are there, false where none is.
func (j *joint[T]) append(b []byte, from *T) ([]byte, bool, error) {
	joined, found := "", false
	for _, part := range j.parts {
		raw, ok, err := part(nil, from)
		if err != nil {
			return b, false, err
		}
		if !ok {
			continue
		}
		if found {
			joined += j.by
		}
		joined, found = joined+jsonread.PlainText(string(raw)), true
	}
	if !found {
		return b, false, nil
	}
	return appendQuoted(b, joined), true, nil
}

// join adds a value to those that make one text at a place, in the order of the file.
func (p *placer[T]) join(at written.Field, steps []jsonread.Step, write bodyWrite[T]) error {
	path, by := at.Place.Path(), at.Place.Join.Text
	if at.Place.Has("as") && at.Place.As.Text == "number" || at.Place.Has("lookup") {
		return p.Wrong(at.Place.Join, "%s: %s: what is joined is a text: leave out as and lookup", p.key, at.Name.Text)
	}
	j := p.joined[path]
	if j == nil {
		j = &joint[T]{at: at, by: by}
		p.joined[path] = j
		if err := p.add(at, steps, j.append); err != nil {
			return err
		}
	}
	if j.by != by {
		return p.Wrong(at.Place.Join, "%s: %s: what is joined at %q has one text between all: %q or %q", p.key, at.Name.Text, path, j.by, by)
	}
	j.parts = append(j.parts, write)
	return nil
}

// lonely refuses a value that is joined with no other.
func (p *placer[T]) lonely() error {
	for _, j := range p.joined {
		if len(j.parts) == 1 {
			return p.Wrong(j.at.Place.Join, "%s: %s: join makes one text of several values, and no other line joins at %q", p.key, j.at.Name.Text, j.at.Place.Path())
		}
	}
	return nil
}
