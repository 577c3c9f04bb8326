package lexicon

import "slices"

// elsewhere reports whether a pickup is at a place with a name of its own: a word that says
// neither how nor at the shop's own place, and is no city's.
func (l *Lexicon) elsewhere(cell []token, hits []hit) bool {
	known := make([]bool, len(cell))
	for _, list := range [][]hit{hits, l.fetched.find(cell), l.shops.find(cell), l.cities.find(cell)} {
		for _, h := range list {
			for i := h.from; i < h.to; i++ {
				known[i] = true
			}
		}
	}
	for i, t := range cell {
		if t.kind == word && !known[i] {
			return true
		}
	}
	return false
}

// sentElsewhere reports whether a cell of a place says that its branch is closed, or names another
// number to send to: "отделение 12, отделение закрыто - отправить на 15".
func (r *placeReader) sentElsewhere(instead *dictionary) bool {
	said := classes(instead.find(r.cell))
	numbers := map[string]bool{}
	for i, t := range r.cell {
		if t.kind == number && !r.isMeasure(i) && !r.isIndex(i) {
			numbers[t.text] = true
		}
	}
	return said["shut"] || said["instead"] && len(numbers) > 1
}

// CityNumber reads a known city and one number behind it and nothing else: "Днепр, 15".
func (l *Lexicon) CityNumber(text string) (city, digits string, ok bool) {
	plain := normal(text)
	cell := tokens(plain)
	cell = slices.DeleteFunc(cell, func(t token) bool { return t.kind == numero })
	if len(cell) > 0 && (cell[0].text == "м" || cell[0].text == "г") {
		cell = cell[1:]
	}
	last := len(cell) - 1
	if last < 1 || cell[last].kind != number || cell[last].glued || l.cities.whole(cell[:last]) == "" {
		return "", "", false
	}
	return originalOf(text, plain, cell[0].start, cell[last-1].end), cell[last].text, true
}
