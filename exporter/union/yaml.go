package union

import (
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Words are one word or a list of them. From YAML each keeps its letters.
type Words []string

// UnmarshalYAML reads a scalar or a list of scalars.
func (w *Words) UnmarshalYAML(node ast.Node) error {
	items := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		items = list.Values
	}
	if len(items) == 0 {
		return strictyaml.Mistake(node, "the list is empty: fill it, or remove the key")
	}
	*w = (*w)[:0]
	for _, item := range items {
		word, err := letters(item)
		if err != nil {
			return err
		}
		*w = append(*w, word)
	}
	return nil
}

// Members are a feed's key suppliers: names, or names with what each has: alpha: {prefix: "A-"}.
// Their order is that of the file.
type Members []Named

// Named is a supplier as a feed names him.
type Named struct {
	Name   string
	Prefix *string // before his ids; nil where nothing is said of it
}

// UnmarshalYAML reads a list of names, or a mapping of names.
func (m *Members) UnmarshalYAML(node ast.Node) error {
	*m = (*m)[:0]
	switch n := node.(type) {
	case *ast.SequenceNode:
		for _, item := range n.Values {
			name, err := letters(item)
			if err != nil {
				return err
			}
			*m = append(*m, Named{Name: name})
		}
	case *ast.MappingNode:
		for _, entry := range n.Values {
			member := Named{Name: entry.Key.GetToken().Value}
			if err := member.read(entry.Value); err != nil {
				return err
			}
			*m = append(*m, member)
		}
	default:
		return strictyaml.Mistake(node, "want names of suppliers, such as [alpha, beta], or alpha: {prefix: \"A-\"} for each")
	}
	if len(*m) == 0 {
		return strictyaml.Mistake(node, "no supplier is named: fill the list, or remove the key")
	}
	return nil
}

// read reads what stands behind a member's name.
func (m *Named) read(node ast.Node) error {
	if _, null := node.(*ast.NullNode); null {
		return nil
	}
	var own struct {
		Prefix *written `yaml:"prefix"`
	}
	if err := yaml.NodeToValue(node, &own, yaml.Strict()); err != nil {
		return err
	}
	m.Prefix = (*string)(own.Prefix)
	return nil
}

// written is a scalar by its letters; "" is none.
type written string

// UnmarshalYAML reads it.
func (w *written) UnmarshalYAML(node ast.Node) error {
	if text, ok := node.(*ast.StringNode); ok && text.Value == "" {
		*w = ""
		return nil
	}
	text, err := letters(node)
	*w = written(text)
	return err
}

// Without says what a feed does without one of its suppliers. The zero value: it is not built.
type Without struct {
	Last time.Duration // up to this age his last whole list stands in; 0: it never does
}

// lastFor is how old a list may be at most, and where nothing else is said: what is older has
// prices and stock that nobody may sell by.
const lastFor = 24 * time.Hour

// UnmarshalYAML reads the word last, or last: 12h.
func (w *Without) UnmarshalYAML(node ast.Node) error {
	if text, err := letters(node); err == nil {
		switch text {
		case "last":
			w.Last = lastFor
		case "refuse":
			w.Last = 0
		default:
			return strictyaml.Mistake(node, "unknown word %q: want refuse, last, or {last: 12h}", text)
		}
		return nil
	}
	var own struct {
		Last time.Duration `yaml:"last"`
	}
	if err := yaml.NodeToValue(node, &own, yaml.Strict()); err != nil {
		return err
	}
	if own.Last <= 0 {
		return strictyaml.Mistake(node, "want a time above 0, such as {last: 12h}")
	}
	if own.Last > lastFor {
		return strictyaml.Mistake(node, "last: %s is too long: want at most 24h, such as {last: 12h}, so that prices and stock of days ago are not sold by", own.Last)
	}
	w.Last = own.Last
	return nil
}

// letters is a scalar as it is written, without quotes.
func letters(node ast.Node) (string, error) {
	switch n := node.(type) {
	case *ast.StringNode:
		if text := strings.TrimSpace(n.Value); text != "" {
			return text, nil
		}
		return "", strictyaml.Mistake(node, "want a text that is not blank")
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", strictyaml.Mistake(node, "want a text")
}
