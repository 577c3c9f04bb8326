package documents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

type object = shape.Object

// heading says XML 1.1: unlike 1.0 it can hold the control characters that stand in texts of
// old databases, by their numbers.
const heading = `<?xml version="1.1" encoding="UTF-8"?>` + "\n"

// send answers with an object as a document, in the form in which documents are taken.
func send(x *service.Exchange, status int, root string, o object) {
	var b strings.Builder
	b.WriteString(heading)
	writeObject(&b, root, o)
	x.Send(status, "application/xml; charset=utf-8", []byte(b.String()))
}

// write writes what stands under a name: a list is an element each, and null is none.
func write(b *strings.Builder, name string, v any) {
	switch v := v.(type) {
	case nil:
	case []any:
		for _, one := range v {
			write(b, name, one)
		}
	case []object:
		for _, one := range v {
			writeObject(b, name, one)
		}
	case object:
		writeObject(b, name, v)
	default:
		writeObject(b, name, object{"#": v})
	}
}

// writeObject writes an element: a member is an attribute where its name begins with @, the
// text where it is #, and else an element within.
func writeObject(b *strings.Builder, name string, o object) {
	members := slices.Sorted(maps.Keys(o))
	b.WriteString("<" + name)
	for _, member := range members {
		if attribute, is := strings.CutPrefix(member, "@"); is && o[member] != nil {
			b.WriteString(" " + attribute + `="`)
			writeText(b, o[member])
			b.WriteString(`"`)
		}
	}
	b.WriteString(">")
	for _, member := range members {
		switch {
		case strings.HasPrefix(member, "@"), o[member] == nil:
		case member == "#":
			writeText(b, o[member])
		default:
			write(b, member, o[member])
		}
	}
	b.WriteString("</" + name + ">")
}

// writeText writes a text, and by their numbers the characters that would be read as markup
// or as the end of a line. What no XML can hold is left out.
func writeText(b *strings.Builder, v any) {
	for _, r := range fmt.Sprint(v) {
		switch {
		case r == 0, r == '\uFFFE', r == '\uFFFF':
		case r < ' ', r >= 0x7f && r <= 0x9f, r == '\u2028', strings.ContainsRune(`<>&"`, r):
			fmt.Fprintf(b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
}
