package exporter

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/file"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// value resolves a path or, where it is none, an expression. An unknown path is named
// with the nearest known one.
func (c *compiler) value(in paths, source located) (value, error) {
	if v, ok := in.value(source.text); ok {
		c.notice(in, source.text)
		return v, nil
	}
	v, err := expressionValue(source.text)
	if err != nil {
		return value{}, c.mistake(in, source, err)
	}
	if v.computed {
		c.secrets = append(c.secrets, source)
	}
	c.uses.tiers = c.uses.tiers || v.uses.tiers
	c.uses.target = c.uses.target || v.uses.target
	return v, nil
}

// notice remembers what of the user's maps a template names.
func (c *compiler) notice(in paths, path string) {
	if column, ok := strings.CutPrefix(path, "target."); ok {
		c.targets[column], c.uses.target = true, true
	}
	c.uses.tiers = c.uses.tiers || strings.HasPrefix(path, "tiers[")
	if in.inside != nil && in.inside.name == "attributes" && (path == "code" || path == "value_code") {
		c.codes = true
	}
}

var plainPath = regexp.MustCompile(`^[\w.\[\]]*$`)

// mistake is an error about what is neither a path nor an expression.
func (c *compiler) mistake(in paths, source located, err error) error {
	if plainPath.MatchString(source.text) {
		fail := c.fail(source, "unknown path %q", source.text)
		if near := strictyaml.Nearest(source.text, in.known()); near != "" {
			fail.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fail
	}
	message := err.Error()
	if at, ok := errors.AsType[*file.Error](err); ok {
		message = fmt.Sprintf("%s at character %d", at.Message, at.Column+1)
	}
	return c.fail(source, "expression %q: %s", source.text, message)
}

// field compiles what a column, an element or an attribute shows.
func (c *compiler) field(in paths, s *fieldSpec) (v value, err error) {
	t := &treatment{fallback: s.Default.text, join: s.Join.text, total: s.Total, max: s.Max}
	if s.Constant.set {
		t.fallback = s.Constant.text
		if len(s.Value) > 0 || s.Default.set || s.Each.set {
			return v, c.fail(s.Constant, "a constant stands alone, without value, default or each")
		}
		return compose(func(dst []byte, _ *scope) []byte { return append(dst, t.fallback...) }), nil
	}
	if t.each, err = c.repeat(in, s); err != nil {
		return v, err
	}
	if t.each != nil {
		in = in.within(t.each.list)
		if len(s.Value) == 0 {
			s.Value = choices{{text: ".", line: s.Each.line, column: s.Each.column}}
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
	if t.form, ok = forms[s.Text.text]; !ok {
		return c.fail(s.Text, "text is keep, plain, line or html, not %q", s.Text.text)
	}
	if t.form == formHTML {
		t.policy = markup.NewPolicy(s.HTML...)
	} else if len(s.HTML) > 0 {
		return c.fail(s.Value.at(), "html names the tags that stay with text: html")
	}
	units := map[string]markup.Unit{"": markup.Characters, "characters": markup.Characters, "bytes": markup.Bytes, "utf16": markup.UTF16}
	if t.unit, ok = units[s.Unit.text]; !ok {
		return c.fail(s.Unit, "unit is characters, bytes or utf16, not %q", s.Unit.text)
	}
	if s.Max < 0 {
		return c.fail(s.Value.at(), "max is above 0, not %d", s.Max)
	}
	if s.Total < 0 || s.Total > 0 && t.each == nil {
		return c.fail(s.Value.at(), "total is the length of a joined text, with each and join")
	}
	if s.Keep.set {
		if t.drop, err = regexp.Compile("[^" + s.Keep.text + "]+"); err != nil {
			return c.fail(s.Keep, "keep names characters, such as A-Za-z0-9: %v", err)
		}
	}
	if t.remove, err = c.pattern(s.Remove); err != nil {
		return err
	}
	if s.Breaks.set {
		t.breaks = []byte(s.Breaks.text)
	}
	t.pattern, err = c.pattern(s.Pattern)
	return err
}

func (c *compiler) pattern(s located) (*regexp.Regexp, error) {
	if !s.set {
		return nil, nil
	}
	p, err := regexp.Compile(s.text)
	if err != nil {
		return nil, c.fail(s, "%q is no regular expression: %v", s.text, err)
	}
	return p, nil
}

// repeat compiles each, from and first; nil where there is no each.
func (c *compiler) repeat(in paths, s *fieldSpec) (*repeat, error) {
	return c.over(in, s.Each, s.From, s.First)
}

func (c *compiler) over(in paths, name located, from, first int) (*repeat, error) {
	if !name.set {
		return nil, nil
	}
	l := in.list(name.text)
	switch {
	case l == nil:
		return nil, c.fail(name, "unknown list %q: known here are %s", name.text, strings.Join(in.listNames(), ", "))
	case from < 0 || first < 0:
		return nil, c.fail(name, "from and first count items, from 0")
	}
	c.uses.categories = c.uses.categories || l.name == "categories"
	c.uses.tiers = c.uses.tiers || l.name == "tiers"
	c.uses.names = c.uses.names || l.name == "mapped.attributes"
	return &repeat{l, from, first}, nil
}

// condition compiles when: a list that has items, a path that has a value, or an
// expression that is true.
func (c *compiler) condition(in paths, s located) (*condition, error) {
	if !s.set {
		return nil, nil
	}
	if l := in.list(s.text); l != nil {
		return &condition{holds: func(s *scope) bool { return l.length(s) > 0 }}, nil
	}
	v, err := c.value(in, s)
	if err != nil {
		return nil, err
	}
	return &condition{private: v.private, computed: v.computed, holds: func(s *scope) bool {
		s.scratch = v.append(s.scratch[:0], s)
		return !blank(view(s.scratch)) && string(s.scratch) != "false"
	}}, nil
}

func (c *compiler) needs(specs []needSpec) (out []need, err error) {
	for i := range specs {
		s := &specs[i]
		n := need{path: firstOf(s.Name, s.Field.Value.at().text), publicOnly: s.In.text == "public", mend: firstOf(s.Mend, "ask the supplier for it")}
		pattern := s.Field.Pattern
		s.Field.Pattern = located{}
		if len(s.Field.Value) == 0 {
			return nil, c.fail(s.In, "a need names a value")
		}
		if n.pattern, err = c.pattern(pattern); err != nil {
			return nil, err
		}
		if n.value, err = c.field(c.paths, &s.Field); err != nil {
			return nil, err
		}
		if s.In.text != "" && !n.publicOnly {
			return nil, c.fail(s.In, "in must be public, not %q", s.In.text)
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *compiler) unique(specs []uniqueSpec) (out []unique, err error) {
	for i := range specs {
		s := &specs[i]
		u := unique{path: firstOf(s.Name, s.Field.Value.at().text), mend: firstOf(s.Mend, "ask the supplier to tell them apart")}
		if u.omit = s.Omit.set; u.omit && s.Omit.text != "barcode" {
			return nil, c.fail(s.Omit, "omit names what an offer can do without: barcode, not %q", s.Omit.text)
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
	if !s.Order.set {
		return nil, nil
	}
	v, err := c.value(c.paths, s.Order)
	switch {
	case err != nil:
		return nil, err
	case s.Group:
		return nil, c.fail(s.Order, "offers stand by group or by order, not by both")
	case v.kind != integerKind:
		return nil, c.fail(s.Order, "order is a whole number, such as stable_number(id), and %q is none", s.Order.text)
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

func (c *compiler) currencies(specs []currencySpec) (out []currency, err error) {
	for _, s := range specs {
		if !currencyCode.MatchString(s.ID.text) {
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

func (c *compiler) csv(s *templateSpec) (csvStyle, error) {
	style := csvStyle{delimiter: ',', bom: s.CSV.BOM, newline: "\r\n"}
	if s.Format.text == "tsv" {
		style.delimiter, style.bare, style.newline = '\t', true, "\n"
	}
	if d := s.CSV.Delimiter; d.set {
		switch {
		case d.text == "tab":
			style.delimiter = '\t'
		case len(d.text) == 1 && strings.Contains(",;|\t", d.text):
			style.delimiter = d.text[0]
		default:
			return style, c.fail(d, "delimiter is one of , ; | or tab, not %q", d.text)
		}
	}
	switch n := s.CSV.Newline; n.text {
	case "crlf":
		style.newline = "\r\n"
	case "lf":
		style.newline = "\n"
	case "":
	default:
		return style, c.fail(n, "newline is crlf or lf, not %q", n.text)
	}
	return style, nil
}

// sheets compiles the tables of a template.
func (c *compiler) sheets(s *templateSpec) (out []table, err error) {
	if len(s.Columns) > 0 {
		t, err := c.table(&sheetSpec{Sheet: located{text: "Products"}, Rows: s.Rows, Columns: s.Columns})
		return []table{t}, err
	}
	for i := range s.Sheets {
		spec := &s.Sheets[i]
		name := spec.Sheet.text
		if name == "" || len([]rune(name)) > 31 || strings.ContainsAny(name, `[]:*?/\`) ||
			slices.ContainsFunc(out, func(t table) bool { return strings.EqualFold(t.name, name) }) {
			return nil, c.fail(spec.Sheet, "every sheet needs a name of its own, of at most 31 characters without []:*?/\\, %q is not", name)
		}
		t, err := c.table(spec)
		if err != nil {
			return nil, err
		}
		if t.optional = spec.Optional; t.optional && i == 0 {
			return nil, c.fail(spec.Sheet, "the first sheet cannot be optional: a workbook without it has nothing in it")
		}
		out = append(out, t)
	}
	return out, nil
}

func (c *compiler) table(s *sheetSpec) (t table, err error) {
	t.name = s.Sheet.text
	if len(s.Rows) == 0 {
		s.Rows = []rowSpec{{}}
	}
	ins := make([]paths, len(s.Rows))
	for i := range s.Rows {
		spec := &s.Rows[i]
		ins[i] = c.paths
		r := row{of: firstOf(spec.Of.text, "any")}
		if !slices.Contains([]string{"any", "single", "group", "member", "first", "rest", "last"}, r.of) {
			return t, c.fail(spec.Of, "of is any, single, group, member, first, rest or last, not %q", r.of)
		}
		if r.each, err = c.over(c.paths, spec.Each, spec.From, spec.First); err != nil {
			return t, err
		}
		if r.each != nil && r.each.list.document {
			if len(s.Rows) > 1 {
				return t, c.fail(spec.Each, "a sheet of %s has one kind of row", spec.Each.text)
			}
			t.list, ins[i] = r.each, c.paths.outside()
		}
		if r.each != nil {
			ins[i] = ins[i].within(r.each.list)
		}
		if r.when, err = c.condition(ins[i], spec.When); err != nil {
			return t, err
		}
		t.rows = append(t.rows, r)
	}
	w := &tableCompiler{compiler: c, table: &t, specs: s.Rows, ins: ins, seen: map[string]bool{}}
	return t, w.columns(s.Columns)
}

// tableCompiler compiles the columns of a table.
type tableCompiler struct {
	*compiler
	table *table
	specs []rowSpec
	ins   []paths // where the cells of each row are read
	seen  map[string]bool
}

func (c *tableCompiler) columns(specs []columnSpec) error {
	for i := range specs {
		s := &specs[i]
		if s.Repeat.set {
			if err := c.repeated(s); err != nil {
				return err
			}
			continue
		}
		if c.seen[s.Heading.text] || s.Heading.text == "" {
			return c.fail(s.Heading, "every column needs a heading of its own, %q is not", s.Heading.text)
		}
		c.seen[s.Heading.text] = true
		if err := c.column(s, s.Heading.text, nil, 0); err != nil {
			return err
		}
	}
	return nil
}

// repeated compiles columns that stand once for each of the first items of a list. {n}
// in a heading is the item's number.
func (c *tableCompiler) repeated(s *columnSpec) error {
	l := c.paths.list(s.Repeat.text)
	if l == nil || l.document {
		return c.fail(s.Repeat, "unknown list %q: known here are %s", s.Repeat.text, strings.Join(c.paths.listNames(), ", "))
	}
	c.uses.tiers = c.uses.tiers || l.name == "tiers"
	c.uses.names = c.uses.names || l.name == "mapped.attributes"
	if s.Times < 1 || s.Times > 200 || len(s.Columns) == 0 {
		return c.fail(s.Repeat, "repeat needs times, from 1 to 200, and columns")
	}
	for n := range s.Times {
		for i := range s.Columns {
			inner := s.Columns[i]
			inner.Field.Value = slices.Clone(inner.Field.Value)
			heading := strings.ReplaceAll(inner.Heading.text, "{n}", strconv.Itoa(max(s.Number, 1)+n))
			if err := c.column(&inner, heading, l, s.Field.From+n); err != nil {
				return err
			}
		}
	}
	return nil
}

// column compiles a column and its cell in each kind of row.
func (c *tableCompiler) column(s *columnSpec, heading string, l *list, index int) error {
	col := column{heading: heading, number: s.Type.text == "number", width: s.Width}
	if s.Width < 0 || s.Width > 255 {
		return c.fail(s.Heading, "a column is 1 to 255 characters wide, not %d", s.Width)
	}
	if s.Type.text != "" && !col.number {
		return c.fail(s.Type, "type is number, or left out, not %q", s.Type.text)
	}
	for name := range s.In {
		if !slices.ContainsFunc(c.specs, func(r rowSpec) bool { return r.Row.text == name }) {
			return c.fail(s.Heading, "column %q names the row %q, which is not among the rows", heading, name)
		}
	}
	for i := range c.table.rows {
		field, ok := s.Field, s.In == nil
		if s.In != nil {
			field, ok = s.In[c.specs[i].Row.text]
		}
		cell := value{kind: composed}.absent()
		if ok {
			var err error
			if cell, err = c.field(c.ins[i].within(l), &field); err != nil {
				return err
			}
		}
		if l != nil {
			cell = atIndex(cell, l, index)
		}
		if i == 0 || col.kind == composed || col.kind == textKind {
			col.kind = cell.kind
		}
		c.table.rows[i].cells = append(c.table.rows[i].cells, cell)
	}
	c.table.columns = append(c.table.columns, col)
	return nil
}

// document compiles what stands around the offers, and checks that they have their place.
func (c *compiler) document(s *elementSpec) (element, error) {
	e, err := c.element(c.paths.outside(), s, true)
	if err == nil && countOffers(&e) != 1 {
		return e, c.fail(s.Element, "the document needs one element with offers: true, not %d", countOffers(&e))
	}
	return e, err
}

func countOffers(e *element) int {
	n := 0
	if e.offers {
		n++
	}
	for i := range e.children {
		n += countOffers(&e.children[i])
	}
	return n
}

func (c *compiler) attributes(in paths, specs []attributeSpec) (out []attribute, err error) {
	for i := range specs {
		s := &specs[i]
		if err := c.xmlName(s.Name); err != nil {
			return nil, err
		}
		v, err := c.field(in, &s.Field)
		if err != nil {
			return nil, err
		}
		out = append(out, attribute{" " + s.Name.text + `="`, v, s.Required, s.Always})
	}
	return out, nil
}

func (c *compiler) element(in paths, s *elementSpec, document bool) (e element, err error) {
	name := s.Element.text
	e = element{name: name, open: "<" + name, end: "</" + name + ">", unless: s.Unless.text, cdata: s.CDATA, offers: s.Offers, always: s.Always}
	if err = c.xmlName(s.Element); err != nil {
		return e, err
	}
	if s.Offers && !document {
		return e, c.fail(s.Element, "offers: true is for the document")
	}
	joined := s.Field.Join.set
	if !joined {
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
			if _, ok := in.value("."); ok {
				s.Field.Value = choices{{text: ".", line: s.Field.Each.line, column: s.Field.Each.column}}
			}
		}
		s.Field.Each = located{}
	}
	if e.attributes, err = c.attributes(in, s.Attributes); err != nil {
		return e, err
	}
	for i := range s.Elements {
		child, err := c.element(in, &s.Elements[i], document)
		if err != nil {
			return e, err
		}
		e.children = append(e.children, child)
	}
	valued := len(s.Field.Value) > 0 || s.Field.Constant.set || s.Field.Default.set || joined
	switch {
	case valued && (len(e.children) > 0 || e.offers):
		return e, c.fail(s.Element, "element %s holds a value or elements, not both", e.name)
	case valued:
		v, err := c.field(in, &s.Field)
		e.value = &v
		return e, err
	case len(e.children) == 0 && !e.offers && len(e.attributes) == 0:
		return e, c.fail(s.Element, "element %s needs a value, elements or attributes", e.name)
	}
	e.empty = len(e.children) == 0 && !e.offers
	return e, nil
}

var xmlName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*(:[A-Za-z_][A-Za-z0-9_.-]*)?$`)

// xmlName holds names to letters, digits, '_', '-' and '.', with one prefix: what feeds
// use, and always well-formed.
func (c *compiler) xmlName(name located) error {
	if !xmlName.MatchString(name.text) {
		return c.fail(name, "%q is no name of an XML element or attribute", name.text)
	}
	return nil
}
