package template

// Times yields once for each row of this kind that the offer makes, with the item at
// hand in the scope.
func (r *Row) Times(s *Scope) func(func() bool) {
	return func(yield func() bool) {
		if !r.concerns(s.offer) {
			return
		}
		if r.each == nil {
			if r.when == nil || r.when.isTrue(s) {
				yield()
			}
			return
		}
		for range r.each.items(s) {
			if r.when != nil && !r.when.isTrue(s) {
				continue
			}
			if !yield() {
				return
			}
		}
	}
}

// Count is how many rows of this kind the offer makes.
func (r *Row) Count(s *Scope) int {
	if r.when == nil && r.of == "any" && r.each == nil {
		return 1
	}
	n := 0
	for range r.Times(s) {
		n++
	}
	return n
}

// concerns reports whether rows of this kind are made of an offer at its place in its group.
func (r *Row) concerns(o *Offer) bool {
	v := o.Variant
	switch r.of {
	case "single":
		return v == nil
	case "group":
		return v != nil && v.Leads
	case "member":
		return v != nil
	case "first":
		return v == nil || v.Leads
	case "rest":
		return v != nil && !v.Leads
	case "last":
		return v == nil || v.Ends
	}
	return true
}

// Tables are the tables of the template; csv has one.
func (t *Template) Tables() []Table { return t.sheets }

// Rows are the kinds of rows of the table, in the order in which they stand.
func (t *Table) Rows() []Row { return t.rows }

// OfFeed reports whether its rows are made of one of the feed's own lists and not of offers.
func (t *Table) OfFeed() bool { return t.list != nil }

// RowAnOffer reports whether each offer makes just one row.
func (t *Table) RowAnOffer() bool {
	return len(t.rows) == 1 && t.rows[0].each == nil && t.rows[0].when == nil && t.rows[0].of == "any"
}

// Items yields once for each row of a table that is made of the feed's own list.
func (t *Table) Items(s *Scope) func(func() bool) {
	return func(yield func() bool) {
		when := t.rows[0].when
		for range t.list.items(s) {
			if when != nil && !when.isTrue(s) {
				continue
			}
			if !yield() {
				return
			}
		}
	}
}
