package listfile

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// xmlReader reads XML: the records are the elements of one name that hold goods, and every
// element and attribute below them is a value. Categories stand beside the records, or around
// them.
type xmlReader struct {
	*list
	scan *xmlscan.Scanner

	categories map[string]Category
	nodes      []treeNode // categories that are open
	trail      []string   // names of the elements that are open, in small letters
	said       []string   // the trails of the records, where somebody named them
	record     string     // the trail of the records without categories, "" while none was found
	called     string     // the name of the records
	elsewhere  string     // the trail of one of that name that stands at another place
	container  bool       // an element that holds records was there, though none were in it
	number     int64
	split      variants
	paths      map[string]string // each path once
}

// treeNode is a category that is open.
type treeNode struct {
	id, parent, name, text string
	depth                  int // of its element
}

func newXMLReader(l *list, text *bufio.Reader) *xmlReader {
	x := &xmlReader{list: l, scan: xmlscan.New(text), categories: map[string]Category{}, paths: map[string]string{}}
	x.scan.Lenient = true
	if l.how.Records != "" {
		for path := range strings.SplitSeq(strings.ToLower(strings.ReplaceAll(l.how.Records, "[]", "")), "|") {
			x.said = append(x.said, strings.TrimSpace(path))
		}
	}
	return x
}

// Categories is the tree beside the records.
func (x *xmlReader) Categories() map[string]Category { return maps.Clone(x.categories) }

// Columns are none.
func (x *xmlReader) Columns() []string { return nil }

// Notes are none.
func (x *xmlReader) Notes() []Note { return nil }

// Next reads the next record, or the next variant of the one that was read.
func (x *xmlReader) Next(into *Record) error {
	for !x.split.next(into) {
		if err := x.step(); err != nil {
			return err
		}
	}
	return nil
}

// step reads one token outside the records, or a record.
func (x *xmlReader) step() error {
	err := x.scan.Next()
	if errors.Is(err, io.EOF) {
		return x.ended()
	}
	if err != nil {
		return x.broken(err)
	}
	switch x.scan.Kind {
	case xmlscan.Start:
		x.enter()
		switch is := x.isRecord(); {
		case is && x.how.Whole:
			return x.readWhole()
		case is:
			return x.readRecord()
		}
		x.beginCategory()
	case xmlscan.Text:
		x.addToCategory(string(x.scan.Text))
	case xmlscan.End:
		x.leave()
	}
	return nil
}

// ended is what the end of a whole document means.
func (x *xmlReader) ended() error {
	switch {
	case x.number > 0 && x.elsewhere != "":
		return Faultf(Unreadable, "several", x.how.Name, x.record+", "+x.elsewhere, x.record)
	case x.number > 0:
		return io.EOF
	case x.container:
		return Faultf(Empty, "", x.how.Name)
	}
	return Faultf(Unreadable, "records", x.how.Name)
}

func (x *xmlReader) broken(err error) error {
	if errors.Is(err, xmlscan.ErrCut) {
		return Faultf(Incomplete, "", x.how.Name).Because(err)
	}
	return x.damaged(err)
}

func (x *xmlReader) enter() {
	x.trail = append(x.trail, strings.ToLower(xmlscan.LocalName(x.scan.Name)))
	x.container = x.container || x.how.Records == "" && x.how.Headings.Container(x.trail[len(x.trail)-1])
}

// leave closes an element: a category is complete then.
func (x *xmlReader) leave() {
	if len(x.trail) == 0 {
		return
	}
	if n := len(x.nodes); n > 0 && x.nodes[n-1].depth == len(x.trail) {
		node := x.nodes[n-1]
		x.nodes = x.nodes[:n-1]
		if name := node.label(); node.id != "" && name != "" {
			x.categories[node.id] = Category{Name: name, Parent: node.parent}
		}
	}
	x.trail = x.trail[:len(x.trail)-1]
}

// isRecord reports whether the element that was entered is a record. The first element that
// is one by its name, below one that holds something, says where they are; categories around
// them do not count.
func (x *xmlReader) isRecord() bool {
	last := x.trail[len(x.trail)-1]
	if x.said != nil {
		here := strings.Join(slices.Compact(slices.Clone(x.trail)), ".")
		return slices.ContainsFunc(x.said, func(path string) bool { return here == path || strings.HasSuffix(here, "."+path) })
	}
	if x.record == "" && (len(x.trail) < 2 || !x.how.Headings.Record(last)) || x.record != "" && last != x.called {
		return false
	}
	here := strings.Join(slices.DeleteFunc(slices.Clone(x.trail), func(name string) bool { return isTree(name) || x.how.Headings.Section(name) }), ".")
	switch x.record {
	case "":
		x.record, x.called = here, last
	case here:
	default:
		x.elsewhere = here
		return false
	}
	return true
}

