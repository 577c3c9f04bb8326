package wire

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// The kinds of bodies.
const (
	JSON = "json"
	Form = "form" // application/x-www-form-urlencoded
	XML  = "xml"
)

// Encoding is the form of a body. The zero value is JSON.
type Encoding struct {
	kind   string
	root   string   // of XML: the name of the outermost element
	asJSON []string // of a form: members that are sent as JSON texts
}

// Compile compiles the keys encode, root and json of a request.
func Compile(m written.Mistakes, key string, encode, root strictyaml.Scalar, asJSON []strictyaml.Scalar) (out Encoding, err error) {
	if encode.Set {
		if err := m.Choice(encode, "form of a body", JSON, Form, XML); err != nil {
			return out, err
		}
	}
	out = Encoding{kind: encode.Text, root: root.Text}
	for _, name := range asJSON {
		out.asJSON = append(out.asJSON, name.Text)
	}
	switch {
	case out.kind == XML && !elementName(out.root):
		return out, m.Wrong(encode, "%s: encode: xml needs root, the name of the outermost element, got %q", key, out.root)
	case out.kind != XML && root.Set:
		return out, m.Wrong(root, "%s: root is the outermost element of encode: xml", key)
	case out.kind != Form && len(asJSON) > 0:
		return out, m.Wrong(asJSON[0], "%s: json names the fields of encode: form that hold JSON", key)
	}
	return out, nil
}

// Plain reports whether bodies are sent as the JSON that they are.
func (e Encoding) Plain() bool { return e.kind == "" || e.kind == JSON }

// ContentType is that of the bodies.
func (e Encoding) ContentType() string {
	switch e.kind {
	case Form:
		return "application/x-www-form-urlencoded"
	case XML:
		return "application/xml"
	}
	return "application/json"
}

// Encode is the body for a JSON object. It fails for one that the form cannot express.
func (e Encoding) Encode(body string) (string, error) {
	if e.Plain() {
		return body, nil
	}
	if err := jsonread.Check(body); err != nil {
		return "", fmt.Errorf("a body that is no JSON: %w", err)
	}
	if jsonread.FirstByte(body) != '{' {
		return "", fmt.Errorf("a body that is no object cannot be sent as %s", e.kind)
	}
	if e.kind == XML {
		return encodeXML(e.root, body)
	}
	return e.form(body)
}

// form writes the members of an object as fields, deeper ones as a[b] and a[0], as PHP,
// Rails and jQuery have it. A member that is null is left out.
func (e Encoding) form(body string) (string, error) {
	var fields []string
	add := func(name, value string) { fields = append(fields, url.QueryEscape(name)+"="+url.QueryEscape(value)) }
	var put func(name, raw string) error
	put = func(name, raw string) (err error) {
		switch jsonread.FirstByte(raw) {
		case '{', '[':
			return visit(raw, func(inner, key string) error { return put(name+"["+key+"]", inner) })
		}
		if raw != "null" {
			add(name, jsonread.PlainText(raw))
		}
		return nil
	}
	err := visit(body, func(raw, name string) error {
		if slices.Contains(e.asJSON, name) {
			add(name, raw)
			return nil
		}
		return put(name, raw)
	})
	return strings.Join(fields, "&"), err
}

// visit gives the members or elements of a JSON text, until one fails.
func visit(raw string, do func(raw, name string) error) (err error) {
	failed := jsonread.EachValue(raw, func(value, name string) bool {
		err = do(value, name)
		return err == nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// encodeXML writes an object as an element: its members as elements in it, lists as
// elements that repeat, @name as an attribute, # as the element's own text.
func encodeXML(root, body string) (string, error) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	if err := writeElement(&b, root, body); err != nil {
		return "", err
	}
	return b.String(), nil
}

func writeElement(b *strings.Builder, name, raw string) error {
	if !elementName(name) {
		return fmt.Errorf("%s cannot be the name of an XML element", strconv.Quote(name))
	}
	if jsonread.FirstByte(raw) == '[' {
		return visit(raw, func(one, _ string) error { return writeElement(b, name, one) })
	}
	if raw == "null" {
		return nil
	}
	b.WriteString("<" + name)
	if jsonread.FirstByte(raw) != '{' {
		b.WriteString(">")
		if err := writeText(b, raw); err != nil {
			return err
		}
		b.WriteString("</" + name + ">")
		return nil
	}
	err := visit(raw, func(value, member string) error {
		attribute, ok := strings.CutPrefix(member, "@")
		if !ok || value == "null" {
			return nil
		}
		if !elementName(attribute) {
			return fmt.Errorf("%s cannot be the name of an XML attribute", strconv.Quote(attribute))
		}
		b.WriteString(" " + attribute + `="`)
		defer b.WriteString(`"`)
		return writeText(b, value)
	})
	if err != nil {
		return err
	}
	b.WriteString(">")
	err = visit(raw, func(value, member string) error {
		switch {
		case member == "#":
			return writeText(b, value)
		case strings.HasPrefix(member, "@"):
			return nil
		}
		return writeElement(b, member, value)
	})
	b.WriteString("</" + name + ">")
	return err
}

// writeText writes a value's text; signs that XML 1.0 cannot hold are refused, as whoever
// reads it would find another text.
func writeText(b *strings.Builder, raw string) error {
	if c := jsonread.FirstByte(raw); c == '{' || c == '[' {
		return fmt.Errorf("a text of XML cannot be an object or a list")
	}
	for _, r := range jsonread.PlainText(raw) {
		switch {
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == '\uFFFE', r == '\uFFFF':
			return fmt.Errorf("the sign %q cannot stand in XML: take it out of the order", r)
		case r == '\r':
			b.WriteString("&#13;") // it would be read as a line's end
		default:
			b.WriteString(xmlSigns.Replace(string(r)))
		}
	}
	return nil
}

var xmlSigns = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\t", "&#9;")

// elementName reports whether a text can be the name of an XML element or attribute.
func elementName(name string) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r > 0x7F
		if !letter && (i == 0 || !strings.ContainsRune("0123456789-.:", r)) {
			return false
		}
	}
	return name != ""
}
