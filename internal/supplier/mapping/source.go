package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// origin is where a deferred field finds raw texts: from a value of a record, or the record
// itself, along steps.
type origin struct {
	up    int // how many records further out
	slot  int // of the frame, from 1; 0: the whole record
	key   bool
	steps []jsonread.Step
}

// visit goes to the values that are there; a JSON null is none.
func (o *origin) visit(s *jsonread.Scanner, do jsonread.Visit) error {
	f := s.Around(o.up)
	raw := f.Record
	switch {
	case o.key:
		if f.Key != "" {
			do(jsonread.Quote(f.Key), "")
		}
		return nil
	case o.slot > 0:
		raw = f.Spans[o.slot-1]
	}
	switch {
	case raw == "":
		return nil
	case len(o.steps) == 0:
		do(raw, "")
		return nil
	}
	return jsonread.Walk(raw, o.steps, do)
}

// compileOrigin compiles a path of a record's field.
func (c *compiler) compileOrigin(at strictyaml.Scalar, p jsonread.Path, in *scope) (origin, error) {
	from := in
	in.framed = true
	for range p.Up {
		if from = from.outer; from == nil {
			return origin{}, c.Wrong(at, "path %q: there is no record around this one", p.Text)
		}
		from.framed = true
	}
	for inner := in; inner != from; inner = inner.outer {
		inner.framed, inner.reaches = true, true
	}
	out := origin{up: p.Up, key: p.Key, steps: p.Steps}
	if p.Key && !from.keyed {
		return origin{}, c.Wrong(at, "path %q: $key stands for a name in lists with keyed: true only", p.Text)
	}
	if members := p.Names(); len(members) > 0 {
		slot, used := from.keep(members)
		out.slot, out.steps = slot, p.Steps[used:]
	}
	return out, nil
}

// source gives the raw texts that a deferred field is made of: several places one after the
// other, of each the first of its alternatives that is there.
type source struct {
	places [][]origin
	code   *jq.Program
	lookup *joining
	absent []string // texts that mean that there is nothing
	lone   *origin  // where there is one place, and no more to it
}

// loneRaw is the value of a lone place, "" where it is absent.
func (o *source) loneRaw(s *jsonread.Scanner) string {
	raw := s.Around(o.lone.up).Spans[o.lone.slot-1]
	if o.isAbsent(raw) {
		return ""
	}
	return raw
}

// eachRaw visits the values that are there, neither null nor "".
func (o *source) eachRaw(s *jsonread.Scanner, do func(raw string) (more bool, err error)) error {
	if o.lookup != nil {
		return o.lookup.eachValue(s, o, do)
	}
	return o.eachOwn(s, do)
}

// eachOwn is eachRaw without the list that is joined.
func (o *source) eachOwn(s *jsonread.Scanner, do func(raw string) (more bool, err error)) error {
	if o.code != nil {
		return o.code.Each(s.Around(0).Record, func(raw string) (bool, error) {
			if o.isAbsent(raw) {
				return true, nil
			}
			return do(raw)
		})
	}
	for _, alternatives := range o.places {
		for i := range alternatives {
			found, more := false, true
			var inner error
			err := alternatives[i].visit(s, func(raw, _ string) bool {
				if o.isAbsent(raw) {
					return true
				}
				found = true
				more, inner = do(raw)
				return more && inner == nil
			})
			if inner != nil {
				err = inner
			}
			if err != nil || !more {
				return err
			}
			if found {
				break
			}
		}
	}
	return nil
}

func (o *source) isAbsent(raw string) bool {
	if jsonread.IsAbsent(raw) {
		return true
	}
	if len(o.absent) > 0 {
		text := jsonread.PlainText(raw)
		for _, absent := range o.absent {
			if text == absent {
				return true
			}
		}
	}
	return false
}

// compileSource compiles where a deferred field's values are.
func (c *compiler) compileSource(key string, spec written.Field, kind fieldKind, in *scope) (*source, error) {
	out := &source{}
	p := &spec.Place
	for _, absent := range p.Absent {
		out.absent = append(out.absent, absent.Text)
	}
	var err error
	if p.JQ.Text != "" {
		in.framed = true
		out.code, err = c.jq(p.JQ)
		return out, err
	}
	for _, at := range p.At {
		alternatives, err := c.compileOrigins(at, in)
		if err != nil {
			return nil, err
		}
		out.places = append(out.places, alternatives)
	}
	if p.Lookup.Text != "" {
		out.lookup, err = c.compileJoining(key, spec, kind)
	} else if len(out.places) == 1 && len(out.places[0]) == 1 && out.places[0][0].slot > 0 && len(out.places[0][0].steps) == 0 {
		out.lone = &out.places[0][0]
	}
	return out, err
}

// compileOrigins compiles the alternatives of a path.
func (c *compiler) compileOrigins(at strictyaml.Scalar, in *scope) ([]origin, error) {
	paths, err := jsonread.ParsePaths(at.Text)
	if err != nil {
		return nil, c.Wrong(at, "%v", err)
	}
	var out []origin
	for _, p := range paths {
		one, err := c.compileOrigin(at, p, in)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}
