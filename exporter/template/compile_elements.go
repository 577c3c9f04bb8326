package template

import (
	"maps"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// compileDocument compiles what stands around the offers, and the offers.
func (c *compiler) compileDocument(t *Template, root, offer *elementSpec) (err error) {
	if n := offersIn(root); n != 1 {
		return c.fail(root.Element, "the document needs one element with offers: true, not %d", n)
	}
	if err := c.always(root); err != nil {
		return err
	}
	for _, at := range []strictyaml.Scalar{offer.When, offer.Unless, offer.Field.Each} {
		if at.Set {
			return c.fail(at, "an offer stands always, and once: leave products out by takes or needs")
		}
	}
	if t.document, err = c.compileElement(c.paths.outside(), root, true); err != nil {
		return err
	}
	if t.offer, err = c.compileElement(c.paths, offer, false); err != nil {
		return err
	}
	prefixes, err := c.namespaces(root, nil)
	if err != nil {
		return err
	}
	_, err = c.namespaces(offer, prefixes)
	return err
}

// offersIn counts the places for offers in a document.
func offersIn(s *elementSpec) int {
	n := 0
	if s.Offers {
		n++
	}
	for i := range s.Elements {
		n += offersIn(&s.Elements[i])
	}
	return n
}

// always refuses conditions and repetition around the offers: a document has one root,
// and the offers one place.
func (c *compiler) always(s *elementSpec) error {
	for _, at := range []strictyaml.Scalar{s.When, s.Unless, s.Field.Each} {
		if at.Set {
			return c.fail(at, "element %s holds the offers: it stands always, and once", s.Element.Text)
		}
	}
	for i := range s.Attributes {
		if a := &s.Attributes[i]; a.Required {
			return c.fail(a.Name, "element %s holds the offers: it stands also without %s", s.Element.Text, a.Name.Text)
		}
	}
	for i := range s.Elements {
		if offersIn(&s.Elements[i]) > 0 {
			return c.always(&s.Elements[i])
		}
	}
	return nil
}

// namespaces checks that every prefix is declared around where it stands, and that no
// attribute stands twice. It returns the prefixes that the offers may use.
func (c *compiler) namespaces(s *elementSpec, around map[string]bool) (offers map[string]bool, err error) {
	declared := map[string]bool{"xml": true}
	maps.Copy(declared, around)
	seen := map[string]bool{}
	for i := range s.Attributes {
		a := &s.Attributes[i]
		if seen[a.Name.Text] {
			return nil, c.fail(a.Name, "element %s has the attribute %s twice", s.Element.Text, a.Name.Text)
		}
		seen[a.Name.Text] = true
		if prefix, ok := strings.CutPrefix(a.Name.Text, "xmlns:"); ok {
			if a.Field.Constant.Text == "" {
				return nil, c.fail(a.Name, "%s needs the namespace's address as its constant", a.Name.Text)
			}
			declared[prefix] = true
		}
	}
	names := []strictyaml.Scalar{s.Element}
	for i := range s.Attributes {
		names = append(names, s.Attributes[i].Name)
	}
	for _, name := range names {
		prefix, _, prefixed := strings.Cut(name.Text, ":")
		if prefixed && !declared[prefix] && (prefix != "xmlns" || name == s.Element) {
			return nil, c.fail(name, "the prefix of %s is not declared: give an element around it the attribute xmlns:%s, with the namespace's address as its constant", name.Text, prefix)
		}
	}
	if s.Offers {
		offers = declared
	}
	for i := range s.Elements {
		below, err := c.namespaces(&s.Elements[i], declared)
		if err != nil {
			return nil, err
		}
		if below != nil {
			offers = below
		}
	}
	return offers, nil
}

func (c *compiler) compileAttributes(in paths, specs []attributeSpec) (out []attribute, err error) {
	for i := range specs {
		s := &specs[i]
		if err := c.xmlName(s.Name); err != nil {
			return nil, err
		}
		s.Field.place, s.Field.at = s.Name.Text, s.Name
		v, err := c.field(in, &s.Field)
		if err != nil {
			return nil, err
		}
		out = append(out, attribute{s.Name.Text, v, s.Required, s.Always})
	}
	return out, nil
}

func (c *compiler) compileElement(in paths, s *elementSpec, document bool) (e element, err error) {
	e = element{tag: encode.NewTag(s.Element.Text), cdata: s.CDATA, offers: s.Offers}
	e.tag.Unless, e.tag.Always = s.Unless.Text, s.Always
	if err = c.xmlName(s.Element); err != nil {
		return e, err
	}
	if s.Offers && !document {
		return e, c.fail(s.Element, "offers: true is for the document")
	}
	if !s.Field.Join.Set {
		if e.each, err = c.repeat(in, &s.Field); err != nil {
			return e, err
		}
	}
	if e.each != nil {
		in = in.within(e.each.list)
	}
	if e.when, err = c.condition(in, s.When); err != nil {
		return e, err
	}
	if e.each != nil {
		if len(s.Field.Value) == 0 && len(s.Elements) == 0 {
			if _, ok := in.valueNamed("."); ok {
				s.Field.Value = choices{{Text: ".", Line: s.Field.Each.Line, Column: s.Field.Each.Column}}
			}
		}
		s.Field.Each = strictyaml.Scalar{}
	}
	if e.attributes, err = c.compileAttributes(in, s.Attributes); err != nil {
		return e, err
	}
	for i := range s.Elements {
		child, err := c.compileElement(in, &s.Elements[i], document)
		if err != nil {
			return e, err
		}
		e.children = append(e.children, child)
	}
	err = c.content(in, s, &e)
	return e, err
}

// content compiles the value of an element, where it holds one, and refuses what holds
// nothing or two things.
func (c *compiler) content(in paths, s *elementSpec, e *element) error {
	valued := len(s.Field.Value) > 0 || s.Field.Constant.Set || s.Field.Default.Set || s.Field.Join.Set
	switch {
	case valued && (len(e.children) > 0 || e.offers):
		return c.fail(s.Element, "element %s holds a value or elements, not both", s.Element.Text)
	case valued:
		s.Field.place, s.Field.at = s.Element.Text, s.Element
		v, err := c.field(in, &s.Field)
		e.value = &v
		return err
	case len(e.children) == 0 && !e.offers && len(e.attributes) == 0:
		return c.fail(s.Element, "element %s needs a value, elements or attributes", s.Element.Text)
	}
	e.empty = len(e.children) == 0 && !e.offers
	return nil
}

// doctype holds what follows <!DOCTYPE to a name and where its grammar lies.
var doctype = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_.:-]*( SYSTEM "[^"<>]*"| PUBLIC "[A-Za-z0-9 '()+,./:=?;!*#@$_%-]*" "[^"<>]*")?$`)

var xmlName = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_.-]*(:[A-Za-z_][A-Za-z0-9_.-]*)?$`)

// xmlName holds names to letters, digits, '_', '-' and '.', with one prefix: what feeds
// use, and always well-formed.
func (c *compiler) xmlName(name strictyaml.Scalar) error {
	if !xmlName().MatchString(name.Text) {
		return c.fail(name, "%q is no name of an XML element or attribute", name.Text)
	}
	return nil
}
