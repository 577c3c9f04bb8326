package supplier

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
)

// converter makes another text of a value's text; written tells a JSON string from a number
// or a truth value.
type converter func(text string, written bool) (string, error)

// converters compiles what happens to each text of a place, in the order in which it is done.
func (c *compiler) converters(spec fieldSpec) ([]converter, error) {
	p := &spec.place
	var out []converter
	if len(p.Map) > 0 {
		convert, err := c.mapping(spec)
		if err != nil {
			return nil, err
		}
		out = append(out, convert)
	}
	if p.Decimal.Set {
		out = append(out, func(text string, written bool) (string, error) {
			if !written { // a JSON number has its own decimal mark
				return text, nil
			}
			return plainAmount(text, p.Decimal.Text[0])
		})
	}
	if p.Minor.Set {
		digits, err := strconv.Atoi(p.Minor.Text)
		if err != nil || digits < 1 || digits > 4 {
			return nil, c.wrong(p.Minor, "%s: minor is how many decimals a minor unit stands for: want 1 to 4, got %q", spec.name.Text, p.Minor.Text)
		}
		out = append(out, func(text string, _ bool) (string, error) { return fromMinor(text, digits) })
	}
	if p.Scale.Set {
		factor, err := ParseMoney(p.Scale.Text)
		if err != nil || factor.Cmp(Money{}) <= 0 {
			return nil, c.wrong(p.Scale, "%s: scale is what a number is multiplied by: want a positive one such as 1000, got %q", spec.name.Text, p.Scale.Text)
		}
		out = append(out, func(text string, _ bool) (string, error) { return scaled(text, factor, p.Scale.Text) })
	}
	return out, nil
}

// mapping turns texts into others.
func (c *compiler) mapping(spec fieldSpec) (converter, error) {
	p := &spec.place
	words := map[string]string{}
	for _, line := range p.Map {
		if _, twice := words[line.key.Text]; twice {
			return nil, c.wrong(line.key, "%s: %q stands in the map twice", spec.name.Text, line.key.Text)
		}
		words[line.key.Text] = line.value.Text
	}
	return func(text string, _ bool) (string, error) {
		switch to, ok := words[text]; {
		case ok:
			return to, nil
		case p.Other.Set:
			return p.Other.Text, nil
		}
		return text, nil
	}, nil
}

var errAmount = errors.New("an amount of money")

// plainAmount turns an amount as people write it, such as "1 234,50 грн", into a plain
// decimal. The mark that is not the decimal one may part thousands, and nothing else.
func plainAmount(text string, decimal byte) (string, error) {
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

// fromMinor turns 45010 into 450.10.
func fromMinor(text string, decimals int) (string, error) {
	digits, negative := strings.CutPrefix(text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", errors.New("a whole number of minor units")
	}
	if missing := decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	at := len(digits) - decimals
	out := strings.TrimLeft(digits[:at-1], "0") + digits[at-1:at] + "." + digits[at:]
	if negative {
		out = "-" + out
	}
	return out, nil
}

// scaled multiplies exactly; the product has to be whole.
func scaled(text string, factor Money, shown string) (string, error) {
	errWhole := errors.New("a number that is whole when it is multiplied by " + shown)
	number, err := ParseMoney(strings.TrimSpace(text))
	if err != nil {
		return "", errWhole
	}
	product, err := number.MulAdd(factor, MustMoney("0"))
	if err != nil {
		return "", errWhole
	}
	whole, fraction, _ := strings.Cut(product.String(), ".")
	if strings.Trim(fraction, "0") != "" {
		return "", errWhole
	}
	return whole, nil
}
