package lexicon

// NoteDeposit reports whether a sentence of a note names an amount that was paid in advance:
// "Передплата 200 грн отримана", "Оплатила 200 на карту".
func (l *Lexicon) NoteDeposit(text string) bool {
	for _, sentence := range sentences(text) {
		cell := tokens(sentence)
		if asks(sentence) || len(l.stops.condition.find(cell)) > 0 || len(l.stops.deposit.find(cell)) == 0 {
			continue
		}
		for _, t := range cell {
			if t.kind == number && len(t.text) > 1 && len(t.text) < 6 {
				return true
			}
		}
	}
	return false
}
