package proposal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What one list of a service calls a thing tells where another list has it.

// leafOf is the last name on the way to a match's place, as words; "" without a match.
func leafOf(m *guess.Match) string {
	if m == nil || len(m.From.Place.Names()) == 0 {
		return ""
	}
	names := m.From.Place.Names()
	return lexicon.Phrase(names[len(names)-1])
}

// calledByOrders takes the places that parcels and entries call as the orders call their own
// numbers, or the order and then that number.
func (b *builder) calledByOrders(all []*guess.Candidate, record lexicon.Record) []guess.Match {
	orders := b.knownOrders()
	external := "external_id"
	if record == lexicon.Entry {
		external = "order_external_id"
	}
	var out []guess.Match
	for _, to := range []struct{ target, name string }{{external, orders.externalName}, {"order_id", "order " + orders.idName}} {
		for _, c := range all {
			if !c.Used && !c.List && len(c.Place) == 1 && to.name != "id" && c.CanBe(lexicon.WantID) && lexicon.Phrase(c.Place[0].Name) == to.name {
				c.Used = true
				out = append(out, guess.Match{Field: b.words.Field(record, to.target), From: c, Confidence: 0.9, Evidence: guess.Evidence{say("learn.orders_call_it")}})
				break
			}
		}
	}
	return out
}

// soldBy takes the place of a product that is called as the lines of orders call what was
// ordered, where those lines know nothing of the place that was found: orders go out by it.
func (b *builder) soldBy(matches []guess.Match, all []*guess.Candidate) {
	sku, sold := guess.Find(matches, "sku"), b.lineOfOrders()
	if sku == nil || sold == nil {
		return
	}
	ordered := guess.Find(guess.Assign(b.words.Fields(lexicon.NewItem), guess.Candidates(sold, nil)), "sku")
	if ordered == nil || leafOf(ordered) == leafOf(sku) {
		return
	}
	for _, m := range sold.Members {
		if lexicon.Phrase(m.Name) == leafOf(sku) {
			return // the lines have both
		}
	}
	for _, c := range all {
		if !c.Used && !c.List && len(c.Place) == 1 && c.CanBe(lexicon.WantID) && lexicon.Phrase(c.Place[0].Name) == leafOf(ordered) {
			sku.From.Used, c.Used = false, true
			sku.From, sku.Evidence, sku.Note = c, guess.Evidence{say("learn.lines_call_it")}, wording.Message{}
			return
		}
	}
}

// lineOfOrders is a line of a new order, or of orders that are read; nil where neither is
// known.
func (b *builder) lineOfOrders() *service.Shape {
	var records []*service.Shape
	if create := b.found.Operations[guess.CreateOrder]; create != nil {
		records = append(records, create.Request)
	}
	if l := b.found.Lists[guess.Orders]; l != nil {
		records = append(records, l.Record)
	}
	for _, record := range records {
		if record == nil {
			continue
		}
		if items := guess.TakeItems(guess.Candidates(record, nil), b.words); items != nil {
			return items.Shape.Element
		}
	}
	return nil
}

// onlyTime takes the one point in time that a record has for a field that needs one.
func onlyTime(matches []guess.Match, all []*guess.Candidate, f lexicon.Field) []guess.Match {
	if guess.Find(matches, f.Name) != nil {
		return matches
	}
	var only *guess.Candidate
	for _, c := range all {
		if c.Used || c.List || !c.Place.Single() || !c.CanBe(lexicon.WantTime) || !guess.IsTime(c) {
			continue
		}
		if only != nil {
			return matches
		}
		only = c
	}
	if only == nil {
		return matches
	}
	only.Used = true
	return append(matches, guess.Match{Field: f, From: only, Confidence: 0.75, Evidence: guess.Evidence{say("learn.only_time")}})
}

// numberForID takes the number of a record for its id where it has no other.
func (b *builder) numberForID(matches []guess.Match, record lexicon.Record, l *service.Listing) []guess.Match {
	id := b.words.Field(record, "id")
	if !id.Needed || guess.Find(matches, "id") != nil {
		return matches
	}
	for _, m := range matches {
		if m.Field.Name == "number" && (m.From.Rows == 0 || m.From.Unique()) {
			return append(matches, guess.Match{Field: id, From: m.From, Confidence: 0.6, Evidence: guess.Evidence{say("learn.number_for_id")}})
		}
	}
	return b.ownID(matches, id, l)
}

// ownID takes the id that is called after the list, such as "moveId" of moves.
func (b *builder) ownID(matches []guess.Match, id lexicon.Field, l *service.Listing) []guess.Match {
	words := strings.Fields(l.Op.Last())
	for _, m := range l.Record.Members {
		name, ok := strings.CutSuffix(lexicon.Phrase(m.Name), " id")
		if !ok || len(name) < 3 || len(words) == 0 || !strings.HasPrefix(words[len(words)-1], name) {
			continue
		}
		for _, c := range guess.Candidates(l.Record, l.Rows) {
			if len(c.Place) == 1 && c.Place[0].Name == m.Name && c.CanBe(lexicon.WantID) && (c.Rows == 0 || c.Unique()) {
				return append(matches, guess.Match{Field: id, From: c, Confidence: 0.85, Evidence: guess.Evidence{say("learn.after_list")}})
			}
		}
	}
	return matches
}
