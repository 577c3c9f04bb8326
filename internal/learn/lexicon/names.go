package lexicon

// Names says how much a name or a text speaks for something, from 0 to 1. The zero value
// says nothing.
type Names struct {
	strength map[string]float64
	alike    alike
	grammar  *grammar
}

// grammar is what all names have in common.
type grammar struct {
	vague       map[string]bool   // names that say nothing without the object around them
	transparent map[string]bool   // those of them that the object around them names
	nouns       []string          // words that may stand before a name
	wrappers    map[string]bool   // objects that hold what the record would have itself
	long        map[string]string // words for short ones
	moments     map[string]bool   // words that only say that there is a point in time
}

// Exact is how much this very phrase speaks for it.
func (n Names) Exact(phrase string) float64 { return n.strength[phrase] }

// OfName is how much the names on the way to a value speak for it.
func (n Names) OfName(way []string) float64 {
	if len(way) == 0 || len(n.strength) == 0 {
		return 0
	}
	leaf := Phrase(way[len(way)-1])
	if len(way) == 1 {
		return n.OfPhrase(leaf)
	}
	parent := Phrase(way[len(way)-2])
	if n.refuses(parent + " " + leaf) {
		return 0
	}
	best := n.OfPhrase(parent + " " + leaf)
	switch {
	case n.grammar.vague[leaf] && n.grammar.transparent[leaf]:
		return max(best, 0.93*n.OfPhrase(parent))
	case n.grammar.vague[leaf]:
		return best
	}
	return max(best, 0.85*n.OfPhrase(leaf))
}

// OfMember is how much the names of objects on the way to a single value speak for it, from a
// record on: one that only wraps the record says nothing.
func (n Names) OfMember(way []string) float64 {
	own := n.OfName(way)
	if len(way) > 1 && n.Wraps(way[0]) {
		return max(own, 0.97*n.OfMember(way[1:]))
	}
	return own
}

// Wraps reports whether an object of this name only wraps a record.
func (n Names) Wraps(name string) bool { return n.grammar != nil && n.grammar.wrappers[Phrase(name)] }

// refuses reports whether the words say that a phrase is none of them, with or without a
// noun before it.
func (n Names) refuses(phrase string) bool {
	if strength, own := n.strength[phrase]; own {
		return strength == 0
	}
	for _, noun := range n.grammar.nouns {
		if rest, ok := cutWord(phrase, noun); ok && n.refuses(rest) {
			return true
		}
	}
	return false
}

// OfPhrase is how much a phrase speaks for it, with or without a noun that may stand
// before any name.
func (n Names) OfPhrase(phrase string) float64 {
	best, own := n.strength[phrase]
	if len(n.strength) == 0 {
		return 0
	}
	if !own {
		best = n.alike.of(phrase, n.grammar)
	}
	for _, noun := range n.grammar.nouns {
		if rest, ok := cutWord(phrase, noun); ok {
			best = max(best, 0.97*n.OfPhrase(rest))
		}
	}
	return best
}

// InText is how much a description or summary speaks for it: the terms are beginnings of
// words, so that one term covers the cases of a noun.
func (n Names) InText(text string) float64 {
	if text == "" || len(n.strength) == 0 {
		return 0
	}
	phrase := PhraseOfText(text)
	best := 0.0
	for term, strength := range n.strength {
		if strength > best && hasWordFrom(phrase, term) {
			best = strength
		}
	}
	return best
}
