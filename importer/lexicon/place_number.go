package lexicon

import (
	"slices"
	"strings"
)

// placeNumber is a branch's or a locker's number.
type placeNumber struct {
	digits, kind string
}

// numbers are the different branches and lockers of a cell.
func (r *placeReader) numbers(carrier string) (out []placeNumber) {
	for i, t := range r.cell {
		if t.kind != number || r.isMeasure(i) {
			continue
		}
		if kind, ok := r.belongs(i); ok {
			out = withNumber(out, t.text, kind)
			for _, at := range r.besides(i) {
				out = withNumber(out, r.cell[at].text, kind)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for i, t := range r.cell {
		if t.kind == number && !r.isMeasure(i) && !r.isIndex(i) && r.bare(i, carrier) {
			out = withNumber(out, t.text, r.kindSaid())
		}
	}
	return out
}

// withNumber adds a number to those of a cell, unless one of them is the same.
func withNumber(all []placeNumber, digits, kind string) []placeNumber {
	same := func(o placeNumber) bool {
		return o.digits == digits && (o.kind == kind || o.kind == "" || kind == "")
	}
	if i := slices.IndexFunc(all, same); i < 0 {
		all = append(all, placeNumber{digits, kind})
	} else if all[i].kind == "" {
		all[i].kind = kind
	}
	return all
}

// besides are the places of further numbers behind a branch's: "№12/1", "5 або 7",
// "відділення 12, 13".
func (r *placeReader) besides(at int) (out []int) {
	if r.joined(at) {
		out = append(out, at+1)
	}
	if at+2 < len(r.cell) && isOr(r.cell[at+1].text) && r.cell[at+2].kind == number {
		out = append(out, at+2)
	}
	if at+2 == len(r.cell) && r.cell[at+1].kind == number && len(r.cell[at+1].text) != indexDigits {
		out = append(out, at+1)
	}
	return out
}

// belongs reports whether a number is that of a branch or locker: behind its word, with
// "№", the carrier's name and brackets of a weight between them; before it ("12
// відділення"); or behind a "№" that is no house's and no school's.
func (r *placeReader) belongs(at int) (kind string, ok bool) {
	numeroSeen := false
	for i := at - 1; i >= 0; i-- {
		switch class := r.class[i]; {
		case r.cell[i].kind == numero:
			numeroSeen = true
			if r.beginsPlace(i, at) {
				return r.kindSaid(), true
			}
		case class == KindBranch || class == KindLocker:
			return class, true
		case numeroSeen && isCarrier(class) && class != pickup:
			return r.kindSaid(), true // "Нова Пошта №7, Одеса"
		case isCarrier(class), isNumeroWord(r.cell[i].text), numeroSeen && r.ofWeight(i):
		case numeroSeen && isOr(r.cell[i].text):
			return r.kindSaid(), true
		default:
			return r.leads(at)
		}
	}
	if numeroSeen && r.where == InBranch {
		return r.kindSaid(), true
	}
	return r.leads(at)
}

// beginsPlace reports whether the "№" before a number begins the branch, by what parts it from the
// words around: "вул. Хрещатик 22, №12" in a column of branches, "№3: вул. Шевченка, 1" anywhere.
func (r *placeReader) beginsPlace(sign, at int) bool {
	parted := sign > 0 && (r.cell[sign-1].behind == ',' || r.cell[sign-1].behind == ';')
	return parted && r.where == InBranch || (parted || sign == 0) && r.cell[at].behind == ':' && r.street > at
}

// ofWeight reports whether a word or a number may stand in the brackets of a weight, between a
// "№" and its number: "№ (до 30 кг на одне місце) 5".
func (r *placeReader) ofWeight(i int) bool {
	return r.class[i] == placeUnit || r.cell[i].kind == number && r.isMeasure(i) || slices.Contains([]string{"до", "на", "одне", "місце"}, r.cell[i].text)
}

func isNumeroWord(text string) bool {
	return slices.Contains([]string{"номер", "no", "n", "ном"}, text)
}

func isOr(text string) bool {
	return slices.Contains([]string{"або", "чи", "или", "та", "і", "и", "or", "and"}, text)
}

// leads reports whether a number stands right before the word of its branch, which has no
// number of its own behind it: "12 відділення", "5-е отделение".
func (r *placeReader) leads(at int) (string, bool) {
	next, ok := r.branchWord(at)
	if !ok {
		return "", false
	}
	if at > 0 && (r.class[at-1] == placeStreet || r.street >= 0) {
		return "", false
	}
	if next+3 < len(r.cell) && r.cell[next].behind == 0 && isNear(r.cell[next+1].text) && r.cell[next+2].kind == word && r.class[next+2] == "" {
		return r.class[next], true // "12 відділення на Хрещатику 22"
	}
	for i := next; i < len(r.cell); i++ {
		if r.cell[i].kind == number && !r.isMeasure(i) {
			return "", r.cell[next].behind != 0 && r.streetBetween(next, i)
		}
	}
	return r.class[next], true
}

// branchWord is where the word of a branch or a locker stands right behind a number.
func (r *placeReader) branchWord(at int) (next int, ok bool) {
	next = at + 1
	if next < len(r.cell) && r.cell[next].kind == word && r.class[next] == "" && len(r.cell[next].text) <= 4 && r.cell[at].behind == '-' {
		next++ // "5-е"
	}
	if next >= len(r.cell) || r.class[next] != KindBranch && r.class[next] != KindLocker {
		return 0, false
	}
	parted := next == at+1 && r.cell[at].behind != 0 && r.cell[at].behind != '-'
	return next, !parted // "вул. Хрещатик 22, Відділення 5": a comma parts them
}

func isNear(text string) bool {
	return slices.Contains([]string{"на", "по", "біля", "возле", "около", "at", "near"}, text)
}

func (r *placeReader) streetBetween(from, to int) bool {
	return slices.Contains(r.class[from:to], placeStreet)
}

// bare reports whether a number is a branch's without a word for it: the cell has nothing
// else but a carrier, or it stands first in a column of branches, before a mark.
func (r *placeReader) bare(at int, carrier string) bool {
	if r.street >= 0 && r.street < at || r.where == InAddress && (carrier == "" || r.street >= 0) {
		return false
	}
	others := 0
	for i := range r.cell {
		if i != at && (carrier == "" || i > r.firstOfPlace()) && r.class[i] == "" && r.cell[i].kind != numero {
			others++
		}
	}
	if others == 0 {
		return true
	}
	return r.where == InBranch && at == 0 && r.cell[at].behind != 0 && strings.ContainsRune("(:,;", r.cell[at].behind) && (r.street > 0 || r.cell[at].behind == '(')
}

// notBranch reports whether the number of a cell of branches belongs to a part of a house or a
// town ("12 поверх"), or the cell says nothing but such parts ("кв. 12, під'їзд 3").
func (r *placeReader) notBranch(other *dictionary, digits string) bool {
	words, parts := 0, 0
	for _, t := range r.cell {
		if t.kind == word {
			words++
		}
	}
	for _, h := range other.find(r.cell) {
		parts += h.to - h.from
		behind := h.to < len(r.cell) && r.cell[h.to].text == digits
		before := h.from > 0 && r.cell[h.from-1].text == digits && r.cell[h.from-1].behind == 0
		if digits != "" && (behind || before) && (h.from < 2 || r.cell[h.from-2].kind != numero) {
			return true
		}
	}
	return words > 0 && parts == words
}
