package proposal

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// node is one line of the mapping with what stands below it.
type node struct {
	key   string
	value string // already YAML; "" where kids stand below
	note  string // the comment behind it
	off   bool   // commented out: the mapping waits for a person there
	trial string // what stands in for a missing value while rows are read, "" for nothing
	kids  []*node
}

func (n *node) add(key, value, note string) *node {
	kid := &node{key: key, value: value, note: note}
	n.kids = append(n.kids, kid)
	return kid
}

// remark adds a line that is only a comment.
func (n *node) remark(text string) { n.kids = append(n.kids, &node{note: text, off: true}) }

// missing adds a line that is commented out.
func (n *node) missing(key, value, note string) { n.add(key, value, note).off = true }

// tried is the tree with what stands in for its missing lines, for reading the sample's rows.
func (n *node) tried() *node {
	out := *n
	if n.off && n.trial != "" {
		out.off, out.value, out.note = false, n.trial, ""
	}
	out.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		out.kids[i] = kid.tried()
	}
	return &out
}

// write puts the tree into b, comments aligned within neighbours.
func (n *node) write(b *strings.Builder, indent int) {
	width := 0
	for _, kid := range n.kids {
		if !kid.off && len(kid.kids) == 0 {
			if length := utf8.RuneCountInString(kid.line()); length <= 40 {
				width = max(width, length)
			}
		}
	}
	pad := strings.Repeat("  ", indent)
	for _, kid := range n.kids {
		b.WriteString(pad)
		switch {
		case kid.off && kid.key == "":
			b.WriteString("# " + kid.note)
		case kid.off:
			b.WriteString("# missing: " + kid.line() + " # " + kid.note)
		case kid.note == "":
			b.WriteString(kid.line())
		default:
			line := kid.line()
			b.WriteString(line + strings.Repeat(" ", max(width-utf8.RuneCountInString(line), 0)) + " # " + kid.note)
		}
		b.WriteByte('\n')
		kid.write(b, indent+1)
	}
}

func (n *node) line() string {
	if n.value == "" {
		return n.key + ":"
	}
	return n.key + ": " + n.value
}

var plainScalar = pattern.Lazy(`^[\p{L}_^$][\p{L}\p{N}_.^$-]*$`)

// scalar writes a text so that YAML reads it as that text.
func scalar(text string) string {
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return quoted(text)
	case ".":
		return text
	}
	if plainScalar().MatchString(text) {
		return text
	}
	return quoted(text)
}

func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// flow writes {key: value, …}; the values are YAML already.
func flow(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		b.WriteString(pick(i == 0, "{", ", ") + pairs[i] + ": " + pairs[i+1])
	}
	return b.String() + "}"
}

func flowList(items ...string) string {
	return "[" + strings.Join(items, ", ") + "]"
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
