package encode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestElements: what of elements stands, and what is told of the rest.
func TestElements(t *testing.T) {
	one := func(change func(*Element)) []Element {
		e := Element{Tag: NewTag("e"), Holds: Words}
		change(&e)
		return []Element{e}
	}
	for name, c := range map[string]struct {
		elements []Element
		want     string
		lost     Loss
	}{
		"a text":                  {one(func(e *Element) { e.Text = "a < b" }), "<e>a &lt; b</e>|", Loss{}},
		"nothing to be seen":      {one(func(e *Element) { e.Text = " \t" }), "", Loss{}},
		"nothing, and it stands":  {one(func(e *Element) { e.Always = true }), "<e></e>|", Loss{}},
		"what it is not to hold":  {one(func(e *Element) { e.Text, e.Unless = "1", "1" }), "", Loss{}},
		"something else":          {one(func(e *Element) { e.Text, e.Unless = "2", "1" }), "<e>2</e>|", Loss{}},
		"CDATA":                   {one(func(e *Element) { e.Holds, e.Text = CDATA, "<b>]]></b>" }), "<e><![CDATA[<b>]]]]><![CDATA[></b>]]></e>|", Loss{}},
		"an address":              {one(func(e *Element) { e.Holds, e.Text = Address, "https://e.example/?a&b" }), "<e>https://e.example/?a&amp;b</e>|", Loss{}},
		"no address":              {one(func(e *Element) { e.Holds, e.Text = Address, "ftp://e.example/" }), "", Loss{Addresses: 1, Address: "ftp://e.example/"}},
		"attributes alone":        {one(func(e *Element) { e.Holds, e.Attributes = Nothing, []Attribute{{Name: "a", Text: `"`}, {Name: "b"}} }), `<e a="&quot;" b=""/>|`, Loss{}},
		"not even attributes":     {one(func(e *Element) { e.Holds = Nothing }), "", Loss{}},
		"a missing attribute":     {one(func(e *Element) { e.Text, e.Incomplete = "a", true }), "", Loss{}},
		"a character that is out": {one(func(e *Element) { e.Text = "a\x07" }), "<e>a</e>|", Loss{Cleaned: CleanedXML}},
		"elements": {[]Element{{Tag: NewTag("a"), Holds: Elements}, {Level: 1, Tag: NewTag("b"), Holds: Words, Text: "1"}, {Level: 1, Tag: NewTag("c"), Holds: Elements},
			{Level: 2, Tag: NewTag("d"), Holds: Words}, {Level: 1, Tag: NewTag("f"), Holds: Words, Text: "2"}}, "<a><b>1</b><f>2</f></a>|", Loss{}},
		"lines": {[]Element{{Tag: NewTag("a"), Holds: Lines}, {Level: 1, Tag: NewTag("b"), Holds: Lines}, {Level: 1, Tag: NewTag("c"), Holds: Words, Text: "2"}},
			"<a>\n<b>\n</b>\n<c>2</c>\n</a>|", Loss{}},
		"what stands in an incomplete one": {[]Element{{Tag: NewTag("a"), Holds: Lines}, {Level: 1, Tag: NewTag("b"), Holds: Elements, Incomplete: true}, {Level: 2, Tag: NewTag("c"), Holds: Words, Text: "1"},
			{Level: 1, Tag: NewTag("d"), Holds: Words, Text: "2"}}, "<a>\n<d>2</d>\n</a>|", Loss{}},
	} {
		t.Run(name, func(t *testing.T) {
			w := elementWriter{elements: c.elements}
			b, next := w.element(nil, 0, "|")
			require.Equal(t, c.want, string(b))
			require.Equal(t, len(c.elements), next)
			require.Equal(t, c.lost, w.lost)
		})
	}
}
