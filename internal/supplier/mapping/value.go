package mapping

import (
	"errors"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/convert"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// value makes the JSON text of one field from the raw texts of its source.
type value struct {
	source    *source
	chain     convert.Chain
	made      bool                                              // an amount in a record that a program makes
	untouched bool                                              // no converters: the raw text is what the service wrote
	get       func(s *jsonread.Scanner) (raw string, err error) // "" where it is absent
}

// compileValue compiles a field that is not read straight; its reader takes what get gives.
func (c *compiler) compileValue(key string, spec written.Field, kind fieldKind, in *scope) (*value, error) {
	p := &spec.Place
	if p.Value.Set {
		constant := jsonread.Quote(p.Value.Text)
		if kind == kindTexts {
			constant = "[" + constant + "]"
		}
		return &value{get: func(*jsonread.Scanner) (string, error) { return constant, nil }}, nil
	}
	v := &value{made: c.made && kind == kindMoney && !p.Lookup.Set && !p.JQ.Set}
	var err error
	if v.source, err = c.compileSource(key, spec, kind, in); err != nil {
		return nil, err
	}
	if v.chain, err = convert.Compile(c.Mistakes, spec); err != nil {
		return nil, err
	}
	v.untouched = len(v.chain) == 0 && len(p.Plus)+len(p.Minus) == 0 && !p.Join.Set && !p.Sum && !p.Else.Set
	switch {
	case kind == kindTexts:
		v.get = v.asList(p.Split.Text)
	case p.Join.Set:
		v.get = v.joined(p.Join.Text)
	case p.Sum:
		v.get = v.sum
	default:
		v.get = v.first
	}
	switch {
	case len(p.Plus)+len(p.Minus) > 0:
		if v.get, err = c.compileBalance(key, spec, in); err != nil {
			return nil, err
		}
	case kind == kindMoney:
		v.get = v.sole(p)
	}
	if p.Else.Set {
		get, constant := v.get, jsonread.Quote(p.Else.Text)
		if kind == kindTexts {
			constant = "[" + constant + "]"
		}
		v.get = func(s *jsonread.Scanner) (string, error) {
			raw, err := get(s)
			if raw == "" && err == nil {
				raw = constant
			}
			return raw, err
		}
	}
	return v, nil
}

// eachConverted visits the converted values that are there.
func (v *value) eachConverted(s *jsonread.Scanner, do func(raw string) (more bool, err error)) error {
	return v.source.eachRaw(s, func(raw string) (bool, error) {
		if err := v.prove(s, raw); err != nil {
			return false, err
		}
		if len(v.chain) > 0 {
			if jsonread.IsHollow(raw) {
				return true, nil
			}
			var err error
			if raw, err = v.chain.Convert(raw); err != nil {
				return false, err
			}
		}
		return do(raw)
	})
}

// prove refuses an amount that a program has calculated.
func (v *value) prove(s *jsonread.Scanner, raw string) error {
	if !v.made || s.Proof == nil || raw == "" {
		return nil
	}
	return s.Proof.Check(raw)
}

// first is the first value.
func (v *value) first(s *jsonread.Scanner) (found string, err error) {
	if v.source.lone != nil {
		raw := v.source.loneRaw(s)
		if err := v.prove(s, raw); err != nil {
			return "", err
		}
		if raw == "" || len(v.chain) == 0 {
			return raw, nil
		}
		if jsonread.IsHollow(raw) {
			return "", nil
		}
		return v.chain.Convert(raw)
	}
	err = v.eachConverted(s, func(raw string) (bool, error) {
		found = raw
		return false, nil
	})
	return found, err
}

// sole is the first value of an amount: of a list that is joined there may be one only, and
// what jq makes has to stand in the record, since it calculates in floats.
func (v *value) sole(p *written.Place) func(*jsonread.Scanner) (string, error) {
	switch {
	case p.Lookup.Set:
		return func(s *jsonread.Scanner) (found string, err error) {
			err = v.eachConverted(s, func(raw string) (bool, error) {
				if found != "" && jsonread.PlainText(found) != jsonread.PlainText(raw) {
					return false, &jsonread.ShapeError{Want: "one amount", Got: "several: " + oneline.Clean(jsonread.PlainText(found)+" and "+jsonread.PlainText(raw), 60)}
				}
				found = raw
				return true, nil
			})
			return found, err
		}
	case p.JQ.Set:
		return func(s *jsonread.Scanner) (string, error) {
			found := ""
			err := v.source.eachRaw(s, func(raw string) (bool, error) {
				found = raw
				return false, nil
			})
			if found == "" || err != nil {
				return "", err
			}
			proof := s.Proof
			if proof == nil {
				proof = jq.NewProof(s.Around(0).Record)
			}
			if err := proof.Check(found); err != nil {
				return "", err
			}
			if len(v.chain) == 0 {
				return found, nil
			}
			return v.chain.Convert(found)
		}
	}
	return v.first
}

// joined is all values as one text.
func (v *value) joined(by string) func(*jsonread.Scanner) (string, error) {
	return func(s *jsonread.Scanner) (string, error) {
		var b strings.Builder
		n := 0
		err := v.eachConverted(s, func(raw string) (bool, error) {
			return true, jsonread.EachOf(raw, func(one string) {
				if n++; n > 1 {
					b.WriteString(by)
				}
				b.WriteString(jsonread.PlainText(one))
			})
		})
		if n == 0 || err != nil {
			return "", err
		}
		return jsonread.Quote(b.String()), nil
	}
}

// sum adds whole numbers.
func (v *value) sum(s *jsonread.Scanner) (string, error) {
	var total jsonread.Sum
	err := v.eachConverted(s, func(raw string) (bool, error) { return true, total.Add(raw) })
	return total.Text(), err
}

// asList is all values as a list; lists among them give their elements, and a text is cut
// at the sign that parts it.
func (v *value) asList(split string) func(*jsonread.Scanner) (string, error) {
	return func(s *jsonread.Scanner) (string, error) {
		b := []byte{'['}
		var wrong error
		add := func(raw string) {
			if len(v.chain) > 0 && wrong == nil {
				raw, wrong = v.chain.Convert(raw)
			}
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(b, raw...)
		}
		err := v.source.eachRaw(s, func(raw string) (bool, error) {
			err := jsonread.EachOf(raw, func(one string) {
				if split == "" {
					add(one)
					return
				}
				for part := range strings.SplitSeq(jsonread.PlainText(one), split) {
					if part = strings.TrimSpace(part); part != "" {
						add(jsonread.Quote(part))
					}
				}
			})
			return wrong == nil, errors.Join(err, wrong)
		})
		if len(b) == 1 || err != nil {
			return "", err
		}
		return string(append(b, ']')), nil
	}
}

// placeKeys are the keys that a place may have for a kind of field, beside those that say
// where its values are.
func placeKeys(kind fieldKind) []string {
	switch kind {
	case kindMoney:
		return []string{"absent", "else", "map", "other", "decimal", "minor", "plus", "minus"}
	case kindWhole:
		return []string{"absent", "else", "map", "other", "decimal", "scale", "sum"}
	case kindBool:
		return []string{"absent", "else", "map", "other"}
	case kindTime:
		return []string{"absent", "layout", "zone"}
	case kindDate:
		return []string{"absent", "else", "layout", "zone"}
	case kindTexts:
		return []string{"absent", "else", "map", "other", "split"}
	case kindRecords:
		return []string{"fields", "keyed", "rows"}
	}
	return []string{"absent", "else", "map", "other", "join"}
}

// checkPlace refuses what cannot work.
func (c *compiler) checkPlace(key string, kind fieldKind, spec written.Field) error {
	p := &spec.Place
	name := spec.Name.Text
	known := append([]string{"at", "jq", "value", "lookup", "take"}, placeKeys(kind)...)
	for _, given := range p.Given() {
		if !slices.Contains(known, given.Text) {
			if kind == kindRecords || given.Text == "fields" || given.Text == "rows" || given.Text == "keyed" {
				return c.Wrong(given, "%s: %s: %s does not belong here: %s", key, name, given.Text, describeKind(kind))
			}
			return c.Wrong(given, "%s: %s: %s does not belong to %s: want one of %s", key, name, given.Text, describeKind(kind), strings.Join(known, ", "))
		}
	}
	where := 0
	for _, one := range []bool{len(p.At) > 0, p.JQ.Text != "", p.Value.Set, len(p.Rows) > 0, len(p.Plus)+len(p.Minus) > 0} {
		if one {
			where++
		}
	}
	switch {
	case len(p.More) > 0:
		return c.Wrong(p.Pos(), "%s: %s: want one place here: several values of the answer are {at: [a, b]}; a list of places belongs to create_order: body", key, name)
	case where != 1:
		return c.Wrong(p.Pos(), "%s: %s: want one of at, jq, value, rows and plus with minus, which say where it stands, got %d", key, name, where)
	case p.Value.Set && len(p.Given()) > 1:
		return c.Wrong(p.Pos(), "%s: %s: value is the same for all: nothing else can stand beside it", key, name)
	}
	if err := convert.Check(c.Mistakes, key, spec); err != nil {
		return err
	}
	switch {
	case (p.Take.Set && !p.Lookup.Set) || (p.Lookup.Set && len(p.At) == 0):
		return c.Wrong(p.Pos(), "%s: %s: want at (the key), lookup (the list) and take (the value there) together", key, name)
	case p.Join.Set && len(p.At) == 1 && p.JQ.Text == "" && !p.Lookup.Set && !manyPath(p.At[0]):
		return c.Wrong(p.Join, "%s: %s: join makes one text of several values: want several places, or one with []", key, name)
	}
	return nil
}

func manyPath(at strictyaml.Scalar) bool {
	return strings.Contains(at.Text, "[]") || strings.Contains(at.Text, "*")
}

// describeKind names a kind of field.
func describeKind(kind fieldKind) string {
	return [...]string{"a text", "an amount of money", "a whole number", "true or false", "a point in time", "a day", "a list of texts",
		"a list of records: want {at: PATH, fields: {…}} or {rows: […]}"}[kind]
}
