package exchange

import (
	"reflect"
	"slices"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// Format is what templates of such files have as their format.
const Format = "1c-exchange"

// Ending is that of the files' names.
const Ending = ".txt"

// Template says of which lines the file is made.
type Template struct {
	begin, end        string
	head              []line
	account, document section
}

// section is lines between two marks.
type section struct {
	begin, end string
	lines      []line
}

// line is a key with the value that stands behind it, or always the same text.
type line struct{ key, value, constant string }

type templateSpec struct {
	Name        strictyaml.Scalar `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      strictyaml.Scalar `yaml:"format"`
	Description string            `yaml:"description"`
	Begin       strictyaml.Scalar `yaml:"begin"`
	Head        []lineSpec        `yaml:"head"`
	Account     sectionSpec       `yaml:"account"`
	Document    sectionSpec       `yaml:"document"`
	End         strictyaml.Scalar `yaml:"end"`
}

type sectionSpec struct {
	Begin strictyaml.Scalar `yaml:"begin"`
	Lines []lineSpec        `yaml:"lines"`
	End   strictyaml.Scalar `yaml:"end"`
}

type lineSpec struct {
	Key      strictyaml.Scalar `yaml:"key"`
	Value    strictyaml.Scalar `yaml:"value"`
	Constant strictyaml.Scalar `yaml:"constant"`
}

// Is reports whether a ledger template is one of such files.
func Is(from templates.Set, name string) bool {
	data, file, err := from.Read(templates.Ledger, name)
	if err != nil {
		return false // whoever loads it says why
	}
	var info templates.Info
	return strictyaml.Head(file, data, &info) == nil && info.Format == Format
}

// Load reads a ledger template of the set by its name, or the file of that path. A mistake is a
// *strictyaml.Error with its line.
func Load(from templates.Set, name string) (*Template, error) {
	return templates.Load(from, templates.Ledger, name, Compile)
}

// Compile reads a template's YAML; file is its name in errors.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	c, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	if err := c.OfKind(s.Kind, string(templates.Ledger)); err != nil {
		return nil, err
	}
	switch {
	case s.Format.Text != Format:
		return nil, c.Fail(s.Format, "format must be %s, not %q", Format, s.Format.Text)
	case len(s.Document.Lines) == 0:
		return nil, c.Fail(s.Name, "a template of payouts needs document: {lines: […]}")
	}
	t := &Template{begin: s.Begin.Text, end: s.End.Text, account: section{begin: s.Account.Begin.Text, end: s.Account.End.Text},
		document: section{begin: s.Document.Begin.Text, end: s.Document.End.Text}}
	for _, part := range []struct {
		lines []lineSpec
		known []string
		into  *[]line
	}{{s.Head, names[summary](), &t.head}, {s.Account.Lines, names[summary](), &t.account.lines}, {s.Document.Lines, names[payment](), &t.document.lines}} {
		var err error
		if *part.into, err = compileLines(c, s.Name, part.lines, part.known); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func compileLines(c csvtemplate.Compiler, at strictyaml.Scalar, lines []lineSpec, known []string) (out []line, err error) {
	for _, one := range lines {
		column := csvtemplate.Column{Heading: one.Key, Value: one.Value, Constant: one.Constant}
		switch {
		case one.Key.Text == "":
			return nil, c.Fail(column.Place(at), "a line needs a key")
		case one.Value.Set == one.Constant.Set:
			return nil, c.Fail(column.Place(at), "a line has a value or a constant, one of the two")
		case one.Value.Set && !slices.Contains(known, one.Value.Text):
			return nil, c.Unknown(one.Value, "value", known)
		}
		out = append(out, line{one.Key.Text, one.Value.Text, one.Constant.Text})
	}
	return out, nil
}

// names are those of a record's values: the tags of its struct.
func names[R any]() (out []string) {
	for field := range reflect.TypeFor[R]().Fields() {
		out = append(out, field.Tag.Get("value"))
	}
	return out
}
