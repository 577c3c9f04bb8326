package supplier

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// path is the way to one value of a record, or to several; MAPPING.md, section "Where
// values stand", describes how it is written.
type path struct {
	text  string
	up    int  // how many records further out it begins
	key   bool // $key: the name under which the element stands
	steps []step
}

// step is one step of a path.
type step struct {
	kind  stepKind
	name  string // of a member
	index int    // of an element, from the end where negative
}

type stepKind int

const (
	stepMember stepKind = iota // a
	stepIndex                  // [0]
	stepEach                   // []: each element of a list
	stepAll                    // *: each value of an object or a list
)

// parsePaths reads alternatives such as "a.b|c[0]".
func parsePaths(text string) ([]path, error) {
	var out []path
	for rest, more := text, true; more; {
		var one string
		one, rest, more = cutAlternative(rest)
		p, err := parsePath(one)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// cutAlternative cuts at the first | outside quotes.
func cutAlternative(text string) (before, after string, found bool) {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == '|' && !quoted:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// parsePath reads one path.
func parsePath(text string) (path, error) {
	text = strings.TrimSpace(text)
	p := path{text: text}
	rest := strings.TrimLeft(text, "^")
	p.up = len(text) - len(rest)
	switch rest {
	case "":
		return p, fmt.Errorf("path %q: a path is missing", text)
	case "$key":
		p.key = true
		return p, nil
	case ".":
		return p, nil
	}
	for first := true; rest != ""; first = false {
		var err error
		if rest, err = p.step(rest, first); err != nil {
			return p, fmt.Errorf("path %q: %w", cleanLine(text, 100), err)
		}
	}
	if len(p.steps) > maxDepth {
		return p, fmt.Errorf("path %q: more than %d steps", cleanLine(text, 100), maxDepth)
	}
	return p, nil
}

// step takes one step from the front of the text.
func (p *path) step(text string, first bool) (rest string, err error) {
	if text[0] == '[' {
		inside, rest, ok := strings.Cut(text[1:], "]")
		if !ok {
			return "", fmt.Errorf("a [ without a ]")
		}
		if inside == "" {
			p.steps = append(p.steps, step{kind: stepEach})
			return rest, nil
		}
		index, err := strconv.Atoi(inside)
		if err != nil {
			return "", fmt.Errorf("[%s]: want [] for each element or a number", cleanLine(inside, 20))
		}
		p.steps = append(p.steps, step{kind: stepIndex, index: index})
		return rest, nil
	}
	if !first {
		if text[0] != '.' {
			return "", fmt.Errorf("want a dot or [ before %q", cleanLine(text, 40))
		}
		text = text[1:]
	}
	name, rest, err := memberName(text)
	if err != nil {
		return "", err
	}
	if name == "*" && text[0] != '"' {
		p.steps = append(p.steps, step{kind: stepAll})
	} else {
		p.steps = append(p.steps, step{kind: stepMember, name: name})
	}
	return rest, nil
}

// memberName takes a member's name, in quotes or up to the next sign of the language.
func memberName(text string) (name, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		name, rest, ok := strings.Cut(text[1:], `"`)
		if !ok || name == "" || strings.ContainsAny(name, "\\\n\t") {
			return "", "", fmt.Errorf("want a name between two quotes")
		}
		return name, rest, nil
	}
	end := strings.IndexAny(text, `.["`)
	if end < 0 {
		end = len(text)
	}
	name = text[:end]
	if name == "" {
		return "", "", fmt.Errorf("it has an empty step")
	}
	if i := strings.IndexAny(name, "|]$^()\\\n\t"); i >= 0 || name != "*" && strings.Contains(name, "*") {
		return "", "", fmt.Errorf("%q has a sign without a meaning: put the name into quotes", cleanLine(name, 40))
	}
	return name, text[end:], nil
}

// members is how many steps from the front are plain members.
func (p path) members() int {
	for i, step := range p.steps {
		if step.kind != stepMember {
			return i
		}
	}
	return len(p.steps)
}

// names are the names of the members that the path begins with.
func (p path) names() []string {
	out := make([]string, p.members())
	for i := range out {
		out[i] = p.steps[i].name
	}
	return out
}

// many reports whether the path may lead to several values.
func many(steps []step) bool {
	for _, step := range steps {
		if step.kind == stepEach || step.kind == stepAll {
			return true
		}
	}
	return false
}

// visit is called with the JSON text of each value at the end of a path, and with the
// name or number under which it stands in what is around it; false ends the walk.
type visit func(raw, name string) (more bool)

// walk follows the steps from a JSON text and visits what it finds. What is not there, or
// not of a kind that has such a step, is passed over. The text has to be sound JSON.
func walk(raw string, steps []step, do visit) error {
	_, err := walkNamed(raw, "", steps, do)
	return err
}

func walkNamed(raw, name string, steps []step, do visit) (more bool, err error) {
	if len(steps) == 0 {
		return do(raw, name), nil
	}
	switch head, rest := steps[0], steps[1:]; head.kind {
	case stepMember:
		if found, ok, err := memberOf(raw, head.name); err != nil || ok {
			if err != nil {
				return false, err
			}
			return walkNamed(found, head.name, rest, do)
		}
		return true, nil
	case stepIndex:
		found, err := elementOf(raw, head.index)
		if err != nil || found == "" {
			return err == nil, err
		}
		return walkNamed(found, strconv.Itoa(head.index), rest, do)
	case stepEach:
		if firstByte(raw) != '[' {
			return true, nil
		}
		fallthrough
	default:
		more = true
		failed := eachValue(raw, func(value, name string) bool {
			more, err = walkNamed(value, name, rest, do)
			return more && err == nil
		})
		return more, errors.Join(err, failed)
	}
}

// firstByte is the first byte of a JSON text that is no white space, 0 where there is none.
func firstByte(raw string) byte {
	for i := range len(raw) {
		if c := raw[i]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
	}
	return 0
}

// memberOf is the member of that name, the last one where several have it.
func memberOf(raw, name string) (value string, found bool, err error) {
	if firstByte(raw) != '{' {
		return "", false, nil
	}
	err = eachValue(raw, func(v, n string) bool {
		if n == name {
			value, found = v, true
		}
		return true
	})
	return value, found, err
}

// elementOf is an element of a list, "" where there is none.
func elementOf(raw string, index int) (value string, err error) {
	if firstByte(raw) != '[' {
		return "", nil
	}
	if index < 0 {
		count := 0
		if err := eachValue(raw, func(string, string) bool { count++; return true }); err != nil {
			return "", err
		}
		index += count
	}
	at := 0
	err = eachValue(raw, func(v, _ string) bool {
		if at == index {
			value = v
		}
		at++
		return at <= index
	})
	return value, err
}

// eachValue visits the values of an object or a list; other texts have none.
func eachValue(raw string, do visit) error {
	s := &scanner{data: raw}
	opening := s.peek()
	closing := byte(']')
	switch opening {
	case '{':
		closing = '}'
	case '[':
	default:
		return nil
	}
	if err := s.open(); err != nil {
		return err
	}
	for n := 0; ; n++ {
		more, err := s.more(n == 0, closing)
		if !more || err != nil {
			return err
		}
		name := ""
		if opening == '{' {
			if name, err = s.key(); err != nil {
				return err
			}
		}
		s.peek()
		start := s.pos
		if err := s.skip(); err != nil {
			return err
		}
		if opening == '[' {
			name = strconv.Itoa(n)
		}
		if !do(s.data[start:s.pos], name) {
			return nil
		}
	}
}

// first is the first value at the end of the paths that is neither null nor an empty text,
// "" where there is none.
func first(paths []path, raw string) (found string, err error) {
	for _, p := range paths {
		if err := walk(raw, p.steps, func(value, _ string) bool {
			if !isAbsent(value) {
				found = value
			}
			return found == ""
		}); err != nil || found != "" {
			return found, err
		}
	}
	return "", nil
}

// firstText is first as a text.
func firstText(paths []path, raw string) (string, error) {
	found, err := first(paths, raw)
	if err != nil {
		return "", err
	}
	return plainText(found), nil
}

// isAbsent reports whether a JSON text stands for no value.
func isAbsent(raw string) bool { return raw == "" || raw == "null" || raw == `""` }

// plainText is the text that a JSON text stands for: of a string what it says, of other
// values what is written.
func plainText(raw string) string {
	if firstByte(raw) != '"' {
		return strings.TrimSuffix(raw, calculated)
	}
	if raw[0] == '"' && len(raw) > 1 && strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1]
	}
	s := &scanner{data: raw}
	s.peek()
	text, err := s.text()
	if err != nil {
		return raw
	}
	return text
}

// calculated stands behind a number that jq has made: it is a valid number still, and no
// reader of money takes it, see jqCode.
const calculated = "e0"

// quote is the JSON text of a text.
func quote(text string) string {
	b, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD")) // valid UTF-8 cannot fail
	return string(b)
}
