package money

import (
	"errors"
	"slices"
	"strings"
	"unicode"
)

// Notation is how an amount is written as text. Plain turns such a text into plain digits
// with a decimal point, Units and Marked the other way round.
type Notation struct {
	// Mark is the decimal mark, a point or a comma. With Threes it is what the source is
	// known to write, 0 where that is not known.
	Mark     byte
	Grouping Grouping
	Currency []string // what may stand beside the number, in lower case
	Decimals int      // of Threes: how many may stand, zeros behind them not counted
	Signs    Signs    // of Threes

	// Whole says that it is a whole number of units of which Minor decimals make one of
	// the currency's: 2 for kopecks.
	Whole bool
	Minor int
	// Scale is what the number is multiplied by, and whole then.
	Scale Amount
}

// Grouping is how strictly thousands are parted.
type Grouping int

// The ways of grouping.
const (
	// Mixed takes blanks, apostrophes and the mark that is not the decimal one; groups but
	// the first have three digits. Words of the currency alone may stand before the
	// number, anything behind it.
	Mixed Grouping = iota
	// Threes takes one sign all along, a blank or a mark, between groups of three. The
	// decimal mark is the one that stands last, the currency on one side, and a number
	// that can be read in two ways is ErrAmbiguous.
	Threes
	// Anywhere takes signs for nothing, wherever they stand.
	Anywhere
)

// What is wrong with a text.
var (
	ErrNotation  = errors.New("an amount in another notation")
	ErrAmbiguous = errors.New("an amount that can be read in two ways")
	ErrDecimals  = errors.New("an amount with too many decimals")
)

// Parse reads an amount.
func (n Notation) Parse(text string) (Amount, error) {
	plain, err := n.Plain(text)
	if err != nil {
		return Amount{}, err
	}
	return Parse(plain)
}

// Plain is the amount as Parse of the package reads it: digits with a decimal point. It
// fails with one of the errors above, and changes no digit.
func (n Notation) Plain(text string) (string, error) {
	switch {
	case n.Whole:
		return n.major(text)
	case n.Scale.IsSet():
		return n.scaled(text)
	case n.Grouping == Anywhere:
		return n.digits(text), nil
	case n.Grouping == Threes:
		return n.threes(text)
	}
	return n.mixed(text)
}

// mixed reads "1 234,50 грн" and "₴-5".
func (n Notation) mixed(text string) (string, error) {
	before := strings.IndexFunc(text, unicode.IsDigit)
	if before < 0 || strings.ContainsRune(text, '%') || !n.currencyAlone(text[:before]) {
		return "", ErrNotation // "from 450" is not 450
	}
	text = strings.TrimFunc(text, func(r rune) bool {
		return !unicode.IsDigit(r) && r != '-' && r != '−' && r != '+' && r != '(' && r != ')'
	})
	b := make([]byte, 0, len(text))
	if rest, ok := strings.CutPrefix(strings.Replace(text, "−", "-", 1), "-"); ok {
		b = append(b, '-')
		text = rest
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(text, "+ \u00a0"), string(n.Mark))
	b, ok := n.appendWhole(b, whole)
	if !ok || strings.Trim(fraction, "0123456789") != "" {
		return "", ErrNotation
	}
	return string(appendFraction(b, fraction)), nil
}

// currencyAlone reports whether a text before a number names no more than a currency.
func (n Notation) currencyAlone(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(n.Currency, word) })
}

// threes reads "1 234,50", "1,234.5 грн." and "1.234.567".
func (n Notation) threes(text string) (string, error) {
	text, negative := n.Signs.off(text)
	text = n.withoutCurrency(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return !isDigit(r) && !n.parts(r) }) {
		return "", ErrNotation
	}
	whole, fraction, err := n.lastMark(text)
	if err != nil {
		return "", err
	}
	b := make([]byte, 0, len(text)+1)
	if negative {
		b = append(b, '-')
	}
	b, ok := n.appendWhole(b, whole)
	if !ok {
		return "", ErrNotation
	}
	return string(appendFraction(b, fraction)), nil
}

// withoutCurrency takes the currency off one side of a number.
func (n Notation) withoutCurrency(text string) string {
	for _, sign := range n.Currency {
		if len(text) >= len(sign) && strings.EqualFold(text[:len(sign)], sign) {
			return strings.TrimSpace(text[len(sign):])
		}
		if at := len(text) - len(sign); at >= 0 && strings.EqualFold(text[at:], sign) {
			return strings.TrimSpace(text[:at])
		}
	}
	return text
}

// lastMark cuts at the mark that stands last, which is the decimal one but where it can
// only part thousands.
func (n Notation) lastMark(text string) (whole, fraction string, err error) {
	last := strings.LastIndexAny(text, ".,")
	if last < 0 {
		return text, "", nil
	}
	whole, fraction = text[:last], text[last+1:]
	digits := strings.Trim(fraction, "0123456789") == ""
	switch parted := strings.ContainsFunc(whole, n.parts); {
	case strings.IndexByte(whole, text[last]) >= 0: // twice the same: it can only part thousands
		return text, "", nil
	case len(fraction) == 3 && digits && !parted:
		if n.Mark != 0 && n.Mark != text[last] && whole != "" && len(whole) <= 3 {
			return whole + fraction, "", nil
		}
		return "", "", ErrAmbiguous
	case len(fraction) > 3 && digits:
		most := min(n.Decimals, len(fraction))
		fraction = fraction[:most] + strings.TrimRight(fraction[most:], "0")
	}
	if whole == "" || len(fraction) < 1 || len(fraction) > n.Decimals || !digits {
		return "", "", ErrNotation
	}
	return whole, fraction, nil
}

// parts reports whether a sign may part thousands, or the decimals from them.
func (n Notation) parts(r rune) bool {
	if n.Grouping == Threes {
		return r == '.' || r == ',' || isBlank(r)
	}
	return unicode.IsSpace(r) || strings.ContainsRune("'’.,", r)
}

// appendWhole appends the digits of thousands that are parted as the notation has it.
func (n Notation) appendWhole(b []byte, text string) (_ []byte, ok bool) {
	digits, sign := 0, rune(0) // of the group that is being read, and what ended the one before
	for _, r := range text {
		if isDigit(r) {
			b = append(b, byte(r))
			digits++
			continue
		}
		first, kind := sign == 0, r
		if isBlank(r) {
			kind = ' '
		}
		switch {
		case !n.parts(r), digits == 0, !first && digits != 3:
			return b, false
		case n.Grouping == Threes && (first && digits > 3 || !first && kind != sign):
			return b, false
		}
		digits, sign = 0, kind
	}
	return b, sign == 0 || digits == 3
}

func appendFraction(b []byte, fraction string) []byte {
	if fraction == "" {
		return b
	}
	return append(append(b, '.'), fraction...)
}

// digits keeps the digits, the minus and the mark of a text.
func (n Notation) digits(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case isDigit(r) || r == '-':
			return r
		case r == rune(n.Mark):
			return '.'
		}
		return -1
	}, text)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isBlank(r rune) bool { return r == ' ' || r == '\u00A0' || r == '\u202F' || r == '\u2009' }
