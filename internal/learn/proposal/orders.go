package proposal

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// records proposes the reading of orders, shipments or ledger entries.
func (b *builder) records(r guess.Role, l *service.Listing, record, query lexicon.Record) {
	fields := b.words.Fields(record)
	s := b.section(string(r), "")
	s.request(l)
	s.list(l)
	s.filters(l.Op, query)
	at := s.at.add("fields", "", "")
	all := guess.Candidates(l.Record, l.Rows)
	var items *guess.Candidate
	if r == guess.Orders {
		items = guess.TakeItems(all, b.words)
	}
	labelled := b.labelled(all)
	matches := b.assignOrder(r, fields, all)
	matches = b.numberForID(matches, record, l)
	var two *sides
	var whole *guess.Match
	switch r {
	case guess.Orders:
		matches = b.severalWaybills(b.provenTotals(matches, all, items, l.Rows))
		whole = wholeName(matches)
	case guess.Ledger:
		matches = onlyTime(b.referring(matches, all, record), all, b.words.Field(record, "posted_at"))
		matches, two = b.entries(s, matches, all, l.Rows)
	case guess.Shipments:
		matches = b.referring(matches, all, record)
	}
	for _, f := range fields {
		m := guess.Find(matches, f.Name)
		switch {
		case two != nil && f.Name == "amount":
			s.put(at, "", two.match, two.value(b))
		case whole != nil && f.Name == "recipient_name":
			s.put(at, "", *whole, nameParts(matches))
		case m != nil && b.foreignState(m):
			s.lacks(at, f.Name, scalar(m.From.Place.String()), say("learn.other_state"))
		case m != nil:
			s.put(at, "", *m, b.recordValue(r, m, labelled, l.Rows))
		case f.Needed:
			s.lacks(at, f.Name, "PATH", notFound(l))
		}
		if r == guess.Orders && f.Name == "waybills" && items != nil {
			s.items(at, items, l)
		}
	}
	if r == guess.Orders && items == nil {
		at.remark("items: no list of sku and quantity was found")
	}
	b.testOrders(matches, string(r))
}

// partsOfName are the parts of a recipient's name in the order in which they make the whole.
var partsOfName = []string{"recipient_last_name", "recipient_first_name", "recipient_middle_name"}

// wholeName is a recipient's name that orders have in parts alone, nil where they have it
// whole, or not enough of it.
func wholeName(matches []guess.Match) *guess.Match {
	last, first := guess.Find(matches, "recipient_last_name"), guess.Find(matches, "recipient_first_name")
	if guess.Find(matches, "recipient_name") != nil || last == nil || first == nil {
		return nil
	}
	return &guess.Match{Field: lexicon.Field{Name: "recipient_name"}, Confidence: min(last.Confidence, first.Confidence), Evidence: guess.Evidence{say("learn.its_parts")}}
}

// nameParts writes the parts of a name as one text.
func nameParts(matches []guess.Match) string {
	var places []string
	for _, name := range partsOfName {
		if m := guess.Find(matches, name); m != nil {
			places = append(places, scalar(m.From.Place.String()))
		}
	}
	return flow("at", flowList(places...), "join", quoted(" "))
}

// severalWaybills takes the list whose first number is the order's waybill for all of them.
func (b *builder) severalWaybills(matches []guess.Match) []guess.Match {
	first := guess.Find(matches, "waybill_number")
	if first == nil || first.From.Place.Single() || guess.Find(matches, "waybills") != nil {
		return matches
	}
	return append(matches, guess.Match{Field: b.words.Field(lexicon.Order, "waybills"), From: first.From, Confidence: first.Confidence, Evidence: slices.Clone(first.Evidence)})
}

func (s *section) items(at *node, c *guess.Candidate, l *service.Listing) {
	rows := c.Place.To(service.Step{Kind: service.ToEach}).EveryIn(l.Rows)
	items := at.add("items", "", "")
	items.add("at", scalar(c.Place.String()), "")
	fields := items.add("fields", "", "")
	itemFields := s.b.words.Fields(lexicon.OrderItem)
	matches := guess.Assign(itemFields, guess.Candidates(c.Shape.Element, rows))
	matches = s.b.testPrices(matches, rows, c.Shape.Element)
	for _, f := range itemFields {
		if m := guess.Find(matches, f.Name); m != nil {
			s.put(fields, "items.", *m, s.b.value(m))
		} else if f.Needed {
			s.lacks(fields, f.Name, "PATH", say("learn.not_in_item"))
		}
	}
}

// labelled finds the texts that stand beside ids of states, by the state's field: status_name
// beside status_id.
func (b *builder) labelled(all []*guess.Candidate) map[string]*guess.Candidate {
	out := map[string]*guess.Candidate{}
	for _, c := range all {
		if c.List || !c.Shape.Has(service.IsText) || !c.Place.Single() {
			continue
		}
		for _, state := range b.words.Fields(lexicon.StateLabel) {
			if state.Names.Exact(lexicon.Phrase(c.Place.String())) > 0 {
				out[state.Name] = c
			}
		}
	}
	return out
}

// recordValue writes the line of a field, states with a map of their clear values.
func (b *builder) recordValue(r guess.Role, m *guess.Match, labelled map[string]*guess.Candidate, rows []any) string {
	if m.Field.States == nil {
		return b.value(m)
	}
	var sibling *guess.Candidate
	switch m.Field.Name {
	case "status", "state":
		sibling = labelled["status"]
	case "kind":
		sibling = labelled["kind"]
	}
	if sibling == m.From {
		sibling = nil
	}
	return b.stateLine(string(r)+"."+m.Field.Name, m, guess.Labels(m.From, sibling, rows))
}
