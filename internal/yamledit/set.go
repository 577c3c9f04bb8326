package yamledit

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// SetText is the text with a value, as text in quotes, under a key at its top. ok is false where
// the text cannot be read; a value that cannot be replaced stays, which whoever reads the text
// sees.
func SetText(text, key, value string) (out string, ok bool) {
	body, ok := bodyOf(text)
	if !ok {
		return "", false
	}
	if held := valueOf(body, key); held != nil {
		return replaceScalar(text, held, strconv.Quote(value)), true
	}
	return atEnd(text, []string{key + ": " + strconv.Quote(value)}), true
}

// valueOf is the value under a key at the top, nil where there is none.
func valueOf(body ast.Node, key string) *token.Token {
	keys, ok := body.(*ast.MappingNode)
	if !ok {
		return nil
	}
	for _, value := range keys.Values {
		if value.Key.GetToken().Value == key {
			return value.Value.GetToken()
		}
	}
	return nil
}

// replaceScalar puts a value in the place of a scalar that begins at a token, and stands on one
// line; the text stays as it is where it does not.
func replaceScalar(text string, held *token.Token, value string) string {
	all := strings.SplitAfter(text, "\n")
	row, column := held.Position.Line-1, held.Position.Column-1
	if row < 0 || row >= len(all) || column < 0 || column > len([]rune(all[row])) {
		return text
	}
	line := []rune(all[row])
	before, rest := string(line[:column]), string(line[column:])
	scalar := regexp.MustCompile(`^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#,}][^\n,}]*?)(\s+#.*|\s*[,}].*|\s*)(\n?)$`).FindStringSubmatch(rest)
	if scalar == nil {
		return text
	}
	all[row] = before + value + scalar[2] + scalar[3]
	return strings.Join(all, "")
}
