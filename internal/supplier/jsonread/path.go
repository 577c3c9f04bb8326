package jsonread

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Path is the way to one value of a record, or to several; MAPPING.md, section "Where
// values stand", describes how it is written.
type Path struct {
	Text  string
	Up    int  // how many records further out it begins
	Key   bool // $key: the name under which the element stands
	Steps []Step
}

// Step is one step of a path.
type Step struct {
	Kind  StepKind
	Name  string // of a member
	Index int    // of an element, from the end where negative
}

// StepKind is where a step leads.
type StepKind int

// The kinds of step.
const (
	StepMember StepKind = iota // a
	StepIndex                  // [0]
	StepEach                   // []: each element of a list
	StepAll                    // *: each value of an object or a list
)

// ParsePaths reads alternatives such as "a.b|c[0]".
func ParsePaths(text string) ([]Path, error) {
	var out []Path
	for rest, more := text, true; more; {
		var one string
		one, rest, more = cutAlternative(rest)
		p, err := ParsePath(one)
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

// ParsePath reads one path.
func ParsePath(text string) (Path, error) {
	text = strings.TrimSpace(text)
	p := Path{Text: text}
	rest := strings.TrimLeft(text, "^")
	p.Up = len(text) - len(rest)
	switch rest {
	case "":
		return p, fmt.Errorf("path %q: a path is missing", text)
	case "$key":
		p.Key = true
		return p, nil
	case ".":
		return p, nil
	}
	for first := true; rest != ""; first = false {
		var err error
		if rest, err = p.step(rest, first); err != nil {
			return p, fmt.Errorf("path %q: %w", oneline.Clean(text, 100), err)
		}
	}
	if len(p.Steps) > MaxDepth {
		return p, fmt.Errorf("path %q: more than %d steps", oneline.Clean(text, 100), MaxDepth)
	}
	return p, nil
}

// step takes one step from the front of the text.
func (p *Path) step(text string, first bool) (rest string, err error) {
	if text[0] == '[' {
		inside, rest, ok := strings.Cut(text[1:], "]")
		if !ok {
			return "", fmt.Errorf("a [ without a ]")
		}
		if inside == "" {
			p.Steps = append(p.Steps, Step{Kind: StepEach})
			return rest, nil
		}
		index, err := strconv.Atoi(inside)
		if err != nil {
			return "", fmt.Errorf("[%s]: want [] for each element or a number", oneline.Clean(inside, 20))
		}
		p.Steps = append(p.Steps, Step{Kind: StepIndex, Index: index})
		return rest, nil
	}
	if !first {
		if text[0] != '.' {
			return "", fmt.Errorf("want a dot or [ before %q", oneline.Clean(text, 40))
		}
		text = text[1:]
	}
	name, rest, err := memberName(text)
	if err != nil {
		return "", err
	}
	if name == "*" && text[0] != '"' {
		p.Steps = append(p.Steps, Step{Kind: StepAll})
	} else {
		p.Steps = append(p.Steps, Step{Kind: StepMember, Name: name})
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
		return "", "", fmt.Errorf("%q has a sign without a meaning: put the name into quotes", oneline.Clean(name, 40))
	}
	return name, text[end:], nil
}

// members is how many steps from the front are plain members.
func (p Path) members() int {
	for i, step := range p.Steps {
		if step.Kind != StepMember {
			return i
		}
	}
	return len(p.Steps)
}

// Names are the names of the members that the path begins with.
func (p Path) Names() []string {
	out := make([]string, p.members())
	for i := range out {
		out[i] = p.Steps[i].Name
	}
	return out
}

// Many reports whether the path may lead to several values.
func Many(steps []Step) bool {
	for _, step := range steps {
		if step.Kind == StepEach || step.Kind == StepAll {
			return true
		}
	}
	return false
}

// Visit is called with the JSON text of each value at the end of a path, and with the
// name or number under which it stands in what is around it; false ends the walk.
type Visit func(raw, name string) (more bool)

// Walk follows the steps from a JSON text and visits what it finds. What is not there, or
// not of a kind that has such a step, is passed over. The text has to be sound JSON.
func Walk(raw string, steps []Step, do Visit) error {
	_, err := walkNamed(raw, "", steps, do)
	return err
}

func walkNamed(raw, name string, steps []Step, do Visit) (more bool, err error) {
	if len(steps) == 0 {
		return do(raw, name), nil
	}
	switch head, rest := steps[0], steps[1:]; head.Kind {
	case StepMember:
		if found, ok, err := memberOf(raw, head.Name); err != nil || ok {
			if err != nil {
				return false, err
			}
			return walkNamed(found, head.Name, rest, do)
		}
		return true, nil
	case StepIndex:
		found, err := ElementOf(raw, head.Index)
		if err != nil || found == "" {
			return err == nil, err
		}
		return walkNamed(found, strconv.Itoa(head.Index), rest, do)
	case StepEach:
		if FirstByte(raw) != '[' {
			return true, nil
		}
		fallthrough
	default:
		more = true
		failed := EachValue(raw, func(value, name string) bool {
			more, err = walkNamed(value, name, rest, do)
			return more && err == nil
		})
		return more, errors.Join(err, failed)
	}
}

// FirstByte is the first byte of a JSON text that is no white space, 0 where there is none.
func FirstByte(raw string) byte {
	for i := range len(raw) {
		if c := raw[i]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
	}
	return 0
}

// memberOf is the member of that name. Where several have it they have to say the same: one
// of two values would be passed over.
func memberOf(raw, name string) (value string, found bool, err error) {
	if FirstByte(raw) != '{' {
		return "", false, nil
	}
	var twice error
	err = EachValue(raw, func(v, n string) bool {
		if n != name {
			return true
		}
		if found && !sameJSON(value, v) {
			twice = At(saysTwo(value, v), name)
		}
		value, found = v, true
		return twice == nil
	})
	return value, found, errors.Join(twice, err)
}

// ElementOf is an element of a list, "" where there is none.
func ElementOf(raw string, index int) (value string, err error) {
	if FirstByte(raw) != '[' {
		return "", nil
	}
	if index < 0 {
		count := 0
		if err := EachValue(raw, func(string, string) bool { count++; return true }); err != nil {
			return "", err
		}
		index += count
	}
	at := 0
	err = EachValue(raw, func(v, _ string) bool {
		if at == index {
			value = v
		}
		at++
		return at <= index
	})
	return value, err
}

// EachValue visits the values of an object or a list; other texts have none.
func EachValue(raw string, do Visit) error {
	s := &Scanner{data: raw}
	opening := s.Peek()
	closing := byte(']')
	switch opening {
	case '{':
		closing = '}'
	case '[':
	default:
		return nil
	}
	if err := s.Open(); err != nil {
		return err
	}
	for n := 0; ; n++ {
		more, err := s.More(n == 0, closing)
		if !more || err != nil {
			return err
		}
		name := ""
		if opening == '{' {
			if name, err = s.key(); err != nil {
				return err
			}
		}
		s.Peek()
		start := s.pos
		if err := s.Skip(); err != nil {
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

// First is the first value at the end of the paths that is neither null nor an empty text,
// "" where there is none.
func First(paths []Path, raw string) (found string, err error) {
	for _, p := range paths {
		if err := Walk(raw, p.Steps, func(value, _ string) bool {
			if !IsAbsent(value) {
				found = value
			}
			return found == ""
		}); err != nil || found != "" {
			return found, err
		}
	}
	return "", nil
}

// FirstText is first as a text.
func FirstText(paths []Path, raw string) (string, error) {
	found, err := First(paths, raw)
	if err != nil {
		return "", err
	}
	return PlainText(found), nil
}

// IsAbsent reports whether a JSON text stands for no value.
func IsAbsent(raw string) bool { return raw == "" || raw == "null" || raw == `""` }

// PlainText is the text that a JSON text stands for: of a string what it says, of other
// values what is written.
func PlainText(raw string) string {
	if FirstByte(raw) != '"' {
		return strings.TrimSuffix(raw, Calculated)
	}
	if raw[0] == '"' && len(raw) > 1 && strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1]
	}
	s := &Scanner{data: raw}
	s.Peek()
	text, err := s.text()
	if err != nil {
		return raw
	}
	return text
}

// Calculated stands behind a number that jq has made: it is a valid number still, and no
// reader of money takes it, see package jq.
const Calculated = "e0"

// Quote is the JSON text of a text.
func Quote(text string) string {
	return string(AppendQuote(nil, text))
}

// AppendQuote appends what Quote gives.
func AppendQuote(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(text, "\uFFFD")) // valid UTF-8 cannot fail
	return b
}
