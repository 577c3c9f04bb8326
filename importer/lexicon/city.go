package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// surroundings reads the city, the region, the district and the postal code that stand in
// the cell before the branch or the street, each in a part of its own between commas:
// "01001, Київська обл., м. Бровари, Відділення №1: вул. …"; and the city that stands behind
// them. It is false where the cell names two cities.
func (r *placeReader) surroundings(p *Place) bool {
	p.PostalCode = r.postalCode()
	end, found := r.endOfSurroundings()
	alone := !found && p.PostalCode != "" // "Полтава, 36000"
	kindAlone := !found && p.Kind == KindCourier
	for _, part := range parts(r.cell[:end]) {
		from, to := r.withoutKnown(part[0], part[1], p.PostalCode)
		if from == to {
			continue
		}
		switch {
		case r.partHas(from, to, placeRegion):
			p.Region = r.original(from, to)
		case r.partHas(from, to, placeDistrict):
			p.District = r.original(from, to)
		case p.City != "" || r.partHas(from, to, placeIndex):
		case found || alone || kindAlone || r.class[from] == placeCity:
			r.cityBefore(p, from, to)
		}
	}
	if p.City == "" && found {
		p.City = r.cityByWord(end)
	}
	if !found && r.where == InBranch && r.hasNumber() {
		end, found = 0, true // "5 (Київ)"
	}
	return !found || r.cityBehind(p, end)
}

// cityBefore is the city of a part, or what may be one where neither a word nor a capital says so.
func (r *placeReader) cityBefore(p *Place, from, to int) {
	p.City = r.cityName(from, to)
	if p.City == "" || r.class[from] == placeCity || r.isProper(from, to) {
		return
	}
	p.City, p.MaybeCity = "", p.City // "салон краси, вул. …", and not the "до" of "до відділення 12"
	if len([]rune(p.MaybeCity)) <= 3 {
		p.MaybeCity = ""
	}
}

// cityByWord is the city behind the branch or the street that a word introduces:
// "Відділення №3, м. Дніпро".
func (r *placeReader) cityByWord(end int) (city string) {
	for _, part := range parts(r.cell) {
		if from, to := part[0], part[1]; from >= end && r.class[from] == placeCity && city == "" {
			city = r.cityName(from, to)
		}
	}
	return city
}

// cityBehind looks for the city among the names behind the branch or the street that no word
// introduces: "Відділення №5, Київ". One that is known is the city; any other may be one. It is
// false where the cell names another city already.
func (r *placeReader) cityBehind(p *Place, end int) bool {
	for from := end; from < len(r.cell); {
		to := r.endOfName(from)
		if to == from {
			from++
			continue
		}
		known := r.cities.whole(r.cell[from:to])
		named := r.isOfStreet(from)
		switch name := r.original(from, to); {
		case named, r.class[min(to, len(r.cell)-1)] == placeRegion, r.class[min(to, len(r.cell)-1)] == placeDistrict:
		case p.City == "" && (known != "" || startsCapital(name) && from > 0 && r.class[from-1] == placeCity): // "відділення 5 м Київ"
			p.City = name
		case known != "" && r.knownCity(p.City) != known:
			return false
		case known == "" && p.MaybeCity == "" && startsCapital(name):
			p.MaybeCity = name
		}
		from = to
	}
	if p.City != "" {
		p.MaybeCity = ""
	}
	return true
}

// isOfStreet reports whether a name belongs to the word of a street before it: "вул. Вигадана",
// "вул. 8 Березня".
func (r *placeReader) isOfStreet(at int) bool {
	before := at - 1
	for before >= 0 && r.cell[before].kind == number && r.cell[before].behind != ',' {
		before--
	}
	if before < 0 || r.cell[before].behind != 0 && r.cell[before].behind != '.' {
		return false
	}
	return r.class[before] == placeStreet
}

// endOfName is the token behind a run of words that mean nothing else and that no mark parts.
func (r *placeReader) endOfName(from int) int {
	to := from
	for to < len(r.cell) && r.class[to] == "" && r.cell[to].kind == word {
		to++
		if mark := r.cell[to-1].behind; mark != 0 && mark != '-' && mark != '.' {
			break
		}
	}
	return to
}

