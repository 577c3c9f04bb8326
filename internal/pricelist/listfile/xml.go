package listfile

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// xmlReader reads XML: the records are the elements of one name that hold goods, and every
// element and attribute below them is a value.
type xmlReader struct {
	*list
	scan *xmlscan.Scanner

	categories map[string]Category
	nodes      []treeNode // categories that are open
	trail      []string   // names of the elements that are open, in small letters
	record     string     // the trail of the records, "" while none was found
	container  bool       // an element that holds records was there, though none were in it
	number     int64
	paths      map[string]string // each path once
}

// treeNode is a category that is open.
type treeNode struct{ id, parent, text string }

func newXMLReader(l *list, text *bufio.Reader) *xmlReader {
	x := &xmlReader{list: l, scan: xmlscan.New(text), categories: map[string]Category{}, paths: map[string]string{}}
	x.scan.Lenient = true
	x.record = strings.ToLower(strings.ReplaceAll(l.how.Records, "[]", ""))
	return x
}

// Categories is the tree beside the records.
func (x *xmlReader) Categories() map[string]Category { return maps.Clone(x.categories) }

// Columns are none.
func (x *xmlReader) Columns() []string { return nil }

// Next reads the next record.
func (x *xmlReader) Next(into *Record) error {
	for {
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
			if x.isRecord() {
				return x.readRecord(into)
			}
			x.beginCategory()
		case xmlscan.Text:
			if n := len(x.nodes); n > 0 {
				x.nodes[n-1].text += string(x.scan.Text)
			}
		case xmlscan.End:
			x.leave()
		}
	}
}

// ended is what the end of a whole document means.
func (x *xmlReader) ended() error {
	switch {
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
	if n := len(x.nodes); n > 0 && x.trail[len(x.trail)-1] == "category" {
		node := x.nodes[n-1]
		x.nodes = x.nodes[:n-1]
		if name := strings.Join(strings.Fields(node.text), " "); node.id != "" && name != "" {
			x.categories[node.id] = Category{Name: name, Parent: node.parent}
		}
	}
	x.trail = x.trail[:len(x.trail)-1]
}

// isRecord reports whether the element that was entered is a record. The first element that
// is one by its name, below one that holds something, says where they are.
func (x *xmlReader) isRecord() bool {
	here := strings.Join(x.trail, ".")
	if x.record != "" {
		return here == x.record || x.how.Records != "" && strings.HasSuffix(here, "."+x.record)
	}
	if len(x.trail) < 2 || !x.how.Headings.Record(x.trail[len(x.trail)-1]) {
		return false
	}
	x.record = here
	return true
}

// beginCategory opens a node of the tree.
func (x *xmlReader) beginCategory() {
	if x.trail[len(x.trail)-1] != "category" {
		return
	}
	var node treeNode
	x.scan.EachAttribute(func(name, value string) {
		switch strings.ToLower(name) {
		case "id":
			node.id = strings.TrimSpace(value)
		case "parentid", "parent_id", "parent":
			node.parent = strings.TrimSpace(value)
		case "name", "title":
			node.text = value
		}
	})
	if node.parent == "0" {
		node.parent = ""
	}
	x.nodes = append(x.nodes, node)
}

// readRecord reads up to the end of the element that was entered.
func (x *xmlReader) readRecord(into *Record) error {
	x.number++
	*into = Record{Number: x.number, Values: into.Values[:0]}
	from := len(x.trail)
	x.addAttributes(into, from)
	text, leaf := []byte(nil), true
	for len(x.trail) >= from {
		if err := x.scan.Next(); err != nil {
			if errors.Is(err, io.EOF) {
				err = xmlscan.ErrCut
			}
			return x.broken(err)
		}
		switch x.scan.Kind {
		case xmlscan.Start:
			x.trail = append(x.trail, x.element())
			text, leaf = text[:0], true
			x.addAttributes(into, from)
		case xmlscan.Text:
			text = append(text, x.scan.Text...)
		case xmlscan.End:
			if len(x.trail) > from && leaf {
				into.Values = append(into.Values, Value{Path: x.path(from, ""), Text: strings.TrimSpace(string(text))})
			}
			text, leaf = text[:0], false
			x.trail = x.trail[:len(x.trail)-1]
		}
	}
	return nil
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
