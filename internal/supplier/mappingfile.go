package supplier

import (
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// mappingFile is a mapping as it is written; templates/suppliers/default.yaml
// explains each key.
type mappingFile struct {
	Name        string          `yaml:"name"`
	Kind        string          `yaml:"kind"`
	Format      string          `yaml:"format"`
	Description string          `yaml:"description"`
	Auth        authFile        `yaml:"auth"`
	Times       word            `yaml:"times"`
	Idempotency idempotencyFile `yaml:"idempotency"`
	Paging      *pagingFile     `yaml:"paging"`
	Answer      fieldSpecs      `yaml:"answer"`
	Errors      fieldSpecs      `yaml:"errors"`
	Statuses    fieldSpecs      `yaml:"statuses"`
	Products    operationFile   `yaml:"products"`
	Search      operationFile   `yaml:"search"`
	Orders      operationFile   `yaml:"orders"`
	CreateOrder createFile      `yaml:"create_order"`
	Shipments   operationFile   `yaml:"shipments"`
	Ledger      operationFile   `yaml:"ledger"`
}

type authFile struct {
	Header word   `yaml:"header"`
	Prefix string `yaml:"prefix"`
}

type idempotencyFile struct {
	Kind      word          `yaml:"kind"`
	Lifetime  time.Duration `yaml:"lifetime"`
	KeyHeader word          `yaml:"key_header"`
}

type pagingFile struct {
	Kind    word `yaml:"kind"`
	Page    word `yaml:"page"`
	First   int  `yaml:"first"`
	PerPage word `yaml:"per_page"`
	Cursor  word `yaml:"cursor"`
	Size    int  `yaml:"size"`
	Max     int  `yaml:"max"`
}

type operationFile struct {
	Request word        `yaml:"request"`
	Query   fieldSpecs  `yaml:"query"`
	Batch   int         `yaml:"batch"`
	Paging  *pagingFile `yaml:"paging"`
	Answer  fieldSpecs  `yaml:"answer"`
	Fields  fieldSpecs  `yaml:"fields"`
}

type createFile struct {
	Request        word       `yaml:"request"`
	ReplayedHeader word       `yaml:"replayed_header"`
	Order          word       `yaml:"order"`
	Body           fieldSpecs `yaml:"body"`
}

// position is a place in the mapping's file, from 1; zero where there is none.
type position struct{ line, column int }

func positionOf(t *token.Token) position {
	if t == nil || t.Position == nil {
		return position{}
	}
	return position{t.Position.Line, t.Position.Column}
}

// word is one text of the file that remembers where it stands.
type word struct {
	text string
	position
}

// UnmarshalYAML takes a plain value.
func (w *word) UnmarshalYAML(node ast.Node) error {
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return &yaml.SyntaxError{Message: "want one text here", Token: node.GetToken()}
	}
	w.position = positionOf(node.GetToken())
	if scalar.Type() != ast.NullType {
		w.text = fmt.Sprint(scalar.GetValue())
	}
	return nil
}

// fieldSpec says where one value of the model stands: "rrp: prices.retail", or for
// a list of records "tiers: {at: wholesale_tiers, fields: {…}}".
type fieldSpec struct {
	name   string
	pos    position // of the name
	path   word
	list   bool // whether it is written as at and fields
	fields fieldSpecs
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
		key := entry.Key.GetToken()
		spec := fieldSpec{name: key.Value, pos: positionOf(key)}
		if err := spec.place(entry.Value); err != nil {
			return err
		}
		*s = append(*s, spec)
	}
	return nil
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	}
	return nil, &yaml.SyntaxError{Message: "want names with a place for each here", Token: node.GetToken()}
}

func (s *fieldSpec) place(node ast.Node) error {
	if _, ok := node.(ast.ScalarNode); ok {
		return s.path.UnmarshalYAML(node)
	}
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	s.list = true
	s.path.position = positionOf(node.GetToken())
	for _, entry := range entries {
		switch key := entry.Key.GetToken(); key.Value {
		case "at":
			err = s.path.UnmarshalYAML(entry.Value)
		case "fields":
			err = s.fields.UnmarshalYAML(entry.Value)
		default:
			err = &yaml.SyntaxError{Message: fmt.Sprintf("unknown key %q: want at and fields", key.Value), Token: key}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// steps splits a path such as category.path; the path "." has none: the value itself.
// Characters that a later language of paths may want, and those that JSON writes with
// an escape (see scanner.isKey), are refused.
func (w word) steps() ([]string, error) {
	if w.text == "." {
		return nil, nil
	}
	if i := strings.IndexAny(w.text, "|[]*$()\"\\\n\t"); i >= 0 {
		return nil, fmt.Errorf("path %q: the character %q has no meaning in a path", w.text, w.text[i])
	}
	steps := strings.Split(w.text, ".")
	for _, step := range steps {
		if step == "" {
			return nil, fmt.Errorf("path %q has an empty step", w.text)
		}
	}
	return steps, nil
}
