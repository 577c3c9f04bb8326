package actfile

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// Usual is the name of the template that is taken where none is named.
const Usual = "generic"

// Template says how the acts of a party are read.
type Template struct {
	ours     bool // debit and credit are ours and not theirs
	headings map[string]field
	rows     []rowWord
}

// field is what a column holds.
type field string

// The fields, as the keys of a template have them.
const (
	fieldDate     field = "date"
	fieldNumber   field = "number"
	fieldDocument field = "document"
	fieldDebit    field = "debit"
	fieldCredit   field = "credit"
	fieldAmount   field = "amount"
)

// rowKind is what a row is that is no document.
type rowKind string

// The kinds of rows; a balance is an opening or a closing by its place.
const (
	rowOpening  rowKind = "opening"
	rowClosing  rowKind = "closing"
	rowBalance  rowKind = "balance"
	rowTurnover rowKind = "turnover"
)

// rowWord is how a row of a kind begins, folded.
type rowWord struct {
	kind  rowKind
	begin string
}

type templateSpec struct {
	Name        strictyaml.Scalar `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      string            `yaml:"format"`
	Description string            `yaml:"description"`
	Perspective strictyaml.Scalar `yaml:"perspective"`
	Columns     columnSpec        `yaml:"columns"`
	Rows        rowSpec           `yaml:"rows"`
}

type columnSpec struct {
	Date     []strictyaml.Scalar `yaml:"date"`
	Number   []strictyaml.Scalar `yaml:"number"`
	Document []strictyaml.Scalar `yaml:"document"`
	Debit    []strictyaml.Scalar `yaml:"debit"`
	Credit   []strictyaml.Scalar `yaml:"credit"`
	Amount   []strictyaml.Scalar `yaml:"amount"`
}

type rowSpec struct {
	Opening  []strictyaml.Scalar `yaml:"opening"`
	Closing  []strictyaml.Scalar `yaml:"closing"`
	Balance  []strictyaml.Scalar `yaml:"balance"`
	Turnover []strictyaml.Scalar `yaml:"turnover"`
}

// Load reads an act template of the set by its name, or the file of that path. A mistake is a
// *strictyaml.Error with its line.
func Load(from templates.Set, name string) (*Template, error) {
	return templates.Load(from, templates.Act, name, Compile)
}

// Compile reads a template's YAML; file is its name in errors.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	c, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	if err := c.OfKind(s.Kind, string(templates.Act)); err != nil {
		return nil, err
	}
	perspective, err := c.Choose("perspective", s.Perspective, csvtemplate.Words("theirs", "ours"), "theirs")
	if err != nil {
		return nil, err
	}
	t := &Template{ours: perspective == "ours", headings: map[string]field{}}
	if len(s.Columns.Date) == 0 || len(s.Columns.Amount) == 0 && (len(s.Columns.Debit) == 0 || len(s.Columns.Credit) == 0) {
		return nil, c.Fail(s.Name, "an act template needs columns: date, and debit and credit or amount")
	}
	for _, one := range []struct {
		field
		words []strictyaml.Scalar
	}{{fieldDate, s.Columns.Date}, {fieldNumber, s.Columns.Number}, {fieldDocument, s.Columns.Document},
		{fieldDebit, s.Columns.Debit}, {fieldCredit, s.Columns.Credit}, {fieldAmount, s.Columns.Amount}} {
		for _, word := range one.words {
			if other, twice := t.headings[celltext.Folded(word.Text)]; twice && other != one.field {
				return nil, c.Fail(word, "the heading %q stands under %s too: leave one", word.Text, other)
			}
			t.headings[celltext.Folded(word.Text)] = one.field
		}
	}
	t.addRows(s.Rows)
	return t, nil
}

// addRows compiles the words of rows, the longest first: "opening balance" is no balance alone.
func (t *Template) addRows(s rowSpec) {
	for _, one := range []struct {
		rowKind
		words []strictyaml.Scalar
	}{{rowOpening, s.Opening}, {rowClosing, s.Closing}, {rowBalance, s.Balance}, {rowTurnover, s.Turnover}} {
		for _, word := range one.words {
			if begin := celltext.Folded(word.Text); begin != "" {
				t.rows = append(t.rows, rowWord{one.rowKind, begin})
			}
		}
	}
	sorting.StableFunc(t.rows, func(x, y rowWord) int { return len(y.begin) - len(x.begin) })
}

// kindOf is what a row is by how its text begins, "" where that is no word of the template.
func (t *Template) kindOf(text string) rowKind {
	text = celltext.Folded(text)
	for _, word := range t.rows {
		if strings.HasPrefix(text, word.begin) {
			return word.kind
		}
	}
	return ""
}
