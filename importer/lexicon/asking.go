package lexicon

import "strings"

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
