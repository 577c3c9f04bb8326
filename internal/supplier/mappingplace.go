package supplier

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// fieldSpec says where one value of the model stands: "rrp: prices.retail", or with more
// to say "rrp: {at: prices.retail, minor: 2}".
type fieldSpec struct {
	name  strictyaml.Scalar // dropbridge's name
	place placeFile
}

// placeFile is what stands on the right side of a field.
type placeFile struct {
	At      scalars             `yaml:"at"`     // paths
	Header  strictyaml.Scalar   `yaml:"header"` // of the answer, in place of a path
	JQ      strictyaml.Scalar   `yaml:"jq"`
	Value   strictyaml.Scalar   `yaml:"value"` // a constant
	Else    strictyaml.Scalar   `yaml:"else"`  // a constant where nothing is there
	Absent  []strictyaml.Scalar `yaml:"absent"`
	Decimal strictyaml.Scalar   `yaml:"decimal"`
	Minor   strictyaml.Scalar   `yaml:"minor"`
	Scale   strictyaml.Scalar   `yaml:"scale"`
	Map     pairs               `yaml:"map"`
	Other   strictyaml.Scalar   `yaml:"other"`
	Layout  scalars             `yaml:"layout"`
	Zone    strictyaml.Scalar   `yaml:"zone"`
	Join    strictyaml.Scalar   `yaml:"join"`
	Split   strictyaml.Scalar   `yaml:"split"`
	Sum     bool                `yaml:"sum"`
	Lookup  strictyaml.Scalar   `yaml:"lookup"`
	Take    strictyaml.Scalar   `yaml:"take"`
	Keyed   bool                `yaml:"keyed"`
	Rows    []fieldSpecs        `yaml:"rows"`
	Fields  fieldSpecs          `yaml:"fields"`

	// Of a body.
	As      strictyaml.Scalar `yaml:"as"`
	Without strictyaml.Scalar `yaml:"without"`
	Single  bool              `yaml:"single"`
	Skip    bool              `yaml:"skip"`

	pos   strictyaml.Scalar // where it begins
	plain bool              // written as a path alone
	given []strictyaml.Scalar
}

// placeAt is a path alone.
func placeAt(path strictyaml.Scalar) placeFile {
	return placeFile{At: scalars{path}, pos: path, plain: true}
}

// Pos is where the place begins in the file.
func (p *placeFile) Pos() strictyaml.Scalar { return p.pos }

// Given are the keys that the file has of the place.
func (p *placeFile) Given() []strictyaml.Scalar { return p.given }

// UnmarshalYAML takes a path alone as well as a mapping of keys.
func (p *placeFile) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	p.pos = strictyaml.Scalar{Text: token.Value, Set: true, Line: token.Position.Line, Column: token.Position.Column}
	if _, plain := node.(ast.ScalarNode); plain {
		p.plain = true
		return p.At.UnmarshalYAML(node)
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
	type keys placeFile
	return below(node, (*keys)(p))
}

// has reports whether the file has that key of the place.
func (p *placeFile) has(key string) bool {
	for _, given := range p.given {
		if given.Text == key {
			return true
		}
	}
	return false
}

// path is the place's path where it has just one, "" otherwise.
func (p *placeFile) path() string {
	if len(p.At) == 1 {
		return p.At[0].Text
	}
	return ""
}

// fieldSpecs keeps the order of the file.
type fieldSpecs []fieldSpec

// UnmarshalYAML takes a mapping from the model's names to places.
func (s *fieldSpecs) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var spec fieldSpec
		if err := spec.name.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := spec.place.UnmarshalYAML(entry.Value); err != nil {
			return err
		}
		*s = append(*s, spec)
	}
	return nil
}

// find is the spec of that name, nil where there is none.
func (s fieldSpecs) find(name string) *fieldSpec {
	for i := range s {
		if s[i].name.Text == name {
			return &s[i]
		}
	}
	return nil
}

// over lays an operation's own places over those of all operations.
func (s fieldSpecs) over(common fieldSpecs) fieldSpecs {
	out := slices.Clone(common)
	for _, spec := range s {
		if there := out.find(spec.name.Text); there != nil {
			*there = spec
		} else {
			out = append(out, spec)
		}
	}
	return out
}

// first is where the list begins.
func (s fieldSpecs) first() strictyaml.Scalar {
	if len(s) == 0 {
		return strictyaml.Scalar{}
	}
	return s[0].name
}

// has reports whether the name has a place. A line without one is as if it were not there.
func (s fieldSpecs) has(name string) bool {
	spec := s.find(name)
	return spec != nil && (!spec.place.plain || spec.place.path() != "")
}
