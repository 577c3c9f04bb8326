package exporter

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Template says what a feed holds. It is compiled once, is never changed after that,
// and may be used by several feeds and builds at the same time.
type Template struct {
	Name        string
	Format      string // csv, tsv, xlsx, yml or xml
	Description string

	file       string
	takes      *condition // nil: any product
	needs      []need
	unique     []unique
	lists      listLimits
	grouped    bool   // variants of a group stand together
	order      *value // by which the offers stand, nil: as the list has them
	currencies []currency
	csv        csvStyle
	sheets     []table // of tables; csv has one
	doctype    string  // of xml
	document   element
	offer      element
	secrets    []strictyaml.Scalar // where an expression shows what the client pays

	categoryColumns, attributeColumns mapColumns // that it names

	uses uses
}

// need is a value without which a product is left out.
type need struct {
	path       string
	value      value
	pattern    *regexp.Regexp
	mend       string
	publicOnly bool // private feeds can do without it
}

// unique is a value that no two offers of a feed may share.
type unique struct {
	path  string
	value value
	mend  string
	omit  bool // the later offer loses its barcode, and not its place
}

// table is one sheet: its headings, and the rows that an offer, or an item of one of the
// feed's own lists, makes in it.
type table struct {
	name     string
	optional bool // without rows there is no such sheet
	columns  []column
	rows     []row
	list     *repeat // of the feed: the rows are made of it and not of offers
}

// column is one column of a table.
type column struct {
	heading string
	kind    kind // of its cells
	number  bool // a text that is a number becomes one
	width   int  // in characters, 0: by the kind of value
}

// row is one kind of row.
type row struct {
	of    string
	each  *repeat
	when  *condition
	cells []value // one a column
}

// currency is one that a feed may hold, with its rate to the main one.
type currency struct{ id, rate string }

// element is an XML element. It holds a value or other elements, and is left out where
// there is nothing in it.
type element struct {
	name       string
	open       string // `<name`
	end        string // `</name>`
	offers     bool   // the offers stand in here
	empty      bool   // it has attributes only
	value      *value
	each       *repeat // the element stands once for each item
	when       *condition
	unless     string
	cdata      bool
	always     bool // it stands also with nothing in it
	attributes []attribute
	children   []element
}

// attribute is an XML attribute, left out where its value is absent.
type attribute struct {
	open     string // ` name="`
	value    value
	required bool // without it the whole element is left out
	always   bool // it stands also with nothing in it
}

// csvStyle is how a text table is written.
type csvStyle struct {
	delimiter byte
	bom       bool
	newline   string
	bare      bool // tsv: no quotes; what would need them becomes a blank
}

// CompileTemplate reads a feed template. Every mistake is a *strictyaml.Error with its
// file, line and column and, where something similar is known, a hint.
func CompileTemplate(file string, data []byte) (*Template, error) {
	var s templateSpec
	if err := strictyaml.Decode(file, data, &s); err != nil {
		return nil, err
	}
	c := &compiler{file: file, paths: newPaths(), categoryColumns: mapColumns{}, attributeColumns: mapColumns{}}
	t := &Template{Name: s.Name.Text, Format: s.Format.Text, Description: s.Description, file: file, grouped: s.Group, categoryColumns: c.categoryColumns, attributeColumns: c.attributeColumns}
	if s.Kind.Text != "feed" {
		return nil, c.fail(s.Kind, "kind must be feed, not %q", s.Kind.Text)
	}
	if s.Name.Text == "" {
		return nil, c.fail(s.Name, "a template needs a name")
	}
	if err := c.shape(&s); err != nil {
		return nil, err
	}
	if err := c.all(t, &s); err != nil {
		return nil, err
	}
	t.secrets, t.uses = c.secrets, c.uses
	return t, nil
}

// all compiles the parts of a template.
func (c *compiler) all(t *Template, s *templateSpec) (err error) {
	if t.takes, err = c.condition(c.paths, s.Takes); err != nil {
		return err
	}
	if t.needs, err = c.needs(s.Needs); err != nil {
		return err
	}
	if t.unique, err = c.unique(s.Unique); err != nil {
		return err
	}
	if t.order, err = c.order(s); err != nil {
		return err
	}
	if t.lists, err = c.listLimits(&s.Lists); err != nil {
		return err
	}
	if t.currencies, err = c.currencies(s.Currencies); err != nil {
		return err
	}
	if t.csv, err = c.csv(s); err != nil {
		return err
	}
	if t.sheets, err = c.sheets(s); err != nil {
		return err
	}
	if s.Offer == nil {
		return nil
	}
	if !s.Offer.Element.Set {
		s.Offer.Element.Text = "offer"
	}
	if t.doctype = s.Doctype.Text; s.Doctype.Set && !doctype.MatchString(t.doctype) {
		return c.fail(s.Doctype, "doctype is a name and where its grammar lies, such as catalog SYSTEM \"catalog.dtd\", not %q", t.doctype)
	}
	if s.Document == nil {
		s.Document, t.doctype = ymlDocument(), `yml_catalog SYSTEM "shops.dtd"`
	}
	return c.document(t, s.Document, s.Offer)
}

