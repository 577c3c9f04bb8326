package documents

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// document reads a request's XML, whose outermost element has that name: elements in
// elements are the members of an object, with @ before the name of an attribute and # for
// a text beside them; what repeats is a list, and what holds nothing but text is a text.
func document(x *service.Exchange, root string) (object, error) {
	decoder := xml.NewDecoder(x.Request.Body)
	var read any
	name := ""
	for read == nil {
		token, err := decoder.Token()
		if err != nil {
			return nil, notXML(root, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			name = start.Name.Local
			if read, err = element(decoder, start); err != nil {
				return nil, notXML(root, err)
			}
		}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, notXML(root, errors.New("more follows it"))
	}
	if name != root {
		return nil, notXML(root, fmt.Errorf("it is a %s", name))
	}
	members, ok := read.(object)
	if !ok {
		members = object{}
	}
	return members, nil
}

func notXML(root string, why error) error {
	return &service.Problem{Status: http.StatusBadRequest, Code: "malformed_xml", Detail: fmt.Sprintf("the body is no document %s: %v", root, why)}
}

// element reads an element to its end.
func element(decoder *xml.Decoder, start xml.StartElement) (any, error) {
	members := object{}
	for _, attribute := range start.Attr {
		members["@"+attribute.Name.Local] = attribute.Value
	}
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			value, err := element(decoder, token)
			if err != nil {
				return nil, err
			}
			members[token.Name.Local] = joined(members[token.Name.Local], value)
		case xml.CharData:
			text.Write(token)
		case xml.EndElement:
			if len(members) == 0 {
				return text.String(), nil
			}
			if strings.TrimSpace(text.String()) != "" {
				members["#"] = text.String()
			}
			return members, nil
		}
	}
}

// joined is what an element's name stands for once it has come again.
func joined(before, value any) any {
	if before == nil {
		return value
	}
	return append(listed(before), value)
}

// listed is a value as a list: XML does not tell one element from a list of one.
func listed(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}
