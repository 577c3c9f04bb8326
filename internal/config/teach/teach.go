// Package teach writes what a word means into the text of a config, and takes it out again:
// what a person answers on the page is what he would have written by hand. All else of the text
// stays as it is, comments too.
package teach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/yamledit"
)

// Lesson is an entry of the config that says what a word means.
type Lesson struct {
	yamledit.Entry
	within string // the part of the config, as people are told of it
	known  func(*config.Config) bool
}

// Order is an entry in a list of a source (states, payments, carriers or columns), or a heading in
// its list ignore, for which the meaning is "". The source "" is the inbox itself.
func Order(source, list, word, meaning string) Lesson {
	path := []string{"inbox"}
	if source != "" {
		path = append(path, "sources", source)
	}
	return Lesson{yamledit.Entry{Path: append(path, list), Word: word, Meaning: meaning}, "inbox", func(c *config.Config) bool {
		return knows(c, source, list, word, meaning)
	}}
}

// Stock is an entry in the words of a price list, which stands in the config under that key, such
// as supplier.products: what a word says of stock.
func Stock(key, word, meaning string) Lesson {
	supplier, list, _ := strings.Cut(key, ".products")
	path := append(strings.Split(supplier, "."), "products")
	if number, several := strings.CutPrefix(list, ".lists"); several {
		path = append(path, "lists", number)
	}
	return Lesson{yamledit.Entry{Path: append(path, "words"), Word: word, Meaning: meaning}, key, func(c *config.Config) bool {
		for _, one := range c.Suppliers() {
			lists, keys := one.Listed()
			if at := slices.Index(keys, key); at >= 0 {
				return meaning != "" && lists[at].Said.Words[word] == meaning
			}
		}
		return false
	}}
}

// Known reports whether the config has the entry.
func (l Lesson) Known(c *config.Config) bool { return l.known(c) }

// Add is the text with the entry. One that cannot be written so, or that means nothing to the
// config, is an error with the way out.
func (l Lesson) Add(file, text string) (string, error) {
	out, ok := l.Insert(text)
	if !ok || l.Meaning == "" && l.Collection() != "ignore" {
		return "", l.by(file, "write it")
	}
	c, err := config.Read(file, []byte(out))
	if err != nil {
		return "", err
	}
	if !l.known(c) {
		return "", l.by(file, "write it")
	}
	return out, nil
}

// Remove is the text without the entry. What undoes Add to the letter goes before what leaves the
// rest of the config meaning the same. What is not there any more as it was written is an error
// with the way out.
func (l Lesson) Remove(file, text string) (string, error) {
	candidates := l.Removals(text)
	for _, exact := range []bool{true, false} {
		for _, out := range candidates {
			if exact && !l.Undone(text, out) || !exact && !l.SameOtherwise(text, out) {
				continue
			}
			if c, err := config.Read(file, []byte(out)); err == nil && !l.known(c) {
				return out, nil
			}
		}
	}
	return "", l.by(file, "take it out")
}

// by is the error of a text that cannot be changed, with the entry that a person is to change.
func (l Lesson) by(file, way string) error {
	return failure.Mistake(fmt.Sprintf("%s by hand under %s: %s", way, l.within, strings.TrimSpace(l.String())), "%s: the text cannot be changed safely here", file)
}

// knows reports whether a source has a meaning for a word, or ignores a heading.
func knows(c *config.Config, source, list, word, meaning string) bool {
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
