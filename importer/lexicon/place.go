package lexicon

import (
	"slices"
	"strings"
	"unicode"
)

// Place is what a cell says of where a parcel goes. A part that it does not speak of is "".
type Place struct {
	Carrier string
	Kind    string // "" where the cell names no kind and is none
	Number  string // of the branch or locker; for Ukrposhta its postal code
	Address string // the cell's text, where it is an address or a branch without a number
	City    string // that stands in the cell before the place
	Region  string
	// MaybeCity is a name in the cell that may be the city's or anything else, where no city is certain.
	MaybeCity  string
	District   string
	PostalCode string
	Named      bool  // a word of the cell says that it is a branch or a locker
	Shop       bool  // it is called a shop, and no word says whose branch that is
	Street     bool  // a word of the cell begins an address
	Doubt      Doubt // why nobody can tell; the rest is empty then
}

// Doubt is why a place cannot be told.
type Doubt string

// The doubts.
const (
	NoDoubt   Doubt = ""
	TwoPlaces Doubt = "two_places" // two branches, or two carriers
	TwoKinds  Doubt = "two_kinds"  // a courier and a branch
	Denied    Doubt = "denied"     // "не відділення"
	// OtherCarrier is "DHL, …": a carrier that orders cannot name.
	OtherCarrier Doubt = "other_carrier"
	MaybeIndex   Doubt = "maybe_index"  // five digits: a postal code, or a locker's number
	OnlyNumbers  Doubt = "only_numbers" // several numbers and no word that tells them apart
	// BranchOrAddress is "Польова 7" in a column of branches: a street's house, or branch 7 there.
	BranchOrAddress Doubt = "branch_or_address"
	OddNumber       Doubt = "odd_number"   // "1а", 0, a waybill or a phone: no branch's number
	Elsewhere       Doubt = "elsewhere_to" // the branch is closed, or another one is meant
	NoPlace         Doubt = "no_place"     // "уточнити у клієнта" for an address, or a question
)

const indexDigits = 5 // of a Ukrainian postal code

// Where a cell stands says what a bare number in it is.
type Where int

