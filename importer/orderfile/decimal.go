package orderfile

import "strings"

// separated takes the mark of thousands out of an amount that could be read in two ways,
// "1.234", where the source is known to have another decimal mark.
func (v *values) separated(c cell) cell {
	if v.decimal == 0 || c.kind != textCell {
		return c
	}
	thousands := map[byte]string{',': ".", '.': ","}[v.decimal]
	bare := dropCurrency(c.text)
	whole, rest, found := strings.Cut(bare, thousands)
	if found && digitsOnly(whole) && len(whole) <= 3 && len(rest) == 3 && digitsOnly(rest) {
		c.text = whole + rest
	}
	return c
}
