package template

// repeat is a list with the part of it that counts.
type repeat struct {
	list  *list
	from  int
	first int // 0: to the end
}

// count is how many items there are.
func (r *repeat) count(s *Scope) int {
	n := max(r.list.length(s)-r.from, 0)
	if r.first > 0 {
		n = min(n, r.first)
	}
	return n
}

// items puts each item in turn into the scope, and then what was there before.
func (r *repeat) items(s *Scope) func(func(int) bool) {
	return func(yield func(int) bool) {
		before := s.item
		defer func() { s.item = before }()
		for i := range r.count(s) {
			r.list.set(s, r.from+i)
			if !yield(i) {
				return
			}
		}
	}
}

// condition is when something stands.
type condition struct {
	isTrue   func(*Scope) bool
	private  bool
	computed bool
	paid     bool // it looks at the drop price itself
}