// The columns in which places stand.
const (
	InBranch  Where = iota // a column of branches: a bare number is a branch's
	InAddress              // a column of addresses: only what is called a branch is one
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

// placeReader reads one cell.
type placeReader struct {
	text, plain string
	cities      *dictionary
	where       Where
	cell        []token
	class       []string // of each token, "" for what is no known word
	said        map[string]bool
	street      int // the first token of a street, -1 without one
}

func (r *placeReader) mark(hits []hit) {
	r.class, r.said, r.street = make([]string, len(r.cell)), map[string]bool{}, -1
	for _, h := range hits {
		if h.class == placeCity && r.cell[h.from].end-r.cell[h.from].start <= 1 && !r.cityMark(h.from) {
			continue // "с" and "м" are also letters of house numbers
		}
		if h.class == placeStreet && r.street < 0 {
			r.street = h.from
		}
		weak := h.class == placeWeak || h.class == placeShop
		if h.class == placeShop && !r.numberFollows(h.to) {
			continue // "біля магазину"
		}
		if weak && r.where == InAddress && r.street >= 0 {
			continue // a store-room of the house
		}
		for i := h.from; i < h.to; i++ {
			r.class[i] = h.class
			if weak {
				r.class[i] = KindBranch
			}
		}
		r.said[h.class] = true
		r.said[placeWeak] = r.said[placeWeak] || weak
	}
	if r.said[placeWeak] && !slices.Contains(r.class, KindBranch) {
		delete(r.said, placeWeak)
	}
}

// cityMark: a letter stands for "city" or "village" before a full stop or a blank and a name.
func (r *placeReader) cityMark(at int) bool {
	return at+1 < len(r.cell) && r.cell[at+1].kind == word && len(r.cell[at+1].text) > 2 && (at == 0 || r.cell[at-1].kind == word)
}

// numberFollows reports whether a number or a "№" stands at a token.
func (r *placeReader) numberFollows(at int) bool {
	return at < len(r.cell) && r.cell[at].kind != word
}

func (r *placeReader) read() Place {
	d := ofClasses(r.said)
	p := Place{Carrier: d.Carrier, Kind: d.Kind, Named: r.said[KindBranch] || r.said[KindLocker] || r.said[placeWeak],
		Street: r.street >= 0, Shop: r.said[placeShop] && !r.said[KindBranch] && !r.said[KindLocker] && (d.Carrier == "" || d.Carrier == pickup)}
	numbers := r.numbers(d.Carrier)
	switch {
	case asks(r.text), len(r.cell) == 0 && strings.TrimSpace(r.text) != "":
		return Place{Doubt: NoPlace} // "--//--"
	case r.said[placeNone] && len(numbers) == 0 && r.street < 0:
		return Place{Doubt: NoPlace}
	case r.said[placeNot] && !d.Known && p.Named:
		return Place{Doubt: Denied}
	case r.said[placeOther]:
		return Place{Doubt: OtherCarrier}
	case r.twoCarriers():
		return Place{Doubt: TwoPlaces}
	case r.said[KindCourier] && p.Named && len(numbers) > 0:
		return Place{Doubt: TwoKinds}
	case len(numbers) > 1:
		return Place{Doubt: TwoPlaces}
	case r.onlyNumbers() > 1:
		return Place{Doubt: OnlyNumbers}
	}
	if !r.surroundings(&p) {
		return Place{Doubt: TwoPlaces}
	}
	if len(numbers) == 1 && d.Kind != KindCourier {
		return r.numbered(p, numbers[0])
	}
	return r.unnumbered(p, d)
}

// numbered is a branch or a locker with its number.
func (r *placeReader) numbered(p Place, found placeNumber) Place {
	p.Number, p.Kind = found.digits, found.kind
	if len(p.Number) > mostDigits || strings.Trim(p.Number, "0") == "" || r.lettered(p.Number) {
		return Place{Doubt: OddNumber}
	}
	bare := !p.Named && p.Carrier == ""
	switch {
	case p.Carrier == "ukrposhta" && len(p.Number) != indexDigits && p.PostalCode != "":
		p.Number = p.PostalCode
	case bare && len(p.Number) == indexDigits, found.kind != KindLocker && p.Carrier != "ukrposhta" && strings.HasPrefix(p.Number, "0") && len(p.Number) == indexDigits:
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
	if p.Carrier == "ukrposhta" && p.PostalCode != "" && d.Kind != KindCourier && r.street < 0 {
		p.Kind, p.Number = KindBranch, p.PostalCode
		return p
	}
	rest := r.rest()
	switch {
	case r.where == InBranch && r.said[placeIndex] && p.PostalCode != "" && p.Carrier == "" && r.street < 0:
		p.Carrier, p.Kind, p.Number = "ukrposhta", KindBranch, p.PostalCode
	case r.where == InBranch && !p.Named && d.Kind != KindCourier && r.street < 0 && rest > 1 && r.hasNumber():
		return Place{Doubt: BranchOrAddress}
	case p.Named:
		p.Address = r.text
		if p.Kind == "" && !(r.said[KindLocker] && r.said[KindBranch]) {
			p.Kind = KindBranch
		}
		if rest == 0 {
			p.Address = ""
		}
	case d.Kind == KindCourier:
		p.Kind = KindCourier
		if rest > 0 && (r.street >= 0 || r.hasNumber()) {
			p.Address = r.address(&p)
		} else if rest > r.words(p.City) {
			return Place{Doubt: NoPlace}
		}
	case r.where == InAddress && r.street < 0 && !r.hasNumber():
		if rest > 0 && rest > r.words(p.City) {
			return Place{Doubt: NoPlace}
		}
	case r.street >= 0, r.where == InAddress && rest > 0, rest > 0 && r.hasNumber():
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

// words is how many words a name has.
func (r *placeReader) words(name string) int { return len(tokens(normal(name))) }

func (r *placeReader) hasNumber() bool {
	return slices.ContainsFunc(r.cell, func(t token) bool { return t.kind == number })
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

// placeNumber is a branch's or a locker's number.
type placeNumber struct {
	digits, kind string
}

// numbers are the different branches and lockers of a cell.
func (r *placeReader) numbers(carrier string) (out []placeNumber) {
	add := func(at int, kind string) {
		n := placeNumber{r.cell[at].text, kind}
		same := func(o placeNumber) bool {
			return o.digits == n.digits && (o.kind == n.kind || o.kind == "" || n.kind == "")
		}
		if i := slices.IndexFunc(out, same); i < 0 {
			out = append(out, n)
		} else if out[i].kind == "" {
			out[i].kind = kind
		}
	}
	for i, t := range r.cell {
		if t.kind != number || r.isMeasure(i) {
			continue
		}
		if kind, ok := r.belongs(i); ok {
			add(i, kind)
			if r.joined(i) {
				add(i+1, kind) // "№12/1"
			}
			if i+2 < len(r.cell) && isOr(r.cell[i+1].text) && r.cell[i+2].kind == number {
				add(i+2, kind) // "5 або 7"
			}
			if i+2 == len(r.cell) && r.cell[i+1].kind == number && len(r.cell[i+1].text) != indexDigits {
				add(i+1, kind) // "відділення 12, 13"
			}
		}
	}
	if len(out) == 0 {
		for i, t := range r.cell {
			if t.kind == number && !r.isMeasure(i) && !r.isIndex(i) && r.bare(i, carrier) {
				add(i, r.kindSaid())
			}
		}
	}
	return out
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

// joined reports whether a further number is joined to one by a slash or a hyphen.
func (r *placeReader) joined(at int) bool {
	return at+1 < len(r.cell) && r.cell[at+1].kind == number && r.cell[at+1].start == r.cell[at].end+1 && strings.ContainsRune("/-", r.cell[at].behind)
}

func (r *placeReader) kindSaid() string {
	switch {
	case r.said[KindLocker]:
		return KindLocker
	case r.said[KindBranch], r.said[placeWeak]:
		return KindBranch
	}
	return ""
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
			if r.where == InBranch && i > 0 && strings.ContainsRune(",;", r.cell[i-1].behind) {
				return r.kindSaid(), true // "вул. Хрещатик 22, №12"
			}
			if apart := i == 0 || strings.ContainsRune(",;", r.cell[i-1].behind) && r.cell[i-1].behind != 0; apart && r.cell[at].behind == ':' && r.street > at {
				return r.kindSaid(), true // "№3: вул. Шевченка, 1"
			}
		case class == KindBranch || class == KindLocker:
			return class, true
		case numeroSeen && isCarrier(class) && class != pickup:
			return r.kindSaid(), true // "Нова Пошта №7, Одеса"
		case isCarrier(class), class == placeUnit && numeroSeen, r.cell[i].text == "номер", r.cell[i].text == "no", r.cell[i].text == "n", r.cell[i].text == "ном":
		case r.cell[i].kind == number && r.isMeasure(i) && numeroSeen:
		case (r.cell[i].text == "до" || r.cell[i].text == "на" || r.cell[i].text == "одне" || r.cell[i].text == "місце") && numeroSeen:
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

func isOr(text string) bool {
	return slices.Contains([]string{"або", "чи", "или", "та", "і", "и", "or", "and"}, text)
}

// leads reports whether a number stands right before the word of its branch, which has no
// number of its own behind it: "12 відділення", "5-е отделение".
func (r *placeReader) leads(at int) (string, bool) {
	next := at + 1
	if next < len(r.cell) && r.cell[next].kind == word && r.class[next] == "" && len(r.cell[next].text) <= 4 && r.cell[at].behind == '-' {
		next++ // "5-е"
	}
	if next >= len(r.cell) || r.class[next] != KindBranch && r.class[next] != KindLocker {
		return "", false
	}
	if next == at+1 && r.cell[at].behind != 0 && r.cell[at].behind != '-' {
		return "", false // "вул. Хрещатик 22, Відділення 5": a comma parts them
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

// isMeasure reports whether a number is a weight, a price or a part of a day.
func (r *placeReader) isMeasure(at int) bool {
	return at+1 < len(r.cell) && r.class[at+1] == placeUnit
}

// isIndex reports whether a number stands behind a word for a postal code.
func (r *placeReader) isIndex(at int) bool { return at > 0 && r.class[at-1] == placeIndex }

func isCarrier(class string) bool { return slices.Contains(carrierNames[:], class) }

// letters reports whether a text is a name: letters, blanks and what stands in names.
func letters(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune("'’ʼ`-.", r)
	})
}
