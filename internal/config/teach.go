package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// lesson is an entry of the config that says what a word means.
type lesson struct {
	path    []string // of the list in which it stands; "[1]" is the second one of a sequence
	word    string
	meaning string // "": the list has headings alone
	within  string // the part of the config, as people are told of it
	known   func(*Config) bool
}

// ofSource is an entry in a list of a source, which is "" for the inbox itself.
func ofSource(source, list, word, meaning string) lesson {
	path := []string{"inbox"}
	if source != "" {
		path = append(path, "sources", source)
	}
	return lesson{append(path, list), word, meaning, "inbox", func(c *Config) bool { return c.knows(source, list, word, meaning) }}
}

// ofStock is an entry in the words of a price list, which stands in the config under that key.
func ofStock(key, word, meaning string) lesson {
	path := []string{"supplier", "products"}
	if number, several := strings.CutPrefix(key, "supplier.products.lists"); several {
		path = append(path, "lists", number)
	}
	return lesson{append(path, "words"), word, meaning, key, func(c *Config) bool {
		lists, keys := c.listed()
		at := slices.Index(keys, key)
		return at >= 0 && meaning != "" && lists[at].Said.Words[word] == meaning
	}}
}

// Teach is the text of a config in which a list of a source (states, payments, carriers or
// columns) has a meaning for a word, or its list ignore has a heading, for which the meaning is "".
// Everything else of the text stays as it is, comments too. The source "" is the inbox itself.
// A text that cannot be written so is an error with the way out.
func Teach(file, text, source, list, word, meaning string) (string, error) {
	return ofSource(source, list, word, meaning).add(file, text)
}

// TeachStock is the text of a config in which the words of a price list, which stands there under
// that key, such as supplier.products, say what a word means. Otherwise it is as Teach.
func TeachStock(file, text, key, word, meaning string) (string, error) {
	return ofStock(key, word, meaning).add(file, text)
}

func (e lesson) list() string { return e.path[len(e.path)-1] }

// by is the error of a text that cannot be changed, with the entry that a person is to change.
func (e lesson) by(file, way string) error {
	return failure.Mistake(fmt.Sprintf("%s by hand under %s: %s", way, e.within, strings.TrimSpace(taught(e.list(), e.word, e.meaning))), "%s: the text cannot be changed safely here", file)
}

// add writes the entry into a text.
func (e lesson) add(file, text string) (string, error) {
	out, ok := e.inserted(text)
	if !ok || e.meaning == "" && e.list() != "ignore" {
		return "", e.by(file, "write it")
	}
	c, err := Read(file, []byte(out))
	if err != nil {
		return "", err
	}
	if !e.known(c) {
		return "", e.by(file, "write it")
	}
	return out, nil
}

// inserted is the text with the entry in it; ok is false where it cannot be changed.
func (e lesson) inserted(text string) (string, bool) {
	body, ok := bodyOf(text)
	if !ok {
		return "", false
	}
	return insert(text, body, e.path, e.word, e.meaning)
}

// bodyOf is the content of a text of one document, nil where it has none.
func bodyOf(text string) (ast.Node, bool) {
	parsed, err := parser.ParseBytes([]byte(text), 0)
	switch {
	case err != nil || len(parsed.Docs) > 1:
		return nil, false
	case len(parsed.Docs) == 0:
		return nil, true
	}
	return parsed.Docs[0].Body, true
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

// taught is an entry as people write it.
func taught(list, word, meaning string) string {
	if meaning == "" {
		return fmt.Sprintf("%s: [%s]", list, strconv.Quote(word))
	}
	return fmt.Sprintf("%s: {%s: %s}", list, strconv.Quote(word), meaning)
}

// knows reports whether a source has a meaning for a word, or ignores a heading.
func (c *Config) knows(source, list, word, meaning string) bool {
	s := c.Inbox.Default
	if source != "" {
		s = c.Inbox.Sources[source]
	}
	switch list {
	case "states":
		return s.States[word] == meaning
	case "payments":
		return s.Payments[word] == meaning
	case "carriers":
		return s.Carriers[word] == meaning
	case "columns":
		return string(s.Columns[word]) == meaning
	case "ignore":
		return slices.Contains(s.Ignore, word)
	}
	return false
}
