package yamledit

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Removals are texts without the entry, of which whoever asks is to choose one that says what it
// is to say: none where the text has no such entry.
func (e Entry) Removals(text string) []string {
	body, ok := bodyOf(text)
	line, column, found := e.find(body)
	if !ok || !found {
		return nil
	}
	return e.without(text, line, column)
}

// Undone reports whether a text is what another was before the entry was inserted.
func (e Entry) Undone(with, without string) bool {
	again, ok := e.Insert(without)
	return ok && again == with
}

// find is where the entry stands in a text, its line and column from 0.
func (e Entry) find(node ast.Node) (line, column int, found bool) {
	for _, step := range e.Path {
		if node = child(node, step); node == nil {
			return 0, 0, false
		}
	}
	var at *token.Token
	switch list := node.(type) {
	case *ast.SequenceNode:
		n := slices.IndexFunc(list.Values, func(v ast.Node) bool { return v.GetToken().Value == e.Word })
		if n < 0 {
			return 0, 0, false
		}
		at = list.Values[n].GetToken()
	case *ast.MappingNode:
		n := slices.IndexFunc(list.Values, func(v *ast.MappingValueNode) bool { return v.Key.GetToken().Value == e.Word })
		if n < 0 {
			return 0, 0, false
		}
		at = list.Values[n].Key.GetToken()
	default:
		return 0, 0, false
	}
	return at.Position.Line - 1, at.Position.Column - 1, true
}

// child is what a step of a path leads to, nil where it leads nowhere.
func child(node ast.Node, step string) ast.Node {
	switch of := node.(type) {
	case *ast.SequenceNode:
		return element(of, step)
	case *ast.MappingNode:
		if at := slices.IndexFunc(of.Values, func(v *ast.MappingValueNode) bool { return v.Key.GetToken().Value == step }); at >= 0 {
			return of.Values[at].Value
		}
	}
	return nil
}

// without are texts without the entry that stands at a line and a column: with the lines of the
// keys above it, its line alone, and within brackets with the keys around it, and alone.
func (e Entry) without(text string, line, column int) (out []string) {
	all := strings.SplitAfter(text, "\n")
	if line >= len(all) {
		return nil
	}
	for above := min(line, len(e.Path)); above >= 0; above-- {
		out = append(out, strings.Join(slices.Delete(slices.Clone(all), line-above, line+1), ""))
	}
	entry := strconv.Quote(e.Word)
	if e.Meaning != "" {
		entry += ": " + e.Meaning
	}
	for n := range e.Path {
		out = append(out, cutOut(all, line, column, nestedFrom(e.Path[n:], e.Word, e.Meaning).flow, entry)...)
	}
	return append(out, cutOut(all, line, column, entry, entry)...)
}

// cutOut is the text of lines without a part of one of them that has an entry at a column, and
// without the comma beside it; none where that part is not there.
func cutOut(all []string, line, column int, part, entry string) []string {
	runes := []rune(all[line])
	start := column - len([]rune(part[:strings.Index(part, entry)]))
	if start < 0 || start > len(runes) {
		return nil
	}
	before := string(runes[:start])
	after, there := strings.CutPrefix(string(runes[start:]), part)
	if !there {
		return nil
	}
	rest, more := strings.CutPrefix(after, ", ")
	if !more {
		before = strings.TrimSuffix(before, ", ")
	}
	within := slices.Clone(all)
	within[line] = before + rest
	return []string{strings.Join(within, "")}
}

// SameOtherwise reports whether two texts say the same but for the entry, which the first has.
func (e Entry) SameOtherwise(with, without string) bool {
	var a, b any
	if yaml.Unmarshal([]byte(with), &a) != nil || yaml.Unmarshal([]byte(without), &b) != nil {
		return false
	}
	return reflect.DeepEqual(e.dropped(a, e.Path), e.dropped(b, e.Path))
}

// dropped is a value of YAML without the entry, and without what has nothing but it.
func (e Entry) dropped(value any, path []string) any {
	switch of := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range of {
			switch {
			case len(path) == 0 && key == e.Word:
				continue
			case len(path) > 0 && key == path[0]:
				if inner = e.dropped(inner, path[1:]); inner == nil && len(path) == 1 {
					continue // the list itself
				}
			}
			out[key] = inner
		}
		if len(out) == 0 && len(path) == 0 {
			return nil
		}
		return out
	case []any:
		var out []any
		for n, inner := range of {
			switch {
			case len(path) == 0 && inner == e.Word:
				continue
			case len(path) > 0 && path[0] == "["+strconv.Itoa(n)+"]":
				inner = e.dropped(inner, path[1:])
			}
			out = append(out, inner)
		}
		if out == nil {
			return nil
		}
		return out
	}
	return value
}
