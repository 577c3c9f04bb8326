package catalog

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// ymlParam is a parameter of an offer; its fields are those of Attribute.
type ymlParam Attribute

// UnmarshalXML reads <param name="" unit="">value</param>.
func (p *ymlParam) UnmarshalXML(dec *xml.Decoder, start xml.StartElement) error {
	var value richText
	if err := value.UnmarshalXML(dec, start); err != nil {
		return err
	}
	*p = ymlParam{attribute(start, "name"), clean(string(value)), attribute(start, "unit")}
	return nil
}

// richText is the content of an element that may hold HTML, whether escaped, in
// CDATA or, as some feeds have it, as child elements: all give the same text. White
// space alone counts as absent.
type richText string

// UnmarshalXML gathers the text of an element and writes child elements as tags.
func (t *richText) UnmarshalXML(dec *xml.Decoder, start xml.StartElement) error {
	var b strings.Builder
	for depth := 0; ; {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			b.Write(token)
		case xml.StartElement:
			depth++
			writeTag(&b, token)
		case xml.EndElement:
			if depth == 0 {
				*t = richText(blank(b.String()))
				return nil
			}
			depth--
			if !void(token.Name.Local) {
				fmt.Fprintf(&b, "</%s>", token.Name.Local)
			}
		}
	}
}

func writeTag(b *strings.Builder, tag xml.StartElement) {
	b.WriteString("<" + tag.Name.Local)
	quote := strings.NewReplacer("&", "&amp;", `"`, "&quot;")
	for _, a := range tag.Attr {
		fmt.Fprintf(b, ` %s="%s"`, a.Name.Local, quote.Replace(a.Value))
	}
	b.WriteString(">")
}

// void reports whether an HTML element has no end tag.
func void(name string) bool {
	switch name {
	case "br", "hr", "img", "wbr":
		return true
	}
	return false
}

func attribute(start xml.StartElement, name string) string {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			return clean(a.Value)
		}
	}
	return ""
}
