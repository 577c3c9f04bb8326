package supplier

import (
	"errors"
	"slices"
)

// record reads one record: what has a place of its own in the JSON while the JSON is
// scanned, everything else from the raw texts that were kept on the way, when the record
// has been read.
type record[T any] struct {
	tree   *object[T]
	late   []late[T]
	scope  scope
	scalar bool // it is taken from any value and not only from an object
}

// late is a field that is made when its record was read.
type late[T any] struct {
	name     string
	required bool
	fill     func(s *scanner, into *T) (present bool, err error)
}

// scope is what the fields of a record can name: values of the record and, by ^, of the
// records around it.
type scope struct {
	outer   *scope
	keep    func(steps []string) (slot, used int)
	framed  bool // whether a frame is needed
	slots   int
	keyed   bool // whether $key stands for something
	reaches bool // whether a field names a value of a record further out
}

// read takes the record. What is absent leaves its place as it is.
func (r *record[T]) read(s *scanner, into *T) error { return r.readWith(s, into, nil) }

// readWith is read, followed by more that can still name the record's values.
func (r *record[T]) readWith(s *scanner, into *T, then func() error) error {
	if !r.scope.framed {
		return r.tree.read(s, into)
	}
	f := s.push(r.scope.slots)
	defer s.pop()
	start := s.mark()
	var err error
	if r.scalar && s.peek() != '{' {
		err = s.skip()
	} else {
		err = r.tree.read(s, into)
	}
	if err != nil {
		return err
	}
	f.record = s.since(start)
	if _, err := r.fill(s, into); err != nil || then == nil {
		return err
	}
	return then()
}

// fill makes the late fields; whole is false where one that is needed is absent.
func (r *record[T]) fill(s *scanner, into *T) (whole bool, err error) {
	whole = true
	for i := range r.late {
		field := &r.late[i]
		present, err := field.fill(s, into)
		if err != nil {
			return false, at(err, field.name)
		}
		whole = whole && (present || !field.required)
	}
	return whole, nil
}

// recordRules say how a record is compiled.
type recordRules struct {
	late    bool     // all fields are late: an absent one leaves alone what its place holds
	columns bool     // it is put together from values of the record around: in is its own scope
	keyed   bool     // it stands under a name, $key
	exempt  []string // needed fields that may be missing here
}

// compileRecord compiles the places of a record's values.
func compileRecord[T any](c *compiler, key string, specs fieldSpecs, fields []field[T], outer *scope, rules recordRules) (*record[T], error) {
	out := &record[T]{tree: newObject[T](c.loose)}
	out.scope.outer, out.scope.keyed = outer, rules.keyed
	out.scope.keep = func(steps []string) (int, int) { return out.tree.keep(steps, &out.scope.slots) }
	in := &out.scope
	if rules.columns {
		in = outer
	}
	for _, spec := range specs {
		i := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == spec.name.Text })
		if i < 0 {
			return nil, c.unknown(spec.name, "field of "+key, spec.name.Text, names(fields))
		}
		if specs.find(spec.name.Text).name != spec.name {
			return nil, c.wrong(spec.name, "%s: %s has a place already", key, spec.name.Text)
		}
		if !specs.has(spec.name.Text) { // a line without a path is as if it were not there
			continue
		}
		if err := out.add(c, key, fields[i], spec, in, rules.late || rules.columns); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if f.required && !specs.has(f.name) && !slices.Contains(rules.exempt, f.name) {
			return nil, c.wrong(specs.first(), "%s: the place of %s is missing", key, f.name)
		}
	}
	out.scope.framed = out.scope.framed || len(out.late) > 0
	out.scalar = len(out.tree.members) == 0 && out.scope.framed
	return out, nil
}

