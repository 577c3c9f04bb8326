package template

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// sheets compiles the tables of a template.
func (c *compiler) sheets(s *templateSpec) (out []Table, err error) {
	if len(s.Columns) > 0 {
		t, err := c.table(&sheetSpec{Sheet: strictyaml.Scalar{Text: "Products"}, Rows: s.Rows, Columns: s.Columns})
		return []Table{t}, err
	}
	for i := range s.Sheets {
		spec := &s.Sheets[i]
		name := spec.Sheet.Text
		if name == "" || len([]rune(name)) > 31 || strings.ContainsAny(name, `[]:*?/\`) ||
			slices.ContainsFunc(out, func(t Table) bool { return strings.EqualFold(t.name, name) }) {
			return nil, c.fail(spec.Sheet, "every sheet needs a name of its own, of at most 31 characters without []:*?/\\, %q is not", name)
		}
		t, err := c.table(spec)
		if err != nil {
			return nil, err
		}
		t.index = i
		if t.optional = spec.Optional; t.optional && i == 0 {
			return nil, c.fail(spec.Sheet, "the first sheet cannot be optional: a workbook without it has nothing in it")
		}
		out = append(out, t)
	}
	return out, nil
}

func (c *compiler) table(s *sheetSpec) (t Table, err error) {
	t.name = s.Sheet.Text
	if len(s.Rows) == 0 {
		s.Rows = []rowSpec{{}}
	}
	ins := make([]paths, len(s.Rows))
	for i := range s.Rows {
		spec := &s.Rows[i]
		ins[i] = c.paths
		r := Row{of: cmp.Or(spec.Of.Text, "any")}
		if !slices.Contains([]string{"any", "single", "group", "member", "first", "rest", "last"}, r.of) {
			return t, c.fail(spec.Of, "of is any, single, group, member, first, rest or last, not %q", r.of)
		}
		if r.each, err = c.over(c.paths, spec.Each, spec.From, spec.First); err != nil {
			return t, err
		}
		if r.each != nil && r.each.list.document {
			if len(s.Rows) > 1 {
				return t, c.fail(spec.Each, "a sheet of %s has one kind of row", spec.Each.Text)
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
	w := &tableCompiler{compiler: c, table: &t, rowSpecs: s.Rows, ins: ins, seen: map[string]bool{}}
	return t, w.columns(s.Columns)
}

// tableCompiler compiles the columns of a table.
type tableCompiler struct {
	*compiler
	table    *Table
	rowSpecs []rowSpec
	ins      []paths // where the cells of each row are read
	seen     map[string]bool
}

func (c *tableCompiler) columns(specs []columnSpec) error {
	for i := range specs {
		s := &specs[i]
		if s.Repeat.Set {
			if err := c.repeated(s); err != nil {
				return err
			}
			continue
		}
		if c.seen[s.Heading.Text] || s.Heading.Text == "" {
			return c.fail(s.Heading, "every column needs a heading of its own, %q is not", s.Heading.Text)
		}
		c.seen[s.Heading.Text] = true
		if err := c.compileColumn(s, s.Heading.Text, nil, 0); err != nil {
			return err
		}
	}
	return nil
}

// repeated compiles columns that stand once for each of the first items of a list. {n}
// in a heading is the item's number.
func (c *tableCompiler) repeated(s *columnSpec) error {
	l := c.paths.listNamed(s.Repeat.Text)
	if l == nil || l.document {
		return c.fail(s.Repeat, "unknown list %q: known here are %s", s.Repeat.Text, strings.Join(c.paths.listNames(), ", "))
	}
	c.uses.Tiers = c.uses.Tiers || l.name == "tiers"
	c.uses.Names = c.uses.Names || l.name == "mapped.attributes"
	if s.Times < 1 || s.Times > 200 || len(s.Columns) == 0 {
		return c.fail(s.Repeat, "repeat needs times, from 1 to 200, and columns")
	}
	for n := range s.Times {
		for i := range s.Columns {
			inner := s.Columns[i]
			inner.Field.Value = slices.Clone(inner.Field.Value)
			heading := strings.ReplaceAll(inner.Heading.Text, "{n}", strconv.Itoa(max(s.Number, 1)+n))
			if err := c.compileColumn(&inner, heading, l, s.Field.From+n); err != nil {
				return err
			}
		}
	}
	return nil
}

// compileColumn compiles a column and its cell in each kind of row.
func (c *tableCompiler) compileColumn(s *columnSpec, heading string, l *list, index int) error {
	col := column{heading: heading, number: s.Type.Text == "number", width: s.Width}
	if s.Width < 0 || s.Width > 255 {
		return c.fail(s.Heading, "a column is 1 to 255 characters wide, not %d", s.Width)
	}
	if s.Type.Text != "" && !col.number {
		return c.fail(s.Type, "type is number, or left out, not %q", s.Type.Text)
	}
	for name := range s.In {
		if !slices.ContainsFunc(c.rowSpecs, func(r rowSpec) bool { return r.Row.Text == name }) {
			return c.fail(s.Heading, "column %q names the row %q, which is not among the rows", heading, name)
		}
	}
	for i := range c.table.rows {
		field, ok := s.Field, s.In == nil
		if s.In != nil {
			field, ok = s.In[c.rowSpecs[i].Row.Text]
		}
		cell := value{kind: composed}.absent()
		if ok {
			var err error
			field.place, field.at = heading, s.Heading
			if cell, err = c.field(c.ins[i].within(l), &field); err != nil {
				return err
			}
		}
		if l != nil {
			cell = c.ins[i].atIndex(cell, l, index)
		}
		if i == 0 || col.kind == composed || col.kind == textKind {
			col.kind = cell.kind
		}
		c.table.rows[i].cells = append(c.table.rows[i].cells, cell)
	}
	c.table.columns = append(c.table.columns, col)
	return nil
}
