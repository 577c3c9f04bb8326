package mapping

import (
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// record reads one record: what has a place of its own in the JSON while the JSON is
// scanned, everything else from the raw texts that were kept on the way, when the record
// has been read.
type record[T any] struct {
	tree     *jsonread.Object[T]
	deferred []deferredField[T]
	scope    scope
	scalar   bool // it is taken from any value and not only from an object
}

// deferredField is a field that is made when its record was read.
type deferredField[T any] struct {
	name     string
	required bool
	fill     func(s *jsonread.Scanner, into *T) (present bool, err error)
}

// read takes the record. What is absent leaves its place as it is.
func (r *record[T]) read(s *jsonread.Scanner, into *T) error { return r.readWith(s, into, nil) }

// readWith is read, followed by more that can still name the record's values.
func (r *record[T]) readWith(s *jsonread.Scanner, into *T, then func() error) error {
	if !r.scope.framed {
		return r.tree.Read(s, into)
	}
	f := s.Push(r.scope.slots)
	defer s.Pop()
	start := s.Mark()
	var err error
	if r.scalar && s.Peek() != '{' {
		err = s.Skip()
	} else {
		err = r.tree.Read(s, into)
	}
	if err != nil {
		return err
	}
	f.Record = s.Since(start)
	if _, err := r.fill(s, into); err != nil || then == nil {
		return err
	}
	return then()
}

// fill makes the deferred fields; whole is false where one that is needed is absent.
func (r *record[T]) fill(s *jsonread.Scanner, into *T) (whole bool, err error) {
	whole = true
	for i := range r.deferred {
		deferred := &r.deferred[i]
		present, err := deferred.fill(s, into)
		if err != nil {
			return false, jsonread.At(err, deferred.name)
		}
		whole = whole && (present || !deferred.required)
	}
	return whole, nil
}

// recordRules say how a record is compiled.
type recordRules struct {
	deferred bool     // all fields are deferred: an absent one leaves alone what its place holds
	columns  bool     // it is put together from values of the record around: in is its own scope
	keyed    bool     // it stands under a name, $key
	exempt   []string // needed fields that may be missing here
}

// compileRecord compiles the places of a record's values.
func compileRecord[T any](c *compiler, key string, specs written.Fields, fields []field[T], outer *scope, rules recordRules) (*record[T], error) {
	out := &record[T]{tree: jsonread.NewObject[T](c.loose, true)}
	out.scope.outer, out.scope.keyed = outer, rules.keyed
	out.scope.keep = func(steps []string) (int, int) { return out.tree.Keep(steps, &out.scope.slots) }
	in := &out.scope
	if rules.columns {
		in = outer
	}
	for _, spec := range specs {
		i := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == spec.Name.Text })
		if i < 0 {
			return nil, c.Unknown(spec.Name, "field of "+key, spec.Name.Text, names(fields))
		}
		if specs.Find(spec.Name.Text).Name != spec.Name {
			return nil, c.Wrong(spec.Name, "%s: %s has a place already", key, spec.Name.Text)
		}
		if !specs.Has(spec.Name.Text) { // a line without a path is as if it were not there
			continue
		}
		if err := out.add(c, key, fields[i], spec, in, rules.deferred || rules.columns); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if f.required && !specs.Has(f.name) && !slices.Contains(rules.exempt, f.name) {
			return nil, c.Wrong(specs.First(), "%s: the place of %s is missing", key, f.name)
		}
	}
	out.scope.framed = out.scope.framed || len(out.deferred) > 0
	out.scalar = len(out.tree.Members) == 0 && out.scope.framed
	return out, nil
}

// add compiles one field, straight where that can be.
func (r *record[T]) add(c *compiler, key string, f field[T], spec written.Field, in *scope, toLate bool) error {
	if err := c.checkPlace(key, f.kind, spec); err != nil {
		return err
	}
	if f.kind == kindRecords {
		return r.addRecords(c, key, f, spec, in, toLate)
	}
	how := jsonread.Rules{Loose: c.loose, Times: c.times, Dated: len(spec.Place.Layout) > 0}
	var err error
	if how.Times, err = c.timesOf(spec.Place.Layout, spec.Place.Zone, c.times); err != nil {
		return err
	}
	if steps, ok := c.straight(spec); ok && !toLate {
		read := forgiving(how, f.read(how))
		if c.made && f.kind == kindMoney {
			read = proven(read)
		}
		return r.addStraight(c, key, spec, steps, read)
	}
	if steps, rest, ok := c.along(spec, f.kind); ok && !toLate && r.tree.Add(steps, readAlong(f, len(steps), rest, how)) {
		return nil
	}
	return r.addMade(c, key, f, spec, in, how)
}

// addRecords compiles a field that is a list of records.
func (r *record[T]) addRecords(c *compiler, key string, f field[T], spec written.Field, in *scope, toLate bool) error {
	list, err := f.records(c, spec, in)
	if err != nil {
		return err
	}
	if steps, ok := c.straight(spec); ok && !toLate && list.straight != nil {
		return r.addStraight(c, key, spec, steps, list.straight)
	}
	r.deferred = append(r.deferred, deferredField[T]{spec.Name.Text, f.required, list.deferred})
	return nil
}

