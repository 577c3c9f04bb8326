package catalog

import (
	"fmt"
	"strconv"
)

// sku has the shapes that spreadsheets love to spoil: leading zeros, digits with an
// E between, dashes, slashes. The row in it keeps it unique.
func (g *generator) sku(row int) string {
	switch roll := g.IntN(100); {
	case roll < 60:
		return fmt.Sprintf("KB-%05d", row)
	case roll < 75:
		return fmt.Sprintf("%08d", row)
	case roll < 85:
		return fmt.Sprintf("%dE%02d", 200+row/100, row%100)
	case roll < 95:
		return fmt.Sprintf("AR-%d/%s", row, one(g, []string{"S", "M", "XL", "2-1", "10.5"}))
	default:
		return fmt.Sprintf("ЛМ %d", row)
	}
}

// barcode is a valid EAN-13 with the prefix of Ukraine, or "" for a few.
func (g *generator) barcode(row int) string {
	if g.chance(12) {
		return ""
	}
	return ean13(fmt.Sprintf("482%09d", row))
}

// ean13 adds the check digit to twelve digits.
func ean13(digits string) string {
	sum := 0
	for i, digit := range []byte(digits) {
		weight := 1 + i%2*2
		sum += weight * int(digit-'0')
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}
