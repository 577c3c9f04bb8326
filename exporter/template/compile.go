package template

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/offerid"
	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Compile reads a feed template. Every mistake is a *strictyaml.Error with its
// file, line and column and, where something similar is known, a hint.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	if err := strictyaml.Decode(file, data, &s); err != nil {
		return nil, err
	}
	c := newCompiler(file)
	t := &Template{Name: s.Name.Text, Format: s.Format.Text, Description: s.Description, file: file, grouped: s.Group, categoryColumns: c.categoryColumns, attributeColumns: c.attributeColumns}
	head := csvtemplate.Compiler{File: file}
	if err := cmp.Or(head.OfKind(s.Kind, "feed"), head.Named(s.Name)); err != nil {
		return nil, err
	}
	if err := c.shape(&s); err != nil {
		return nil, err
	}
	if err := c.all(t, &s); err != nil {
		return nil, err
	}
	t.secrets, t.uses, t.fieldLimits = c.secrets, c.uses, c.fieldLimits
	return t, nil
}

// all compiles the parts of a template.
func (c *compiler) all(t *Template, s *templateSpec) (err error) {
	if t.takes, err = c.condition(c.paths, s.Takes); err != nil {
		return err
	}
	if t.needs, err = c.needs(s.Needs); err != nil {
		return err
	}
	if t.unique, err = c.unique(s.Unique); err != nil {
		return err
	}
	if t.ids, err = c.ids(s.IDs); err != nil {
		return err
	}
	if t.order, err = c.order(s); err != nil {
		return err
	}
	if c.ofMembers.Set {
		return c.fail(c.ofMembers, "group.members is known in rows and elements only, once the feed has chosen its offers")
	}
	if t.lists, err = c.listLimits(&s.Lists); err != nil {
		return err
	}
	if t.currencies, err = c.currencies(s.Currencies); err != nil {
		return err
	}
	if t.csv, err = c.csv(s); err != nil {
		return err
	}
	if t.sheets, err = c.sheets(s); err != nil {
		return err
	}
	if s.Offer == nil {
		return nil
	}
	if !s.Offer.Element.Set {
		s.Offer.Element.Text = "offer"
	}
	if t.doctype = s.Doctype.Text; s.Doctype.Set && !doctype().MatchString(t.doctype) {
		return c.fail(s.Doctype, "doctype is a name and where its grammar lies, such as catalog SYSTEM \"catalog.dtd\", not %q", t.doctype)
	}
	if s.Document == nil {
		s.Document, t.doctype = ymlDocument(), `yml_catalog SYSTEM "shops.dtd"`
	}
	return c.compileDocument(t, s.Document, s.Offer)
}

// shape checks that the parts of the template are those of its format.
func (c *compiler) shape(s *templateSpec) error {
	f, ok := encode.Named(s.Format.Text)
	if !ok {
		err := c.fail(s.Format, "unknown format %q", s.Format.Text)
		if near := strictyaml.Nearest(s.Format.Text, encode.Names()); near != "" {
			err.Mend = fmt.Sprintf("did you mean %q?", near)
		}
		return err
	}
	switch {
	case f.Table && len(s.Columns) == 0 && len(s.Sheets) == 0:
		return c.fail(s.Format, "a %s template needs columns", f.Name)
	case len(s.Columns) > 0 && len(s.Sheets) > 0:
		return c.fail(s.Sheets[0].Sheet, "a template has columns or sheets, not both")
	case len(s.Sheets) > 0 && f.Name != "xlsx":
		return c.fail(s.Sheets[0].Sheet, "only an xlsx template has sheets")
	case f.Table && (s.Offer != nil || s.Document != nil):
		return c.fail(s.Format, "a %s template has columns, not an offer or a document", f.Name)
	case !f.Table && (s.Offer == nil || len(s.Offer.Elements) == 0):
		return c.fail(s.Format, "a %s template needs an offer with elements", f.Name)
	case !f.Table && len(s.Columns)+len(s.Sheets) > 0:
		return c.fail(s.Format, "a %s template has an offer, not columns", f.Name)
	case f.Name == "yml" && len(s.Currencies) == 0:
		return c.fail(s.Format, "a yml template needs currencies")
	case f.Name == "xml" && s.Document == nil:
		return c.fail(s.Format, "an xml template needs a document")
	case f.Name == "yml" && s.Document != nil:
		return c.fail(s.Document.Element, "a yml template has its document already; take format: xml for another one")
	}
	return nil
}

