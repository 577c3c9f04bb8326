package lexicon

// The classes of the words for what tells orders apart.
const (
	idSign  = "sign"
	idThing = "thing"
)

// NamesOrders reports whether a heading names what tells orders apart: a sign and what it is of,
// "ID угоди в CRM", or nothing but signs, "Код №". "ID клієнта" is of something else.
func (l *Lexicon) NamesOrders(heading string) bool {
	if len(heading) > longestHeading {
		return false
	}
	cell := tokens(normal(heading))
	hits := l.orderIDs.find(cell)
	said, covered := classes(hits), 0
	for _, h := range hits {
		covered += h.to - h.from
	}
	return said[idSign] && (said[idThing] || covered == len(cell))
}
