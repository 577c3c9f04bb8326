package handover

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// The formats of order files.
const (
	formatCSV  = "csv"
	formatXLSX = "xlsx"
)

// Template says which columns the supplier's order file has. It is compiled once and never
// changed after that.
type Template struct {
	Name   string
	Format string // csv or xlsx

	delimiter rune
	encoding  csvtemplate.Encoding
	bom, crlf bool
	headings  bool
	defuse    bool
	decimal   string // the mark in amounts of a text file
	sheet     string
	perItem   bool   // a row for each line of an order, or else one for the order
	join      string // between the lines of an order in one cell
	date      string // a layout of package time
	carrier   string // the only carrier, where no column says which
	columns   []column
}

// column shows a field, or always the same text.
type column struct {
	heading  string
	field    *field // nil for a constant
	constant string
	words    map[string]string // what stands for which value
}

type templateSpec struct {
	Name        strictyaml.Scalar `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      strictyaml.Scalar `yaml:"format"`
	Description string            `yaml:"description"`
	Delimiter   strictyaml.Scalar `yaml:"delimiter"`
	Encoding    strictyaml.Scalar `yaml:"encoding"`
	BOM         bool              `yaml:"bom"`
	LineEnd     strictyaml.Scalar `yaml:"line_end"`
	Headings    *bool             `yaml:"headings"`
	Defuse      bool              `yaml:"defuse"`
	Decimal     strictyaml.Scalar `yaml:"decimal"`
	Sheet       strictyaml.Scalar `yaml:"sheet"`
	Rows        strictyaml.Scalar `yaml:"rows"`
	Join        strictyaml.Scalar `yaml:"join"`
	Date        strictyaml.Scalar `yaml:"date"`
	Carrier     strictyaml.Scalar `yaml:"carrier"`
	Columns     []columnSpec      `yaml:"columns"`
}

type columnSpec struct {
	Column csvtemplate.Column           `yaml:",inline"`
	Words  map[string]strictyaml.Scalar `yaml:"words"`
}

// Load reads an order file's template of the set by its name, or the file of that path.
func Load(from templates.Set, name string) (*Template, error) {
	return templates.Load(from, templates.Handover, name, Compile)
}

// Compile reads a template's YAML; file is its name in errors. Every mistake is a
// *strictyaml.Error with its line.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	head, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	t := &Template{Name: s.Name.Text, bom: s.BOM, headings: s.Headings == nil || *s.Headings, defuse: s.Defuse}
	c := compiler{head}
	for _, part := range []func(*Template, *templateSpec) error{c.head, c.style, c.layout, c.columns, c.enough} {
		if err := part(t, &s); err != nil {
			return nil, err
		}
	}
	return t, nil
}

type compiler struct{ csvtemplate.Compiler }

func (c compiler) head(_ *Template, s *templateSpec) error {
	if err := cmp.Or(c.Named(s.Name), c.OfKind(s.Kind, string(templates.Handover))); err != nil {
		return err
	}
	if len(s.Columns) == 0 {
		return c.Fail(s.Name, "a template needs columns")
	}
	return nil
}

func (c compiler) style(t *Template, s *templateSpec) error {
	var delimiter, coded, end, rows string
	for _, one := range []struct {
		key      string
		word     strictyaml.Scalar
		known    []csvtemplate.Choice
		fallback string
		into     *string
	}{
		{"format", s.Format, csvtemplate.Words(formatCSV, formatXLSX), "", &t.Format},
		{"delimiter", s.Delimiter, append(csvtemplate.Delimiters(), csvtemplate.Words("|")...), ",", &delimiter},
		{"encoding", s.Encoding, csvtemplate.Words(string(csvtemplate.UTF8), string(csvtemplate.Windows1251)), string(csvtemplate.UTF8), &coded},
		{"line_end", s.LineEnd, csvtemplate.LineEnds(), "crlf", &end},
		{"decimal", s.Decimal, csvtemplate.Words(".", ","), ".", &t.decimal},
		{"rows", s.Rows, csvtemplate.Words("item", "order"), "item", &rows},
		{"date", s.Date, csvtemplate.Dates("yyyy-mm-dd", "dd.mm.yyyy"), time.DateOnly, &t.date},
		{"carrier", s.Carrier, csvtemplate.Words(supplier.Carriers()...), "", &t.carrier},
	} {
		var err error
		if *one.into, err = c.Choose(one.key, one.word, one.known, one.fallback); err != nil {
			return err
		}
	}
	t.delimiter, _ = utf8.DecodeRuneInString(delimiter)
	t.encoding, t.crlf, t.perItem = csvtemplate.Encoding(coded), end == "crlf", rows == "item"
	return nil
}

func (c compiler) layout(t *Template, s *templateSpec) error {
	t.join, t.sheet = s.Join.Text, "Sheet1"
	if s.Sheet.Set {
		t.sheet = s.Sheet.Text
	}
	if t.Format == "" {
		return c.Fail(s.Name, "format is missing: csv or xlsx")
	}
	if err := c.CheckBOM(s.Encoding, t.bom, t.encoding); err != nil {
		return err
	}
	switch {
	case t.perItem && s.Join.Set:
		return c.Fail(s.Join, "join belongs to rows: order, where several lines stand in one cell")
	case !t.perItem && t.join == "":
		return c.Fail(s.Rows, "rows: order needs join, the text between the lines of an order, such as '; '")
	}
	return c.CheckSheet(s.Sheet, t.sheet)
}

func (c compiler) columns(t *Template, s *templateSpec) error {
	headings := csvtemplate.Headings{}
	for _, one := range s.Columns {
		at := one.Column.Place(strictyaml.Scalar{})
		if err := c.CheckColumn(one.Column, at); err != nil {
			return err
		}
		col, err := c.column(t, one)
		if err != nil {
			return err
		}
		if err := headings.Add(c.Compiler, at, col.heading, t.headings); err != nil {
			return err
		}
		if _, _, lacks := t.unwritable([]string{col.heading + col.constant}); lacks {
			return c.Fail(at, "%s has no characters for the column %q", t.encoding, col.heading)
		}
		t.columns = append(t.columns, col)
	}
	return nil
}

func (c compiler) column(t *Template, one columnSpec) (column, error) {
	col := column{heading: one.Column.Heading.Text, constant: one.Column.Constant.Text, words: map[string]string{}}
	for value, word := range one.Words {
		col.words[value] = word.Text
	}
	if one.Column.Constant.Set {
		if len(one.Words) > 0 {
			return col, c.Fail(one.Column.Constant, "words belong to a column with a value")
		}
		return col, nil
	}
	i := slices.IndexFunc(fields(), func(f field) bool { return f.name == one.Column.Value.Text })
	if i < 0 {
		return col, c.Unknown(one.Column.Value, "value", fieldNames())
	}
	col.field = &fields()[i]
	if !one.Column.Heading.Set {
		col.heading = col.field.name
	}
	if col.field.line != nil && !t.perItem {
		return col, c.Fail(one.Column.Value, "%s needs rows: item, a row for each line of an order; items shows all lines in one cell", col.field.name)
	}
	return col, nil
}

// enough refuses a template by which nobody could send anything: the order, the person, the
// phone, the place and the goods have columns, and the carrier is told.
func (c compiler) enough(t *Template, s *templateSpec) error {
	for _, needed := range [][]string{{fieldNumber}, {"name", "last_name"}, {"phone"}, {"city"}, {"sku", "items"}, {"quantity", "items"}} {
		if !t.shows(needed...) {
			return c.Fail(s.Name, "no column has the value %s", strings.Join(needed, " or "))
		}
	}
	if !t.shows("carrier") && t.carrier == "" {
		return c.Fail(s.Name, "no column has the value carrier: add one, or say which is the only one, such as carrier: nova_poshta")
	}
	return nil
}

// shows reports whether a column has one of these values.
func (t *Template) shows(names ...string) bool {
	return slices.ContainsFunc(t.columns, func(col column) bool { return col.field != nil && slices.Contains(names, col.field.name) })
}
