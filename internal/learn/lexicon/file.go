package lexicon

import (
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// file is one file of words.
type file struct {
	Name        string `yaml:"name"`
	Kind        string `yaml:"kind"`
	Format      string `yaml:"format"`
	Description string `yaml:"description"`

	Fields   keyed[keyed[fieldWords]] `yaml:"fields"`
	States   keyed[keyed[texts]]      `yaml:"states"`
	Verdicts keyed[texts]             `yaml:"verdicts"`
	Words    keyed[texts]             `yaml:"words"`
}

// fieldWords are what services call a field. A word under weaker speaks less for it, from
// 0, which takes the word away, to 1; described are beginnings of words in descriptions.
type fieldWords struct {
	Like      strictyaml.Scalar `yaml:"like"` // RECORD.FIELD, whose names are this one's too
	Names     texts             `yaml:"names"`
	Weaker    keyed[strength]   `yaml:"weaker"`
	Described keyed[strength]   `yaml:"described"`
}

// keyed is a mapping that keeps the order and the places of its keys.
type keyed[T any] []entry[T]

type entry[T any] struct {
	key   strictyaml.Scalar
	value T
}

// UnmarshalYAML reads the entries; no key stands twice.
func (k *keyed[T]) UnmarshalYAML(node ast.Node) error {
	if _, null := node.(*ast.NullNode); null {
		return nil
	}
	mapping, ok := node.(ast.MapNode)
	if !ok {
		return strictyaml.Mistake(node, "want keys with values here")
	}
	seen := map[string]bool{}
	for each := mapping.MapRange(); each.Next(); {
		var e entry[T]
		if err := e.key.UnmarshalYAML(each.Key()); err != nil {
			return err
		}
		if seen[e.key.Text] {
			return strictyaml.Mistake(each.Key(), "the key %q stands here twice", e.key.Text)
		}
		seen[e.key.Text] = true
		if err := yaml.NodeToValue(each.Value(), &e.value, yaml.Strict()); err != nil {
			return err
		}
		*k = append(*k, e)
	}
	return nil
}

// texts are a list of words.
type texts []strictyaml.Scalar

func (t texts) as(form func(string) string) []string {
	out := make([]string, len(t))
	for i, text := range t {
		out[i] = form(text.Text)
	}
	return out
}

func asWritten(text string) string { return text }

// strength is how much a word speaks for a field.
type strength float64

// UnmarshalYAML reads a number from 0 to 1.
func (s *strength) UnmarshalYAML(node ast.Node) error {
	var value float64
	if err := yaml.NodeToValue(node, &value); err != nil || value < 0 || value > 1 {
		return strictyaml.Mistake(node, "want how much the word says, from 0 to 1, not %s", node)
	}
	*s = strength(value)
	return nil
}

// unknown is the mistake of a key that nothing here has.
func unknown[K ~string](name string, key strictyaml.Scalar, known []K) error {
	words := make([]string, len(known))
	for i, k := range known {
		words[i] = string(k)
	}
	mistake := key.Wrong(name, "unknown key %q", key.Text)
	if near := strictyaml.Nearest(key.Text, words); near != "" {
		mistake.Mend = fmt.Sprintf("did you mean %q?", near)
	}
	return mistake
}

func sortedKeys[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
