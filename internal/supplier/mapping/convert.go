package mapping

import (
	"errors"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

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

// converters compiles what happens to each text of a place, in the order in which it is done.
func (c *compiler) converters(spec written.Field) ([]converter, error) {
	p := &spec.Place
	var out []converter
	if len(p.Map) > 0 {
		words := converter{words: map[string]word{}}
		for _, line := range p.Map { // that a key stands there once is seen by who reads the YAML
			words.words[line.Key.Text] = newWord(line.Value.Text)
		}
		if p.Other.Set {
			other := newWord(p.Other.Text)
			words.other = &other
		}
		out = append(out, words)
	}
	if p.Decimal.Set {
		read := eitherPlain
		if p.Decimal.Text != eitherMark {
			people := money.Notation{Mark: p.Decimal.Text[0], Currency: currencyWords}
			read = func(text string) (string, error) { return plain(people, text, errAmount) }
		}
		out = append(out, converter{number: func(text string, written bool) (string, error) {
			if !written { // a JSON number has its own decimal mark
				return text, nil
			}
			return read(text)
		}})
	}
	if p.Minor.Set {
		digits, err := strconv.Atoi(p.Minor.Text)
		if err != nil || digits < 1 || digits > 4 {
			return nil, c.Wrong(p.Minor, "%s: minor is how many decimals a minor unit stands for: want 1 to 4, got %q", spec.Name.Text, p.Minor.Text)
		}
		minor := money.Notation{Whole: true, Minor: digits}
		out = append(out, converter{number: func(text string, _ bool) (string, error) { return plain(minor, text, errMinor) }})
	}
	if p.Scale.Set {
		factor, err := money.Parse(p.Scale.Text)
		if err != nil || factor.Cmp(money.Amount{}) <= 0 {
			return nil, c.Wrong(p.Scale, "%s: scale is what a number is multiplied by: want a positive one such as 1000, got %q", spec.Name.Text, p.Scale.Text)
		}
		scale, wanted := money.Notation{Scale: factor}, errors.New("a number that is whole when it is multiplied by "+p.Scale.Text)
		out = append(out, converter{number: func(text string, _ bool) (string, error) { return plain(scale, text, wanted) }})
	}
	return out, nil
}

// What a converter wants of a text.
var (
	errAmount = errors.New("an amount of money")
	errMinor  = errors.New("a whole number of minor units")
)

// plain reads a number in its notation; wanted says what it should have been.
func plain(n money.Notation, text string, wanted error) (string, error) {
	out, err := n.Plain(text)
	if err != nil {
		return "", wanted
	}
	return out, nil
}
