package money

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// Amount is an exact decimal amount in some currency. It is read from its literal
// text, keeps the decimals that it was written with (at most 19 digits in all),
// and never passes through a float. The zero value is an absent amount, which is
// something else than an amount of zero.
type Amount struct {
	value decimal.Decimal
	known bool
}

// ErrAmount is wrapped by every error about a text that is no amount.
var ErrAmount = errors.New("not an amount of money")

// Parse reads a plain decimal number such as "450.10", "-3" or a JSON number
// literal. It knows no spaces, commas or currency signs: who reads a foreign
// notation turns it into this one first.
func Parse(text string) (Amount, error) {
	if m, ok := parsePlain(text); ok {
		return m, nil
	}
	value, err := decimal.Parse(text)
	if err == nil && len(text) > maxDigits && digitsOf(text) > maxDigits { // the library would round it
		err = errDigits
	}
	if err != nil {
		return Amount{}, fmt.Errorf("%q: %w: %w", text, ErrAmount, err)
	}
	return Amount{value: value, known: true}, nil
}

// parsePlain is Parse for what nearly all amounts are, digits and at most one point, of which
// the library's reader makes more work; false where the text is something else, or long.
func parsePlain(text string) (Amount, bool) {
	if len(text) >= maxDigits {
		return Amount{}, false
	}
	coefficient, scale, digits := int64(0), 0, 0
	for i := range len(text) {
		c := text[i] - '0'
		switch {
		case c <= 9:
			coefficient, digits = coefficient*10+int64(c), digits+1
		case text[i] == '.' && digits == i:
			scale = len(text) - 1 - i
		default:
			return Amount{}, false
		}
	}
	value, err := decimal.New(coefficient, scale)
	return Amount{value: value, known: true}, err == nil && digits > 0
}

// maxDigits is how many digits an amount can have.
const maxDigits = 19

var errDigits = errors.New("more than 19 digits")

// digitsOf counts the digits of a number that say something: without leading zeros, and
// without those at the end of its decimals.
func digitsOf(text string) (n int) {
	text, _, _ = strings.Cut(strings.ToLower(text), "e")
	if strings.Contains(text, ".") {
		text = strings.TrimRight(text, "0")
	}
	for i := range len(text) {
		if c := text[i]; c > '0' && c <= '9' || c == '0' && n > 0 {
			n++
		}
	}
	return n
}

// Must is Parse for literals in code; it panics on a text that is no amount.
func Must(text string) Amount {
	m, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return m
}

// IsSet tells an amount from an absent one.
func (m Amount) IsSet() bool { return m.known }

// Sign is -1, 0 or +1; an absent amount has sign 0.
func (m Amount) Sign() int { return m.value.Sign() }

// Cmp compares two amounts by value: 450 equals 450.00.
func (m Amount) Cmp(other Amount) int { return m.value.Cmp(other.value) }

// Equal reports whether both are absent or both are the same amount.
func (m Amount) Equal(other Amount) bool {
	return m.known == other.known && m.value.Cmp(other.value) == 0
}

// OrZero is the amount, or 0.00 for an absent one: a sum to which nothing was added.
func (m Amount) OrZero() Amount {
	if !m.known {
		return Must("0.00")
	}
	return m
}

// Negated is the amount with the other sign, and 0.00 for an absent one.
func (m Amount) Negated() Amount {
	out, _ := Must("0.00").Sub(m) // no such difference needs more digits
	return out
}

// Scale is the number of decimals that the amount needs, trailing zeros left out.
func (m Amount) Scale() int { return m.value.MinScale() }

// Add is m + other; it fails where the sum needs more than 19 digits.
func (m Amount) Add(other Amount) (Amount, error) {
	a, b := m.value.Trim(2), other.value.Trim(2) // trailing zeros take no digits
	return known(a.AddExact(b, max(a.Scale(), b.Scale())))
}

// Sub is m - other, with the errors of Add.
func (m Amount) Sub(other Amount) (Amount, error) {
	return m.Add(Amount{other.value.Neg(), other.known})
}

// Times is the amount of n pieces.
func (m Amount) Times(n int64) (Amount, error) {
	factor, err := decimal.New(n, 0)
	if err != nil {
		return Amount{}, err
	}
	return known(m.value.MulExact(factor, m.value.Scale()))
}

// Per is the amount of one of n pieces, and whether it is exact in two decimals.
func (m Amount) Per(n int64) (Amount, bool) {
	divisor, err := decimal.New(n, 0)
	if err != nil || n == 0 {
		return Amount{}, false
	}
	quotient, err := m.value.Quo(divisor)
	if err != nil {
		return Amount{}, false
	}
	quotient = quotient.Round(2)
	back, err := quotient.Mul(divisor)
	if err != nil || back.Cmp(m.value) != 0 {
		return Amount{}, false
	}
	return Amount{quotient.Pad(2), true}, true
}

// Over is by how many percent the amount is above a base, cut to two decimals: 130 is 30.00
// over 100. It is absent where either is, and for a base of 0 or less.
func (m Amount) Over(base Amount) Amount {
	if !m.IsSet() || base.Sign() <= 0 {
		return Amount{}
	}
	ratio, err := m.value.Quo(base.value)
	if err != nil {
		return Amount{}
	}
	hundred, _ := decimal.New(100, 0) // it has two digits
	percent, err := ratio.Mul(hundred)
	if err == nil {
		percent, err = percent.Sub(hundred)
	}
	if err != nil {
		return Amount{}
	}
	return Amount{percent.Trunc(2).Pad(2), true}
}

// String is the amount with a decimal point and at least two decimals, "" when absent.
func (m Amount) String() string {
	if !m.known {
		return ""
	}
	return m.value.Pad(2).String()
}

// AppendText appends what String returns.
func (m Amount) AppendText(b []byte) ([]byte, error) {
	if !m.known {
		return b, nil
	}
	coefficient := m.value.Coef()
	if m.value.Scale() != 2 || m.value.IsNeg() {
		return m.value.Pad(2).AppendText(b)
	}
	// Nearly every amount. The library writes one digit at a time.
	b = strconv.AppendUint(b, coefficient/100, 10)
	return append(b, '.', byte('0'+coefficient/10%10), byte('0'+coefficient%10)), nil
}

// MarshalJSON writes the amount as a decimal string, an absent one as null.
func (m Amount) MarshalJSON() ([]byte, error) {
	if !m.known {
		return []byte("null"), nil
	}
	return json.Marshal(m.String())
}

// MarshalCSV writes what String returns; the CSV library asks for it.
func (m Amount) MarshalCSV() (string, error) { return m.String(), nil }

// UnmarshalJSON reads a decimal string, a number by its literal text, or null.
func (m *Amount) UnmarshalJSON(data []byte) error {
	text := string(data)
	if text == "null" {
		*m = Amount{}
		return nil
	}
	if len(text) > 0 && text[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	read, err := Parse(text)
	if err != nil {
		return err
	}
	*m = read
	return nil
}

func known(value decimal.Decimal, err error) (Amount, error) {
	return Amount{value: value, known: err == nil}, err
}
