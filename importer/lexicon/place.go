package lexicon

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Place reads a cell of a branch or an address.
func (l *Lexicon) Place(text string, where Where) Place {
	plain := normal(text)
	r := &placeReader{cell: tokens(plain), where: where, text: text, plain: plain, cities: &l.cities}
	r.mark(l.place.find(r.cell))
	p := r.read()
	if p.Number != "" && p.Doubt == NoDoubt && r.sentElsewhere(&l.instead) {
		return Place{Doubt: Elsewhere}
	}
	if where == InBranch && !p.Named && p.Doubt == NoDoubt && r.notBranch(&l.ofHouse, p.Number) {
		return Place{Doubt: BranchOrAddress}
	}
	if where == InBranch && !p.Named && p.Kind == KindCourier && !p.Street && r.cell[0].kind == number {
		return Place{Doubt: TwoKinds} // "12 кур'єр на адресу"
	}
	return p
}

func (r *placeReader) read() Place {
	d := ofClasses(r.said)
	p := Place{Carrier: d.Carrier, Kind: d.Kind, Named: r.said[KindBranch] || r.said[KindLocker] || r.said[placeWeak],
		Street: r.street >= 0, Shop: r.said[placeShop] && !r.said[KindBranch] && !r.said[KindLocker] && (d.Carrier == "" || d.Carrier == pickup)}
	numbers := r.numbers(d.Carrier)
	if doubt := r.doubt(p, d, len(numbers)); doubt != NoDoubt {
		return Place{Doubt: doubt}
	}
	if !r.surroundings(&p) {
		return Place{Doubt: TwoPlaces}
	}
	if len(numbers) == 1 && d.Kind != KindCourier {
		return r.numbered(p, numbers[0])
	}
	return r.unnumbered(p, d)
}

// doubt is why the words and the numbers of a cell, of which so many are a branch's, are no place.
func (r *placeReader) doubt(p Place, d Delivery, numbers int) Doubt {
	switch {
	case asks(r.text), len(r.cell) == 0 && strings.TrimSpace(r.text) != "":
		return NoPlace // "--//--"
	case r.said[placeNone] && numbers == 0 && r.street < 0:
		return NoPlace
	case r.said[placeNot] && !d.Known && p.Named:
		return Denied
	case r.said[placeOther]:
		return OtherCarrier
	case r.twoCarriers():
		return TwoPlaces
	case r.said[KindCourier] && p.Named && numbers > 0:
		return TwoKinds
	case numbers > 1:
		return TwoPlaces
	case r.onlyNumbers() > 1:
		return OnlyNumbers
	}
	return NoDoubt
}

// numbered is a branch or a locker with its number.
func (r *placeReader) numbered(p Place, found placeNumber) Place {
	p.Number, p.Kind = found.digits, found.kind
	if len(p.Number) > mostDigits || strings.Trim(p.Number, "0") == "" || r.lettered(p.Number) {
		return Place{Doubt: OddNumber}
	}
	bare := !p.Named && p.Carrier == ""
	switch {
	case p.Carrier == supplier.Ukrposhta && len(p.Number) != indexDigits && p.PostalCode != "":
		p.Number = p.PostalCode
	case bare && len(p.Number) == indexDigits, found.kind != KindLocker && p.Carrier != supplier.Ukrposhta && strings.HasPrefix(p.Number, "0") && len(p.Number) == indexDigits:
		return Place{Doubt: MaybeIndex, Number: p.Number}
	}
	if p.Kind == "" {
		p.Kind = KindBranch
	}
	return p
}

// mostDigits is the length of the longest number of a branch or locker.
const mostDigits = 6

// lettered reports whether a letter is glued to the branch's number: "1а".
func (r *placeReader) lettered(digits string) bool {
	for i, t := range r.cell {
		if t.text == digits && i+1 < len(r.cell) && r.cell[i+1].glued && r.cell[i+1].kind == word && len([]rune(r.cell[i+1].text)) <= 2 {
			return true
		}
	}
	return false
}

// unnumbered is an address, a branch that is not told by a number, or nothing of either.
func (r *placeReader) unnumbered(p Place, d Delivery) Place {
	if p.Carrier == supplier.Ukrposhta && p.PostalCode != "" && d.Kind != KindCourier && r.street < 0 {
		p.Kind, p.Number = KindBranch, p.PostalCode
		return p
	}
	if r.where == InBranch && r.street < 0 {
		switch {
		case r.said[placeIndex] && p.PostalCode != "" && p.Carrier == "":
			p.Carrier, p.Kind, p.Number = supplier.Ukrposhta, KindBranch, p.PostalCode
			return p
		case !p.Named && d.Kind != KindCourier && r.rest() > 1 && r.hasNumber():
			return Place{Doubt: BranchOrAddress}
		}
	}
	if p.Named {
		return r.namedBranch(p)
	}
	return r.toDoor(p, d)
}

// namedBranch is a branch or a locker that is told by words: "відділення на Хрещатику".
func (r *placeReader) namedBranch(p Place) Place {
	if p.Kind == "" && !(r.said[KindLocker] && r.said[KindBranch]) {
		p.Kind = KindBranch
	}
	if r.rest() > 0 {
		p.Address = r.text
	}
	return p
}

// toDoor is an address, a text that may be one, or nothing but the city and the carrier.
func (r *placeReader) toDoor(p Place, d Delivery) Place {
	rest := r.rest()
	isAddress := r.street >= 0 || r.hasNumber()
	switch {
	case d.Kind == KindCourier && rest > 0 && isAddress:
		p.Kind, p.Address = KindCourier, r.address(&p)
	case d.Kind == KindCourier || r.where == InAddress && !isAddress:
		if rest > r.words(p.City) {
			return Place{Doubt: NoPlace}
		}
	case r.street >= 0, rest > 0 && isAddress:
		p.Kind, p.Address = KindCourier, r.address(&p)
	case rest > 0 && d.Carrier == "": // a text in a column of branches that tells no number
		p.Kind, p.Named, p.Address = KindBranch, true, r.text
	case rest > 0:
		p.Address = r.text
	}
	return p
}

// rest is how many words say more than the carrier and the kind of place.
func (r *placeReader) rest() (n int) {
	for i, class := range r.class {
		if r.cell[i].kind == word && (class == "" || class == placeStreet || class == placeRegion || class == placeDistrict) ||
			r.cell[i].kind == number && class != placeUnit {
			n++
		}
	}
	return n
}

// onlyNumbers counts the numbers of a cell that has nothing else: "1-3", "12/5".
func (r *placeReader) onlyNumbers() int {
	n := 0
	for _, t := range r.cell {
		if t.kind != number {
			return 0
		}
		n++
	}
	return n
}

func (r *placeReader) twoCarriers() bool {
	n := 0
	for _, carrier := range carrierNames {
		if carrier != pickup && r.said[carrier] {
			n++
		}
	}
	return n > 1
}

// LooseNumber reports whether a cell of a way of delivery holds a number that is no weight, no
// price and no count of days: it may be a branch's.
func (l *Lexicon) LooseNumber(text string) bool {
	plain := normal(text)
	r := &placeReader{cell: tokens(plain), text: text, plain: plain, cities: &l.cities}
	r.mark(l.place.find(r.cell))
	for i, t := range r.cell {
		if t.kind == number && !r.isMeasure(i) && !(r.joined(i) && r.isMeasure(i+1)) {
			return true
		}
	}
	return false
}
