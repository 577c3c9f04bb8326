package yamledit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// insert writes an entry where the path of keys leads, and makes the keys that are not there.
// ok is false where something stands in the way, such as an alias.
func insert(text string, node ast.Node, path []string, word, meaning string) (out string, ok bool) {
	if node == nil || node.Type() == ast.NullType {
		return atEnd(text, nested(path, word, meaning, 0)), strings.TrimSpace(text) == "" || node == nil
	}
	var parent *token.Token
	for n := 0; ; n++ {
		if list, is := node.(*ast.SequenceNode); is && n < len(path) {
			if node = element(list, path[n]); node == nil {
				return "", false
			}
			n++
		}
		entry := nestedFrom(path[n:], word, meaning)
		if list, is := node.(*ast.SequenceNode); is && meaning == "" && n == len(path) {
			return putFirst(text, parent, list.Start, list.IsFlowStyle, len(list.Values) == 0, strconv.Quote(word), "- "+strconv.Quote(word))
		}
		keys, is := node.(*ast.MappingNode)
		if !is || meaning == "" && n == len(path) {
			return "", false
		}
		next := slices.IndexFunc(keys.Values, func(v *ast.MappingValueNode) bool { return n < len(path) && v.Key.GetToken().Value == path[n] })
		switch {
		case next < 0 && n == 0 && !keys.IsFlowStyle:
			return atEnd(text, entry.block), true
		case next < 0:
			return putKey(text, parent, keys, entry)
		}
		parent, node = keys.Values[next].Key.GetToken(), keys.Values[next].Value
		if node.Type() == ast.NullType {
			return "", false
		}
	}
}

// putKey puts an entry before the first key of a mapping.
func putKey(text string, parent *token.Token, keys *ast.MappingNode, e entry) (out string, ok bool) {
	first := keys.Start
	if !keys.IsFlowStyle {
		first = keys.Values[0].Key.GetToken()
	}
	return putFirst(text, parent, first, keys.IsFlowStyle, len(keys.Values) == 0, e.flow, e.block...)
}

// entry is an entry in both styles; a block has a line each, with what is inside set in.
type entry struct {
	flow  string
	block []string
}

func nestedFrom(path []string, word, meaning string) entry {
	if len(path) == 0 {
		return entry{strconv.Quote(word) + ": " + meaning, []string{strconv.Quote(word) + ": " + meaning}}
	}
	inner := written(path[len(path)-1], word, meaning)
	for _, key := range slices.Backward(path[:len(path)-1]) {
		inner = fmt.Sprintf("%s: {%s}", plain(key), inner)
	}
	return entry{inner, nested(path, word, meaning, 0)}
}

// nested are the lines of an entry below the keys of a path.
func nested(path []string, word, meaning string, depth int) []string {
	margin := strings.Repeat("  ", depth)
	if len(path) == 1 {
		return []string{margin + written(path[0], word, meaning)}
	}
	return append([]string{margin + plain(path[0]) + ":"}, nested(path[1:], word, meaning, depth+1)...)
}

// plain is a key as it is written: the config's own as they are, a source's name in quotes.
func plain(key string) string {
	if slices.Contains([]string{"inbox", "sources", "supplier", "products", "lists"}, key) {
		return key
	}
	return strconv.Quote(key)
}

// atEnd is a text with lines behind it.
func atEnd(text string, lines []string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + strings.Join(lines, "\n") + "\n"
}

// putFirst puts an entry before the first one of a collection, which begins at a token: in its
// brackets, or as lines of its own with the same margin, right below the line of the parent,
// so that no comment changes what it stands above.
func putFirst(text string, parent, first *token.Token, flow, empty bool, inBrackets string, lines ...string) (string, bool) {
	all := strings.SplitAfter(text, "\n")
	row, column := first.Position.Line-1, first.Position.Column-1
	if row < 0 || row >= len(all) || column < 0 || column > len([]rune(all[row])) {
		return "", false
	}
	line := []rune(all[row])
	if flow {
		if !empty {
			inBrackets += ", "
		}
		all[row] = string(line[:min(len(line), column+1)]) + inBrackets + string(line[min(len(line), column+1):])
		return strings.Join(all, ""), true
	}
	margin := string(line[:column])
	if strings.TrimSpace(margin) == "-" { // the first key of an element: below it, as the dash is its
		margin, parent, row = strings.Repeat(" ", column), first, row+1
	}
	if strings.TrimSpace(margin) != "" || parent == nil || parent.Position.Line > row {
		return "", false
	}
	var block strings.Builder
	for _, l := range lines {
		block.WriteString(margin + l + "\n")
	}
	all[parent.Position.Line] = block.String() + all[parent.Position.Line]
	return strings.Join(all, ""), true
}

// element is the element of a sequence that a step of a path such as "[1]" leads to, nil where
// there is none.
func element(list *ast.SequenceNode, step string) ast.Node {
	n, err := strconv.Atoi(strings.Trim(step, "[]"))
	if err != nil || n < 0 || n >= len(list.Values) {
		return nil
	}
	return list.Values[n]
}

// written is an entry as people write it.
func written(list, word, meaning string) string {
	if meaning == "" {
		return fmt.Sprintf("%s: [%s]", list, strconv.Quote(word))
	}
	return fmt.Sprintf("%s: {%s: %s}", list, strconv.Quote(word), meaning)
}
