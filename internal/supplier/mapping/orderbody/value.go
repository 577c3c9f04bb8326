package orderbody

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// bodyKind is what kind of value a field of an order is.
type bodyKind int

const (
	bodyText bodyKind = iota
	bodyMoney
	bodyCount
	bodyList
)

// bodyField is one value of the model that a mapping can place in a request's body.
type bodyField[T any] struct {
	name     string
	kind     bodyKind
	required bool
	exact    bool            // it has to come back from the supplier as it is
	known    []string        // the values that it can have, nil where they are many
	text     func(*T) string // "" where it is absent, which is never sent as ""
	clear    func(*T)        // makes it absent
}

// bodyFormat is how a value is written.
type bodyFormat struct {
	without string
	words   map[string]string // JSON texts by the model's words, nil without a map
	listed  []string          // the words in the file's order
	number  bool              // as a JSON number, not a string
	take    string            // of the product of that SKU, "" for the value itself
	minor   int               // as whole minor units of so many decimals, -1: not
}

// append appends the value; text is not "".
func (f *bodyFormat) append(b []byte, text string) ([]byte, error) {
	text = strings.TrimPrefix(text, f.without)
	if f.take != "" {
		return appendWanted(b, Wanted{SKU: text, Take: f.take, Number: f.number}), nil
	}
	if f.words != nil {
		word, ok := f.words[text]
		if !ok {
			return b, fmt.Errorf("%q is not in the supplier's mapping, which has %s: give it a line in its map under create_order",
				oneline.Clean(text, 60), strings.Join(f.listed, ", "))
		}
		return append(b, word...), nil
	}
	if f.minor >= 0 {
		units, err := money.Notation{Whole: true, Minor: f.minor}.Units(text)
		if err != nil {
			return b, fmt.Errorf("%s has more than %d decimals, and the supplier takes whole minor units: round it in the file", oneline.Clean(text, 60), f.minor)
		}
		text = units
	}
	if !f.number {
		return appendQuoted(b, text), nil
	}
	if !jsonread.IsNumber(text) {
		return b, fmt.Errorf("%q is no number, and the supplier's mapping sends it as one: correct it, or take away its as: number", oneline.Clean(text, 60))
	}
	return append(b, text...), nil
}

// bodyKeys are the keys of a place that each kind of value understands.
var bodyKeys = map[bodyKind][]string{
	bodyText: {"at", "skip", "as", "without", "map", "join"}, bodyMoney: {"at", "skip", "as", "minor", "join"},
	bodyCount: {"at", "skip", "as", "join"}, bodyList: {"at", "skip", "fields", "single"},
}

// keysOf are the keys that the place of a value understands.
func keysOf(name string, kind bodyKind) []string {
	if name == "sku" {
		return append(slices.Clone(bodyKeys[kind]), "lookup", "take")
	}
	return bodyKeys[kind]
}

// bodyPlace checks which keys stand together, and reports whether the value is left out
// on purpose.
func (c *compiler) bodyPlace(key, name string, kind bodyKind, required bool, place *written.Place) (skip bool, err error) {
	for _, given := range place.Given() {
		if known := keysOf(name, kind); !slices.Contains(known, given.Text) {
			return false, c.Wrong(given, "%s: %s: %s has no meaning here: %s takes %s", key, name, given.Text, name, strings.Join(known, ", "))
		}
	}
	switch {
	case place.Skip && required:
		return false, c.Wrong(place.Pos(), "%s: %s cannot be skipped: no order goes without it", key, name)
	case place.Skip && len(place.Given()) > 1:
		return false, c.Wrong(place.Pos(), "%s: %s: skip: true stands alone", key, name)
	case place.Skip:
		return true, nil
	case kind == bodyList && !place.Has("fields"):
		return false, c.Wrong(place.Pos(), "%s: %s is a list of records: want {at: PATH, fields: {…}}", key, name)
	}
	return false, nil
}

// bodyFormat compiles how a value is written.
func (c *compiler) bodyFormat(key string, kind bodyKind, exact bool, known []string, spec written.Field) (*bodyFormat, error) {
	place := &spec.Place
	wrong := func(format string, args ...any) error {
		return c.Wrong(place.Pos(), "%s: %s: "+format, append([]any{key, spec.Name.Text}, args...)...)
	}
	out := &bodyFormat{without: place.Without.Text, number: kind == bodyCount, minor: -1}
	if exact && (place.Has("map") || place.Has("without")) {
		return nil, wrong("it is sent as it is, as the order is found by it later")
	}
	if place.Has("minor") {
		places, err := strconv.Atoi(place.Minor.Text)
		if err != nil || places < 0 || places > 6 {
			return nil, c.Wrong(place.Minor, "%s: %s: minor: want how many decimals the minor unit has, such as 2, got %q", key, spec.Name.Text, place.Minor.Text)
		}
		out.minor, out.number = places, true
	}
	if place.Has("as") {
		if place.Has("map") {
			return nil, wrong("map says already how the value is written: leave out as")
		}
		if err := c.Choice(place.As, "way to write a value", "number", "text"); err != nil {
			return nil, err
		}
		out.number = place.As.Text == "number"
	}
	if place.Has("lookup") || place.Has("take") {
		return out, c.bodyTake(out, key, spec)
	}
	if place.Has("map") {
		return out, c.bodyWords(out, key, known, spec)
	}
	return out, nil
}

