// Package table writes records of one shape as CSV: columns, headings, delimiter, decimal
// mark, dates and encoding are those of a template. One template may have columns for the
// ledger, for orders and for shipments.
package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
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
	encoding  csvtemplate.Encoding
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
	part     part // of an amount
	rate     int64
}

// part is what a column shows of an amount that holds value added tax.
type part int

const (
	whole part = iota
	tax
	untaxed // the amount without the tax
	none    // nothing: no tax is in it
)

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
	Orders      []columnSpec      `yaml:"orders"`    // in place of columns, of the book of orders
	Shipments   []columnSpec      `yaml:"shipments"` // and of shipments
}

type columnSpec struct {
	csvtemplate.Column `yaml:",inline"`
	VAT                strictyaml.Scalar `yaml:"vat"`
	WithoutVAT         strictyaml.Scalar `yaml:"without_vat"`
}

// Book is what a template's columns are of.
type Book string

// The books.
const (
	LedgerBook    Book = "ledger"
	OrdersBook    Book = "orders"
	ShipmentsBook Book = "shipments"
)

// Compile reads a template's YAML for the records R of a book; file is its name in errors.
// Every mistake is a *strictyaml.Error with its line and, where something similar is
// known, a hint.
func Compile[R any](file string, data []byte, book Book) (*Template, error) {
	var s templateSpec
	head, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	c := compiler{head, Values[R](), kinds[R]()}
	if err := c.head(&s); err != nil {
		return nil, err
	}
	if err := c.choose(&s, book); err != nil {
		return nil, err
	}
	return c.template(&s)
}

// choose takes the columns of the book. A template with one list of columns may be of any
// book whose values it names.
func (c compiler) choose(s *templateSpec, book Book) error {
	own := map[Book][]columnSpec{OrdersBook: s.Orders, ShipmentsBook: s.Shipments}[book]
	if len(own) > 0 {
		s.Columns = own
		return nil
	}
	foreign := func(column columnSpec) bool {
		return column.Value.Set && !slices.Contains(c.known, column.Value.Text)
	}
	if i := slices.IndexFunc(s.Columns, foreign); book != LedgerBook && (i >= 0 || len(s.Columns) == 0) {
		at := s.Name
		if i >= 0 {
			at = s.Columns[i].Value
		}
		e := c.Fail(at, "the template has no columns for %s", book)
		e.Mend = "add a list " + string(book) + ": with values such as " + strings.Join(c.known[:3], ", ") + "; `dropbridge templates show default --kind ledger` has all of them"
		return e
	}
	if len(s.Columns) == 0 {
		return c.Fail(s.Name, "a template needs columns")
	}
	return nil
}

// Every is the template of every value of a record, under the values' names, for programs.
func Every[R any]() (*Template, error) {
	var s templateSpec
	for _, name := range Values[R]() {
		s.Columns = append(s.Columns, columnSpec{Column: csvtemplate.Column{Value: strictyaml.Scalar{Text: name, Set: true}}})
	}
	return compiler{known: Values[R](), kinds: kinds[R]()}.template(&s)
}

// template compiles what stands below the head; what the file leaves out is as programs have it.
func (c compiler) template(s *templateSpec) (*Template, error) {
	t := &Template{Name: s.Name.Text, Description: s.Description, file: c.File, breaks: "\n",
		headings: s.Headings == nil || *s.Headings, defuse: s.Defuse == nil || *s.Defuse}
	if s.Breaks.Set {
		t.breaks = s.Breaks.Text
	}
	if err := c.style(t, s); err != nil {
		return nil, err
	}
	return t, c.columns(t, s)
}

// Load reads a ledger template of the set by its name, or the file of that path.
func Load(from templates.Set, name string) (*Template, error) {
	return LoadFor[Ledger](from, name, LedgerBook)
}

// LoadFor reads a template of the set by its name, or the file of that path, for the
// records R of a book.
func LoadFor[R any](from templates.Set, name string, book Book) (*Template, error) {
	return templates.Load(from, templates.Ledger, name, func(file string, data []byte) (*Template, error) { return Compile[R](file, data, book) })
}

