package lexicon

import (
	"slices"
	"strings"
)

// SplitSide parts a heading that names a person first or last from what it says of that
// person: "Платник: місто" is the payer's "місто", "Bill-to city" the payer's "city". The side
// is as of Side, or "client", who is the payer of one file and the recipient of another; ""
// where the heading names nobody, or two.
func (l *Lexicon) SplitSide(heading string) (side, rest string) {
	if len(heading) > longestHeading {
		return "", ""
	}
	plain := normal(heading)
	cell := tokens(plain)
	hits := l.sides.find(cell)
	if len(hits) != 1 || len(cell) < 2 {
		return "", ""
	}
	from, to := 0, len(cell)
	switch h := hits[0]; {
	case h.from == 0:
		from = h.to
	case h.to == len(cell):
		to = h.from
	default:
		return "", ""
	}
	for from < to && isOfPerson(cell[from].text) {
		from++
	}
	for from < to && isOfPerson(cell[to-1].text) {
		to--
	}
	if from == to {
		return "", ""
	}
	return hits[0].class, strings.TrimSpace(originalOf(heading, plain, cell[from].start, cell[to-1].end))
}

// isOfPerson: words between a person and what is theirs, "місто для доставки", "name of the buyer".
func isOfPerson(text string) bool {
	return slices.Contains([]string{"для", "of", "the", "for", "s"}, text)
}

// Side is "recipient", "payer" or "sender" where the brackets of a heading name one of them, else "".
func (l *Lexicon) Side(heading string) string {
	at := strings.IndexAny(heading, "([{")
	if at < 0 {
		return ""
	}
	said := classes(l.sides.find(tokens(normal(heading[at:]))))
	switch {
	case said["sender"]:
		return "sender"
	case said["recipient"] == said["payer"]:
		return ""
	case said["recipient"]:
		return "recipient"
	}
	return "payer"
}
