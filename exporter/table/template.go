// Package table writes records of one shape as CSV: columns, headings, delimiter, decimal
// mark, dates and encoding are those of a template.
package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// Template says how records become a CSV file. It is compiled once, is never changed
// after that, and may be used for several files at the same time.
type Template struct {
	Name        string
	Description string

	file      string
	delimiter rune
	decimal   string // the decimal mark
	encoding  encoding
	day       string // layout of a date
	crlf      bool
	headings  bool
	defuse    bool // text that begins like a formula is kept from being one
	breaks    string
	columns   []column
}

// column shows one of the record's values, or always the same text.
type column struct {
	heading  string
	value    strictyaml.Scalar // not set for a constant
	constant string
}

type templateSpec struct {
	Name        strictyaml.Scalar `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      strictyaml.Scalar `yaml:"format"`
	Description string            `yaml:"description"`
	Delimiter   strictyaml.Scalar `yaml:"delimiter"`
	Decimal     strictyaml.Scalar `yaml:"decimal"`
	Encoding    strictyaml.Scalar `yaml:"encoding"`
	Date        strictyaml.Scalar `yaml:"date"`
	LineEnd     strictyaml.Scalar `yaml:"line_end"`
	Headings    *bool             `yaml:"headings"`
	Defuse      *bool             `yaml:"defuse"`
	Breaks      strictyaml.Scalar `yaml:"breaks"` // what stands for a line break within a text
	Columns     []columnSpec      `yaml:"columns"`
}

type columnSpec struct {
	Heading  strictyaml.Scalar `yaml:"heading"`
	Value    strictyaml.Scalar `yaml:"value"`
	Constant strictyaml.Scalar `yaml:"constant"`
}

// Compile reads a template's YAML; file is its name in errors, and known are the names of
// the record's values (see Values). Every mistake is a *strictyaml.Error with its line
// and, where something similar is known, a hint.
func Compile(file string, data []byte, known []string) (*Template, error) {
	var s templateSpec
	if err := strictyaml.Decode(file, data, &s); err != nil {
		return nil, err
	}
	c := compiler{file: file, known: known}
	if err := c.head(&s); err != nil {
		return nil, err
	}
	t := &Template{Name: s.Name.Text, Description: s.Description, file: file, breaks: "\n",
		headings: s.Headings == nil || *s.Headings, defuse: s.Defuse == nil || *s.Defuse}
	if s.Breaks.Set {
		t.breaks = s.Breaks.Text
	}
	if err := c.style(t, &s); err != nil {
		return nil, err
	}
	return t, c.columns(t, &s)
}

// Load reads a ledger template of the set by its name, or the file of that path.
func Load(from templates.Set, name string) (*Template, error) {
	data, file, err := from.Read(templates.Ledger, name)
	if err != nil {
		return nil, err
	}
	return Compile(file, data, Values[Ledger]())
}

type compiler struct {
	file  string
	known []string
}

func (c compiler) head(s *templateSpec) error {
	switch {
	case s.Name.Text == "":
		return c.fail(s.Name, "a template needs a name")
	case s.Kind.Text != "ledger" && s.Kind.Text != "sales":
		return c.fail(s.Kind, "kind must be ledger, not %q", s.Kind.Text)
	case s.Format.Text != "csv":
		return c.fail(s.Format, "format must be csv, not %q", s.Format.Text)
	case len(s.Columns) == 0:
		return c.fail(s.Name, "a template needs columns")
	}
	return nil
}

// style compiles how cells and rows are written.
func (c compiler) style(t *Template, s *templateSpec) error {
	crlf := ""
	for _, one := range []struct {
		key      string
		value    strictyaml.Scalar
		known    []choice
		fallback string
		take     func(string)
	}{
		{"delimiter", s.Delimiter, []choice{{",", ","}, {";", ";"}, {"tab", "\t"}, {"\t", "\t"}, {`\t`, "\t"}}, ",", func(v string) { t.delimiter = rune(v[0]) }},
		{"decimal", s.Decimal, []choice{{".", "."}, {",", ","}}, ".", func(v string) { t.decimal = v }},
		{"date", s.Date, dates(), "2006-01-02", func(v string) { t.day = v }},
		{"encoding", s.Encoding, encodingNames(), string(utf8Plain), func(v string) { t.encoding = encoding(v) }},
		{"line_end", s.LineEnd, []choice{{"crlf", "crlf"}, {"lf", "lf"}}, "crlf", func(v string) { crlf = v }},
	} {
		if !one.value.Set {
			one.take(one.fallback)
			continue
		}
		i := slices.IndexFunc(one.known, func(k choice) bool { return strings.EqualFold(k.name, one.value.Text) })
		if i < 0 {
			return c.unknown(one.value, one.key, names(one.known))
		}
		one.take(one.known[i].means)
	}
	t.crlf = crlf == "crlf"
	return nil
}

// choice is a word of the template's notation and what it means.
type choice struct{ name, means string }

// dates are the notations of a date.
func dates() []choice {
	return []choice{{"yyyy-mm-dd", "2006-01-02"}, {"dd.mm.yyyy", "02.01.2006"}, {"dd/mm/yyyy", "02/01/2006"},
		{"mm/dd/yyyy", "01/02/2006"}, {"yyyymmdd", "20060102"}}
}

func names(known []choice) []string {
	var out []string
	for _, k := range known {
		if !strings.ContainsAny(k.name, "\t\\") { // other spellings of tab
			out = append(out, k.name)
		}
	}
	return out
}

func (c compiler) columns(t *Template, s *templateSpec) error {
	seen := map[string]bool{}
	for _, one := range s.Columns {
		col := column{heading: one.Heading.Text, value: one.Value, constant: one.Constant.Text}
		at := s.Name
		for _, part := range []strictyaml.Scalar{one.Heading, one.Constant, one.Value} {
			if part.Set {
				at = part
			}
		}
		switch {
		case one.Value.Set == one.Constant.Set:
			return c.fail(at, "a column has a value or a constant, one of the two")
		case one.Value.Set && !slices.Contains(c.known, one.Value.Text):
			return c.unknown(one.Value, "value", c.known)
		case !one.Heading.Set:
			col.heading = one.Value.Text
		}
		if t.headings && seen[col.heading] {
			return c.fail(at, "two columns have the heading %q", col.heading)
		}
		seen[col.heading] = true
		t.columns = append(t.columns, col)
	}
	return nil
}

func (c compiler) fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.file, format, args...)
}

// unknown names the nearest of the known words, or all of them.
func (c compiler) unknown(at strictyaml.Scalar, key string, known []string) error {
	e := c.fail(at, "unknown %s %q", key, at.Text)
	if near := strictyaml.Nearest(at.Text, known); near != "" && len(known) > 3 {
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		e.Hint = "one of: " + strings.Join(known, ", ")
	}
	return e
}
