package revise

import (
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Spec is the rules of a feed as the config has them, by field. A field has one rule or a list
// of them, which apply one after the other.
type Spec struct {
	Name          Fields `yaml:"name"` // in every language
	NameUK        Fields `yaml:"name_uk"`
	NameRU        Fields `yaml:"name_ru"`
	NameEN        Fields `yaml:"name_en"`
	Description   Fields `yaml:"description"` // in every language
	DescriptionUK Fields `yaml:"description_uk"`
	DescriptionRU Fields `yaml:"description_ru"`
	DescriptionEN Fields `yaml:"description_en"`
	Brand         Fields `yaml:"brand"`
	Country       Fields `yaml:"country_of_origin"`
	Barcode       Fields `yaml:"barcode"`
	Category      Fields `yaml:"category"` // as a path, "Дім > Кухня"

	WeightG  Number `yaml:"weight_g"`
	LengthMM Number `yaml:"length_mm"`
	WidthMM  Number `yaml:"width_mm"`
	HeightMM Number `yaml:"height_mm"`

	Quantity Quantity `yaml:"quantity"`

	// Labels are by their places, 0 to 4; of each place the first whose condition holds counts.
	Labels map[string]LabelSpecs `yaml:"labels"`
}

// Field is a rule for a text.
type Field struct {
	When    strictyaml.Scalar `yaml:"when"`    // a condition: without it the rule is for every product
	From    strictyaml.Scalar `yaml:"from"`    // the text made anew, with fields in braces
	Replace []Replacement     `yaml:"replace"` // one after the other
	Default strictyaml.Scalar `yaml:"default"` // where nothing is there
}

// Replacement is what is looked for in a text, and what stands in its place.
type Replacement struct {
	Find    strictyaml.Scalar `yaml:"find"`    // a text, letter by letter
	Pattern strictyaml.Scalar `yaml:"pattern"` // a regular expression
	With    strictyaml.Scalar `yaml:"with"`    // of a pattern, $1 is its first group
}

// Number is a rule for a whole number.
type Number struct {
	Default strictyaml.Scalar `yaml:"default"`
}

// Quantity is a rule for the stock.
type Quantity struct {
	Minus strictyaml.Scalar `yaml:"minus"` // pieces that are kept back
}

// LabelSpec is a label and when a product has it.
type LabelSpec struct {
	Value strictyaml.Scalar `yaml:"value"`
	When  strictyaml.Scalar `yaml:"when"`
}

// Fields are the rules for one text.
type Fields []Field

// LabelSpecs are the labels for one place.
type LabelSpecs []LabelSpec

// UnmarshalYAML reads one rule or a list of them.
func (f *Fields) UnmarshalYAML(node ast.Node) error { return oneOrMore(node, (*[]Field)(f)) }

// UnmarshalYAML reads one label or a list of them.
func (l *LabelSpecs) UnmarshalYAML(node ast.Node) error { return oneOrMore(node, (*[]LabelSpec)(l)) }

func oneOrMore[T any](node ast.Node, into *[]T) error {
	if _, list := node.(*ast.SequenceNode); list {
		return yaml.NodeToValue(node, into, yaml.Strict())
	}
	var one T
	if err := yaml.NodeToValue(node, &one, yaml.Strict()); err != nil {
		return err
	}
	*into = []T{one}
	return nil
}
