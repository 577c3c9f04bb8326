package written

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Field says where one value of the model stands: "rrp: prices.retail", or with more
// to say "rrp: {at: prices.retail, minor: 2}".
type Field struct {
	Name  strictyaml.Scalar // dropbridge's name
	Place Place
}

// Place is what stands on the right side of a field.
type Place struct {
	At      Scalars             `yaml:"at"`     // paths
	Header  strictyaml.Scalar   `yaml:"header"` // of the answer, in place of a path
	JQ      strictyaml.Scalar   `yaml:"jq"`
	Value   strictyaml.Scalar   `yaml:"value"` // a constant
	Else    strictyaml.Scalar   `yaml:"else"`  // a constant where nothing is there
	Absent  []strictyaml.Scalar `yaml:"absent"`
	Decimal strictyaml.Scalar   `yaml:"decimal"`
	Minor   strictyaml.Scalar   `yaml:"minor"`
	Scale   strictyaml.Scalar   `yaml:"scale"`
	Map     Pairs               `yaml:"map"`
	Other   strictyaml.Scalar   `yaml:"other"`
	Layout  Scalars             `yaml:"layout"`
	Zone    strictyaml.Scalar   `yaml:"zone"`
	Join    strictyaml.Scalar   `yaml:"join"`
	Split   strictyaml.Scalar   `yaml:"split"`
	Sum     bool                `yaml:"sum"`
	Plus    Scalars             `yaml:"plus"`
	Minus   Scalars             `yaml:"minus"`
	Lookup  strictyaml.Scalar   `yaml:"lookup"`
	Take    strictyaml.Scalar   `yaml:"take"`
	Keyed   bool                `yaml:"keyed"`
	Rows    []Fields            `yaml:"rows"`
	Fields  Fields              `yaml:"fields"`

	// Of a body.
	As      strictyaml.Scalar `yaml:"as"`
	Without strictyaml.Scalar `yaml:"without"`
	Single  bool              `yaml:"single"`
	Skip    bool              `yaml:"skip"`
	More    []Place           `yaml:"-"` // further places of the same value

	pos   strictyaml.Scalar // where it begins
	plain bool              // written as a path alone
	given []strictyaml.Scalar
}

// LookedUp is a place whose values are keys of a lookup.
func LookedUp(path, lookup strictyaml.Scalar) Place {
	return Place{At: Scalars{path}, Lookup: lookup, pos: path, given: []strictyaml.Scalar{{Text: "at", Set: true}, {Text: "lookup", Set: true}}}
}

// PlaceAt is a path alone.
func PlaceAt(path strictyaml.Scalar) Place {
	return Place{At: Scalars{path}, pos: path, plain: true}
}

// Pos is where the place begins in the file.
func (p *Place) Pos() strictyaml.Scalar { return p.pos }

// Given are the keys that the file has of the place.
func (p *Place) Given() []strictyaml.Scalar { return p.given }

// UnmarshalYAML takes a path alone as well as a mapping of keys.
func (p *Place) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	p.pos = strictyaml.Scalar{Text: token.Value, Set: true, Line: token.Position.Line, Column: token.Position.Column}
	switch n := node.(type) {
	case ast.ScalarNode:
		p.plain = true
		return p.At.UnmarshalYAML(node)
	case *ast.SequenceNode:
		return p.several(n)
	}
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var key strictyaml.Scalar
		if err := key.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		p.given = append(p.given, key)
	}
	type keys Place
	return below(node, (*keys)(p))
}

// several takes a list of places.
func (p *Place) several(node *ast.SequenceNode) error {
	if len(node.Values) < 2 {
		return strictyaml.Mistake(node, "want names with a value for each here, or several places in a list")
	}
	for i, one := range node.Values {
		if _, nested := one.(*ast.SequenceNode); nested {
			return strictyaml.Mistake(one, "want a place here, not a list")
		}
		var place Place
		if err := place.UnmarshalYAML(one); err != nil {
			return err
		}
		if i == 0 {
			*p = place
		} else {
			p.More = append(p.More, place)
		}
	}
	return nil
}

// All are the places of the value: this one, and those that the file lists beside it.
func (p *Place) All() []Place {
	first := *p
	first.More = nil
	return append([]Place{first}, p.More...)
}

// Has reports whether the file has that key of the place.
func (p *Place) Has(key string) bool {
	for _, given := range p.given {
		if given.Text == key {
			return true
		}
	}
	return false
}

// Path is the place's path where it has just one, "" otherwise.
func (p *Place) Path() string {
	if len(p.At) == 1 {
		return p.At[0].Text
	}
	return ""
}

// Fields keeps the order of the file.
type Fields []Field

// UnmarshalYAML takes a mapping from the model's names to places.
func (s *Fields) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var spec Field
		if err := spec.Name.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := spec.Place.UnmarshalYAML(entry.Value); err != nil {
			return err
		}
		*s = append(*s, spec)
	}
	return nil
}

// Find is the spec of that name, nil where there is none.
func (s Fields) Find(name string) *Field {
	for i := range s {
		if s[i].Name.Text == name {
			return &s[i]
		}
	}
	return nil
}

// Over lays an operation's own places over those of all operations.
func (s Fields) Over(common Fields) Fields {
	out := slices.Clone(common)
	for _, spec := range s {
		if there := out.Find(spec.Name.Text); there != nil {
			*there = spec
		} else {
			out = append(out, spec)
		}
	}
	return out
}

// First is where the list begins.
func (s Fields) First() strictyaml.Scalar {
	if len(s) == 0 {
		return strictyaml.Scalar{}
	}
	return s[0].Name
}

// Has reports whether the name has a place. A line without one is as if it were not there.
func (s Fields) Has(name string) bool {
	spec := s.Find(name)
	return spec != nil && (!spec.Place.plain || spec.Place.Path() != "")
}

// Targets are what a map turns values into.
func (p *Place) Targets() Scalars {
	var out Scalars
	for _, line := range p.Map {
		out = append(out, line.Value)
	}
	return out
}
