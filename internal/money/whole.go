package money

import (
	"errors"
	"strconv"
	"strings"
)

// WholePart is the whole part of a number of pieces, with as many decimals behind it as one likes:
// 7 of "7,50". Three zeros behind the only mark are decimals, as programs write them: 5 of "5,000".
// Three other digits there are ErrAmbiguous, unless the number can only be read in one way, as
// "0,125" and "1234,567" can; what is returned then is the smaller of the two numbers.
func (n Notation) WholePart(text string) (int64, error) {
	n.Decimals = len(text)
	plain, err := n.Plain(text)
	if errors.Is(err, ErrAmbiguous) {
		plain, err = n.decimalPlain(text)
	}
	if err != nil && !errors.Is(err, ErrAmbiguous) {
		return 0, err
	}
	digits, _, _ := strings.Cut(plain, ".")
	whole, wrong := strconv.ParseInt(digits, 10, 64)
	if wrong != nil {
		return 0, ErrNotation
	}
	return whole, err
}

// decimalPlain is an amount by Threes that has one mark with three digits behind it, as if that were
// the decimal mark; ErrAmbiguous where it may part thousands all the same.
func (n Notation) decimalPlain(text string) (string, error) {
	text, negative := n.Signs.off(text)
	text = n.withoutCurrency(text)
	last := strings.LastIndexAny(text, ".,")
	whole, fraction := text[:last], text[last+1:]
	plain := whole + "." + fraction
	if negative {
		plain = "-" + plain
	}
	if len(whole) > 3 || strings.HasPrefix(whole, "0") || fraction == "000" {
		return plain, nil
	}
	return plain, ErrAmbiguous
}

// WholePart is what stands before the decimal point; false where the amount is absent or that does
// not fit.
func (m Amount) WholePart() (int64, bool) {
	whole, _, fits := m.value.Trunc(0).Int64(0)
	return whole, fits && m.known
}
