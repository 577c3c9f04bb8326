package pricing

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// UnmarshalYAML reads a rule from a mapping, or from the bare name of its base. It asks
// the decoder itself for the rest, so that unknown keys keep their line.
func (r *Rule) UnmarshalYAML(decode func(any) error) error {
	var base Base
	if err := decode(&base); !errors.Is(err, errNoScalar) {
		*r = Rule{Base: base}
		return err
	}
	type mapping Rule
	var read mapping
	err := decode(&read)
	*r = Rule(read)
	return err
}

// UnmarshalYAML reads an old price from a mapping, or from the bare name of its source.
func (o *OldPrice) UnmarshalYAML(decode func(any) error) error {
	var from oldPriceName
	if err := decode(&from); !errors.Is(err, errNoScalar) {
		*o = OldPrice{From: string(from)}
		return err
	}
	*o = OldPrice{}
	return decode(&o.Markup)
}

// UnmarshalYAML refuses an unknown base at its place in the file.
func (b *Base) UnmarshalYAML(node ast.Node) error {
	text, err := scalar(node)
	if err != nil {
		return err
	}
	*b = Base(text)
	return at(node, b.check())
}

// oldPriceName is the scalar form of an OldPrice.
type oldPriceName string

// UnmarshalYAML refuses an unknown name at its place in the file.
func (n *oldPriceName) UnmarshalYAML(node ast.Node) error {
	text, err := scalar(node)
	if err != nil {
		return err
	}
	*n = oldPriceName(text)
	return at(node, OldPrice{From: text}.check())
}

// UnmarshalYAML keeps the number's own text, which a YAML float would lose: .90 is not 0.9.
func (n *Number) UnmarshalYAML(node ast.Node) error {
	text, err := scalar(node)
	if err != nil {
		return at(node, errors.New("want a number"))
	}
	*n = Number(text)
	_, err = n.parse()
	return at(node, err)
}

// errNoScalar: a list or a mapping stands where a name or a number may stand.
var errNoScalar = errors.New("not a scalar")

// scalar is the literal text of a scalar, "" for null.
func scalar(node ast.Node) (string, error) {
	if _, ok := node.(*ast.NullNode); ok {
		return "", nil
	}
	if _, ok := node.(ast.ScalarNode); !ok {
		return "", errNoScalar
	}
	return node.GetToken().Value, nil
}

// at gives an error its place in the file.
func at(node ast.Node, err error) error {
	if err == nil {
		return nil
	}
	return strictyaml.Mistake(node, "%s", err)
}

func (b Base) check() error {
	if b == "" || b == RRP || b == Drop {
		return nil
	}
	return fmt.Errorf("unknown base %q: write rrp or drop", string(b))
}

func (o OldPrice) check() error {
	if o.From == "" || o.From == "none" || o.From == "rrp" {
		return nil
	}
	return fmt.Errorf("unknown old price %q: write none, rrp, or a mapping with percent and amount", o.From)
}

// parse reads the number; one that is not given is absent. A percent sign is allowed
// here, where nobody knows yet what the number is for, and refused by amount.
func (n Number) parse() (money.Amount, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(string(n)), "%"))
	if n == "" {
		return money.Amount{}, nil
	}
	m, err := money.Parse(text)
	if err != nil {
		return m, fmt.Errorf("%q is no number: write it like 12.5, with a point and without spaces", string(n))
	}
	return m, nil
}
