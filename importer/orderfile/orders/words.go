package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
)

// readWords reads words through a lexicon and remembers what it read: a file says the same
// few words on all of its rows.
type readWords struct {
	lexicon    *lexicon.Lexicon
	states     map[string]lexicon.State
	payments   map[string]lexicon.Payment
	deliveries map[string]lexicon.Delivery
	places     [2]map[string]lexicon.Place // by where the cell stands
}

const mostRemembered = 4096 // of one kind

func newReadWords(l *lexicon.Lexicon) *readWords {
	return &readWords{l, map[string]lexicon.State{}, map[string]lexicon.Payment{}, map[string]lexicon.Delivery{},
		[2]map[string]lexicon.Place{{}, {}}}
}

// remembered is what a cell means, read once as long as there is room.
func remembered[T any](known map[string]T, text string, read func(string) T) T {
	if found, ok := known[text]; ok {
		return found
	}
	found := read(text)
	if len(known) < mostRemembered {
		known[strings.Clone(text)] = found
	}
	return found
}

func (w *readWords) state(text string) lexicon.State {
	return remembered(w.states, text, w.lexicon.State)
}

func (w *readWords) payment(text string) lexicon.Payment {
	return remembered(w.payments, text, w.lexicon.Payment)
}

func (w *readWords) delivery(text string) lexicon.Delivery {
	return remembered(w.deliveries, text, w.lexicon.Delivery)
}

func (w *readWords) place(text string, where lexicon.Where) lexicon.Place {
	return remembered(w.places[where], text, func(text string) lexicon.Place { return w.lexicon.Place(strings.Clone(text), where) })
}

func (w *readWords) nothing(text string) bool { return w.lexicon.Nothing(text) }
