package union

import (
	"hash/maphash"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// article is the key of a product, 0 where it has none. Numbers stand for themselves; a code with
// its brand is a hash, of which one bit says so: of half a million of them two are one with a
// chance of about one in fifty million.
func (r *Rule) article(seed maphash.Seed, p *supplier.Product) uint64 {
	for _, by := range r.By {
		if by == Barcode {
			if number := tradeNumber(p.Barcode); number != 0 {
				return number
			}
			continue
		}
		code, brand := folded(p.SKU), folded(p.Brand)
		if code == "" || brand == "" {
			continue
		}
		var h maphash.Hash
		h.SetSeed(seed)
		_, _ = h.WriteString(brand + "\x00" + code) // a hash never fails
		return h.Sum64() | hashed
	}
	return 0
}

const hashed = 1 << 63

// tradeNumber is the GTIN of a barcode, whichever of its lengths it is written in, as a number; 0
// where it is none. Numbers that companies give out for themselves are none: another supplier's is
// another thing (GS1 General Specifications, prefixes 02, 04 and 20-29 of 13 digits, 0 and 2 of 8).
func tradeNumber(barcode string) uint64 {
	digits := function.GTIN(strings.NewReplacer(" ", "", "-", "").Replace(barcode))
	if digits == "" {
		return 0
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	if len(digits) == 8 {
		if digits[0] == '0' || digits[0] == '2' {
			return 0
		}
		return number
	}
	switch prefix := number % 1e13 / 1e11; {
	case prefix == 2, prefix == 4, prefix >= 20 && prefix <= 29:
		return 0
	}
	return number
}

// folded is a code or a brand as it is compared: letters' case and blanks do not count.
func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }
