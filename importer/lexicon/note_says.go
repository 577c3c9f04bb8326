package lexicon

// NoteDeposit reports whether a sentence of a note names an amount that was paid in advance:
// "Передплата 200 грн отримана", "Оплатила 200 на карту".
func (l *Lexicon) NoteDeposit(text string) bool { return l.amountBeside(text, &l.stops.deposit) != "" }

// NoteTakes is the whole amount that a sentence of a note wants to be taken on delivery, "400" in
// "Взяти з клієнта 400"; "" where none does.
func (l *Lexicon) NoteTakes(text string) string { return l.amountBeside(text, &l.stops.take) }

// amountBeside is the first number of two to five digits in a sentence with one of the words
// that states no condition.
func (l *Lexicon) amountBeside(text string, words *dictionary) string {
	for _, sentence := range sentences(text) {
		cell := tokens(sentence)
		if asks(sentence) || len(l.stops.condition.find(cell)) > 0 || len(words.find(cell)) == 0 {
			continue
		}
		for _, t := range cell {
			if t.kind == number && len(t.text) > 1 && len(t.text) < 6 {
				return t.text
			}
		}
	}
	return ""
}

// NoteCounts are the clauses of a note that consist of a number and one word, as "2" and "шт" in
// "2 шт, не одна!".
func (l *Lexicon) NoteCounts(text string) (counts [][2]string) {
	for _, sentence := range sentences(text) {
		if asks(sentence) || len(l.stops.condition.find(tokens(sentence))) > 0 {
			continue
		}
		for _, clause := range clauses(sentence) {
			if cell := tokens(clause); len(cell) == 2 && cell[0].kind == number && cell[1].kind == word {
				counts = append(counts, [2]string{cell[0].text, cell[1].text})
			}
		}
	}
	return counts
}
