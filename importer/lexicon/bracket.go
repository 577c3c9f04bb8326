package lexicon

// The classes of what stands in the brackets of a heading.
const (
	bracketNeutral  = "neutral"
	bracketExample  = "example"
	bracketSupplier = "supplier"
)

// Explains reports whether a text in the brackets of a heading only explains it: known neutral
// words, numbers and currencies, up to where an example begins.
func (l *Lexicon) Explains(text string) bool {
	cell := tokens(normal(text))
	for at := 0; at < len(cell); {
		if p, ok := l.brackets.longestAt(cell, at); ok && p.class != bracketSupplier {
			if p.class == bracketExample {
				return true
			}
			at += len(p.words)
			continue
		}
		if p, ok := l.currencies.longestAt(cell, at); ok { // that it is foreign is said of its amounts
			at += len(p.words)
			continue
		}
		if cell[at].kind == word {
			return false
		}
		at++
	}
	return true
}

// BeforeExample is a text up to where an example begins.
func (l *Lexicon) BeforeExample(text string) string {
	plain := normal(text)
	cell := tokens(plain)
	for _, h := range l.brackets.find(cell) {
		if h.class == bracketExample && h.from == 0 {
			return ""
		}
		if h.class == bracketExample {
			return originalOf(text, plain, 0, cell[h.from].start)
		}
	}
	return text
}

// OfSupplier reports whether the brackets of a heading say that it is the supplier's.
func (l *Lexicon) OfSupplier(text string) bool {
	return l.brackets.whole(tokens(normal(text))) == bracketSupplier
}
