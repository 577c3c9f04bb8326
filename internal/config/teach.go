package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/yamledit"
)

// lesson is an entry of the config that says what a word means.
type lesson struct {
	yamledit.Entry
	within string // the part of the config, as people are told of it
	known  func(*Config) bool
}

// ofSource is an entry in a list of a source, which is "" for the inbox itself.
func ofSource(source, list, word, meaning string) lesson {
	path := []string{"inbox"}
	if source != "" {
		path = append(path, "sources", source)
	}
	return lesson{yamledit.Entry{Path: append(path, list), Word: word, Meaning: meaning}, "inbox", func(c *Config) bool { return c.knows(source, list, word, meaning) }}
}

// ofStock is an entry in the words of a price list, which stands in the config under that key.
func ofStock(key, word, meaning string) lesson {
	supplier, list, _ := strings.Cut(key, ".products")
	path := append(strings.Split(supplier, "."), "products")
	if number, several := strings.CutPrefix(list, ".lists"); several {
		path = append(path, "lists", number)
	}
	return lesson{yamledit.Entry{Path: append(path, "words"), Word: word, Meaning: meaning}, key, func(c *Config) bool {
		for _, one := range c.Suppliers() {
			lists, keys := one.listed()
			if at := slices.Index(keys, key); at >= 0 {
				return meaning != "" && lists[at].Said.Words[word] == meaning
			}
		}
		return false
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

// by is the error of a text that cannot be changed, with the entry that a person is to change.
func (e lesson) by(file, way string) error {
	return failure.Mistake(fmt.Sprintf("%s by hand under %s: %s", way, e.within, strings.TrimSpace(e.String())), "%s: the text cannot be changed safely here", file)
}

// add writes the entry into a text.
func (e lesson) add(file, text string) (string, error) {
	out, ok := e.Insert(text)
	if !ok || e.Meaning == "" && e.Collection() != "ignore" {
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
