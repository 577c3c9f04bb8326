package guess

import (
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// TakeItems finds the list of an order's lines and keeps what stands in it from being
// taken for the order's own.
func TakeItems(all []*Candidate, words *lexicon.Lexicon) *Candidate {
	for _, c := range all {
		if !c.List || c.Shape.Keyed || !words.Has(lexicon.Items, lexicon.Phrase(c.Place[len(c.Place)-1].Name)) || !c.Place.Single() {
			continue
		}
		for _, inner := range all {
			if len(inner.Place) > len(c.Place) && inner.Place[:len(c.Place)].String() == c.Place.String() {
				inner.Used = true
			}
		}
		c.Used = true
		return c
	}
	return nil
}
