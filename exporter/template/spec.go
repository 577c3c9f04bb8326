package template

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// choices is one value or a list of them, of which the first that is there counts.
type choices []strictyaml.Scalar

// UnmarshalYAML reads a scalar or a list of scalars.
func (c *choices) UnmarshalYAML(node ast.Node) error {
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		*c = make(choices, 1)
		return (*c)[0].UnmarshalYAML(node)
	}
	*c = make(choices, len(sequence.Values))
	for i, choice := range sequence.Values {
		if err := (*c)[i].UnmarshalYAML(choice); err != nil {
			return err
		}
	}
	return nil
}

// at is where the value stands in the file.
func (c choices) at() strictyaml.Scalar {
	if len(c) == 0 {
		return strictyaml.Scalar{}
	}
	return c[0]
}

// templateSpec is a template's YAML.
type templateSpec struct {
	Name        strictyaml.Scalar `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      strictyaml.Scalar `yaml:"format"`
	Description string            `yaml:"description"`

	Takes      strictyaml.Scalar `yaml:"takes"`      // a condition: other products are not for this target
	Needs      []needSpec        `yaml:"needs"`      // values without which a product is left out
	Unique     []uniqueSpec      `yaml:"unique"`     // values that no two offers may share
	IDs        *idsSpec          `yaml:"ids"`        // the form of offer_id
	Lists      listsSpec         `yaml:"lists"`      // limits of lists
	Group      bool              `yaml:"group"`      // variants of one group stand together, after the single products
	Order      strictyaml.Scalar `yaml:"order"`      // a whole number: the offers, or with group the groups, stand by it, the smallest first
	Currencies []currencySpec    `yaml:"currencies"` // that the feed may hold

	CSV     csvSpec      `yaml:"csv"`     // of csv and tsv
	Rows    []rowSpec    `yaml:"rows"`    // kinds of row, where there are several
	Columns []columnSpec `yaml:"columns"` // of tables with one sheet
	Sheets  []sheetSpec  `yaml:"sheets"`  // of xlsx with several

	Doctype  strictyaml.Scalar `yaml:"doctype"`  // of xml: what follows <!DOCTYPE
	Document *elementSpec      `yaml:"document"` // of xml: what stands around the offers
	Offer    *elementSpec      `yaml:"offer"`    // of yml and xml
}

// fieldSpec is what a column, an element or an attribute shows.
type fieldSpec struct {
	Value    choices           `yaml:"value"`    // a path, an expression, or a list of them: the first that is there
	Constant strictyaml.Scalar `yaml:"constant"` // always this text
	Default  strictyaml.Scalar `yaml:"default"`  // where nothing is there
	Each     strictyaml.Scalar `yaml:"each"`     // a list
	From     int               `yaml:"from"`     // its first item, from 0
	First    int               `yaml:"first"`    // at most so many of its items
	Join     strictyaml.Scalar `yaml:"join"`     // the items of each in one text, with this between them
	Total    int               `yaml:"total"`    // with join: items that would make the text longer are left out
	Text     strictyaml.Scalar `yaml:"text"`     // keep, plain, line or html
	HTML     []string          `yaml:"html"`     // the tags that stay, with text: html
	Keep     strictyaml.Scalar `yaml:"keep"`     // characters, such as A-Za-z0-9: all others are left out
	Remove   strictyaml.Scalar `yaml:"remove"`   // a regular expression: what fits is taken out of the text
	Breaks   strictyaml.Scalar `yaml:"breaks"`   // what stands for a line break
	Max      int               `yaml:"max"`      // longer texts are cut, at words
	Unit     strictyaml.Scalar `yaml:"unit"`     // of max and total: characters, bytes or utf16
	Pattern  strictyaml.Scalar `yaml:"pattern"`  // a regular expression: what does not fit is left out

	place string            // the heading or the name of the element or attribute, for messages
	at    strictyaml.Scalar // where that stands in the file, unset for needs
}

type needSpec struct {
	Field fieldSpec         `yaml:",inline"`
	Name  string            `yaml:"name"` // what messages call it, the path where it is left out
	In    strictyaml.Scalar `yaml:"in"`   // public: only public feeds need it
	Mend  string            `yaml:"mend"` // what to do about it
}

type idsSpec struct {
	Keep strictyaml.Scalar `yaml:"keep"` // characters that the target takes, such as A-Za-z0-9
	Max  int               `yaml:"max"`  // its greatest length in characters
}

type uniqueSpec struct {
	Field fieldSpec         `yaml:",inline"`
	Name  string            `yaml:"name"`
	Mend  string            `yaml:"mend"`
	Omit  strictyaml.Scalar `yaml:"omit"` // barcode: the later offer stays, without it
	Of    strictyaml.Scalar `yaml:"of"`   // group: the members of one group share it
}

type listsSpec struct {
	Images     *listSpec `yaml:"images"`
	Attributes *listSpec `yaml:"attributes"`
	Tiers      *listSpec `yaml:"tiers"`
}

type listSpec struct {
	Min     int               `yaml:"min"`     // a product with fewer is left out
	Max     int               `yaml:"max"`     // those beyond are left out
	Key     int               `yaml:"key"`     // of attributes: the target knows them by so many bytes of the name, as an address has it
	Length  int               `yaml:"length"`  // of an address, in bytes; of an attribute's value, in characters
	Pattern strictyaml.Scalar `yaml:"pattern"` // of an address; others are left out
}

type currencySpec struct {
	ID   strictyaml.Scalar `yaml:"id"`
	Rate strictyaml.Scalar `yaml:"rate"`
}

type csvSpec struct {
	Delimiter strictyaml.Scalar `yaml:"delimiter"` // one character, or tab
	BOM       bool              `yaml:"bom"`
	Newline   strictyaml.Scalar `yaml:"newline"` // crlf or lf
}

type rowSpec struct {
	Row   strictyaml.Scalar `yaml:"row"` // its name, for columns
	Of    strictyaml.Scalar `yaml:"of"`  // any, single, group, member, first, rest or last
	Each  strictyaml.Scalar `yaml:"each"`
	From  int               `yaml:"from"`
	First int               `yaml:"first"`
	When  strictyaml.Scalar `yaml:"when"`
}

type sheetSpec struct {
	Sheet    strictyaml.Scalar `yaml:"sheet"`
	Optional bool              `yaml:"optional"` // without rows there is no such sheet
	Rows     []rowSpec         `yaml:"rows"`
	Columns  []columnSpec      `yaml:"columns"`
}

type columnSpec struct {
	Heading strictyaml.Scalar    `yaml:"heading"`
	Field   fieldSpec            `yaml:",inline"`
	In      map[string]fieldSpec `yaml:"in"` // by the row's name; nothing in other rows
	Width   int                  `yaml:"width"`
	Type    strictyaml.Scalar    `yaml:"type"` // number: a text that is a number becomes one in xlsx

	Repeat  strictyaml.Scalar `yaml:"repeat"` // a list: the columns below stand once for each of its first items
	Times   int               `yaml:"times"`
	Number  int               `yaml:"number_from"` // what {n} is for the first item, 1 where it is left out
	Columns []columnSpec      `yaml:"columns"`
}

type attributeSpec struct {
	Name     strictyaml.Scalar `yaml:"name"`
	Field    fieldSpec         `yaml:",inline"`
	Required bool              `yaml:"required"`
	Always   bool              `yaml:"always"` // it stands also with nothing in it
}

type elementSpec struct {
	Element    strictyaml.Scalar `yaml:"element"`
	Offers     bool              `yaml:"offers"` // in the document: the offers stand here
	Field      fieldSpec         `yaml:",inline"`
	When       strictyaml.Scalar `yaml:"when"`
	Unless     strictyaml.Scalar `yaml:"unless"`
	CDATA      bool              `yaml:"cdata"`
	Always     bool              `yaml:"always"` // it stands also with nothing in it
	Attributes []attributeSpec   `yaml:"attributes"`
	Elements   []elementSpec     `yaml:"elements"`
}

// ymlDocument is what stands around the offers of YML. Its document type is exact: some
// readers refuse any other.
func ymlDocument() *elementSpec {
	path := func(p string) choices { return choices{{Text: p, Set: true}} }
	word := func(t string) strictyaml.Scalar { return strictyaml.Scalar{Text: t, Set: true} }
	holds := func(name, value string) elementSpec {
		return elementSpec{Element: word(name), Field: fieldSpec{Value: path(value)}, Always: true}
	}
	attribute := func(name, value string) attributeSpec {
		return attributeSpec{Name: word(name), Field: fieldSpec{Value: path(value)}}
	}
	return &elementSpec{Element: word("yml_catalog"), Attributes: []attributeSpec{attribute("date", "feed.date")}, Elements: []elementSpec{
		{Element: word("shop"), Elements: []elementSpec{
			holds("name", "shop.name"), holds("company", "shop.company"), holds("url", "shop.url"), // grammars want all three
			{Element: word("currencies"), Elements: []elementSpec{{Element: word("currency"), Field: fieldSpec{Each: word("currencies")},
				Attributes: []attributeSpec{attribute("id", "id"), attribute("rate", "rate")}}}},
			{Element: word("categories"), Elements: []elementSpec{{Element: word("category"), Field: fieldSpec{Each: word("categories"), Value: path("name")},
				Attributes: []attributeSpec{attribute("id", "id"), attribute("parentId", "parent_id")}}}},
			{Element: word("offers"), Offers: true},
		}},
	}}
}