// beginCategory opens a node of the tree.
func (x *xmlReader) beginCategory() {
	if !x.how.Headings.Section(x.trail[len(x.trail)-1]) {
		return
	}
	node := treeNode{depth: len(x.trail)}
	x.scan.EachAttribute(func(name, value string) {
		node.take(strings.ToLower(name), value)
	})
	x.nodes = append(x.nodes, node)
}

// take takes in what an attribute or an element of a category says.
func (n *treeNode) take(name, value string) {
	switch {
	case name == "id":
		n.id += strings.TrimSpace(value)
	case name == "parentid" || name == "parent_id" || name == "parent":
		if n.parent += strings.TrimSpace(value); n.parent == "0" {
			n.parent = ""
		}
	case isName(name):
		n.name += value
	}
}

// label is what people call a category.
func (n *treeNode) label() string {
	if name := strings.Join(strings.Fields(n.name), " "); name != "" {
		return name
	}
	return strings.Join(strings.Fields(n.text), " ")
}

// addToCategory adds a text to the category that is open.
func (x *xmlReader) addToCategory(text string) {
	n := len(x.nodes)
	if n == 0 {
		return
	}
	switch node := &x.nodes[n-1]; len(x.trail) {
	case node.depth:
		node.text += text
	case node.depth + 1:
		node.take(x.trail[len(x.trail)-1], text)
	}
}

// section is where a record stands: the categories around it, the outermost first.
func (x *xmlReader) section() string {
	var names []string
	for i := range x.nodes {
		if name := x.nodes[i].label(); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, sectionMark)
}

// openElement is an element of a record that is open.
type openElement struct {
	first      int  // its first value
	attributes bool // it has some
}

// readRecord reads up to the end of the element that was entered.
func (x *xmlReader) readRecord() error {
	x.number++
	record := Record{Number: x.number, Values: x.split.reuse(), Section: x.section()}
	from := len(x.trail)
	x.addAttributes(&record, from)
	open := []openElement{{}}
	text, leaf := []byte(nil), true
	for len(x.trail) >= from {
		if err := x.scan.Next(); err != nil {
			return x.cutIn(err)
		}
		switch x.scan.Kind {
		case xmlscan.Start:
			x.trail = append(x.trail, x.element())
			text, leaf = text[:0], true
			first := len(record.Values)
			x.addAttributes(&record, from)
			open = append(open, openElement{first, len(record.Values) > first})
		case xmlscan.Text:
			text = append(text, x.scan.Text...)
		case xmlscan.End:
			if len(x.trail) > from && leaf {
				record.Values = append(record.Values, Value{Path: x.path(from, ""), Text: strings.TrimSpace(string(text))})
			}
			x.endElement(&record, from, open[len(open)-1], leaf)
			open = open[:len(open)-1]
			text, leaf = text[:0], false
			x.trail = x.trail[:len(x.trail)-1]
		}
	}
	x.split.begin(&record, &x.how)
	return nil
}

// cutIn is the fault of an error within a record, where the document cannot end.
func (x *xmlReader) cutIn(err error) error {
	if errors.Is(err, io.EOF) {
		err = xmlscan.ErrCut
	}
	return x.broken(err)
}

// endElement marks the values of an element that is a variant: one with values of its own that
// is called like a variant, or stands below one that is.
func (x *xmlReader) endElement(record *Record, from int, e openElement, leaf bool) {
	if depth := len(x.trail) - from; depth < 1 || leaf && !e.attributes {
		return
	}
	here := x.path(from, "")
	x.how.typePrice(record, e.first, here)
	around := here[:max(strings.LastIndexByte(here, '.'), 0)]
	if x.how.isVariants(here) || x.how.isVariants(around) {
		record.markVariant(e.first)
	}
}

// element is the name of the element that begins, with its language where it has one.
func (x *xmlReader) element() string {
	local := strings.ToLower(xmlscan.LocalName(x.scan.Name))
	if language := x.scan.Attribute("lang"); language != "" {
		return local + "_" + strings.ToLower(language)
	}
	return local
}

// addAttributes adds the attributes of the element that was entered.
func (x *xmlReader) addAttributes(into *Record, from int) {
	x.scan.EachAttribute(func(name, value string) {
		if name == "lang" { // it stands in the element's name
			return
		}
		into.Values = append(into.Values, Value{Path: x.path(from, "@"+strings.ToLower(name)), Text: strings.TrimSpace(value)})
	})
}

// mostPaths bounds the paths that are kept: no list has so many kinds of values.
const mostPaths = 10_000

// path is where a value stands below the record.
func (x *xmlReader) path(from int, attribute string) string {
	steps := strings.Join(x.trail[from:], ".")
	if attribute != "" && steps != "" {
		steps += "."
	}
	steps += attribute
	if known, ok := x.paths[steps]; ok {
		return known
	}
	if len(x.paths) < mostPaths {
		x.paths[steps] = steps
	}
	return steps
}
