package lexicon

import "strings"

// longestHeading is the length in bytes above which a text is no heading with a person in it.
const longestHeading = 120

// Asked is what a heading asks for without the words that only ask: of "Вкажіть ваше місто?" it is
// "місто?"; "" where it does not ask so.
func (l *Lexicon) Asked(heading string) string {
	if len(heading) > longestHeading {
		return ""
	}
	plain := normal(heading)
	cell, from := tokens(plain), 0
	for from < len(cell) {
		p, ok := l.asking.longestAt(cell, from)
		if !ok {
			break
		}
		from += len(p.words)
	}
	if from == 0 || from == len(cell) {
		return ""
	}
	return strings.TrimSpace(originalOf(heading, plain, cell[from].start, cell[len(cell)-1].end))
}

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

// ForeignCurrency reports whether the heading of an amount names another currency.
func (l *Lexicon) ForeignCurrency(heading string) bool {
	return strings.ContainsAny(heading, "$€£₽¥") || len(l.currencies.find(tokens(normal(heading)))) > 0
}

// Counts is "money" where a heading speaks of amounts, "other" where it names what is counted,
// weighed or numbered, else "". "Кількість до сплати" counts: what is no money goes before.
func (l *Lexicon) Counts(heading string) string {
	said := classes(l.numbers.find(tokens(normal(heading))))
	switch {
	case said["other"]:
		return "other"
	case said["money"], strings.Contains(heading, "₴"):
		return "money"
	}
	return ""
}

// Notes reports whether a heading is one of notes or tags.
func (l *Lexicon) Notes(heading string) bool {
	return len(heading) <= longestHeading && len(l.stops.notes.find(tokens(normal(heading)))) > 0
}

// Deposit reports whether the heading of an amount that was paid speaks of a deposit.
func (l *Lexicon) Deposit(heading string) bool {
	return len(l.deposits.find(tokens(normal(heading)))) > 0
}
