package lexicon

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Town is why a cell of a city is none, or NoDoubt: a carrier or a branch ("Укрпошта Київ"), a
// pickup, a word for what is not known yet, two cities, a region alone or a place abroad. A
// known city with a number behind it names a branch, or nobody knows what.
func (l *Lexicon) Town(text string) Doubt {
	plain := normal(text)
	cell := tokens(plain)
	if l.cities.whole(cell) != "" {
		return NoDoubt
	}
	said := classes(l.place.find(cell))
	for _, class := range []string{pickup, supplier.NovaPoshta, supplier.Ukrposhta, supplier.Meest, KindBranch, KindLocker, KindCourier, placeNone, placeOther} {
		if said[class] {
			return NoPlace
		}
	}
	if _, digits, ok := l.CityNumber(text); ok && len(digits) != indexDigits {
		return NoPlace
	}
	if len(l.abroad.find(cell)) > 0 {
		return NoPlace
	}
	if said[placeRegion] && len(cell) == 2 {
		return NoPlace
	}
	if l.twoTowns(cell) {
		return TwoPlaces
	}
	return NoDoubt
}

// twoTowns reports whether a stroke or an "or" parts two names that are not one city.
func (l *Lexicon) twoTowns(cell []token) bool {
	for i := 1; i < len(cell); i++ {
		from := i
		switch {
		case i+1 < len(cell) && slices.Contains([]string{"або", "чи", "или", "or"}, cell[i].text):
			from = i + 1
		case cell[i-1].behind != '/' && cell[i-1].behind != '\\' && cell[i-1].behind != '|':
			continue
		}
		one, other := l.cities.whole(cell[:i]), l.cities.whole(cell[from:])
		if one == "" || other == "" || one != other {
			return true
		}
	}
	return false
}

// KnownCity reports whether a name is a city's that is known.
func (l *Lexicon) KnownCity(name string) bool { return l.cities.whole(tokens(normal(name))) != "" }
