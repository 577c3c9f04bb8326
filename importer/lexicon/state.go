package lexicon

import (
	"slices"
	"strings"
)

// State reads a cell of state. Only a whole cell counts: "Відправлено рахунок" is not
// "Відправлено". A numbering before the words, the "wc-" of WooCommerce and a day after
// them are passed over. What stands in brackets or after a colon may give the reason why an
// order is not to be sent; of one that is, it has to be understood.
func (l *Lexicon) State(text string) State {
	if state, said := l.own.states[phraseKey(text)]; said {
		return state
	}
	if asks(text) {
		return StateUnknown
	}
	main, rest := splitState(normal(text))
	state := State(l.states.whole(trimState(tokens(main))))
	if state == StateUnknown {
		return state
	}
	said := slices.DeleteFunc(tokens(rest), func(t token) bool { return t.kind == number }) // of "10:15"
	if state == Post && len(said) > 0 && State(l.states.whole(said)) != Post {
		return StateUnknown // "в обробці (пауза)", "прийнято (не підтверджено)"
	}
	for _, h := range l.states.find(said) {
		if State(h.class) == Post && state != Post {
			return StateUnknown
		}
	}
	return state
}

// splitState parts a state from what explains it.
func splitState(text string) (main, rest string) {
	if at := strings.IndexAny(text, "(:["); at > 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

// trimState takes off a numbering before the words, "wc-", and a day after them.
func trimState(cell []token) []token {
	if len(cell) > 1 && cell[0].kind == number && !cell[1].glued {
		cell = cell[1:]
	}
	if len(cell) > 1 && cell[0].text == "wc" {
		cell = cell[1:]
	}
	last := len(cell)
	for last > 1 && cell[last-1].kind == number && len(cell[last-1].text)%2 == 0 && len(cell)-last < 5 {
		last-- // day, month, year, hour, minute
	}
	if last < len(cell) && len(cell)-last >= 2 {
		cell = cell[:last]
	}
	return cell
}
