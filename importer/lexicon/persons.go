package lexicon

import (
	"slices"
	"strings"
)

// NameSays reports whether a name holds a word of what became of its order: "Іваненко Олена
// (повернення)". No surname is one of them.
func (l *Lexicon) NameSays(text string) bool {
	return len(l.stops.inName.find(tokens(normal(text)))) > 0
}

// JoinsPersons reports whether a name holds two names of two words that a comma parts, or two
// names of any length that a stroke, a plus or an "and" parts. A firm's name, and one in quotes, may hold them.
func (l *Lexicon) JoinsPersons(text string) bool {
	cell := tokens(normal(text))
	if len(cell) < 2 || l.firm(cell) || strings.ContainsAny(text, `"«»“”„`) {
		return false
	}
	for i, t := range cell[:len(cell)-1] {
		switch {
		case slices.Contains([]rune{'/', '+', '&', '\\', '|'}, t.behind):
			return true
		case t.behind == ',' && i >= 1 && len(cell)-i-1 >= 2:
			return true
		case i > 0 && slices.Contains([]string{"та", "і", "й", "и", "and", "або", "чи", "или", "or"}, t.text):
			return true
		}
	}
	return false
}

func (l *Lexicon) firm(cell []token) bool {
	return slices.ContainsFunc(cell, func(t token) bool {
		return slices.Contains([]string{"тов", "ооо", "пп", "пат", "прат", "llc", "ltd", "фг", "оо", "го", "бф"}, t.text)
	})
}

// TwoPersons reports whether a text names a person and somebody else who takes the parcel: "Тест
// Олена, отримує Іваненко Іван".
func (l *Lexicon) TwoPersons(text string) bool {
	cell := tokens(normal(text))
	for _, h := range l.stops.receives.find(cell) {
		if h.from > 0 && h.to < len(cell) {
			return true
		}
	}
	return false
}

// NamesReceiver reports whether a cell of a place names who takes the parcel.
func (l *Lexicon) NamesReceiver(text string) bool {
	return len(l.stops.receives.find(tokens(normal(text)))) > 0
}
