package exporter

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Template says what a feed holds. It is compiled once, is never changed after that,
// and may be used by several feeds and builds at the same time.
type Template struct {
	Name        string
	Format      string // csv, xlsx or yml
	Description string

	needs      []need
	columns    []column   // of csv and xlsx
	offer      element    // of yml
	currencies []currency // that the feed may hold; none: any
}

// need is a value without which a product is left out.
type need struct {
	path       string
	value      value
	publicOnly bool // private feeds can do without it
}

// column is one column of a table.
type column struct {
	heading string
	value   value
	width   int // in characters, 0: by the kind of value
}

// currency is one that a feed may hold, with its rate to the main one.
type currency struct{ id, rate string }

// element is an XML element of an offer. It holds a value or other elements, and is
// left out where there is nothing in it.
type element struct {
	name       string
	open       string // `<name`
	end        string // `</name>`
	value      *value
	each       *list // the element stands once for each item
	when       *list // the element stands only where this list has items
	unless     string
	cdata      bool
	attributes []attribute
	children   []element
}

// attribute is an XML attribute, left out where its value is absent.
type attribute struct {
	open     string // ` name="`
	value    value
	required bool // without it the whole element is left out
}

// CompileTemplate reads a feed template. Every mistake is a *strictyaml.Error with its
// file, line and column and, where something similar is known, a hint.
func CompileTemplate(file string, data []byte) (*Template, error) {
	var s templateSpec
	if err := strictyaml.Decode(file, data, &s); err != nil {
		return nil, err
	}
	c := compiler{file: file, paths: newPaths()}
	t := &Template{Name: s.Name.text, Format: s.Format.text, Description: s.Description}
	if s.Kind.text != "feed" {
		return nil, c.fail(s.Kind, "kind must be feed, not %q", s.Kind.text)
	}
	if s.Name.text == "" {
		return nil, c.fail(s.Name, "a template needs a name")
	}
	if err := c.shape(&s); err != nil {
		return nil, err
	}
	var err error
	if t.needs, err = c.needs(s.Needs); err != nil {
		return nil, err
	}
	if t.columns, err = c.columns(s.Columns); err != nil {
		return nil, err
	}
	if t.currencies, err = c.currencies(s.Currencies); err != nil {
		return nil, err
	}
	if s.Offer != nil {
		t.offer.name = "offer"
		t.offer.attributes, t.offer.children, err = c.inside(c.paths, s.Offer.Attributes, s.Offer.Elements)
	}
	return t, err
}

// reach is how many items of a list the columns hold; the rest of a longer list is left out.
func (t *Template) reach(list string) int {
	n := 0
	for _, c := range t.columns {
		if c.value.list == list {
			n = max(n, c.value.index+1)
		}
	}
	return n
}

// forPublic is the template without everything that shows what the client pays. What
// is private is known by the field and not by the template, so that no template can
// leak it. A column keeps its place and heading, empty; an element is gone.
func (t *Template) forPublic() *Template {
	public := *t
	public.columns = slices.Clone(t.columns)
	for i := range public.columns {
		if public.columns[i].value.private {
			public.columns[i].value = public.columns[i].value.absent()
		}
	}
	public.offer = t.offer.forPublic()
	return &public
}

func (e element) forPublic() element {
	var children []element
	for _, child := range e.children {
		if child.private() {
			continue
		}
		children = append(children, child.forPublic())
	}
	e.children = children
	e.attributes = slices.DeleteFunc(slices.Clone(e.attributes), func(a attribute) bool { return a.value.private })
	return e
}

func (e *element) private() bool {
	return e.value != nil && e.value.private || e.each != nil && e.each.private || e.when != nil && e.when.private
}

// compiler turns a template's YAML into its compiled form.
type compiler struct {
	file  string
	paths paths
}

func (c *compiler) fail(at located, format string, args ...any) *strictyaml.Error {
	return &strictyaml.Error{File: c.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
}

// shape checks that the parts of the template are those of its format.
func (c *compiler) shape(s *templateSpec) error {
	f, ok := formatNamed(s.Format.text)
	if !ok {
		err := c.fail(s.Format, "unknown format %q", s.Format.text)
		if near := strictyaml.Nearest(s.Format.text, formatNames()); near != "" {
			err.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		return err
	}
	switch {
	case f.table && len(s.Columns) == 0:
		return c.fail(s.Format, "a %s template needs columns", f.name)
	case f.table && s.Offer != nil:
		return c.fail(s.Format, "a %s template has columns, not an offer", f.name)
	case !f.table && (s.Offer == nil || len(s.Offer.Elements) == 0):
		return c.fail(s.Format, "a %s template needs an offer with elements", f.name)
	case !f.table && len(s.Columns) > 0:
		return c.fail(s.Format, "a %s template has an offer, not columns", f.name)
	case !f.table && len(s.Currencies) == 0:
		return c.fail(s.Format, "a %s template needs currencies", f.name)
	}
	return nil
}
