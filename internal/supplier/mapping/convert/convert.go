package convert

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Chain is what happens to each text of a place, in the order in which it is done.
type Chain []converter

// converter makes another text of a value's text: by a table of words, or a number.
type converter struct {
	words map[string]word
	other *word // for what is not in the table; nil: it stays as it is
	// number gives a plain number; written tells a JSON string from a number.
	number func(text string, written bool) (string, error)
}

// word is a text and the JSON text that stands for it.
type word struct{ text, raw string }

func newWord(text string) word { return word{text, jsonread.Quote(text)} }

// word is what the table has for a text, false where the text stays as it is.
func (c *converter) word(text string) (word, bool) {
	to, ok := c.words[text]
	if !ok && c.other != nil {
		return *c.other, true
	}
	return to, ok
}

// Check refuses converters of a field of the operation key that cannot stand beside each
// other, and a decimal mark that is none.
func Check(m written.Mistakes, key string, spec written.Field) error {
	p, name := &spec.Place, spec.Name.Text
	switch {
	case p.Other.Set && len(p.Map) == 0:
		return m.Wrong(p.Other, "%s: %s: other is for values that map does not have, and there is no map", key, name)
	case p.Decimal.Set && p.Decimal.Text != "," && p.Decimal.Text != "." && p.Decimal.Text != eitherMark:
		return m.Wrong(p.Decimal, "%s: %s: decimal is the mark before the decimals: want \",\", \".\" or %s, got %q", key, name, eitherMark, p.Decimal.Text)
	case p.Minor.Set && p.Decimal.Set:
		return m.Wrong(p.Minor, "%s: %s: minor units are whole: there is no decimal mark", key, name)
	}
	return nil
}

// Compile compiles the converters of a field that has gone through Check. Its errors name the
// line of what is wrong.
func Compile(m written.Mistakes, spec written.Field) (Chain, error) {
	p := &spec.Place
	var out Chain
	if len(p.Map) > 0 {
		out = append(out, table(p))
	}
	if p.Decimal.Set {
		out = append(out, marked(p.Decimal.Text))
	}
	if p.Minor.Set {
		digits, err := strconv.Atoi(p.Minor.Text)
		if err != nil || digits < 1 || digits > 4 {
			return nil, m.Wrong(p.Minor, "%s: minor is how many decimals a minor unit stands for: want 1 to 4, got %q", spec.Name.Text, p.Minor.Text)
		}
		out = append(out, noted(money.Notation{Whole: true, Minor: digits}, errMinor))
	}
	if p.Scale.Set {
		factor, err := money.Parse(p.Scale.Text)
		if err != nil || factor.Cmp(money.Amount{}) <= 0 {
			return nil, m.Wrong(p.Scale, "%s: scale is what a number is multiplied by: want a positive one such as 1000, got %q", spec.Name.Text, p.Scale.Text)
		}
		out = append(out, noted(money.Notation{Scale: factor}, errors.New("a number that is whole when it is multiplied by "+p.Scale.Text)))
	}
	return out, nil
}

// table is the converter of map and other.
func table(p *written.Place) converter {
	out := converter{words: map[string]word{}}
	for _, line := range p.Map { // that a key stands there once is seen by who reads the YAML
		out.words[line.Key.Text] = newWord(line.Value.Text)
	}
	if p.Other.Set {
		other := newWord(p.Other.Text)
		out.other = &other
	}
	return out
}

// marked is the converter of decimal.
func marked(mark string) converter {
	read := eitherPlain
	if mark != eitherMark {
		people := money.Notation{Mark: mark[0], Currency: money.Currencies()}
		read = func(text string) (string, error) { return plain(people, text, errAmount) }
	}
	return converter{number: func(text string, written bool) (string, error) {
		if !written { // a JSON number has its own decimal mark
			return text, nil
		}
		return read(text)
	}}
}

// noted is the converter of numbers in a notation.
func noted(n money.Notation, wanted error) converter {
	return converter{number: func(text string, _ bool) (string, error) { return plain(n, text, wanted) }}
}

// Convert is the JSON text that the converters make of a value's. A *jsonread.ShapeError says
// what the value should have been; a number that jq has calculated is none that they read.
func (c Chain) Convert(raw string) (string, error) {
	if first := jsonread.FirstByte(raw); first == '{' || first == '[' {
		return "", &jsonread.ShapeError{Want: "one value", Got: map[byte]string{'{': "an object", '[': "a list"}[first]}
	}
	text := jsonread.PlainText(raw)
	written := jsonread.FirstByte(raw) == '"'
	made := !written && strings.HasSuffix(raw, jsonread.Calculated)
	for _, one := range c {
		if one.words != nil {
			if to, ok := one.word(text); ok {
				raw, text = to.raw, to.text
			}
			continue
		}
		if made {
			return "", &jsonread.ShapeError{Want: "a number as the service wrote it", Got: text + ", which jq has calculated"}
		}
		var err error
		if text, err = one.number(text, written); err != nil {
			return "", &jsonread.ShapeError{Want: err.Error(), Got: oneline.Clean(raw, 40)}
		}
		raw = text
	}
	return raw, nil
}
