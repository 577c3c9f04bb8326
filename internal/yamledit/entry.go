package yamledit

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Entry is one entry of a mapping or a list of words, such as what a word means.
type Entry struct {
	Path    []string // of keys to the collection in which it stands; "[1]" is the second element of a list
	Word    string   // the key, or the element
	Meaning string   // the value; "": the collection is a list of words
}

// Collection is the last key above the entry.
func (e Entry) Collection() string { return e.Path[len(e.Path)-1] }

// String is the entry as people write it, with the key of its collection.
func (e Entry) String() string { return written(e.Collection(), e.Word, e.Meaning) }

// Insert is the text with the entry in it, and with the keys above it where they are not there;
// ok is false where the text cannot be changed safely.
func (e Entry) Insert(text string) (out string, ok bool) {
	body, ok := bodyOf(text)
	if !ok {
		return "", false
	}
	return insert(text, body, e.Path, e.Word, e.Meaning)
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
