package template

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/offerid"
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
	unique     []Unique
	ids        *offerid.Rule // of offer_id, nil: the supplier's ids as they are
	lists      listLimits
	grouped    bool   // variants of a group stand together
	order      *value // by which the offers stand, nil: as the list has them
	currencies []Currency
	csv        encode.CSVStyle
	sheets     []Table // of tables; csv has one
	doctype    string  // of xml
	document   element
	offer      element
	secrets    []strictyaml.Scalar // where an expression shows what the client pays

	categoryColumns, attributeColumns mapColumns // that it names

	uses        Uses
	fieldLimits []string // what places take, see Requirements
}

// need is a value without which a product is left out.
type need struct {
	path       string
	value      value
	pattern    *regexp.Regexp
	mend       string
	publicOnly bool // private feeds can do without it
}

// Unique is a value that no two offers of a feed may share.
type Unique struct {
	path  string
	value value
	mend  string
	omit  bool // the later offer loses its barcode, and not its place

	ofGroup bool // the members of one group share it
}

// Table is one sheet: its headings, and the rows that an offer, or an item of one of the
// feed's own lists, makes in it.
type Table struct {
	index    int // among the tables of the template
	name     string
	optional bool // without rows there is no such sheet
	columns  []column
	rows     []Row
	list     *repeat // of the feed: the rows are made of it and not of offers
}

// column is one column of a table.
type column struct {
	heading string
	kind    kind // of its cells
	number  bool // a text that is a number becomes one
	width   int  // in characters, 0: by the heading
}

// Row is one kind of row.
type Row struct {
	of    string
	each  *repeat
	when  *condition
	cells []value // one a column
}

// element is an XML element. It holds a value or other elements, and is left out where
// there is nothing in it.
type element struct {
	tag        *encode.Tag
	offers     bool // the offers stand in here
	empty      bool // it has attributes only
	value      *value
	each       *repeat // the element stands once for each item
	when       *condition
	cdata      bool
	attributes []attribute
	children   []element
}

// attribute is an XML attribute, left out where its value is absent.
type attribute struct {
	name     string
	value    value
	required bool // without it the whole element is left out
	always   bool // it stands also with nothing in it
}

// Reach is how many items of a list the columns hold; the rest of a longer list is left
// out. It is 0 where the list stands in rows of its own, or not at all.
func (t *Template) Reach(list string) int {
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

// Uses is what the template makes use of.
func (t *Template) Uses() Uses { return t.uses }

// IDs is the form of the offers' ids, nil where the supplier's are taken as they are.
func (t *Template) IDs() *offerid.Rule { return t.ids }

// Grouped reports whether variants of a group stand together.
func (t *Template) Grouped() bool { return t.grouped }

// Ordered reports whether the offers stand by their ranks, and not as the list has them.
func (t *Template) Ordered() bool { return t.order != nil }

// Rank is the number by which the offer at hand stands.
func (t *Template) Rank(s *Scope) int64 {
	rank, _ := t.order.integer(s)
	return rank
}

// Currencies are those that the feed may hold, the main one first.
func (t *Template) Currencies() []Currency { return t.currencies }

// CategoryColumns are the columns of a user's category map that the template names.
func (t *Template) CategoryColumns() []string { return slices.Sorted(maps.Keys(t.categoryColumns)) }

// AttributeColumns are those of a user's attribute map.
func (t *Template) AttributeColumns() []string { return slices.Sorted(maps.Keys(t.attributeColumns)) }

// Requires reports whether a product needs the value of that path.
func (t *Template) Requires(path string) bool {
	return slices.ContainsFunc(t.needs, func(n need) bool { return n.path == path })
}

// Secret is the first expression that shows what the client pays, with its place in the
// template's file; "" where there is none.
func (t *Template) Secret() string {
	if len(t.secrets) == 0 {
		return ""
	}
	at := t.secrets[0]
	return fmt.Sprintf("%s:%d:%d: %q", t.file, at.Line, at.Column, at.Text)
}

// NamesShop reports whether the feed says whose shop it is from.
func (t *Template) NamesShop() bool { return !t.IsTable() }

// IsTable reports whether the template makes rows and not XML.
func (t *Template) IsTable() bool { return len(t.sheets) > 0 }

// rate is a currency's rate, "" where the feed may not hold it.
func (t *Template) rate(id string) string {
	i := slices.IndexFunc(t.currencies, func(c Currency) bool { return c.ID == id })
	if i < 0 {
		return ""
	}
	return t.currencies[i].Rate
}

// ForPublic is the template without everything that shows what the client pays. What
// is private is known by the field and not by the template, so that no template can
// leak it. A column keeps its place and heading, empty; an element is gone.
func (t *Template) ForPublic() *Template {
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
		rows = slices.DeleteFunc(rows, func(r Row) bool { return r.when != nil && r.when.private })
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

// mapColumns are the columns of a user's map that a template names.
type mapColumns map[string]bool
