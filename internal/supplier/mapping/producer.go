package mapping

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// producer makes records of the values of an operation's list: one of each, none or
// several where jq or variants say so.
type producer[T any] struct {
	record      *record[T]
	kind        RecordKind[T]
	code        *jq.Program // each value goes through it first
	variants    *record[T]  // what a variant has of its own
	eachVariant func(s *jsonread.Scanner, do func(raw, name string) error) error
	names       []*record[T] // of one field each, by which a record that cannot be read is named
}

// appender reads the next value and appends the records that it makes to those of a page.
type appender[T any] func(s *jsonread.Scanner, into *Page[T]) error

// compileProducer compiles how records are made of an operation's list.
func compileProducer[T any](c *compiler, key string, w *written.Operation, fields []field[T], kind RecordKind[T]) (*producer[T], error) {
	p := &producer[T]{kind: kind}
	list := w.Answer.Over(c.written.Answer).Find("list")
	c.made = w.JQ.Text != "" || list != nil && list.Place.JQ.Set
	defer func() { c.made = false }()
	rules := recordRules{}
	if w.Variants != nil {
		if kind.copy == nil {
			return nil, c.Wrong(w.Variants.At, "%s: only products have variants", key)
		}
		for _, spec := range w.Variants.Fields {
			rules.exempt = append(rules.exempt, spec.Name.Text)
		}
	}
	var err error
	if w.JQ.Text != "" {
		if p.code, err = c.jq(w.JQ); err != nil {
			return nil, err
		}
	}
	if p.record, err = compileRecord(c, key, w.Fields, fields, nil, rules); err != nil {
		return p, err
	}
	everything := names(fields)
	if err = p.compileNames(c, key, w.Fields, fields, everything); err != nil || w.Variants == nil {
		return p, err
	}
	v := w.Variants
	if p.variants, err = compileRecord(c, key+": variants", v.Fields, fields, &p.record.scope, recordRules{deferred: true, exempt: everything}); err != nil {
		return p, err
	}
	at := written.Field{Place: written.PlaceAt(v.At)}
	if v.Lookup.Set {
		at.Place = written.LookedUp(v.At, v.Lookup)
	}
	at.Name.Text = "variants"
	if v.At.Text == "" {
		return p, c.Wrong(v.At, "%s: variants: at is missing: where a product's variants stand", key)
	}
	p.eachVariant, err = c.elements(key, at, &p.record.scope, false)
	return p, err
}

// append reads the next value as a record, or as several.
func (p *producer[T]) append(s *jsonread.Scanner, into *Page[T]) error {
	if p.code == nil {
		return p.sparing(s, into, p.appendOne, true)
	}
	return p.sparing(s, into, p.through, false)
}

// through reads the results of jq for the next value.
func (p *producer[T]) through(s *jsonread.Scanner, into *Page[T]) error {
	raw, err := s.Raw()
	if err != nil {
		return err
	}
	if s.Proof == nil { // what makes the list has set its own
		s.Proof = jq.NewProof(raw)
		defer func() { s.Proof = nil }()
	}
	readOne := func(s *jsonread.Scanner, into *Page[T]) error { return p.sparing(s, into, p.appendOne, true) }
	return p.code.Each(raw, func(raw string) (bool, error) {
		if jsonread.IsAbsent(raw) {
			return true, nil
		}
		return true, jsonread.Within(s, raw, readOne, into)
	})
}

func (p *producer[T]) appendOne(s *jsonread.Scanner, into *Page[T]) error {
	if s.Peek() != '{' && !p.record.scalar {
		return s.Unwanted("an object")
	}
	into.Records = jsonread.Extend(into.Records, p.kind.reset)
	base := len(into.Records) - 1
	if p.variants == nil {
		if err := p.record.read(s, &into.Records[base]); err != nil {
			return err
		}
		return p.finish(&into.Records[base])
	}
	return p.withVariants(s, into)
}

// withVariants reads the record that the end of the list has room for, and puts its
// variants in its place where it has some.
func (p *producer[T]) withVariants(s *jsonread.Scanner, into *Page[T]) error {
	base := len(into.Records) - 1
	if err := p.record.readWith(s, &into.Records[base], func() error { return p.vary(s, into) }); err != nil {
		return err
	}
	list := into.Records
	if len(list)-1 == base {
		return p.finish(&list[base])
	}
	for i := base; i < len(list)-1; i++ { // the base goes behind the end, as records own lists
		list[i], list[i+1] = list[i+1], list[i]
	}
	into.Records = list[:len(list)-1]
	return nil
}

// vary appends the variants of the record at the end of the list.
func (p *producer[T]) vary(s *jsonread.Scanner, into *Page[T]) error {
	base, n := len(into.Records)-1, 0
	return p.eachVariant(s, func(raw, _ string) error {
		into.Records = jsonread.Extend(into.Records, p.kind.reset)
		variant := &into.Records[len(into.Records)-1]
		p.kind.copy(&into.Records[base], variant)
		err := jsonread.Within(s, raw, jsonread.NotNull(p.variants.read), variant)
		if err == nil {
			err = p.finish(variant)
		}
		n++
		return jsonread.At(err, fmt.Sprintf("variant %d", n))
	})
}

// finish makes a record, which has to have an id, what the model promises.
func (p *producer[T]) finish(made *T) error {
	if p.kind.Id(made) == "" {
		return &jsonread.ShapeError{Want: "an id", Got: "none"}
	}
	if p.kind.finish != nil {
		return p.kind.finish(made)
	}
	return nil
}

// only reads one record.
func (p *producer[T]) only(s *jsonread.Scanner, into *T) error {
	if s.Peek() != '{' && !p.record.scalar {
		return s.Unwanted("an object")
	}
	if err := p.record.read(s, into); err != nil {
		return err
	}
	return p.finish(into)
}

// readAppended reads a page's records from the list that stands there.
func readAppended[T any](each appender[T]) jsonread.Reader[Page[T]] {
	return func(s *jsonread.Scanner, into *Page[T]) error {
		into.Records, into.Unreadable, into.Twice = into.Records[:0], nil, nil // of a list that stands there twice the last one counts
		if s.Peek() != '[' {
			return s.Unwanted("a list")
		}
		into.Count = 0
		if err := s.Open(); err != nil {
			return err
		}
		for {
			more, err := s.More(into.Count == 0, ']')
			if !more || err != nil {
				return err
			}
			into.Count++
			if err = each(s, into); err != nil {
				return jsonread.At(err, fmt.Sprintf("[%d]", into.Count-1))
			}
		}
	}
}

// skipOne counts a record without reading it.
func skipOne[T any](s *jsonread.Scanner, _ *Page[T]) error { return s.Skip() }
