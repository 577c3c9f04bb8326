package csvtemplate

import "github.com/dropbridge/dropbridge/internal/strictyaml"

// Column is a column in a template's YAML.
type Column struct {
	Heading  strictyaml.Scalar `yaml:"heading"`
	Value    strictyaml.Scalar `yaml:"value"`
	Constant strictyaml.Scalar `yaml:"constant"`
}

// Place is where a mistake in the column is named: its value or what else it has, and
// otherwise the place that is given.
func (s Column) Place(otherwise strictyaml.Scalar) strictyaml.Scalar {
	at := otherwise
	for _, part := range []strictyaml.Scalar{s.Heading, s.Constant, s.Value} {
		if part.Set {
			at = part
		}
	}
	return at
}

// CheckColumn refuses a column that has both a value and a constant, or none of the two.
func (c Compiler) CheckColumn(s Column, at strictyaml.Scalar) error {
	if s.Value.Set == s.Constant.Set {
		return c.Fail(at, "a column has a value or a constant, one of the two")
	}
	return nil
}

// Headings are those of the columns so far.
type Headings map[string]bool

// Add takes a heading in. Where the file shows them, it refuses one that is there already.
func (h Headings) Add(c Compiler, at strictyaml.Scalar, heading string, shown bool) error {
	if shown && h[heading] {
		return c.Fail(at, "two columns have the heading %q", heading)
	}
	h[heading] = true
	return nil
}
