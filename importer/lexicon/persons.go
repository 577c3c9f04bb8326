package lexicon

import (
	"slices"
	"strings"
)

// Name is the cell of a person's name, parted once for all that is asked of it.
type Name struct {
	lexicon *Lexicon
	text    string
	cell    []token
}

// Name parts a person's name.
func (l *Lexicon) Name(text string) Name { return Name{l, text, tokens(normal(text))} }

// Absent reports whether the cell stands for a name where there is none.
func (n Name) Absent() bool { return n.lexicon.noNames.whole(n.cell) != "" }

// Says reports whether a name holds a word of what became of its order: "Іваненко Олена
// (повернення)". No surname is one of them.
func (n Name) Says() bool { return len(n.lexicon.stops.inName.find(n.cell)) > 0 }

// JoinsPersons reports whether a name holds two names of two words that a comma parts, or two
// names of any length that a stroke, a plus or an "and" parts. A firm's name, and one in quotes, may hold them.
func (n Name) JoinsPersons() bool {
	if len(n.cell) < 2 || n.firm() || strings.ContainsAny(n.text, `"«»“”„`) {
		return false
	}
	for i, t := range n.cell[:len(n.cell)-1] {
		switch {
		case slices.Contains([]rune{'/', '+', '&', '\\', '|'}, t.behind):
			return true
		case t.behind == ',' && i >= 1 && len(n.cell)-i-1 >= 2:
			return true
		case i > 0 && slices.Contains([]string{"та", "і", "й", "и", "and", "або", "чи", "или", "or"}, t.text):
			return true
		}
	}
	return false
}

func (n Name) firm() bool {
	return slices.ContainsFunc(n.cell, func(t token) bool {
		return slices.Contains([]string{"тов", "ооо", "пп", "пат", "прат", "llc", "ltd", "фг", "оо", "го", "бф"}, t.text)
	})
}

// TwoPersons reports whether a text names a person and somebody else who takes the parcel: "Тест
// Олена, отримує Іваненко Іван".
func (n Name) TwoPersons() bool {
	for _, h := range n.lexicon.stops.receives.find(n.cell) {
		if h.from > 0 && h.to < len(n.cell) {
			return true
		}
	}
	return false
}

// NamesReceiver reports whether a cell of a place names who takes the parcel.
func (l *Lexicon) NamesReceiver(text string) bool {
	return len(l.stops.receives.find(tokens(normal(text)))) > 0
}
