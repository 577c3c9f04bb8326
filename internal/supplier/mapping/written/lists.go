package written

import (
	"errors"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// JSON is the pair's value as JSON: what is written as a number, true or false is one,
// and what stands in quotes is a text.
func (p Pair) JSON() (string, error) {
	switch p.Kind {
	case ast.BoolType:
		return p.Value.Text, nil
	case ast.IntegerType, ast.FloatType:
		if jsonread.IsNumber(p.Value.Text) {
			return p.Value.Text, nil
		}
		return "", errors.New("want a plain number such as 2 or 0.5, or a text in quotes")
	case ast.StringType, ast.LiteralType:
		return jsonread.Quote(p.Value.Text), nil
	}
	return "", errors.New("want a text, a number, true or false")
}

// Constant is a value that each request carries: as a text, and as JSON.
type Constant struct{ Name, Text, Raw string }

// Constant keeps numbers, true and false as what they are in a body.
func (p Pair) Constant() Constant {
	out := Constant{Name: p.Key.Text, Text: p.Value.Text, Raw: jsonread.Quote(p.Value.Text)}
	switch p.Kind {
	case ast.IntegerType, ast.FloatType, ast.BoolType:
		if jsonread.Check(p.Value.Text) == nil {
			out.Raw = p.Value.Text
		}
	case ast.NullType:
		out.Raw = "null"
	}
	return out
}

// Scalars is one value or a list of them.
type Scalars []strictyaml.Scalar

// UnmarshalYAML takes a value alone as a list of one.
func (s *Scalars) UnmarshalYAML(node ast.Node) error {
	if _, plain := node.(ast.ScalarNode); plain {
		var one strictyaml.Scalar
		err := one.UnmarshalYAML(node)
		*s = Scalars{one}
		return err
	}
	return below(node, (*[]strictyaml.Scalar)(s))
}

// Pair is one line of names that the file chooses itself.
type Pair struct {
	Key, Value strictyaml.Scalar
	Kind       ast.NodeType // of the value
}

// Pairs keeps the order of the file.
type Pairs []Pair

// UnmarshalYAML takes a mapping of texts.
func (p *Pairs) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var one Pair
		if err := one.Key.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := one.Value.UnmarshalYAML(entry.Value); err != nil {
			return err
		}
		one.Kind = entry.Value.Type()
		*p = append(*p, one)
	}
	return nil
}

// below decodes a part of the file as strictly as the whole.
func below(node ast.Node, into any) error {
	return yaml.NodeToValue(node, into, yaml.Strict())
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	}
	return nil, strictyaml.Mistake(node, "want names with a value for each here")
}
