package lexicon

import "slices"

// Delivery reads a cell of a carrier or a way of delivery.
func (l *Lexicon) Delivery(text string) Delivery {
	if d, said := l.own.carriers[phraseKey(text)]; said {
		return d
	}
	cell := tokens(normal(text))
	hits := l.delivery.find(cell)
	said := classes(l.destination(cell, hits))
	carried := slices.ContainsFunc(carrierNames[:], func(name string) bool { return name != pickup && said[name] })
	said[KindCourier] = said[KindCourier] || said[placeDoors]
	if d, is := l.unsent(cell, hits, said, carried); is {
		return d
	}
	d := ofClasses(said)
	if d.Known && d.Kind == "" && (said[KindLocker] || carried && (said[pickup] || l.fetches(cell))) {
		d.Kind = KindBranch // "самовивіз з Нової Пошти": or a locker, as the cell of the place says; never a courier
	}
	return d
}

// unsent is a way of delivery that sends nothing by a known carrier: the buyer fetches the goods
// at the shop, or it is not for this program to know where and how they go. is is false for others.
func (l *Lexicon) unsent(cell []token, hits []hit, said map[string]bool, carried bool) (d Delivery, is bool) {
	switch {
	case said[pickup] && !carried && l.elsewhere(cell, hits):
		return Delivery{}, true // "самовивіз з ТЦ Епіцентр": somebody else's place
	case said[placeOther]:
		return Delivery{}, true // "Нова Пошта (міжнародна)"
	case carried || said[KindBranch] || said[KindLocker] || said[KindCourier]:
		return Delivery{}, false
	case said[placeShop] && (said[pickup] || len(hits) == 1 && hits[0].to-hits[0].from == len(cell)):
		return Delivery{Carrier: pickup, Known: !said[placeNot]}, true // "самовивіз з магазину"
	case said[placeWeak] && said[pickup]:
		return Delivery{}, true // "самовивіз зі складу": the shop's, or a carrier's
	}
	return Delivery{}, false
}

// fetches reports whether a cell names a shop or a point of a carrier, where the buyer fetches
// the goods: "магазин Rozetka".
func (l *Lexicon) fetches(cell []token) bool {
	return len(l.shops.find(cell)) > 0 || len(l.points.find(cell)) > 0
}

// destination leaves out where a parcel is taken, of a way of delivery that names both ends:
// "Відділення-Двері" goes to the door, "Двері - Склад" to a branch.
func (l *Lexicon) destination(cell []token, hits []hit) []hit {
	var out []hit
	for i, h := range hits {
		if i+1 < len(hits) && l.isEnd(cell, h) && l.isEnd(cell, hits[i+1]) && joinsEnds(cell, h, hits[i+1]) {
			continue
		}
		out = append(out, h)
	}
	return out
}

// isEnd reports whether a word names an end of a way: a branch or a door. A locker beside a
// branch is a choice more often than a way from one to the other.
func (l *Lexicon) isEnd(cell []token, h hit) bool {
	door := h.class == placeDoors || h.class == KindCourier && l.doors.whole(cell[h.to-1:h.to]) != ""
	return door || h.class == KindBranch || h.class == placeWeak
}

// joinsEnds reports whether only a hyphen, an arrow or "до" stands between two words.
func joinsEnds(cell []token, from, to hit) bool {
	mark := cell[from.to-1].behind
	if between := cell[from.to:to.from]; len(between) > 0 {
		return len(between) == 1 && mark == 0 && leadsTo(between[0].text)
	}
	return mark == '-' || mark == '→' || mark == '>' || mark == 0 && leadsTo(cell[to.from].text)
}

func leadsTo(text string) bool {
	return slices.Contains([]string{"до", "на", "у", "в", "to"}, text)
}