// add compiles one field, straight where that can be.
func (r *record[T]) add(c *compiler, key string, f field[T], spec fieldSpec, in *scope, toLate bool) error {
	if err := c.checkPlace(key, f.kind, spec); err != nil {
		return err
	}
	if f.kind == kindRecords {
		list, err := f.records(c, spec, in)
		if err != nil {
			return err
		}
		if steps, ok := c.straight(spec); ok && !toLate && list.straight != nil {
			return r.place(c, key, spec, steps, list.straight)
		}
		r.late = append(r.late, late[T]{spec.name.Text, f.required, list.late})
		return nil
	}
	how := reading{loose: c.loose, times: c.times, dated: len(spec.place.Layout) > 0}
	var err error
	if how.times, err = c.timesOf(spec.place.Layout, spec.place.Zone, c.times); err != nil {
		return err
	}
	if steps, ok := c.straight(spec); ok && !toLate {
		return r.place(c, key, spec, steps, forgiving(how, f.read(how)))
	}
	value, err := c.value(key, spec, f.kind, in)
	if err != nil {
		return err
	}
	read := f.read(reading{loose: true, times: how.times, dated: how.dated}) // what a converter made may be a text
	if !c.loose && value.untouched {
		read = f.read(how)
	}
	if err := checkConstants(c, spec, read); err != nil {
		return err
	}
	if f.texts != nil && value.untouched && spec.place.Split.Text == "" && !spec.place.Else.Set && !spec.place.Value.Set {
		r.late = append(r.late, late[T]{spec.name.Text, f.required, lateTexts(f.texts, value)})
		return nil
	}
	r.late = append(r.late, late[T]{spec.name.Text, f.required, func(s *scanner, into *T) (bool, error) {
		raw, err := value.get(s)
		if raw == "" || err != nil {
			return false, err
		}
		if isHollow(raw) && f.kind != kindTexts {
			return false, nil
		}
		return true, within(s, raw, read, into)
	}})
	return nil
}

// forgiving takes [] and {} loosely for nothing: services in PHP write them where they have
// no value.
func forgiving[T any](how reading, r read[T]) read[T] {
	if !how.loose {
		return r
	}
	return func(s *scanner, into *T) error {
		if c := s.peek(); (c == '[' || c == '{') && s.hollow() {
			return r(newScanner("null"), into)
		}
		return r(s, into)
	}
}

// lateTexts takes the values as they are, lists among them by their elements.
func lateTexts[T any](place func(*T) *[]string, from *value) func(*scanner, *T) (bool, error) {
	one := readText(func(t *string) *string { return t }, true)
	return func(s *scanner, into *T) (bool, error) {
		list, found := (*place(into))[:0], false
		err := from.source.each(s, func(raw string) (bool, error) {
			var wrong error
			err := eachOf(raw, func(raw string) {
				if wrong == nil {
					list, found = extend(list, nil), true
					wrong = within(s, raw, one, &list[len(list)-1])
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

// place puts a reader into the tree.
func (r *record[T]) place(c *compiler, key string, spec fieldSpec, steps []string, read read[T]) error {
	if !r.tree.add(steps, read) {
		return c.wrong(spec.place.Pos(), "%s: %s: path %q cannot be both a value and an object that holds another field's value", key, spec.name.Text, spec.place.path())
	}
	return nil
}

// straight gives the members that lead to a field's value, where it is written as no more
// than that.
func (c *compiler) straight(spec fieldSpec) (steps []string, ok bool) {
	p := &spec.place
	for _, given := range p.Given() {
		if !slices.Contains([]string{"at", "fields", "layout", "zone"}, given.Text) {
			return nil, false
		}
	}
	if len(p.At) != 1 {
		return nil, false
	}
	paths, err := parsePaths(p.At[0].Text)
	if err != nil || len(paths) != 1 || paths[0].up > 0 || paths[0].key {
		return nil, false
	}
	steps = paths[0].names()
	return steps, len(steps) > 0 && len(steps) == len(paths[0].steps)
}

// checkConstants reads the constants of a place once, so that a mistake is one of the mapping.
func checkConstants[T any](c *compiler, spec fieldSpec, read read[T]) error {
	p := &spec.place
	all := append(scalars{p.Value, p.Else, p.Other}, p.targets()...)
	for _, constant := range all {
		if constant.Text == "" {
			continue
		}
		var into T
		if err := within(newScanner(""), quote(constant.Text), read, &into); err != nil {
			return c.wrong(constant, "%s: %v", spec.name.Text, err)
		}
	}
	return nil
}

// targets are what a map turns values into.
func (p *placeFile) targets() scalars {
	var out scalars
	for _, line := range p.Map {
		out = append(out, line.value)
	}
	return out
}