func (c *compiler) needs(specs []needSpec) (out []need, err error) {
	for i := range specs {
		s := &specs[i]
		n := need{path: cmp.Or(s.Name, s.Field.Value.at().Text), publicOnly: s.In.Text == "public", mend: s.Mend}
		pattern := s.Field.Pattern
		s.Field.Pattern = strictyaml.Scalar{}
		if len(s.Field.Value) == 0 {
			return nil, c.fail(s.In, "a need names a value")
		}
		if n.pattern, err = c.pattern(pattern); err != nil {
			return nil, err
		}
		if n.value, err = c.field(c.paths, &s.Field); err != nil {
			return nil, err
		}
		if s.In.Text != "" && !n.publicOnly {
			return nil, c.fail(s.In, "in must be public, not %q", s.In.Text)
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *compiler) unique(specs []uniqueSpec) (out []Unique, err error) {
	for i := range specs {
		s := &specs[i]
		u := Unique{path: cmp.Or(s.Name, s.Field.Value.at().Text), mend: s.Mend}
		if u.ofGroup = s.Of.Set; u.ofGroup && s.Of.Text != "group" {
			return nil, c.fail(s.Of, "of is group, or left out, not %q", s.Of.Text)
		}
		if u.omit = s.Omit.Set; u.omit && s.Omit.Text != "barcode" {
			return nil, c.fail(s.Omit, "omit names what an offer can do without: barcode, not %q", s.Omit.Text)
		}
		s.Field.place = "unique"
		if u.value, err = c.field(c.paths, &s.Field); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// ids compiles the form of the offers' ids.
func (c *compiler) ids(s *idsSpec) (*offerid.Rule, error) {
	if s == nil {
		return nil, nil
	}
	if s.Max != 0 && s.Max < shortestIDs || !s.Keep.Set && s.Max == 0 {
		return nil, c.fail(s.Keep, "ids needs keep, such as A-Za-z0-9, or max, of at least %d characters: a derived id ends in 16 digits", shortestIDs)
	}
	rule := &offerid.Rule{Max: s.Max, Keep: s.Keep.Text}
	var err error
	if s.Keep.Set {
		rule.Drop, err = c.allBut(s.Keep)
	}
	return rule, err
}

// shortestIDs is the least length of ids in which derived ones can be told apart.
const shortestIDs = 16

// order compiles the number by which offers stand; nil where the list's order holds.
func (c *compiler) order(s *templateSpec) (*value, error) {
	if !s.Order.Set {
		return nil, nil
	}
	v, err := c.compileValue(c.paths, s.Order)
	switch {
	case err != nil:
		return nil, err
	case v.kind != integerKind:
		return nil, c.fail(s.Order, "order is a whole number, such as stable_number(id), and %q is none", s.Order.Text)
	}
	return &v, nil
}

func (c *compiler) listLimits(s *listsSpec) (out listLimits, err error) {
	for _, l := range []struct {
		spec *listSpec
		into *listLimit
	}{{s.Images, &out.images}, {s.Attributes, &out.attributes}, {s.Tiers, &out.tiers}} {
		if l.spec == nil {
			continue
		}
		*l.into = listLimit{set: true, min: l.spec.Min, max: l.spec.Max, length: l.spec.Length, key: l.spec.Key}
		if l.into.pattern, err = c.pattern(l.spec.Pattern); err != nil {
			return out, err
		}
	}
	return out, nil
}

var currencyCode = pattern.Lazy(`^[A-Z]{3}$`)

func (c *compiler) currencies(specs []currencySpec) (out []Currency, err error) {
	for _, s := range specs {
		if !currencyCode().MatchString(s.ID.Text) {
			return nil, c.fail(s.ID, "a currency is three capital letters, not %q", s.ID.Text)
		}
		if s.Rate.Text == "" {
			return nil, c.fail(s.ID, "currency %s needs a rate", s.ID.Text)
		}
		out = append(out, Currency{s.ID.Text, s.Rate.Text})
	}
	if len(out) > 0 && out[0].Rate != "1" {
		return nil, c.fail(specs[0].Rate, "the first currency is the main one, its rate is 1, not %s", out[0].Rate)
	}
	return out, nil
}

func (c *compiler) csv(s *templateSpec) (encode.CSVStyle, error) {
	style := encode.CSVStyle{Delimiter: ',', BOM: s.CSV.BOM, Newline: "\r\n"}
	if s.Format.Text == "tsv" {
		style.Delimiter, style.Bare, style.Newline = '\t', true, "\n"
	}
	if d := s.CSV.Delimiter; d.Set {
		switch {
		case d.Text == "tab":
			style.Delimiter = '\t'
		case len(d.Text) == 1 && strings.Contains(",;|\t", d.Text):
			style.Delimiter = d.Text[0]
		default:
			return style, c.fail(d, "delimiter is one of , ; | or tab, not %q", d.Text)
		}
	}
	switch n := s.CSV.Newline; n.Text {
	case "crlf":
		style.Newline = "\r\n"
	case "lf":
		style.Newline = "\n"
	case "":
	default:
		return style, c.fail(n, "newline is crlf or lf, not %q", n.Text)
	}
	return style, nil
}