// knownCity is a city's first spelling, and the name itself where it is not known.
func (r *placeReader) knownCity(name string) string { return cityIn(r.cities, name) }

func cityIn(cities *dictionary, name string) string {
	if known := cities.whole(tokens(normal(name))); known != "" {
		return known
	}
	return name
}

// City is the first spelling of a known city, and the name itself where it is not known.
func (l *Lexicon) City(name string) string { return cityIn(&l.cities, name) }

// isProper reports whether a part is the name of a known city, or one whose words all begin
// with a capital.
func (r *placeReader) isProper(from, to int) bool {
	if r.cities.whole(r.cell[from:to]) != "" {
		return true
	}
	capital := false
	for _, name := range strings.FieldsFunc(r.original(from, to), func(c rune) bool { return unicode.IsSpace(c) || c == '-' }) {
		capital = capital || startsCapital(name)
		if !startsCapital(name) && len([]rune(name)) > 3 {
			return false
		}
	}
	return capital
}

func startsCapital(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// endOfSurroundings is the first token of a branch, a locker, a street or a "№", whether there
// is one. What stands before it may name the place around it.
func (r *placeReader) endOfSurroundings() (int, bool) {
	for i, class := range r.class {
		if class == KindBranch || class == KindLocker || class == placeStreet || r.cell[i].kind == numero {
			return i, true
		}
	}
	return len(r.cell), false
}

// withoutKnown takes the carrier, the kind of place and the postal code off both ends of a part.
func (r *placeReader) withoutKnown(from, to int, postalCode string) (int, int) {
	drop := func(i int) bool {
		return isCarrier(r.class[i]) || r.class[i] == KindCourier || r.cell[i].text == postalCode
	}
	for from < to && drop(from) {
		from++
	}
	for from < to && drop(to-1) {
		to--
	}
	return from, to
}

// parts are the runs of tokens between commas, semicolons and brackets: from, to exclusive.
func parts(cell []token) (out [][2]int) {
	from := 0
	for i, t := range cell {
		if strings.ContainsRune(",;()", t.behind) && t.behind != 0 || i == len(cell)-1 {
			out = append(out, [2]int{from, i + 1})
			from = i + 1
		}
	}
	return out
}

func (r *placeReader) partHas(from, to int, class string) bool {
	for i := from; i < to; i++ {
		if r.class[i] == class {
			return true
		}
	}
	return false
}

// cityName is the name in a part without the word for a city before it, "" where the part
// is no name.
func (r *placeReader) cityName(from, to int) string {
	for from < to && r.class[from] == placeCity {
		from++
	}
	if from == to {
		return ""
	}
	for i := from; i < to; i++ {
		if r.class[i] != "" || r.cell[i].kind != word {
			return ""
		}
	}
	name := strings.Trim(r.original(from, to), " .,-")
	if !letters(name) || to-from > 4 {
		return ""
	}
	return name
}

// postalCode is the number of five digits that stands first, last in a part of its own, or
// behind a word for it.
func (r *placeReader) postalCode() string {
	for i, t := range r.cell {
		if t.kind != number || len(t.text) != indexDigits {
			continue
		}
		first := i == 0 && len(r.cell) > 1 && (t.behind == ',' || r.cell[1].kind == word && r.class[1] != KindBranch && r.class[1] != KindLocker)
		last := i == len(r.cell)-1 && i > 0 && r.cell[i-1].behind == ','
		named := i > 0 && r.class[i-1] == placeIndex
		post := i > 0 && r.said[supplier.Ukrposhta]
		if first && !r.isMeasure(i) || last || named || post {
			return t.text
		}
	}
	return ""
}

// address is the cell's text without the city, the carrier and their like before it.
func (r *placeReader) address(p *Place) string {
	known := p.City != ""
	for i := 0; i < r.street; i++ { // "Кур'єр Нової Пошти, вул. …"
		known = known || r.class[i] != ""
		if r.cell[i].kind == number && r.cell[i].text != p.PostalCode {
			return strings.TrimSpace(r.text) // nobody knows what it counts
		}
	}
	if !known || r.street <= 0 {
		return strings.TrimSpace(r.text)
	}
	return strings.TrimSpace(originalOf(r.text, r.plain, r.cell[r.street].start, len(r.plain)))
}
