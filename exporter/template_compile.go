package exporter

import (
	"fmt"
	"regexp"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// located is a scalar of a template with its place in the file.
type located struct {
	text         string
	line, column int
}

// UnmarshalYAML keeps a scalar's text and place.
func (l *located) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	l.line, l.column = token.Position.Line, token.Position.Column
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return &yaml.SyntaxError{Message: "want a text, not a list or a mapping", Token: token}
	}
	l.text = fmt.Sprint(scalar.GetValue())
	if _, null := node.(*ast.NullNode); null {
		l.text = ""
	}
	return nil
}

type templateSpec struct {
	Name        located        `yaml:"name"`
	Kind        located        `yaml:"kind"`
	Format      located        `yaml:"format"`
	Description string         `yaml:"description"`
	Needs       []needSpec     `yaml:"needs"`
	Currencies  []currencySpec `yaml:"currencies"`
	Columns     []columnSpec   `yaml:"columns"`
	Offer       *offerSpec     `yaml:"offer"`
}

type needSpec struct {
	Value located `yaml:"value"`
	In    located `yaml:"in"` // public: only public feeds need it
}

type currencySpec struct {
	ID   located `yaml:"id"`
	Rate located `yaml:"rate"`
}

type columnSpec struct {
	Heading located `yaml:"heading"`
	Value   located `yaml:"value"`
	Width   int     `yaml:"width"`
}

type offerSpec struct {
	Attributes []attributeSpec `yaml:"attributes"`
	Elements   []elementSpec   `yaml:"elements"`
}

type attributeSpec struct {
	Name     located `yaml:"name"`
	Value    located `yaml:"value"`
	Required bool    `yaml:"required"`
}

type elementSpec struct {
	Element    located         `yaml:"element"`
	Value      located         `yaml:"value"`
	Each       located         `yaml:"each"`
	When       located         `yaml:"when"`
	Unless     located         `yaml:"unless"`
	CDATA      bool            `yaml:"cdata"`
	Attributes []attributeSpec `yaml:"attributes"`
	Elements   []elementSpec   `yaml:"elements"`
}

// value resolves a path; an unknown one is named with the nearest known path.
func (c *compiler) value(in paths, path located) (value, error) {
	v, ok := in.value(path.text)
	if ok {
		return v, nil
	}
	err := c.fail(path, "unknown path %q", path.text)
	if near := strictyaml.Nearest(path.text, in.known()); near != "" {
		err.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	return value{}, err
}

func (c *compiler) list(name located) (*list, error) {
	if name.text == "" {
		return nil, nil
	}
	if l := c.paths.list(name.text); l != nil {
		return l, nil
	}
	return nil, c.fail(name, "unknown list %q: known are images, attributes, tiers", name.text)
}

func (c *compiler) needs(specs []needSpec) (out []need, err error) {
	for _, s := range specs {
		n := need{path: s.Value.text, publicOnly: s.In.text == "public"}
		if n.value, err = c.value(c.paths, s.Value); err != nil {
			return nil, err
		}
		if s.In.text != "" && !n.publicOnly {
			return nil, c.fail(s.In, "in must be public, not %q", s.In.text)
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *compiler) columns(specs []columnSpec) (out []column, err error) {
	seen := map[string]bool{}
	for _, s := range specs {
		col := column{heading: s.Heading.text, width: s.Width}
		if col.value, err = c.value(c.paths, s.Value); err != nil {
			return nil, err
		}
		if col.heading == "" || seen[col.heading] {
			return nil, c.fail(s.Heading, "every column needs a heading of its own, %q is not", col.heading)
		}
		if s.Width < 0 || s.Width > 255 {
			return nil, c.fail(s.Heading, "a column is 1 to 255 characters wide, not %d", s.Width)
		}
		seen[col.heading] = true
		out = append(out, col)
	}
	return out, nil
}

func (c *compiler) currencies(specs []currencySpec) (out []currency, err error) {
	for _, s := range specs {
		if !regexp.MustCompile(`^[A-Z]{3}$`).MatchString(s.ID.text) {
			return nil, c.fail(s.ID, "a currency is three capital letters, not %q", s.ID.text)
		}
		if s.Rate.text == "" {
			return nil, c.fail(s.ID, "currency %s needs a rate", s.ID.text)
		}
		out = append(out, currency{s.ID.text, s.Rate.text})
	}
	if len(out) > 0 && out[0].rate != "1" {
		return nil, c.fail(specs[0].Rate, "the first currency is the main one, its rate is 1, not %s", out[0].rate)
	}
	return out, nil
}

// inside compiles what an element holds beside its own text.
func (c *compiler) inside(in paths, attrs []attributeSpec, elements []elementSpec) ([]attribute, []element, error) {
	var attributes []attribute
	for _, s := range attrs {
		if err := c.xmlName(s.Name); err != nil {
			return nil, nil, err
		}
		v, err := c.value(in, s.Value)
		if err != nil {
			return nil, nil, err
		}
		attributes = append(attributes, attribute{" " + s.Name.text + `="`, v, s.Required})
	}
	var children []element
	for i := range elements {
		child, err := c.element(in, &elements[i])
		if err != nil {
			return nil, nil, err
		}
		children = append(children, child)
	}
	return attributes, children, nil
}

func (c *compiler) element(in paths, s *elementSpec) (e element, err error) {
	name := s.Element.text
	e = element{name: name, open: "<" + name, end: "</" + name + ">", unless: s.Unless.text, cdata: s.CDATA}
	if err = c.xmlName(s.Element); err != nil {
		return e, err
	}
	if e.each, err = c.list(s.Each); err != nil {
		return e, err
	}
	if e.when, err = c.list(s.When); err != nil {
		return e, err
	}
	if e.each != nil {
		in = in.within(e.each)
	}
	if e.attributes, e.children, err = c.inside(in, s.Attributes, s.Elements); err != nil {
		return e, err
	}
	path := s.Value
	if path.text == "" && e.each != nil && len(e.children) == 0 {
		path = located{".", s.Each.line, s.Each.column}
	}
	switch {
	case path.text != "" && len(e.children) > 0:
		return e, c.fail(path, "element %s holds a value or elements, not both", e.name)
	case path.text != "":
		v, err := c.value(in, path)
		e.value = &v
		return e, err
	case len(e.children) == 0:
		return e, c.fail(s.Element, "element %s needs a value or elements", e.name)
	}
	return e, nil
}

// xmlName holds names to letters, digits, '_', '-' and '.': what feeds use, and always well-formed.
func (c *compiler) xmlName(name located) error {
	if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`).MatchString(name.text) {
		return c.fail(name, "%q is no name of an XML element or attribute", name.text)
	}
	return nil
}
