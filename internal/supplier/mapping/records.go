package mapping

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// compileRecords compiles a list of records: at its place, or put together from columns.
func compileRecords[T, E any](c *compiler, spec written.Field, in *scope, place func(*T) *[]E, fields []field[E]) (records[T], error) {
	p := &spec.Place
	name := spec.Name.Text
	switch {
	case len(p.Rows) > 0 && (len(p.Fields) > 0 || p.Keyed):
		return records[T]{}, c.Wrong(spec.Name, "%s: rows have fields of their own: fields and keyed do not belong beside them", name)
	case len(p.Rows) > 0:
		return compileRows(c, spec, in, place, fields)
	case len(p.Fields) == 0:
		return records[T]{}, c.Wrong(spec.Name, "%s is a list of records: want {at: PATH, fields: {…}}", name)
	}
	around := c.made
	c.made = c.made || p.JQ.Set
	element, err := compileRecord(c, name, p.Fields, fields, in, recordRules{keyed: p.Keyed})
	c.made = around
	if err != nil {
		return records[T]{}, err
	}
	one := element.read
	if !element.scalar {
		one = jsonread.NotNull(one)
	}
	elements, err := c.elements(name, spec, in, element.scalar)
	if err != nil {
		return records[T]{}, err
	}
	out := records[T]{deferred: func(s *jsonread.Scanner, into *T) (bool, error) {
		var list []E
		err := elements(s, func(raw, key string) error {
			if list == nil {
				list = (*place(into))[:0]
			}
			list = jsonread.Extend(list, nil)
			s.Name = key
			return jsonread.At(jsonread.Within(s, raw, one, &list[len(list)-1]), fmt.Sprintf("[%d]", len(list)-1))
		})
		if list == nil {
			return false, err
		}
		*place(into) = list
		return true, err
	}}
	if !p.Keyed && !element.scope.reaches {
		out.straight = jsonread.List(place, one, nil, c.loose)
	}
	return out, nil
}

// compileRows compiles a list of records that are columns of the record around: each row
// names the places of its values there. A row without a needed value is no row.
func compileRows[T, E any](c *compiler, spec written.Field, in *scope, place func(*T) *[]E, fields []field[E]) (records[T], error) {
	in.framed = true
	var rows []*record[E]
	for _, specs := range spec.Place.Rows {
		row, err := compileRecord(c, spec.Name.Text, specs, fields, in, recordRules{columns: true})
		if err != nil {
			return records[T]{}, err
		}
		rows = append(rows, row)
	}
	return records[T]{deferred: func(s *jsonread.Scanner, into *T) (bool, error) {
		list, found := (*place(into))[:0], false
		for i, row := range rows {
			var one E // on its own: what stands in the list stays where no row is whole
			whole, err := row.fill(s, &one)
			if err != nil {
				return false, jsonread.At(err, fmt.Sprintf("[%d]", i))
			}
			if whole {
				list, found = append(list, one), true
			}
		}
		if found {
			*place(into) = list
		}
		return found, nil
	}}, nil
}

// elements compiles where the elements of a list of records come from.
func (c *compiler) elements(key string, spec written.Field, in *scope, scalar bool) (func(s *jsonread.Scanner, do func(raw, name string) error) error, error) {
	source, err := c.compileSource(key, spec, kindRecords, in)
	if err != nil {
		return nil, err
	}
	p := &spec.Place
	lone := scalar || source.code != nil || source.lookup != nil || slices.ContainsFunc(p.At, manyPath)
	return func(s *jsonread.Scanner, do func(raw, name string) error) error {
		if source.code != nil && s.Proof == nil {
			s.Proof = jq.NewProof(s.Around(0).Record)
			defer func() { s.Proof = nil }()
		}
		return source.eachRaw(s, func(raw string) (bool, error) { return true, spread(raw, p.Keyed, lone, do) })
	}, nil
}

// spread gives the elements of a list, or of an object whose names are keys; lone takes
// a value that is no list as one element.
func spread(raw string, keyed, lone bool, do func(raw, name string) error) error {
	opening := jsonread.FirstByte(raw)
	switch {
	case opening == '[', opening == '{' && keyed:
	case lone:
		return do(raw, "")
	default:
		s := jsonread.NewScanner(raw)
		if keyed {
			return s.Unwanted("an object or a list")
		}
		return s.Unwanted("a list")
	}
	var inner error
	err := jsonread.EachValue(raw, func(value, name string) bool {
		if !keyed {
			name = ""
		}
		inner = do(value, name)
		return inner == nil
	})
	if inner != nil {
		return inner
	}
	return err
}
