package mapping

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
		out = append(out, converter{number: func(text string, written bool) (string, error) {
			if !written { // a JSON number has its own decimal mark
				return text, nil
			}
			return plainAmount(text, p.Decimal.Text[0])
		}})
	}
	if p.Minor.Set {
		digits, err := strconv.Atoi(p.Minor.Text)
		if err != nil || digits < 1 || digits > 4 {
			return nil, c.Wrong(p.Minor, "%s: minor is how many decimals a minor unit stands for: want 1 to 4, got %q", spec.Name.Text, p.Minor.Text)
		}
		out = append(out, converter{number: func(text string, _ bool) (string, error) { return fromMinor(text, digits) }})
	}
	if p.Scale.Set {
		factor, err := money.Parse(p.Scale.Text)
		if err != nil || factor.Cmp(money.Amount{}) <= 0 {
			return nil, c.Wrong(p.Scale, "%s: scale is what a number is multiplied by: want a positive one such as 1000, got %q", spec.Name.Text, p.Scale.Text)
		}
		out = append(out, converter{number: func(text string, _ bool) (string, error) { return scaled(text, factor, p.Scale.Text) }})
	}
	return out, nil
}

var errAmount = errors.New("an amount of money")

// plainAmount turns an amount as people write it, such as "1 234,50 грн", into a plain
// decimal. The mark that is not the decimal one may part thousands, and nothing else.
func plainAmount(text string, decimal byte) (string, error) {
	before := strings.IndexFunc(text, unicode.IsDigit)
	if before < 0 || strings.ContainsRune(text, '%') || !currencyAlone(text[:before]) {
		return "", errAmount // "from 450" is not 450
	}
	text = strings.TrimFunc(text, func(r rune) bool {
		return !unicode.IsDigit(r) && r != '-' && r != '−' && r != '+' && r != '(' && r != ')'
	})
	var b strings.Builder
	if rest, ok := strings.CutPrefix(strings.Replace(text, "−", "-", 1), "-"); ok {
		b.WriteByte('-')
		text = rest
	}
	text = strings.TrimLeft(text, "+ \u00a0")
	whole, fraction, cut := strings.Cut(text, string(decimal))
	digits, groups := 0, false // of the group that is being read
	for _, r := range whole {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
			digits++
		case (unicode.IsSpace(r) || strings.ContainsRune("'’.,", r)) && digits > 0 && (!groups || digits == 3):
			digits, groups = 0, true
		default:
			return "", errAmount
		}
	}
	if groups && digits != 3 || strings.Trim(fraction, "0123456789") != "" {
		return "", errAmount
	}
	if cut && fraction != "" {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String(), nil
}

// currencyAlone reports whether a text before an amount names no more than a currency.
func currencyAlone(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range words {
		if !slices.Contains([]string{"грн", "uah", "usd", "eur", "pln", "zł"}, word) {
			return false
		}
	}
	return true
}

// fromMinor turns 45010 into 450.10.
func fromMinor(text string, decimals int) (string, error) {
	digits, negative := strings.CutPrefix(text, "-")
	digits = strings.TrimLeft(digits, "0")
	if text == "" || text == "-" || strings.Trim(digits, "0123456789") != "" {
		return "", errors.New("a whole number of minor units")
	}
	b := make([]byte, 0, len(text)+decimals+2)
	if negative {
		b = append(b, '-')
	}
	whole := max(0, len(digits)-decimals)
	if whole == 0 {
		b = append(b, '0')
	}
	b = append(append(b, digits[:whole]...), '.')
	for range decimals - (len(digits) - whole) {
		b = append(b, '0')
	}
	return string(append(b, digits[whole:]...)), nil
}

// scaled multiplies exactly; the product has to be whole.
func scaled(text string, factor money.Amount, shown string) (string, error) {
	errWhole := errors.New("a number that is whole when it is multiplied by " + shown)
	number, err := money.Parse(strings.TrimSpace(text))
	if err != nil {
		return "", errWhole
	}
	product, err := number.MulAdd(factor, money.Must("0"))
	if err != nil {
		return "", errWhole
	}
	whole, fraction, _ := strings.Cut(product.String(), ".")
	if strings.Trim(fraction, "0") != "" {
		return "", errWhole
	}
	return whole, nil
}
