package learn

// records proposes the reading of orders, shipments or ledger entries.
func (b *builder) records(r role, l *listing, fields []canonical) {
	s := b.section(string(r), "")
	s.request(l)
	s.list(l)
	s.filters(l.op, filters[r])
	at := s.at.add("fields", "", "")
	all := candidates(l.record, l.rows)
	var items *candidate
	if r == orders {
		items = takeItems(all)
	}
	names := assignLabels(all)
	matches := assign(fields, all)
	for _, f := range fields {
		m := find(matches, f.name)
		switch {
		case m != nil:
			s.put(at, "", *m, b.recordValue(r, m, names, l.rows))
		case f.needed:
			s.lacks(at, f.name, "PATH", "nothing in the answer looks like it: write its place")
		}
		if r == orders && f.name == "waybills" && items != nil {
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
func takeItems(all []*candidate) *candidate {
	for _, c := range all {
		if !c.list || c.shape.keyed || !itemListNames[phrase(c.place[len(c.place)-1].name)] || !c.place.single() {
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
	matches := assign(itemFields, candidates(c.shape.element, rows))
	matches = s.b.testPrices(matches, rows, c.shape.element)
	for _, f := range itemFields {
		if m := find(matches, f.name); m != nil {
			s.put(fields, "items.", *m, s.b.value(m))
		} else if f.needed {
			s.lacks(fields, f.name, "PATH", "nothing in an item looks like it: write its place")
		}
	}
}

// assignLabels finds the names that stand beside ids of states: status_name for status_id.
func assignLabels(all []*candidate) map[string]*candidate {
	out := map[string]*candidate{}
	for _, c := range all {
		if c.list || !c.shape.has(isText) || !c.place.single() {
			continue
		}
		switch phrase(c.place.String()) {
		case "status name", "status title", "status text", "state text", "status label", "state name", "status description":
			out["status"] = c
		case "type name", "operation type name", "operation name", "kind name":
			out["kind"] = c
		}
	}
	return out
}

// recordValue writes the line of a field, states with a map of their clear values.
func (b *builder) recordValue(r role, m *match, names map[string]*candidate, rows []any) string {
	known := states(nil)
	sibling := names["status"]
	switch {
	case r == orders && m.field.name == "status":
		known = orderStates
	case r == shipments && m.field.name == "state":
		known = shipmentStates
	case r == ledger && m.field.name == "kind":
		known, sibling = ledgerKinds, names["kind"]
	case m.field.name == "carrier":
		known, sibling = carrierStates, nil
	case m.field.name == "delivery_type":
		known, sibling = deliveryStates, nil
	case m.field.name == "payment_method":
		known, sibling = paymentStates, nil
	default:
		return b.value(m)
	}
	if sibling == m.from {
		sibling = nil
	}
	return b.stateLine(string(r)+"."+m.field.name, known, m, labels(m.from, sibling, rows))
}
