package template

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// compiler turns a template's YAML into its compiled form.
type compiler struct {
	file                              string
	paths                             paths
	secrets                           []strictyaml.Scalar
	categoryColumns, attributeColumns mapColumns
	uses                              Uses
	ofMembers                         strictyaml.Scalar // the first expression over the members of a group
	attributes                        []string          // names of attributes that expressions ask for
	fieldLimits                       []string          // what places take, in their order
}

func newCompiler(file string) *compiler {
	return &compiler{file: file, paths: newPaths(), categoryColumns: mapColumns{}, attributeColumns: mapColumns{}}
}

func (c *compiler) fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.file, format, args...)
}

// compileValue resolves a path or, where it is none, an expression. An unknown path is named
// with the nearest known one.
func (c *compiler) compileValue(in paths, source strictyaml.Scalar) (value, error) {
	if v, ok := in.valueNamed(source.Text); ok {
		c.notice(in, source.Text)
		c.uses.Tiers = c.uses.Tiers || strings.HasPrefix(source.Text, "tiers[")
		c.uses.GTIN = c.uses.GTIN || source.Text == "gtin"
		c.uses.Page = c.uses.Page || source.Text == "url"
		if v.source = source.Text; v.source == "." && in.inside != nil {
			v.source = in.inside.name
		}
		return v, nil
	}
	v, program, err := expressionValue(source.Text)
	unknown := checker().Find(source.Text)
	if err != nil && (unknown == nil || plainPath().MatchString(source.Text)) {
		return value{}, c.mistake(in, source, err)
	}
	if unknown != nil {
		fail := c.fail(source, "expression %q: %v", source.Text, unknown)
		fail.Mend = unknown.Hint()
		return value{}, fail
	}
	v.source = source.Text
	if v.computed {
		c.secrets = append(c.secrets, source)
	}
	if v.ofMembers && !c.ofMembers.Set {
		c.ofMembers = source
	}
	c.noticeCalls(program)
	c.uses.Tiers = c.uses.Tiers || v.uses.Tiers
	c.uses.Target = c.uses.Target || v.uses.Target
	c.uses.GTIN = c.uses.GTIN || v.uses.GTIN
	c.uses.Page = c.uses.Page || v.uses.Page
	return v, nil
}

var plainPath = pattern.Lazy(`^[\w.\[\]]*$`)

// mistake is an error about what is neither a path nor an expression.
func (c *compiler) mistake(in paths, source strictyaml.Scalar, err error) error {
	if plainPath().MatchString(source.Text) {
		fail := c.fail(source, "unknown path %q", source.Text)
		if near := strictyaml.Nearest(source.Text, in.everyPath()); near != "" {
			fail.Mend = fmt.Sprintf("did you mean %q?", near)
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
	t := &treatment{fallback: s.Default.Text, join: s.Join.Text, total: s.Total, max: s.Max, place: s.place}
	if s.Constant.Set {
		t.fallback = s.Constant.Text
		if len(s.Value) > 0 || s.Default.Set || s.Each.Set {
			return v, c.fail(s.Constant, "a constant stands alone, without value, default or each")
		}
		return compose(func(dst []byte, _ *Scope) []byte { return append(dst, t.fallback...) }), nil
	}
	if len(s.Value) == 0 && !s.Default.Set && !s.Each.Set {
		return v, c.fail(s.at, "%q shows nothing: give it a value, or constant: \"\" where it is to be empty", s.place)
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
		one, err := c.compileValue(in, source)
		if err != nil {
			return v, err
		}
		t.from = append(t.from, one)
	}
	if err := c.treatment(t, s); err != nil {
		return v, err
	}
	c.noteLimits(t)
	return t.asValue(), nil
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
		if t.drop, err = c.allBut(s.Keep); err != nil {
			return err
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

// allBut finds the characters that keep does not name.
func (c *compiler) allBut(keep strictyaml.Scalar) (*regexp.Regexp, error) {
	p, err := regexp.Compile("[^" + keep.Text + "]+")
	if err != nil {
		return nil, c.fail(keep, "keep names characters, such as A-Za-z0-9: %v", err)
	}
	return p, nil
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
	l := in.listNamed(name.Text)
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
	if l := in.listNamed(s.Text); l != nil {
		return &condition{isTrue: func(s *Scope) bool { return l.length(s) > 0 }}, nil
	}
	v, err := c.compileValue(in, s)
	if err != nil {
		return nil, err
	}
	return &condition{private: v.private, computed: v.computed, paid: v.paid || s.Text == "drop_price", isTrue: func(s *Scope) bool {
		s.scratch = v.append(s.scratch[:0], s)
		return markup.Shown(encode.View(s.scratch)) && string(s.scratch) != "false"
	}}, nil
}

// notice remembers what of the user's maps a path names.
func (c *compiler) notice(in paths, path string) {
	if column, ok := strings.CutPrefix(path, "target."); ok {
		c.categoryColumns[column] = true
		c.uses.Target = true
	}
	if in.inside != nil && in.inside.name == "attributes" && (path == "code" || path == "value_code") {
		c.attributeColumns[path] = true
	}
}

// noticeCalls remembers the columns that an expression names.
func (c *compiler) noticeCalls(program *vm.Program) {
	node := program.Node()
	ast.Walk(&node, visitor(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		if !ok || len(call.Arguments) == 0 {
			return
		}
		callee, _ := call.Callee.(*ast.IdentifierNode)
		literal, _ := call.Arguments[len(call.Arguments)-1].(*ast.StringNode)
		switch {
		case callee == nil || literal == nil:
		case callee.Value == "target":
			c.categoryColumns[literal.Value] = true
		case callee.Value == "attribute":
			c.attributes = append(c.attributes, literal.Value)
		case callee.Value == "mapped":
			c.attributeColumns[literal.Value] = true
		}
	}))
}
