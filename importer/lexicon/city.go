package lexicon

import (
	"strings"
)

// surroundings reads the city, the region, the district and the postal code that stand in
// the cell before the branch or the street, each in a part of its own between commas:
// "01001, Київська обл., м. Бровари, Відділення №1: вул. …".
func (r *placeReader) surroundings(p *Place) {
	p.PostalCode = r.postalCode()
	first := r.firstOfPlace()
	if first == 0 || len(r.cell) == 0 {
		return
	}
	before := r.cell[:]
	if first > 0 {
		before = r.cell[:first]
	}
	var cities []string
	for _, part := range parts(before) {
		from, to := part[0], part[1]
		name := r.original(from, to)
		switch {
		case r.partHas(from, to, placeRegion):
			p.Region = name
		case r.partHas(from, to, placeDistrict):
			p.District = name
		case r.partHas(from, to, placeIndex), r.cell[from].text == p.PostalCode && from+1 == to:
		default:
			if city := r.cityName(from, to); city != "" && (first > 0 || r.class[from] == placeCity) {
				cities = append(cities, city)
			}
		}
	}
	if len(cities) == 1 {
		p.City = cities[0]
	}
}

// firstOfPlace is the first token of what names the place itself: a branch, a carrier, a
// street, a number; -1 without any.
func (r *placeReader) firstOfPlace() int {
	for i, class := range r.class {
		switch class {
		case KindBranch, KindLocker, KindCourier, placeStreet:
			return i
		}
		if isCarrier(class) || r.cell[i].kind == numero {
			return i
		}
	}
	return -1
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
		post := i > 0 && r.said["ukrposhta"]
		if first && !r.isMeasure(i) || last || named || post {
			return t.text
		}
	}
	return ""
}

// original is the cell's own text of some tokens, on one line.
func (r *placeReader) original(from, to int) string {
	return originalOf(r.text, r.plain, r.cell[from].start, r.cell[to-1].end)
}

// address is the cell's text without the city and its like before it.
func (r *placeReader) address(p *Place) string {
	if p.City == "" || r.street <= 0 {
		return strings.TrimSpace(r.text)
	}
	return strings.TrimSpace(originalOf(r.text, r.plain, r.cell[r.street].start, len(r.plain)))
}

// originalOf finds a part of a normalised text in the text that it was made of: it begins
// where as many letters and digits stand before it.
func originalOf(text, plain string, from, to int) string {
	before, inside := countRunes(plain[:from]), countRunes(plain[from:to])
	begin, end, seen := -1, len(text), 0
	for at, r := range text {
		if !counts(r) {
			continue
		}
		if seen == before && begin < 0 {
			begin = at
		}
		seen++
		if seen == before+inside {
			end = at + len(string(r))
			break
		}
	}
	if begin < 0 {
		return ""
	}
	if to == len(plain) {
		end = len(text)
	}
	return strings.Join(strings.Fields(text[begin:end]), " ")
}

func countRunes(text string) (n int) {
	for _, r := range text {
		if counts(r) {
			n++
		}
	}
	return n
}
