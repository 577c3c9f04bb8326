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
	if said[pickup] && !slices.ContainsFunc(carrierNames[:], func(name string) bool { return name != pickup && said[name] }) && l.elsewhere(cell, hits) {
		return Delivery{} // "самовивіз з ТЦ Епіцентр": somebody else's place
	}
	said[KindCourier] = said[KindCourier] || said[placeDoors]
	carried := slices.ContainsFunc(carrierNames[:], func(name string) bool { return name != pickup && said[name] })
	switch {
	case said[placeOther]:
		return Delivery{} // "Нова Пошта (міжнародна)"
	case carried || said[KindBranch] || said[KindLocker] || said[KindCourier]:
	case said[placeShop] && (said[pickup] || len(hits) == 1 && hits[0].to-hits[0].from == len(cell)):
		return Delivery{Carrier: pickup, Known: !said[placeNot]} // "самовивіз з магазину"
	case said[placeWeak] && said[pickup]:
		return Delivery{} // "самовивіз зі складу": the shop's, or a carrier's
	}
	d := ofClasses(said)
	fetched := carried && (said[pickup] || len(l.shops.find(cell)) > 0 || len(l.points.find(cell)) > 0) // "самовивіз з Нової Пошти", "магазин Rozetka"
	if d.Known && d.Kind == "" && (fetched || said[KindLocker]) {
		d.Kind = KindBranch // or a locker, as the cell of the place says; never a courier
	}
	return d
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
