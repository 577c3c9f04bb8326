package jsonread

import "sync/atomic"

// Object reads the members of a JSON object that the mapping names and skips the
// others. Services write members in one order, which need not be the mapping's: the member
// that stood there last time is tried first, and only a miss costs a look-up.
type Object[T any] struct {
	Members []member[T]
	first   atomic.Int32 // the member that begins an object, as far as is known
	byKey   map[string]int
	loose   bool // another kind of value in its place is as if it were absent
	once    bool // a key that stands in it twice has to say the same
}

// member is one named value of an object.
type member[T any] struct {
	key   string
	lead  string       // the key as it nearly always stands before the value: in quotes, with its colon
	then  atomic.Int32 // the member that follows, as far as is known: a guess, which many learn at once
	read  Reader[T]    // nil: it is only kept
	inner *Object[T]   // the object that read reads, nil for other values
	slot  int          // where its raw text is kept in the frame, from 1; 0: nowhere
}

// NewObject is an object without members yet. Loosely another kind of value is as if it
// were absent; with once a key that stands in it twice with different values is an error.
func NewObject[T any](loose, once bool) *Object[T] {
	return &Object[T]{byKey: map[string]int{}, loose: loose, once: once}
}

// Add puts a reader at the path steps below the object; inner objects are made on
// the way. It is false where one value would have to be both an object and something else.
func (o *Object[T]) Add(steps []string, r Reader[T]) bool {
	key, rest := steps[0], steps[1:]
	m := o.member(key)
	switch {
	case len(rest) > 0:
		return o.enter(m) && m.inner.Add(rest, r)
	case m.inner != nil:
		return false
	case m.read != nil:
		m.read = readBoth(m.read, r)
	default:
		m.read = r
	}
	return true
}

// Keep gives the raw text of the value at the path a slot of the frame. Where a value is
// read on the way, that one is kept; used is how many steps lead to what is kept.
func (o *Object[T]) Keep(steps []string, slots *int) (slot, used int) {
	m := o.member(steps[0])
	if len(steps) > 1 && o.enter(m) {
		slot, used = m.inner.Keep(steps[1:], slots)
		return slot, used + 1
	}
	if m.slot == 0 {
		*slots++
		m.slot = *slots
	}
	return m.slot, 1
}

// member is the member of that name, a new one where there is none.
func (o *Object[T]) member(key string) *member[T] {
	i, known := o.byKey[key]
	if !known {
		i = len(o.Members)
		o.byKey[key] = i
		o.Members = append(o.Members, member[T]{key: key, lead: `"` + key + `":`})
		o.Members[i].then.Store(int32(i + 1))
	}
	return &o.Members[i]
}

// enter makes a member an object, false where it is read as something else.
func (o *Object[T]) enter(m *member[T]) bool {
	if m.inner == nil && m.read == nil {
		m.inner = NewObject[T](o.loose, o.once)
		m.read = m.inner.Read
	}
	return m.inner != nil
}

// next reads a member's name and gives its place among the members, -1 where the
// mapping does not name it.
func (o *Object[T]) next(s *Scanner, guess int) (int, error) {
	if guess < len(o.Members) && s.passed(o.Members[guess].lead) {
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

// Read takes the object. Of a member that stands in it twice the last one counts, or it has
// to say the same, see NewObject.
func (o *Object[T]) Read(s *Scanner, into *T) error {
	if s.Peek() != '{' {
		if o.loose {
			return s.Skip()
		}
		return s.nullOr("an object")
	}
	if err := s.Open(); err != nil {
		return err
	}
	start := s.pos
	var seen memberSet
	follows := &o.first
	for first := true; ; first = false {
		i := int(follows.Load())
		if first || i >= len(o.Members) || !s.goesOn(o.Members[i].lead) {
			more, err := s.More(first, '}')
			if !more || err != nil {
				return err
			}
			guess := i
			if i, err = o.next(s, guess); err != nil {
				return err
			}
			if i < 0 {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
			if i != guess {
				follows.Store(int32(i))
			}
		}
		m := &o.Members[i]
		follows = &m.then
		if seen.has(i) {
			if said, err := o.again(s, into, m, start); said || err != nil {
				if err != nil {
					return At(err, m.key)
				}
				continue
			}
		}
		seen.add(i)
		var err error
		if m.slot == 0 {
			err = m.read(s, into)
		} else {
			err = m.keep(s, into)
		}
		if err != nil {
			return At(err, m.key)
		}
	}
}

// memberSet holds indexes of members, a bit each. Beyond its size members share a bit.
type memberSet [4]uint64

func (m *memberSet) has(i int) bool { return m[i>>6&3]&(1<<(i&63)) != 0 }
func (m *memberSet) add(i int)      { m[i>>6&3] |= 1 << (i & 63) }

// again is what happens to a member that stands in the object a second time, or that only
// shares a bit with another one. It is told where the object's members begin, and reports
// whether the value was read over because it says the same.
func (o *Object[T]) again(s *Scanner, into *T, m *member[T], start int) (said bool, err error) {
	if o.once {
		return s.repeats(start, m.key)
	}
	m.empty(s, into)
	return false, nil
}

// keep keeps the raw text of the member's value, and reads it where there is a reader.
func (m *member[T]) keep(s *Scanner, into *T) error {
	s.Peek()
	start := s.pos
	var err error
	if m.read == nil {
		err = s.Skip()
	} else {
		err = m.read(s, into)
	}
	s.Around(0).Spans[m.slot-1] = s.data[start:s.pos]
	return err
}

// empty makes a member absent again. Every reader of a single value or a list takes
// null for that; an object leaves its members alone on null, for speed: a record is
// empty when its reading begins.
func (m *member[T]) empty(s *Scanner, into *T) {
	if m.slot > 0 {
		s.Around(0).Spans[m.slot-1] = ""
	}
	switch {
	case m.inner != nil:
		for i := range m.inner.Members {
			m.inner.Members[i].empty(s, into)
		}
	case m.read != nil:
		_ = m.read(&Scanner{data: "null"}, into) // null is never an error
	}
}
