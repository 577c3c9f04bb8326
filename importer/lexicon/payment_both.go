package lexicon

import "slices"

// payJoins are the words between two ways of payment of which one cell names both.
var payJoins = [...]string{"та", "і", "й", "и", "з", "с", "плюс", "plus", "and"}

// cardAndCOD reports whether a cell names a card or an account and payment on delivery beside it:
// "Картка + наложка". Nobody can tell how much is paid by which. What is paid by card on delivery
// ("карткою при отриманні") is one way.
func cardAndCOD(cell []token, hits []hit) bool {
	hits = slices.DeleteFunc(slices.Clone(hits), func(h hit) bool { return h.class != payMeans && h.class != payCOD })
	for i := 0; i+1 < len(hits); i++ {
		one, next := hits[i], hits[i+1]
		card := one.class == payMeans && next.class == payCOD
		back := one.class == payCOD && next.class == payMeans && !(i+2 < len(hits) && hits[i+2].class == payCOD && !joined(cell, next, hits[i+2]))
		if (card || back) && joined(cell, one, next) {
			return true
		}
	}
	return false
}

// joined reports whether a sign or a word between two hits adds one to the other.
func joined(cell []token, one, next hit) bool {
	for at := one.to - 1; at < next.from; at++ {
		if at >= one.to && slices.Contains(payJoins[:], cell[at].text) || slices.Contains([]rune{'+', '/', '&', ',', ';', '\\', '|'}, cell[at].behind) {
			return true
		}
	}
	return false
}
