package template

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/file"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// value resolves a path or, where it is none, an expression. An unknown path is named
// with the nearest known one.
func (c *compiler) value(in paths, source strictyaml.Scalar) (value, error) {
	if v, ok := in.value(source.Text); ok {
		c.notice(in, source.Text)
		c.uses.Tiers = c.uses.Tiers || strings.HasPrefix(source.Text, "tiers[")
		return v, nil
	}
	v, program, err := expressionValue(source.Text)
	if err != nil {
		return value{}, c.mistake(in, source, err)
	}
	if v.computed {
		c.secrets = append(c.secrets, source)
	}
	c.noticeCalls(program)
	c.uses.Tiers = c.uses.Tiers || v.uses.Tiers
	c.uses.Target = c.uses.Target || v.uses.Target
	return v, nil
}

var plainPath = regexp.MustCompile(`^[\w.\[\]]*$`)

// mistake is an error about what is neither a path nor an expression.
func (c *compiler) mistake(in paths, source strictyaml.Scalar, err error) error {
	if plainPath.MatchString(source.Text) {
		fail := c.fail(source, "unknown path %q", source.Text)
		if near := strictyaml.Nearest(source.Text, in.known()); near != "" {
			fail.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fail
	}
	message := err.Error()
	if at, ok := errors.AsType[*file.Error](err); ok {
		message = fmt.Sprintf("%s at character %d", at.Message, at.Column+1)
	}
	return c.fail(source, "expression %q: %s", source.Text, knownTypes(message))
}

// field compiles what a column, an element or an attribute shows.
func (c *compiler) field(in paths, s *fieldSpec) (v value, err error) {
	t := &treatment{fallback: s.Default.Text, join: s.Join.Text, total: s.Total, max: s.Max}
	if s.Constant.Set {
		t.fallback = s.Constant.Text
		if len(s.Value) > 0 || s.Default.Set || s.Each.Set {
			return v, c.fail(s.Constant, "a constant stands alone, without value, default or each")
		}
		return compose(func(dst []byte, _ *Scope) []byte { return append(dst, t.fallback...) }), nil
	}
	if t.each, err = c.repeat(in, s); err != nil {
		return v, err
	}
	if t.each != nil {
		in = in.within(t.each.list)
		if len(s.Value) == 0 {
			s.Value = choices{{Text: ".", Line: s.Each.Line, Column: s.Each.Column}}
		}
	}
	for _, source := range s.Value {
		one, err := c.value(in, source)
		if err != nil {
			return v, err
		}
		t.from = append(t.from, one)
	}
	if err := c.treatment(t, s); err != nil {
		return v, err
	}
	return t.value(), nil
}

// treatment compiles what becomes of the text.
func (c *compiler) treatment(t *treatment, s *fieldSpec) (err error) {
	forms := map[string]form{"": formKeep, "keep": formKeep, "plain": formPlain, "line": formLine, "html": formHTML}
	var ok bool
	if t.form, ok = forms[s.Text.Text]; !ok {
		return c.fail(s.Text, "text is keep, plain, line or html, not %q", s.Text.Text)
	}
	if t.form == formHTML {
		t.policy = markup.NewPolicy(s.HTML...)
	} else if len(s.HTML) > 0 {
		return c.fail(s.Value.at(), "html names the tags that stay with text: html")
	}
	units := map[string]markup.Unit{"": markup.Characters, "characters": markup.Characters, "bytes": markup.Bytes, "utf16": markup.UTF16}
	if t.unit, ok = units[s.Unit.Text]; !ok {
		return c.fail(s.Unit, "unit is characters, bytes or utf16, not %q", s.Unit.Text)
	}
	if s.Max < 0 {
		return c.fail(s.Value.at(), "max is above 0, not %d", s.Max)
	}
	if s.Total < 0 || s.Total > 0 && t.each == nil {
		return c.fail(s.Value.at(), "total is the length of a joined text, with each and join")
	}
	if s.Keep.Set {
		if t.drop, err = regexp.Compile("[^" + s.Keep.Text + "]+"); err != nil {
			return c.fail(s.Keep, "keep names characters, such as A-Za-z0-9: %v", err)
		}
	}
	if t.remove, err = c.pattern(s.Remove); err != nil {
		return err
	}
	if s.Breaks.Set {
		t.breaks = []byte(s.Breaks.Text)
	}
	t.pattern, err = c.pattern(s.Pattern)
	return err
}

func (c *compiler) pattern(s strictyaml.Scalar) (*regexp.Regexp, error) {
	if !s.Set {
		return nil, nil
	}
	p, err := regexp.Compile(s.Text)
	if err != nil {
		return nil, c.fail(s, "%q is no regular expression: %v", s.Text, err)
	}
	return p, nil
}

// repeat compiles each, from and first; nil where there is no each.
func (c *compiler) repeat(in paths, s *fieldSpec) (*repeat, error) {
	return c.over(in, s.Each, s.From, s.First)
}

func (c *compiler) over(in paths, name strictyaml.Scalar, from, first int) (*repeat, error) {
	if !name.Set {
		return nil, nil
	}
	l := in.list(name.Text)
	switch {
	case l == nil:
		return nil, c.fail(name, "unknown list %q: known here are %s", name.Text, strings.Join(in.listNames(), ", "))
	case from < 0 || first < 0:
		return nil, c.fail(name, "from and first count items, from 0")
	}
	c.uses.Categories = c.uses.Categories || l.name == "categories"
	c.uses.Tiers = c.uses.Tiers || l.name == "tiers"
	c.uses.Names = c.uses.Names || l.name == "mapped.attributes"
	return &repeat{l, from, first}, nil
}

// condition compiles when: a list that has items, a path that has a value, or an
// expression that is true.
func (c *compiler) condition(in paths, s strictyaml.Scalar) (*condition, error) {
	if !s.Set {
		return nil, nil
	}
	if l := in.list(s.Text); l != nil {
		return &condition{holds: func(s *Scope) bool { return l.length(s) > 0 }}, nil
	}
	v, err := c.value(in, s)
	if err != nil {
		return nil, err
	}
	return &condition{private: v.private, computed: v.computed, holds: func(s *Scope) bool {
		s.scratch = v.append(s.scratch[:0], s)
		return !encode.Blank(encode.View(s.scratch)) && string(s.scratch) != "false"
	}}, nil
}

func (c *compiler) needs(specs []needSpec) (out []need, err error) {
	for i := range specs {
		s := &specs[i]
		n := need{path: firstOf(s.Name, s.Field.Value.at().Text), publicOnly: s.In.Text == "public", mend: firstOf(s.Mend, "ask the supplier for it")}
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
		u := Unique{path: firstOf(s.Name, s.Field.Value.at().Text), mend: firstOf(s.Mend, "ask the supplier to tell them apart")}
		if u.omit = s.Omit.Set; u.omit && s.Omit.Text != "barcode" {
			return nil, c.fail(s.Omit, "omit names what an offer can do without: barcode, not %q", s.Omit.Text)
		}
		if u.value, err = c.field(c.paths, &s.Field); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// order compiles the number by which offers stand; nil where the list's order holds.
func (c *compiler) order(s *templateSpec) (*value, error) {
	if !s.Order.Set {
		return nil, nil
	}
	v, err := c.value(c.paths, s.Order)
	switch {
	case err != nil:
		return nil, err
	case s.Group:
		return nil, c.fail(s.Order, "offers stand by group or by order, not by both")
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
		*l.into = listLimit{set: true, min: l.spec.Min, max: l.spec.Max, length: l.spec.Length}
		if l.into.pattern, err = c.pattern(l.spec.Pattern); err != nil {
			return out, err
		}
	}
	return out, nil
}

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

func (c *compiler) currencies(specs []currencySpec) (out []Currency, err error) {
	for _, s := range specs {
		if !currencyCode.MatchString(s.ID.Text) {
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