// reach is how many items of a list the columns hold; the rest of a longer list is left
// out. It is 0 where the list stands in rows of its own, or not at all.
func (t *Template) reach(list string) int {
	n := 0
	for i := range t.sheets {
		for _, r := range t.sheets[i].rows {
			if r.each != nil && strings.HasSuffix(r.each.list.name, list) { // group.images are images
				return 0
			}
			for k := range r.cells {
				if r.cells[k].list == list {
					n = max(n, r.cells[k].index+1)
				}
			}
		}
	}
	return n
}

// NamesShop reports whether the feed says whose shop it is from.
func (t *Template) NamesShop() bool { return !t.isTable() }

// isTable reports whether the template makes rows and not XML.
func (t *Template) isTable() bool { return len(t.sheets) > 0 }

// rate is a currency's rate, "" where the feed may not hold it.
func (t *Template) rate(id string) string {
	i := slices.IndexFunc(t.currencies, func(c currency) bool { return c.id == id })
	if i < 0 {
		return ""
	}
	return t.currencies[i].rate
}

// hashes appends a hash for each value that must be unique in a feed; 0 where there is none.
func (t *Template) hashes(dst []uint64, s *scope) []uint64 {
	for i := range t.unique {
		s.scratch = t.unique[i].value.append(s.scratch[:0], s)
		if blank(view(s.scratch)) {
			dst = append(dst, 0)
			continue
		}
		dst = append(dst, max(1, maphash.Bytes(s.feed.seed, s.scratch)))
	}
	return dst
}

// forPublic is the template without everything that shows what the client pays. What
// is private is known by the field and not by the template, so that no template can
// leak it. A column keeps its place and heading, empty; an element is gone.
func (t *Template) forPublic() *Template {
	public := *t
	public.sheets = slices.Clone(t.sheets)
	for i := range public.sheets {
		rows := slices.Clone(public.sheets[i].rows)
		for k := range rows {
			rows[k].cells = slices.Clone(rows[k].cells)
			for n := range rows[k].cells {
				if rows[k].cells[n].private {
					rows[k].cells[n] = rows[k].cells[n].absent()
				}
			}
		}
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.when != nil && r.when.private })
		public.sheets[i].rows = rows
	}
	public.offer = t.offer.forPublic()
	return &public
}

func (e element) forPublic() element {
	var children []element
	for _, child := range e.children {
		if child.private() {
			continue
		}
		children = append(children, child.forPublic())
	}
	e.children = children
	e.attributes = slices.DeleteFunc(slices.Clone(e.attributes), func(a attribute) bool { return a.value.private })
	return e
}

func (e *element) private() bool {
	return e.value != nil && e.value.private || e.when != nil && e.when.private
}

// compiler turns a template's YAML into its compiled form.
type compiler struct {
	file                              string
	paths                             paths
	secrets                           []strictyaml.Scalar
	categoryColumns, attributeColumns mapColumns
	uses                              uses
}

// uses is what a template makes use of.
type uses struct{ tiers, target, categories, names bool }

func (c *compiler) fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.file, format, args...)
}

// shape checks that the parts of the template are those of its format.
func (c *compiler) shape(s *templateSpec) error {
	f, ok := formatNamed(s.Format.Text)
	if !ok {
		err := c.fail(s.Format, "unknown format %q", s.Format.Text)
		if near := strictyaml.Nearest(s.Format.Text, formatNames()); near != "" {
			err.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		return err
	}
	switch {
	case f.table && len(s.Columns) == 0 && len(s.Sheets) == 0:
		return c.fail(s.Format, "a %s template needs columns", f.name)
	case len(s.Columns) > 0 && len(s.Sheets) > 0:
		return c.fail(s.Sheets[0].Sheet, "a template has columns or sheets, not both")
	case len(s.Sheets) > 0 && f.name != "xlsx":
		return c.fail(s.Sheets[0].Sheet, "only an xlsx template has sheets")
	case f.table && (s.Offer != nil || s.Document != nil):
		return c.fail(s.Format, "a %s template has columns, not an offer or a document", f.name)
	case !f.table && (s.Offer == nil || len(s.Offer.Elements) == 0):
		return c.fail(s.Format, "a %s template needs an offer with elements", f.name)
	case !f.table && len(s.Columns)+len(s.Sheets) > 0:
		return c.fail(s.Format, "a %s template has an offer, not columns", f.name)
	case f.name == "yml" && len(s.Currencies) == 0:
		return c.fail(s.Format, "a yml template needs currencies")
	case f.name == "xml" && s.Document == nil:
		return c.fail(s.Format, "an xml template needs a document")
	case f.name == "yml" && s.Document != nil:
		return c.fail(s.Document.Element, "a yml template has its document already; take format: xml for another one")
	}
	return nil
}