// addMade compiles a field whose value is made of what the answer holds, once the record is read.
func (r *record[T]) addMade(c *compiler, key string, f field[T], spec written.Field, in *scope, how jsonread.Rules) error {
	made, err := c.compileValue(key, spec, f.kind, in)
	if err != nil {
		return err
	}
	read := f.read(jsonread.Rules{Loose: true, Times: how.Times, Dated: how.Dated}) // what a converter made may be a text
	if !c.loose && made.untouched {
		read = f.read(how)
	}
	if err := checkConstants(c, spec, read); err != nil {
		return err
	}
	if f.texts != nil && made.untouched && spec.Place.Split.Text == "" && !spec.Place.Else.Set && !spec.Place.Value.Set {
		r.deferred = append(r.deferred, deferredField[T]{spec.Name.Text, f.required, deferredTexts(f.texts, made)})
		return nil
	}
	r.deferred = append(r.deferred, deferredField[T]{spec.Name.Text, f.required, func(s *jsonread.Scanner, into *T) (bool, error) {
		raw, err := made.get(s)
		if raw == "" || err != nil {
			return false, err
		}
		if jsonread.IsHollow(raw) && f.kind != kindTexts {
			return false, nil
		}
		return true, jsonread.Within(s, raw, read, into)
	}})
	return nil
}

// forgiving takes [] and {} loosely for nothing: services in PHP write them where they have
// no value.
func forgiving[T any](how jsonread.Rules, r jsonread.Reader[T]) jsonread.Reader[T] {
	if !how.Loose {
		return r
	}
	return func(s *jsonread.Scanner, into *T) error {
		if c := s.Peek(); (c == '[' || c == '{') && s.SkipHollow() {
			return r(jsonread.NewScanner("null"), into)
		}
		return r(s, into)
	}
}

// proven reads an amount that a program has made where it stands in what that was given.
func proven[T any](r jsonread.Reader[T]) jsonread.Reader[T] {
	return func(s *jsonread.Scanner, into *T) error {
		from := s.Here()
		raw, err := s.Raw()
		if err == nil && s.Proof != nil {
			err = s.Proof.Check(raw)
		}
		if err != nil {
			return err
		}
		s.Back(from)
		return r(s, into)
	}
}

// deferredTexts takes the values as they are, lists among them by their elements.
func deferredTexts[T any](place func(*T) *[]string, from *value) func(*jsonread.Scanner, *T) (bool, error) {
	one := jsonread.Text(func(t *string) *string { return t }, true)
	return func(s *jsonread.Scanner, into *T) (bool, error) {
		list, found := (*place(into))[:0], false
		err := from.source.eachRaw(s, func(raw string) (bool, error) {
			var wrong error
			err := jsonread.EachOf(raw, func(raw string) {
				if wrong == nil {
					list, found = jsonread.Extend(list, nil), true
					wrong = jsonread.Within(s, raw, one, &list[len(list)-1])
				}
			})
			return wrong == nil, errors.Join(err, wrong)
		})
		if found {
			*place(into) = list
		}
		return found, err
	}
}

// addStraight puts a reader into the tree.
func (r *record[T]) addStraight(c *compiler, key string, spec written.Field, steps []string, read jsonread.Reader[T]) error {
	if !r.tree.Add(steps, read) {
		return c.Wrong(spec.Place.Pos(), "%s: %s: path %q cannot be both a value and an object that holds another field's value", key, spec.Name.Text, spec.Place.Path())
	}
	return nil
}

// straight gives the members that lead to a field's value, where it is written as no more
// than that.
func (c *compiler) straight(spec written.Field) (steps []string, ok bool) {
	p := &spec.Place
	for _, given := range p.Given() {
		if !slices.Contains([]string{"at", "fields", "layout", "zone"}, given.Text) {
			return nil, false
		}
	}
	if len(p.At) != 1 {
		return nil, false
	}
	paths, err := jsonread.ParsePaths(p.At[0].Text)
	if err != nil || len(paths) != 1 || paths[0].Up > 0 || paths[0].Key {
		return nil, false
	}
	steps = paths[0].Names()
	return steps, len(steps) > 0 && len(steps) == len(paths[0].Steps)
}

// checkConstants reads the constants of a place once, so that a mistake is one of the mapping.
func checkConstants[T any](c *compiler, spec written.Field, read jsonread.Reader[T]) error {
	p := &spec.Place
	all := append(written.Scalars{p.Value, p.Else, p.Other}, p.Targets()...)
	for _, constant := range all {
		if constant.Text == "" {
			continue
		}
		var into T
		if err := jsonread.Within(jsonread.NewScanner(""), jsonread.Quote(constant.Text), read, &into); err != nil {
			return c.Wrong(constant, "%s: %v", spec.Name.Text, err)
		}
	}
	return nil
}
