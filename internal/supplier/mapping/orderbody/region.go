package orderbody

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// folding says which parts of a place go with others, as a mapping has no line for them:
// the region and the district behind the city, in brackets, and the postal code wherever
// it means something.
type folding struct {
	city, branch, address  bool // whether these are sent as they are, so that more can stand there
	region, district, code bool // whether these have no place of their own
}

// apply puts what has no place of its own where it belongs. What is left over has none.
func (f folding) apply(d *supplier.Delivery) error {
	behind, err := f.postalCode(d)
	if err != nil || !f.city {
		return err
	}
	var parts []string
	if f.region {
		parts = appendPart(parts, d.City, named(textOf(d.Region), " обл.", "ська", "цька", "зька", "ская", "цкая"))
		d.Region = nil
	}
	if f.district {
		parts = appendPart(parts, d.City, named(textOf(d.District), " р-н", "ський", "цький", "зький", "ский", "цкий"))
		d.District = nil
	}
	if behind != "" {
		parts = appendPart(parts, d.City, behind)
		d.PostalCode = nil
	}
	all := strings.Join(parts, ", ")
	switch {
	case all == "":
	case d.City == "":
		d.City = all
	default:
		d.City += " (" + all + ")"
	}
	return nil
}

// postalCode puts the code where it means something: at Ukrposhta it is the branch, at a
// door the end of the address. Beside a branch's number it says nothing more. Behind is
// the code where only the city is left to hold it.
func (f folding) postalCode(d *supplier.Delivery) (behind string, err error) {
	code, branch, address := textOf(d.PostalCode), textOf(d.BranchNumber), textOf(d.Address)
	post := d.Carrier == supplier.Ukrposhta && d.Type != supplier.ByCourier
	switch {
	case !f.code || code == "":
		return "", nil
	case post && f.branch && branch == "" && textOf(d.BranchRef) == "" && len(code) == 5 && jsonread.IsDigits(code):
		d.BranchNumber = &code
	case post && branch != "" && branch != code:
		return "", &valueError{field: "postal_code", what: fmt.Sprintf("%q is another one than that of the branch, %q, and at Ukrposhta the branch is its postal code: correct one of them in the file",
			oneline.Clean(code, 20), oneline.Clean(branch, 20))}
	case post && f.branch && branch == code:
	case address != "" && f.address:
		if !holds(address, code) {
			address += ", " + code
		}
		d.Address = &address
	case d.Type != supplier.ByCourier && (f.branch && branch != "" || d.Carrier == supplier.Pickup):
	default:
		return code, nil
	}
	d.PostalCode = nil
	return "", nil
}

// appendPart adds a part of a place that the city's own text does not hold yet.
func appendPart(parts []string, city, part string) []string {
	if part == "" || holds(city, part) {
		return parts
	}
	return append(parts, part)
}

// named is the name of a region or a district with the word that says so, where it is an
// adjective alone, such as "Одеська".
func named(name, word string, endings ...string) string {
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return name
	}
	for _, ending := range endings {
		if strings.HasSuffix(strings.ToLower(name), ending) {
			return name + word
		}
	}
	return name
}

// holds reports whether a text has all the words of another in one run; what only says
// that it is a town is none.
func holds(text, part string) bool {
	some := placeWords(part)
	_, ok := without(placeWords(text), some)
	return ok && len(some) > 0
}

func placeWords(text string) (words []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' && r != '-'
	}) {
		if word != "м" && word != "місто" {
			words = append(words, word)
		}
	}
	return words
}
