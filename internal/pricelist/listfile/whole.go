package listfile

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// Where a mapping reads records in the language of services, they are given as JSON: objects as
// they are, elements with their attributes as "@name" and their own text as "#", rows by their
// headings. "@key" and "@section" are where the record stands.

// SectionPath is the path of the section in which a record stands.
const SectionPath = "@section"

// jsonObject writes the members of one object.
type jsonObject struct{ members []byte }

// add adds a member, whose value is JSON.
func (o *jsonObject) add(name, value string) {
	if len(o.members) > 0 {
		o.members = append(o.members, ',')
	}
	o.members = append(appendText(o.members, name), ':')
	o.members = append(o.members, value...)
}

// addText adds a text, unless it is blank.
func (o *jsonObject) addText(name, text string) {
	if text != "" {
		o.add(name, string(appendText(nil, text)))
	}
}

// before is the whole object, with the members of another one behind its own.
func (o *jsonObject) before(other jsontext.Value) string {
	more := strings.TrimSpace(string(other[1 : len(other)-1]))
	if len(o.members) > 0 && more != "" {
		more = "," + more
	}
	return "{" + string(o.members) + more + "}"
}

func appendText(dst []byte, text string) []byte {
	out, _ := jsontext.AppendQuote(dst, strings.ToValidUTF8(text, "\ufffd")) // which is valid now
	return out
}

// readWhole reads an object as it stands.
func (j *jsonReader) readWhole(key string) (*Record, error) {
	raw, err := j.in.ReadValue()
	if err != nil {
		return nil, j.broken(err)
	}
	record := &Record{Section: j.section()}
	var around jsonObject
	around.addText(KeyPath, strings.TrimSpace(key))
	around.addText(SectionPath, record.Section)
	record.JSON = around.before(raw)
	return record, nil
}

// emptyObject has no members.
var emptyObject = jsontext.Value("{}")

// wholeRow gives a row as an object by its headings.
func wholeRow(record *Record) {
	var row jsonObject
	row.addText(SectionPath, record.Section)
	for _, v := range record.Values {
		row.addText(v.Path, v.Text)
	}
	record.JSON = row.before(emptyObject)
}

// element is an element of a record with what it holds.
type element struct {
	name       string
	attributes jsonObject
	text       []byte
	inner      []*element
}

// readWhole reads up to the end of the element that was entered.
func (x *xmlReader) readWhole() error {
	x.number++
	record := Record{Number: x.number, Section: x.section()}
	root := x.beginElement()
	root.attributes.addText(SectionPath, record.Section)
	open := []*element{root}
	for len(open) > 0 {
		if err := x.scan.Next(); err != nil {
			return x.cutIn(err)
		}
		top := open[len(open)-1]
		switch x.scan.Kind {
		case xmlscan.Start:
			x.trail = append(x.trail, x.element())
			e := x.beginElement()
			top.inner = append(top.inner, e)
			open = append(open, e)
		case xmlscan.Text:
			top.text = append(top.text, x.scan.Text...)
		case xmlscan.End:
			open = open[:len(open)-1]
			x.trail = x.trail[:len(x.trail)-1]
		}
	}
	record.JSON = root.object()
	x.split.begin(&record, &x.how)
	return nil
}

// beginElement is the element that was entered.
func (x *xmlReader) beginElement() *element {
	e := &element{name: x.trail[len(x.trail)-1]}
	x.scan.EachAttribute(func(name, value string) {
		if name != "lang" { // it stands in the element's name
			e.attributes.addText("@"+strings.ToLower(name), strings.TrimSpace(value))
		}
	})
	return e
}

// object is an element as an object; elements of one name are a list.
func (e *element) object() string {
	out := e.attributes
	out.addText("#", strings.TrimSpace(string(e.text)))
	var names []string
	values := map[string][]string{}
	for _, one := range e.inner {
		if values[one.name] == nil {
			names = append(names, one.name)
		}
		values[one.name] = append(values[one.name], one.value())
	}
	for _, name := range names {
		if same := values[name]; len(same) == 1 {
			out.add(name, same[0])
		} else {
			out.add(name, "["+strings.Join(same, ",")+"]")
		}
	}
	return out.before(emptyObject)
}

// value is an element as a text, or as an object where it holds more.
func (e *element) value() string {
	if len(e.inner) == 0 && len(e.attributes.members) == 0 {
		return string(appendText(nil, strings.TrimSpace(string(e.text))))
	}
	return e.object()
}
