package drift

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// watchedOp are the places of one operation's answer that are looked at for drift.
type watchedOp struct {
	list     []jsonread.Path // alternatives
	listText string
	listJQ   *jq.Program // makes the records of the answer, in place of a path
	recordJQ *jq.Program // makes records of each record; nil: it is one itself
	fields   []*watchedField
	variants *watchedField   // nil: none
	own      map[string]bool // the fields that variants have of their own
	around   []*watchedField // of the answer around the records, joined lists included
}

// watchedField is one place of a field.
type watchedField struct {
	top    string // the field of the record that it belongs to
	name   string // with those of the lists around it
	place  string
	paths  []jsonread.Path
	nested []*watchedField // of each element, where it is a list of records
	keyed  bool            // the list is written as an object
	absent []string        // texts that mean that there is no value
	rules  valueRules
}

// watcher notes the places of a mapping to be looked at. The mapping is compiled by then:
// a path that cannot be is an error already.
type watcher struct {
	written *written.File
	loose   bool // types: loose
}

func newWatcher(written *written.File) *watcher {
	return &watcher{written: written, loose: written.Types.Text == "loose"}
}

// operation is what the file says of an operation that reads, by its name there.
func (c *watcher) operation(key string) *written.Operation {
	w := c.written
	return map[string]*written.Operation{"products": w.Products, "search": w.Search, "orders": w.Orders, "shipments": w.Shipments, "ledger": w.Ledger.Reading()}[key]
}

func (c *watcher) watchOp(key string) (_ *watchedOp, err error) {
	w := c.operation(key)
	out := &watchedOp{own: map[string]bool{}, fields: c.watchFields(key, "", w.Fields)}
	if w.JQ.Text != "" {
		if out.recordJQ, err = jq.Compile(w.JQ.Text); err != nil {
			return nil, err
		}
	}
	answer := w.Answer.Over(c.written.Answer)
	if list := answer.Find("list"); list != nil {
		out.listText = list.Place.Path()
		out.list, _ = jsonread.ParsePaths(out.listText)
		if list.Place.JQ.Text != "" {
			if out.listJQ, err = jq.Compile(list.Place.JQ.Text); err != nil {
				return nil, err
			}
		}
	}
	if w.Variants != nil {
		out.variants = newWatched("variants", w.Variants.At.Text)
		if out.variants != nil {
			out.variants.nested = c.watchFields(key, "variants.", w.Variants.Fields)
			for _, spec := range w.Variants.Fields {
				out.own[spec.Name.Text] = true
			}
		}
	}
	// What the last page does not have proves nothing; facets are of one search.
	answer = slices.DeleteFunc(answer, func(s written.Field) bool {
		return slices.Contains([]string{"list", "next_cursor", "next_link", "facets"}, s.Name.Text)
	})
	out.around = append(c.watchFields(key, "answer.", answer), c.watchLookups(w)...)
	return out, nil
}

// newWatched is a place, nil where it has no path to look at.
func newWatched(name, place string) *watchedField {
	paths, err := jsonread.ParsePaths(place)
	paths = slices.DeleteFunc(paths, func(p jsonread.Path) bool { return p.Key })
	if err != nil || len(paths) == 0 {
		return nil
	}
	return &watchedField{top: name, name: name, place: place, paths: paths}
}

// watchFields notes the places of a list of fields; prefix names what they belong to.
func (c *watcher) watchFields(key, prefix string, specs written.Fields) []*watchedField {
	var out []*watchedField
	for i := range specs {
		spec := &specs[i]
		name := prefix + spec.Name.Text
		for _, row := range spec.Place.Rows {
			out = append(out, c.watchFields(key, name+".", row)...)
		}
		for _, at := range spec.Place.At {
			if f := newWatched(name, at.Text); f != nil {
				f.nested, f.keyed = c.watchFields(key, name+".", spec.Place.Fields), spec.Place.Keyed
				f.rules = c.valueRules(key, name, &spec.Place)
				for _, text := range spec.Place.Absent {
					f.absent = append(f.absent, text.Text)
				}
				out = append(out, f)
			}
		}
	}
	for _, f := range out {
		f.top, _, _ = strings.Cut(strings.TrimPrefix(f.name, prefix), ".")
	}
	return out
}

func (c *watcher) valueRules(key, name string, place *written.Place) valueRules {
	out := valueRules{loose: c.loose, amount: isAmount(name), mark: '.'}
	if place.Decimal.Text == "," {
		out.mark = ','
	}
	if place.Lookup.Text != "" || place.Fields != nil {
		return out
	}
	out.words, out.other = vocabulary(key, name), place.Other.Set
	for _, one := range place.Map {
		if out.mapped == nil {
			out.mapped = map[string]bool{}
		}
		out.mapped[one.Key.Text] = true
	}
	out.closed = out.words != nil || out.mapped != nil
	return out
}

// watchLookups notes the joined lists that stand in the operation's own answer, with all
// that its fields take from them.
func (c *watcher) watchLookups(w *written.Operation) []*watchedField {
	takes := map[string][]string{}
	collect(w.Fields, takes)
	if w.Variants != nil {
		collect(w.Variants.Fields, takes)
	}
	var out []*watchedField
	for _, lookup := range c.written.Lookups {
		name := "lookups." + lookup.Name.Text
		list := newWatched(name, lookup.At.Text)
		if list == nil || lookup.Request.Set || takes[lookup.Name.Text] == nil {
			continue
		}
		names := append([]string{lookup.Key.Text, lookup.Parent.Text}, takes[lookup.Name.Text]...)
		slices.Sort(names)
		for _, text := range slices.Compact(names) {
			if f := newWatched(name+"."+text, text); f != nil {
				f.rules.loose = c.loose
				list.nested = append(list.nested, f)
			}
		}
		out = append(out, list)
	}
	return out
}

// collect gathers what fields take, by the list that they take it from.
func collect(specs written.Fields, takes map[string][]string) {
	for i := range specs {
		place := &specs[i].Place
		if name := place.Lookup.Text; name != "" {
			takes[name] = append(takes[name], place.Take.Text)
		}
		collect(place.Fields, takes)
		for _, row := range place.Rows {
			collect(row, takes)
		}
	}
}

// eachElement visits the records of a list, or an object that is one record itself.
func eachElement(list string, keyed bool, do jsonread.Visit) error {
	if c := jsonread.FirstByte(list); c != '[' && (c != '{' || !keyed) {
		do(list, "")
		return nil
	}
	return jsonread.EachValue(list, func(value, name string) bool { return value == "null" || do(value, name) })
}