// bodyWords compiles a map of the model's words.
func (c *compiler) bodyWords(into *bodyFormat, key string, known []string, spec written.Field) error {
	into.words = map[string]string{}
	for _, one := range spec.Place.Map {
		if known != nil && !slices.Contains(known, one.Key.Text) {
			return c.Unknown(one.Key, spec.Name.Text, one.Key.Text, known)
		}
		raw, err := one.JSON()
		if err != nil {
			return c.Wrong(one.Value, "%s: %s: map: %s: %v", key, spec.Name.Text, one.Key.Text, err)
		}
		into.words[one.Key.Text] = raw
		into.listed = append(into.listed, one.Key.Text)
	}
	if len(into.words) == 0 {
		return c.Wrong(spec.Place.Pos(), "%s: %s: map is empty", key, spec.Name.Text)
	}
	return nil
}

// placeValues compiles the places of a record's values, and hands over each writer with its
// path. What has no place comes back; lists are left to list.
func placeValues[T any](c *compiler, key string, specs written.Fields, fields []bodyField[T], add func(written.Field, []jsonread.Step, bodyWrite[T]) error, list func(written.Field) error) (unplaced []bodyField[T], err error) {
	p := &placer[T]{compiler: c, key: key, add: add, joined: map[string]*joint[T]{}}
	for _, spec := range specs {
		i := slices.IndexFunc(fields, func(f bodyField[T]) bool { return f.name == spec.Name.Text })
		if i < 0 {
			return nil, c.Unknown(spec.Name, "field of "+key, spec.Name.Text, bodyNames(fields))
		}
		f := fields[i]
		if !specs.Has(f.name) {
			continue
		}
		skip, err := c.bodyPlace(key, f.name, f.kind, f.required, &spec.Place)
		switch {
		case err != nil:
			return nil, err
		case (skip || f.kind == bodyList) && len(spec.Place.More) > 0:
			return nil, c.Wrong(spec.Place.Pos(), "%s: %s: only a value that is sent, and is no list, can stand at several places", key, f.name)
		case skip:
			continue
		case f.kind == bodyList:
			err = list(spec)
		default:
			err = p.place(f, spec)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.lonely(); err != nil {
		return nil, err
	}
	for _, f := range fields {
		switch {
		case specs.Has(f.name):
		case f.required:
			return nil, c.Wrong(specs.First(), "%s: the place of %s is missing", key, f.name)
		default:
			unplaced = append(unplaced, f)
		}
	}
	return unplaced, nil
}

// placer puts the values of a record where the mapping wants them.
type placer[T any] struct {
	*compiler
	key    string
	add    func(written.Field, []jsonread.Step, bodyWrite[T]) error
	joined map[string]*joint[T] // by the path
}

// place compiles all places of one value.
func (p *placer[T]) place(f bodyField[T], spec written.Field) error {
	for i, one := range spec.Place.All() {
		at := written.Field{Name: spec.Name, Place: one}
		if i > 0 {
			if skip, err := p.bodyPlace(p.key, f.name, f.kind, false, &one); err != nil {
				return err
			} else if skip {
				return p.Wrong(one.Pos(), "%s: %s: skip: true stands alone", p.key, f.name)
			}
		}
		steps, err := p.bodyPath(p.key, at)
		if err != nil {
			return err
		}
		format, err := p.bodyFormat(p.key, f.kind, f.exact, f.known, at)
		if err != nil {
			return err
		}
		if err := p.write(f, at, steps, format, i == 0); err != nil {
			return err
		}
	}
	return nil
}

// write puts the value in one form at one place, alone or joined with others.
func (p *placer[T]) write(f bodyField[T], at written.Field, steps []jsonread.Step, format *bodyFormat, first bool) error {
	write := func(b []byte, from *T) ([]byte, bool, error) {
		text := f.text(from)
		if text == "" {
			return b, false, nil
		}
		b, err := format.append(b, text)
		if err != nil {
			return b, false, &valueError{field: f.name, what: err.Error()}
		}
		return b, true, nil
	}
	if !at.Place.Has("join") {
		return p.add(at, steps, write)
	}
	if f.exact && first {
		return p.Wrong(at.Place.Join, "%s: %s: it is sent as it is, as the order is found by it later", p.key, f.name)
	}
	return p.join(at, steps, write)
}

func bodyNames[T any](fields []bodyField[T]) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}
