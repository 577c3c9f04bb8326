package proposal

import (
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// orderNumbers are the numbers of the orders that the samples have, by what they are.
type orderNumbers struct {
	ids, external        numbers
	idName, externalName string // what orders call them, as words
}

// numbers are those by which orders are known.
type numbers map[string]bool

// shortest is how long a number of an order is at least that is known by its value alone:
// small numbers may be counts.
const shortest = 4

// hasAll reports whether several different values are all among the numbers.
func (n numbers) hasAll(texts []string) bool {
	return distinct(texts) >= leastProof && guess.Passing(texts, func(text string) bool { return len(text) >= shortest && n[text] }) == len(texts)
}

// knownOrders reads the numbers of the orders, once.
func (b *builder) knownOrders() orderNumbers {
	if b.orders != nil {
		return *b.orders
	}
	b.orders = &orderNumbers{ids: numbers{}, external: numbers{}}
	l := b.found.Lists[guess.Orders]
	if l == nil {
		return *b.orders
	}
	all := guess.Candidates(l.Record, l.Rows)
	guess.TakeItems(all, b.words)
	matches := b.numberForID(b.assignOrder(guess.Orders, b.words.Fields(lexicon.Order), all), lexicon.Order, l)
	b.orders.idName, b.orders.externalName = leafOf(guess.Find(matches, "id")), leafOf(guess.Find(matches, "external_id"))
	for name, into := range map[string]numbers{"id": b.orders.ids, "external_id": b.orders.external} {
		if m := guess.Find(matches, name); m != nil && m.From.Rows > 0 {
			for _, text := range m.From.Texts {
				into[text] = true
			}
		}
	}
	return *b.orders
}

// referring finds the places by which parcels and entries name their order: whatever they
// are called, they hold numbers that orders have.
func (b *builder) referring(matches []guess.Match, all []*guess.Candidate, record lexicon.Record) []guess.Match {
	orders := b.knownOrders()
	external := "external_id"
	if record == lexicon.Entry {
		external = "order_external_id"
	}
	for _, to := range []struct {
		target string
		among  numbers
	}{{external, orders.external}, {"order_id", orders.ids}} {
		if guess.Find(matches, to.target) != nil {
			continue
		}
		for _, c := range all {
			if c.Used || c.List || !c.Place.Single() || !c.CanBe(lexicon.WantID) || !to.among.hasAll(c.Texts) {
				continue
			}
			c.Used = true
			matches = append(matches, guess.Match{Field: b.words.Field(record, to.target), From: c, Confidence: 0.93,
				Evidence: guess.Evidence{say("learn.values_of_known", distinct(c.Texts))}})
			break
		}
	}
	return matches
}
