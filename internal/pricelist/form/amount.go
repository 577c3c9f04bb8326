package form

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// errNegative is a price below zero.
var errNegative = errors.New("a price below zero")

// amount reads a price with the currency that stands beside it, "" for none. A blank that is
// written as a dash is absent.
func (f *Form) amount(c *Column, v *listfile.Value) (amount money.Amount, currency string, err error) {
	text := strings.TrimSpace(v.Text)
	if strings.Trim(text, "-–— ") == "" {
		return money.Amount{}, "", nil
	}
	machine := f.machine()
	if v.Number || machine && money.IsPlain(text) {
		amount, err = money.Parse(text)
	} else {
		lex := lexiconOf()
		currency = lex.currencyIn(text)
		text = lex.withoutEach(strings.Trim(apostrophes.Replace(text), ". \u00a0"))
		amount, err = money.Notation{Mark: c.decimalMark(machine), Grouping: money.Threes, Currency: lex.signs, Decimals: 4}.Parse(text)
	}
	if err == nil && amount.Sign() < 0 {
		err = errNegative
	}
	return amount, currency, err
}

// withoutEach takes off a price that it is one of a piece: "120 грн/шт".
func (l *lexicon) withoutEach(text string) string {
	for _, each := range l.Each {
		if at := len(text) - len(each); at > 0 && strings.EqualFold(text[at:], each) {
			return strings.TrimRight(text[:at], ". \u00a0")
		}
	}
	return text
}

// machine reports whether a program wrote the list, and not a person in a table.
func (f *Form) machine() bool { return f.format != listfile.CSV && f.format != listfile.XLSX }

// apostrophes part thousands as blanks do.
var apostrophes = strings.NewReplacer("'", " ", "’", " ", "ʼ", " ")

// currencyIn is the currency that a text names beside its number.
func (l *lexicon) currencyIn(text string) string {
	for _, part := range parts(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return ' '
		}
		return r
	}, text)) {
		if code := l.currency[part]; code != "" {
			return code
		}
	}
	return ""
}

// learnMark notes the decimal mark of a price where it is certain: two decimals or one.
func (c *Column) learnMark(text string) {
	digits := strings.TrimRight(text, "0123456789")
	if after := len(text) - len(digits); digits == "" || after < 1 || after > 2 {
		return
	}
	switch digits[len(digits)-1] {
	case ',':
		c.mark[0]++
	case '.':
		c.mark[1]++
	}
}

// decimalMark is the decimal mark of a column, 0 where nothing tells.
func (c *Column) decimalMark(machine bool) byte {
	switch {
	case c.mark[0] > 0 && c.mark[1] == 0:
		return ','
	case c.mark[1] > 0 && c.mark[0] == 0, machine:
		return '.'
	}
	return 0
}