type compiler struct {
	csvtemplate.Compiler
	known []string        // the names of the records' values
	kinds map[string]kind // of the values
}

func (c compiler) head(s *templateSpec) error {
	if err := cmp.Or(c.Named(s.Name), c.OfKind(s.Kind, string(templates.Ledger), "sales")); err != nil {
		return err
	}
	if s.Format.Text != "csv" {
		return c.Fail(s.Format, "format must be csv, not %q", s.Format.Text)
	}
	return nil
}

// style compiles how cells and rows are written.
func (c compiler) style(t *Template, s *templateSpec) (err error) {
	var delimiter, encoding, lineEnd string
	for _, one := range []struct {
		key      string
		word     strictyaml.Scalar
		known    []csvtemplate.Choice
		fallback string
		into     *string
	}{
		{"delimiter", s.Delimiter, append(csvtemplate.Delimiters(), csvtemplate.Choice{Name: "\t", Means: "\t"}, csvtemplate.Choice{Name: `\t`, Means: "\t"}), ",", &delimiter},
		{"decimal", s.Decimal, csvtemplate.Words(".", ","), ".", &t.decimal},
		{"date", s.Date, csvtemplate.Dates("yyyy-mm-dd", "dd.mm.yyyy", "dd/mm/yyyy", "mm/dd/yyyy", "yyyymmdd"), time.DateOnly, &t.day},
		{"encoding", s.Encoding, encodings(), string(csvtemplate.UTF8), &encoding},
		{"line_end", s.LineEnd, csvtemplate.LineEnds(), "crlf", &lineEnd},
	} {
		if *one.into, err = c.Choose(one.key, one.word, one.known, one.fallback); err != nil {
			return err
		}
	}
	t.delimiter, t.encoding, t.crlf = rune(delimiter[0]), csvtemplate.Encoding(encoding), lineEnd == "crlf"
	return nil
}

func (c compiler) columns(t *Template, s *templateSpec) error {
	headings := csvtemplate.Headings{}
	for _, one := range s.Columns {
		col, at := column{heading: one.Heading.Text, value: one.Value, constant: one.Constant.Text}, one.Place(s.Name)
		if err := c.CheckColumn(one.Column, at); err != nil {
			return err
		}
		if one.Value.Set && !slices.Contains(c.known, one.Value.Text) {
			return c.Unknown(one.Value, "value", c.known)
		}
		if err := c.tax(&col, one); err != nil {
			return err
		}
		if !one.Heading.Set {
			col.heading = one.Value.Text
		}
		if err := headings.Add(c.Compiler, at, col.heading, t.headings); err != nil {
			return err
		}
		t.columns = append(t.columns, col)
	}
	return nil
}

// taxRates are the rates of value added tax in Ukraine; none is for whoever pays no such tax.
func taxRates() []string { return []string{"20", "14", "7", "0", noTax} }

const noTax = "none"

// tax compiles a column of the tax within an amount, or of the amount without it.
func (c compiler) tax(col *column, s columnSpec) error {
	word, key := s.VAT, "vat"
	if col.part = tax; s.WithoutVAT.Set {
		word, key, col.part = s.WithoutVAT, "without_vat", untaxed
	}
	switch {
	case !word.Set:
		col.part = whole
		return nil
	case s.VAT.Set && s.WithoutVAT.Set:
		return c.Fail(word, "a column has vat or without_vat, one of the two")
	case !s.Value.Set || c.kinds[s.Value.Text] != moneyKind:
		return c.Fail(word, "%s is of an amount: the column needs the value of one", key)
	}
	if !slices.Contains(taxRates(), word.Text) {
		e := c.Fail(word, "unknown %s %q", key, word.Text)
		e.Mend = "one of: " + strings.Join(taxRates(), ", ")
		return e
	}
	if word.Text != noTax {
		rate, err := strconv.ParseInt(word.Text, 10, 64)
		col.rate = rate
		return err
	}
	if col.part == tax {
		col.part = none
	} else {
		col.part = whole // nothing is taken away
	}
	return nil
}
