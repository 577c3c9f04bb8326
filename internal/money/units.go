package money

import "strings"

// major turns 45010 kopecks into 450.10.
func (n Notation) major(text string) (string, error) {
	digits, negative := strings.CutPrefix(text, "-")
	digits = strings.TrimLeft(digits, "0")
	if text == "" || text == "-" || strings.Trim(digits, "0123456789") != "" {
		return "", ErrNotation
	}
	b := make([]byte, 0, len(text)+n.Minor+2)
	if negative {
		b = append(b, '-')
	}
	whole := max(0, len(digits)-n.Minor)
	if whole == 0 {
		b = append(b, '0')
	}
	b = append(append(b, digits[:whole]...), '.')
	for range n.Minor - (len(digits) - whole) {
		b = append(b, '0')
	}
	return string(append(b, digits[whole:]...)), nil
}

// scaled multiplies exactly; the product has to be whole.
func (n Notation) scaled(text string) (string, error) {
	number, err := Parse(strings.TrimSpace(text))
	if err != nil {
		return "", ErrNotation
	}
	product, err := number.MulAdd(n.Scale, Amount{})
	if err != nil {
		return "", ErrNotation
	}
	whole, fraction, _ := strings.Cut(product.String(), ".")
	if strings.Trim(fraction, "0") != "" {
		return "", ErrNotation
	}
	return whole, nil
}

// Marked is a plain number with the notation's mark.
func (n Notation) Marked(plain string) string { return strings.Replace(plain, ".", string(n.Mark), 1) }

// Units is a plain number as a whole number of units; it fails with ErrDecimals where the
// number has a part of one.
func (n Notation) Units(plain string) (string, error) {
	digits, negative := strings.CutPrefix(plain, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > n.Minor {
		return "", ErrDecimals
	}
	out := strings.TrimLeft(whole+fraction+strings.Repeat("0", n.Minor-len(fraction)), "0")
	switch {
	case out == "":
		return "0", nil
	case negative:
		return "-" + out, nil
	}
	return out, nil
}

// IsPlain reports whether a text is a plain number, without what a decimal library takes
// beyond it, such as an exponent.
func IsPlain(text string) bool {
	if text == "" || strings.Trim(text, "0123456789.-") != "" || strings.HasSuffix(text, ".") {
		return false
	}
	_, err := Parse(text)
	return err == nil
}
