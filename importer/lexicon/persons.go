package lexicon

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
