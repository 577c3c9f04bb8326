// Package strictyaml reads the program's own YAML files, the config, templates and
// mappings, so that a mistake is named with its file, line and column and, for an
// unknown key, the nearest known one.
package strictyaml

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Error is a mistake in a YAML file.
type Error struct {
	File         string
	Line, Column int // from 1; 0 where the file as a whole is meant
	Message      string
	Mend         string // the mend, may be ""

	what, way wording.Message // Message and Mend, where the catalogue has them
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Hint is the mend.
func (e *Error) Hint() string { return e.Mend }

// Say is the mistake and the mend in a language, as far as the catalogue has them.
func (e *Error) Say(l wording.Language) (what, way string) {
	said := *e
	if !e.what.IsZero() {
		said.Message = oneLine(e.what.In(l))
	}
	return said.Error(), cmp.Or(e.way.In(l), e.Mend)
}

// Masked is the mistake with what it quotes of the file as mask leaves it.
func (e *Error) Masked(mask func(string) string) *Error {
	masked := *e
	masked.Message, masked.what = mask(e.Message), e.what.Clone()
	for i, value := range masked.what.Values {
		if text, ok := value.(string); ok {
			masked.what.Values[i] = mask(text)
		}
	}
	return &masked
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// With is the mistake with what would mend it.
func (e *Error) With(mend string) *Error {
	e.Mend = mend
	return e
}

// Failure is that of a config: whatever is read here is one.
func (e *Error) Failure() failure.Kind { return failure.Config }

// Decode reads data into the struct that into points to. Keys that the struct does
// not know, repeated keys and values of the wrong type are errors of type *Error.
// A file with nothing in it but comments leaves into as it is.
func Decode(file string, data []byte, into any) error {
	return decode(file, data, into, yaml.Strict())
}

// Head is Decode for who needs only a part of a file: keys that the struct does not know
// are passed over.
func Head(file string, data []byte, into any) error {
	return decode(file, data, into)
}

func decode(file string, data []byte, into any, options ...yaml.DecodeOption) error {
	if !hasContent(string(data)) {
		return nil
	}
	err := read(data, into, append(options, durations))
	if err == nil {
		return nil
	}
	out := &Error{File: file, what: what(err)}
	if located, ok := errors.AsType[yaml.Error](err); ok && located.GetToken() != nil {
		token := located.GetToken()
		out.Line, out.Column = token.Position.Line, token.Position.Column
		if _, unknown := errors.AsType[*yaml.UnknownFieldError](err); unknown {
			out.what, out.way = unknownKey(token.Value, keys(reflect.TypeOf(into), nil))
		}
	}
	if strings.Contains(err.Error(), "'\t'") { // the library quotes what nobody sees
		out.way = wording.NewMessage("yaml.tab_way")
	}
	out.Message, out.Mend = oneLine(out.what.String()), out.way.String()
	return out
}

// read decodes. The library has panicked on files that are no more than odd, which is
// then a mistake like any other.
func read(data []byte, into any, options []yaml.DecodeOption) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = wording.NewMessage("yaml.unreadable", fmt.Sprint(cause))
		}
	}()
	body, err := checkShape(data, reflect.TypeOf(into))
	if err != nil || body == nil {
		return err
	}
	return yaml.NodeToValue(body, into, options...)
}

func unknownKey(key string, known []string) (what, way wording.Message) {
	if slices.Contains(known, key) {
		return wording.NewMessage("yaml.misplaced", key), wording.NewMessage("yaml.misplaced_way")
	}
	if near := Nearest(key, known); near != "" {
		way = wording.NewMessage("choice.near", near)
	}
	return wording.NewMessage("yaml.unknown", key), way
}

// hasContent: the library would set into to its zero value for a file of comments.
func hasContent(data string) bool {
	for line := range strings.Lines(data) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// keys collects every YAML key of a struct type and of the types below it.
func keys(t reflect.Type, seen map[reflect.Type]bool) []string {
	if seen == nil {
		seen = map[reflect.Type]bool{}
	}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	var out []string
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if name != "" && name != "-" {
			out = append(out, name)
		}
		out = append(out, keys(field.Type, seen)...)
	}
	return out
}

// Nearest is the candidate that is fewest edits away from word, "" where even the
// nearest one differs in more than a third of its letters (at least two edits are allowed).
func Nearest(word string, candidates []string) string {
	best, least := "", max(2, len([]rune(word))/3)+1
	for _, candidate := range candidates {
		if d := Distance(strings.ToLower(word), strings.ToLower(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// Distance is the Levenshtein distance between two words.
func Distance(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, ca := range ra {
		before := row[0]
		row[0] = i + 1
		for j, cb := range rb {
			cost := before
			if ca != cb {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(rb)]
}
