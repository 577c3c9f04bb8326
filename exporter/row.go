package exporter

// times yields once for each row of this kind that the offer makes, with the item at
// hand in the scope.
func (r *row) times(s *scope) func(func() bool) {
	return func(yield func() bool) {
		if !r.concerns(s.offer) {
			return
		}
		if r.each == nil {
			if r.when == nil || r.when.holds(s) {
				yield()
			}
			return
		}
		for range r.each.items(s) {
			if r.when != nil && !r.when.holds(s) {
				continue
			}
			if !yield() {
				return
			}
		}
	}
}

// count is how many rows of this kind the offer makes.
func (r *row) count(s *scope) int {
	if r.when == nil && r.of == "any" && r.each == nil {
		return 1
	}
	n := 0
	for range r.times(s) {
		n++
	}
	return n
}

// concerns reports whether rows of this kind are made of an offer at its place in its group.
func (r *row) concerns(o *offer) bool {
	v := o.variant
	switch r.of {
	case "single":
		return v == nil
	case "group":
		return v != nil && v.leads
	case "member":
		return v != nil
	case "first":
		return v == nil || v.leads
	case "rest":
		return v != nil && !v.leads
	case "last":
		return v == nil || v.ends
	}
	return true
}
