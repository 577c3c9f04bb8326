package lexicon

// The kinds of places, as supplier.Delivery names its types.
const (
	KindBranch  = "branch"
	KindLocker  = "locker"
	KindCourier = "courier"
)

// The further classes of the words of places.
const (
	placeWeak     = "branch_weak"
	placeNot      = "not"
	placeStreet   = "street"
	placeUnit     = "unit"
	placeCity     = "city"
	placeRegion   = "region"
	placeDistrict = "district"
	placeIndex    = "index"
)

const pickup = "pickup"

// Delivery is what a cell says of the carrier and the kind of delivery. A part that it does
// not speak of is "".
type Delivery struct {
	Carrier string // nova_poshta, ukrposhta, meest, rozetka_delivery, pickup
	Kind    string // see the Kind constants
	Known   bool   // false: no known word, a denied one, or two carriers
}

// Delivery reads a cell of a carrier or a way of delivery.
func (l *Lexicon) Delivery(text string) Delivery {
	if d, said := l.own.carriers[phraseKey(text)]; said {
		return d
	}
	return ofClasses(classes(l.delivery.find(tokens(normal(text)))))
}

// ofClasses sums up the words of a cell.
func ofClasses(said map[string]bool) (d Delivery) {
	carriers := 0
	for _, carrier := range carrierNames {
		if said[carrier] && carrier != pickup {
			d.Carrier = carrier
			carriers++
		}
	}
	branch := said[KindBranch] || said[placeWeak]
	switch {
	case carriers > 1, said[placeNot], said[KindCourier] && (branch || said[KindLocker]):
		return Delivery{}
	case carriers == 0 && said[pickup] && (branch || said[KindLocker] || said[KindCourier]):
		d.Carrier = "" // "самовивіз із відділення": which carrier's is for the default to say
	case carriers == 0 && said[pickup]:
		d.Carrier = pickup
	}
	switch {
	case said[KindCourier]:
		d.Kind = KindCourier
	case branch && said[KindLocker]: // "відділення або поштомат": the cell of the place tells
	case said[KindLocker]:
		d.Kind = KindLocker
	case branch:
		d.Kind = KindBranch
	}
	d.Known = carriers == 1 || said[pickup] || branch || said[KindLocker] || said[KindCourier]
	return d
}
