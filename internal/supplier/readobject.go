package supplier

// object reads the members of a JSON object that the mapping names and skips the
// others. Services write members in one order: the member after the last one found
// is tried first, and only a miss costs a look-up.
type object[T any] struct {
	members []member[T]
	byKey   map[string]int
}

// member is one named value of an object.
type member[T any] struct {
	key   string
	read  read[T]
	inner *object[T] // the object that read reads, nil for other values
}

func newObject[T any]() *object[T] { return &object[T]{byKey: map[string]int{}} }

// add puts a reader at the path steps below the object; inner objects are made on
// the way. It is false where one value would have to be both an object and something else.
func (o *object[T]) add(steps []string, r read[T]) bool {
	key, rest := steps[0], steps[1:]
	i, known := o.byKey[key]
	switch {
	case !known && len(rest) == 0:
		o.insert(member[T]{key: key, read: r})
		return true
	case !known:
		inner := newObject[T]()
		o.insert(member[T]{key: key, read: inner.read, inner: inner})
		return inner.add(rest, r)
	case o.members[i].inner != nil:
		return len(rest) > 0 && o.members[i].inner.add(rest, r)
	case len(rest) == 0:
		o.members[i].read = readBoth(o.members[i].read, r)
		return true
	}
	return false
}

func (o *object[T]) insert(m member[T]) {
	o.byKey[m.key] = len(o.members)
	o.members = append(o.members, m)
}

// next reads a member's name and gives its place among the members, -1 where the
// mapping does not name it.
func (o *object[T]) next(s *scanner, guess int) (int, error) {
	if guess < len(o.members) && s.isKey(o.members[guess].key) {
		return guess, nil
	}
	key, err := s.key()
	if err != nil {
		return 0, err
	}
	if i, ok := o.byKey[key]; ok {
		return i, nil
	}
	return -1, nil
}

// read takes the object. Of a member that stands in it twice the last one counts.
func (o *object[T]) read(s *scanner, into *T) error {
	if s.peek() != '{' {
		return s.nullOr("an object")
	}
	if err := s.open(); err != nil {
		return err
	}
	var seen uint64 // a bit a member; members that share one are only emptied in vain
	guess := 0
	for first := true; ; first = false {
		more, err := s.more(first, '}')
		if !more || err != nil {
			return err
		}
		i, err := o.next(s, guess)
		if err != nil {
			return err
		}
		if i < 0 {
			if err := s.skip(); err != nil {
				return err
			}
			continue
		}
		guess = i + 1
		m := &o.members[i]
		bit := uint64(1) << (i & 63)
		if seen&bit != 0 {
			m.empty(into)
		}
		seen |= bit
		if err := m.read(s, into); err != nil {
			return at(err, m.key)
		}
	}
}

// empty makes a member absent again. Every reader of a single value or a list takes
// null for that; an object leaves its members alone on null, for speed: a record is
// empty when its reading begins.
func (m *member[T]) empty(into *T) {
	if m.inner == nil {
		_ = m.read(&scanner{data: "null"}, into) // null is never an error
		return
	}
	for i := range m.inner.members {
		m.inner.members[i].empty(into)
	}
}
