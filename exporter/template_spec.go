package exporter

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// located is a scalar of a template with its place in the file.
type located struct {
	text         string
	set          bool
	line, column int
}

// UnmarshalYAML keeps a scalar's text and place.
func (l *located) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	l.set, l.line, l.column = true, token.Position.Line, token.Position.Column
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return &yaml.SyntaxError{Message: "want a text, not a list or a mapping", Token: token}
	}
	l.text = fmt.Sprint(scalar.GetValue())
	if _, null := node.(*ast.NullNode); null {
		l.text = ""
	}
	return nil
}

// choices is one value or a list of them, of which the first that is there counts.
type choices []located

// UnmarshalYAML reads a scalar or a list of scalars.
func (c *choices) UnmarshalYAML(node ast.Node) error {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		*c = make(choices, 1)
		return (*c)[0].UnmarshalYAML(node)
	}
	*c = make(choices, len(list.Values))
	for i, item := range list.Values {
		if err := (*c)[i].UnmarshalYAML(item); err != nil {
			return err
		}
	}
	return nil
}

// at is where the value stands in the file.
func (c choices) at() located {
	if len(c) == 0 {
		return located{}
	}
	return c[0]
}

// templateSpec is a template's YAML.
type templateSpec struct {
	Name        located `yaml:"name"`
	Kind        located `yaml:"kind"`
	Format      located `yaml:"format"`
	Description string  `yaml:"description"`

	Takes      located        `yaml:"takes"`      // a condition: other products are not for this target
	Needs      []needSpec     `yaml:"needs"`      // values without which a product is left out
	Unique     []uniqueSpec   `yaml:"unique"`     // values that no two offers may share
	Lists      listsSpec      `yaml:"lists"`      // limits of lists
	Group      bool           `yaml:"group"`      // variants of one group stand together, after the single products
	Order      located        `yaml:"order"`      // a whole number: the offers stand by it, the smallest first
	Currencies []currencySpec `yaml:"currencies"` // that the feed may hold

	CSV     csvSpec      `yaml:"csv"`     // of csv and tsv
	Rows    []rowSpec    `yaml:"rows"`    // kinds of row, where there are several
	Columns []columnSpec `yaml:"columns"` // of tables with one sheet
	Sheets  []sheetSpec  `yaml:"sheets"`  // of xlsx with several

	Doctype  located      `yaml:"doctype"`  // of xml: what follows <!DOCTYPE
	Document *elementSpec `yaml:"document"` // of xml: what stands around the offers
	Offer    *elementSpec `yaml:"offer"`    // of yml and xml
}

// fieldSpec is what a column, an element or an attribute shows.
type fieldSpec struct {
	Value    choices  `yaml:"value"`    // a path, an expression, or a list of them: the first that is there
	Constant located  `yaml:"constant"` // always this text
	Default  located  `yaml:"default"`  // where nothing is there
	Each     located  `yaml:"each"`     // a list
	From     int      `yaml:"from"`     // its first item, from 0
	First    int      `yaml:"first"`    // at most so many of its items
	Join     located  `yaml:"join"`     // the items of each in one text, with this between them
	Total    int      `yaml:"total"`    // with join: items that would make the text longer are left out
	Text     located  `yaml:"text"`     // keep, plain, line or html
	HTML     []string `yaml:"html"`     // the tags that stay, with text: html
	Keep     located  `yaml:"keep"`     // characters, such as A-Za-z0-9: all others are left out
	Remove   located  `yaml:"remove"`   // a regular expression: what fits is taken out of the text
	Breaks   located  `yaml:"breaks"`   // what stands for a line break
	Max      int      `yaml:"max"`      // longer texts are cut, at words
	Unit     located  `yaml:"unit"`     // of max and total: characters, bytes or utf16
	Pattern  located  `yaml:"pattern"`  // a regular expression: what does not fit is left out
}

type needSpec struct {
	Field fieldSpec `yaml:",inline"`
	Name  string    `yaml:"name"` // what messages call it, the path where it is left out
	In    located   `yaml:"in"`   // public: only public feeds need it
	Mend  string    `yaml:"mend"` // what to do about it
}

type uniqueSpec struct {
	Field fieldSpec `yaml:",inline"`
	Name  string    `yaml:"name"`
	Mend  string    `yaml:"mend"`
	Omit  located   `yaml:"omit"` // barcode: the later offer stays, without it
}

type listsSpec struct {
	Images     *listSpec `yaml:"images"`
	Attributes *listSpec `yaml:"attributes"`
	Tiers      *listSpec `yaml:"tiers"`
}

type listSpec struct {
	Min     int     `yaml:"min"`     // a product with fewer is left out
	Max     int     `yaml:"max"`     // those beyond are left out
	Length  int     `yaml:"length"`  // of an address, in bytes; of an attribute's value, in characters
	Pattern located `yaml:"pattern"` // of an address; others are left out
}

type currencySpec struct {
	ID   located `yaml:"id"`
	Rate located `yaml:"rate"`
}

type csvSpec struct {
	Delimiter located `yaml:"delimiter"` // one character, or tab
	BOM       bool    `yaml:"bom"`
	Newline   located `yaml:"newline"` // crlf or lf
}

type rowSpec struct {
	Row   located `yaml:"row"` // its name, for columns
	Of    located `yaml:"of"`  // any, single, group, member, first, rest or last
	Each  located `yaml:"each"`
	From  int     `yaml:"from"`
	First int     `yaml:"first"`
	When  located `yaml:"when"`
}

type sheetSpec struct {
	Sheet    located      `yaml:"sheet"`
	Optional bool         `yaml:"optional"` // without rows there is no such sheet
	Rows     []rowSpec    `yaml:"rows"`
	Columns  []columnSpec `yaml:"columns"`
}

type columnSpec struct {
	Heading located              `yaml:"heading"`
	Field   fieldSpec            `yaml:",inline"`
	In      map[string]fieldSpec `yaml:"in"` // by the row's name; nothing in other rows
	Width   int                  `yaml:"width"`
	Type    located              `yaml:"type"` // number: a text that is a number becomes one in xlsx

	Repeat  located      `yaml:"repeat"` // a list: the columns below stand once for each of its first items
	Times   int          `yaml:"times"`
	Number  int          `yaml:"number_from"` // what {n} is for the first item, 1 where it is left out
	Columns []columnSpec `yaml:"columns"`
}

type attributeSpec struct {
	Name     located   `yaml:"name"`
	Field    fieldSpec `yaml:",inline"`
	Required bool      `yaml:"required"`
	Always   bool      `yaml:"always"` // it stands also with nothing in it
}

type elementSpec struct {
	Element    located         `yaml:"element"`
	Offers     bool            `yaml:"offers"` // in the document: the offers stand here
	Field      fieldSpec       `yaml:",inline"`
	When       located         `yaml:"when"`
	Unless     located         `yaml:"unless"`
	CDATA      bool            `yaml:"cdata"`
	Always     bool            `yaml:"always"` // it stands also with nothing in it
	Attributes []attributeSpec `yaml:"attributes"`
	Elements   []elementSpec   `yaml:"elements"`
}
