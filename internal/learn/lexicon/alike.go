package lexicon

import (
	"slices"
	"strings"
)

// How much a name says that has the words of another one: in another order, with a short
// word for a long one, or with another word for a point in time.
const (
	reordered = 0.95
	ofMoment  = 0.93
)

// alike are the words of a field's names without their order.
type alike struct {
	words   map[string]float64 // all of a name's words
	moments map[string]float64 // those that tell which point in time it is, nil for other values
}

// alikeOf lays out the names of a field. One that says nothing takes no other along.
func alikeOf(f *Field, g *grammar) alike {
	a := alike{words: map[string]float64{}}
	if f.Want == WantTime {
		a.moments = map[string]float64{}
	}
	for name, strength := range f.Names.strength {
		words := g.canonical(name)
		key := keyOf(words)
		a.words[key] = max(a.words[key], strength)
		if core := keyOf(g.withoutMoment(words)); a.moments != nil && core != "" {
			a.moments[core] = max(a.moments[core], strength)
		}
	}
	return a
}

// of is how much a phrase says that is not one of the names itself.
func (a alike) of(phrase string, g *grammar) float64 {
	if len(a.words) == 0 {
		return 0
	}
	words := g.canonical(phrase)
	best := reordered * a.words[keyOf(words)]
	if a.moments == nil {
		return best
	}
	if core := g.withoutMoment(words); len(core) < len(words) && len(core) > 0 {
		best = max(best, ofMoment*a.moments[keyOf(core)])
	}
	return best
}

func keyOf(words []string) string {
	words = slices.Clone(words)
	slices.Sort(words)
	return strings.Join(words, " ")
}

// canonical are the words of a phrase, long ones in place of short ones.
func (g *grammar) canonical(phrase string) []string {
	words := strings.Fields(phrase)
	for i, word := range words {
		if long := g.long[word]; long != "" {
			words[i] = long
		}
	}
	return words
}

// withoutMoment leaves out the words that only say that there is a point in time.
func (g *grammar) withoutMoment(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return g.moments[word] })
}

// longWords are the pairs of a set: the short word, and the long one behind it.
func longWords(pairs []string) map[string]string {
	long := map[string]string{}
	for _, pair := range pairs {
		if short, full, ok := strings.Cut(pair, " "); ok {
			long[short] = full
		}
	}
	return long
}
