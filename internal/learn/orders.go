package learn

import (
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// records proposes the reading of orders, shipments or ledger entries.
func (b *builder) records(r role, l *listing, record, query lexicon.Record) {
	fields := b.words.Fields(record)
	s := b.section(string(r), "")
	s.request(l)
	s.list(l)
	s.filters(l.op, query)
	at := s.at.add("fields", "", "")
	all := candidates(l.record, l.rows)
	var items *candidate
	if r == orders {
		items = takeItems(all, b.words)
	}
	labelled := b.labelled(all)
	matches := assign(fields, all)
	for _, f := range fields {
		m := find(matches, f.Name)
		switch {
		case m != nil:
			s.put(at, "", *m, b.recordValue(r, m, labelled, l.rows))
		case f.Needed:
			s.lacks(at, f.Name, "PATH", "nothing in the answer looks like it: write its place")
		}
		if r == orders && f.Name == "waybills" && items != nil {
			s.items(at, items, l)
		}
	}
	if r == orders && items == nil {
		at.remark("items: no list of sku and quantity was found")
	}
	b.testOrders(matches, string(r))
}

// takeItems finds the list of an order's lines and keeps what stands in it from being
// taken for the order's own.
func takeItems(all []*candidate, words *lexicon.Lexicon) *candidate {
	for _, c := range all {
		if !c.list || c.shape.keyed || !words.Has(lexicon.Items, lexicon.Phrase(c.place[len(c.place)-1].name)) || !c.place.single() {
			continue
		}
		for _, inner := range all {
			if len(inner.place) > len(c.place) && inner.place[:len(c.place)].String() == c.place.String() {
				inner.used = true
			}
		}
		c.used = true
		return c
	}
	return nil
}

func (s *section) items(at *node, c *candidate, l *listing) {
	rows := c.place.to(step{kind: toEach}).everyIn(l.rows)
	items := at.add("items", "", "")
	items.add("at", scalar(c.place.String()), "")
	fields := items.add("fields", "", "")
	itemFields := s.b.words.Fields(lexicon.OrderItem)
	matches := assign(itemFields, candidates(c.shape.element, rows))
	matches = s.b.testPrices(matches, rows, c.shape.element)
	for _, f := range itemFields {
		if m := find(matches, f.Name); m != nil {
			s.put(fields, "items.", *m, s.b.value(m))
		} else if f.Needed {
			s.lacks(fields, f.Name, "PATH", "nothing in an item looks like it: write its place")
		}
	}
}

// labelled finds the texts that stand beside ids of states, by the state's field: status_name
// beside status_id.
func (b *builder) labelled(all []*candidate) map[string]*candidate {
	out := map[string]*candidate{}
	for _, c := range all {
		if c.list || !c.shape.has(isText) || !c.place.single() {
			continue
		}
		for _, state := range b.words.Fields(lexicon.StateLabel) {
			if state.Names.Exact(lexicon.Phrase(c.place.String())) > 0 {
				out[state.Name] = c
			}
		}
	}
	return out
}

// recordValue writes the line of a field, states with a map of their clear values.
func (b *builder) recordValue(r role, m *match, labelled map[string]*candidate, rows []any) string {
	if m.field.States == nil {
		return b.value(m)
	}
	var sibling *candidate
	switch m.field.Name {
	case "status", "state":
		sibling = labelled["status"]
	case "kind":
		sibling = labelled["kind"]
	}
	if sibling == m.from {
		sibling = nil
	}
	return b.stateLine(string(r)+"."+m.field.Name, m, labels(m.from, sibling, rows))
}
