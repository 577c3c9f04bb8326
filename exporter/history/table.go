package history

import (
	"math/bits"
	"slices"
)

// table finds the numbers of the last feed's offers by the hashes of their ids. A feed
// mostly has the order that it had, so the offer after the last one found is looked at
// first, and while that is the right one an offer costs its hash and one bit: 8.1
// bytes. The first that is not makes the index, which costs 6 to 8 bytes an offer more.
// Nothing here holds a pointer, so the garbage collector has nothing to follow.
type table struct {
	hashes []uint64 // of the ids, in the order of the old feed
	marks  []uint64 // a bit for each offer: it was seen in the new feed
	unseen int      // offers that are not marked
	next   int      // the offer after the one found last
	index           // empty until it is needed
}

// index has the numbers of the offers bucket by bucket.
type index struct {
	order  []uint32 // the numbers
	starts []uint32 // of each bucket in order, and the end of the last
	shift  int      // leaves a hash's top bits, which are its bucket
}

// perBucket is how many offers a bucket has on average: few, as each that is looked at
// costs a fetch from memory.
const perBucket = 2

func newTable(hashes []uint64) table {
	t := table{hashes: hashes, marks: make([]uint64, (len(hashes)+63)/64), unseen: len(hashes)}
	if hasRepeated(hashes) {
		t.index = newIndex(hashes)
		t.dropRepeated()
	}
	return t
}

// hasRepeated reports whether a hash is there twice. It looks at a sixteenth of them at a
// time, so that it takes little memory.
func hasRepeated(hashes []uint64) bool {
	const partBits = 4
	set := newHashSet(2 * (len(hashes)>>partBits + 1))
	for top := range uint64(1 << partBits) {
		set.begin()
		for _, hash := range hashes {
			if hash>>(64-partBits) == top && !set.add(hash) {
				return true
			}
		}
	}
	return false
}

// hashSet holds hashes that have the same top bits, each in the first free place from that
// of its low bits on.
type hashSet struct {
	places []uint64 // 0: free; their number is a power of two
	n      int
	zero   bool // the hash that is 0 is in it
}

func newHashSet(room int) *hashSet { return &hashSet{places: make([]uint64, 1<<bits.Len(uint(room)))} }

// begin empties the set.
func (s *hashSet) begin() {
	clear(s.places)
	s.n, s.zero = 0, false
}

// add puts a hash into the set; false: it was there.
func (s *hashSet) add(hash uint64) bool {
	if hash == 0 {
		was := s.zero
		s.zero = true
		return !was
	}
	if 4*s.n >= 3*len(s.places) {
		s.grow()
	}
	s.n++
	return s.put(hash)
}

func (s *hashSet) put(hash uint64) bool {
	last := uint64(len(s.places) - 1)
	at := hash & last
	for s.places[at] != 0 {
		if s.places[at] == hash {
			return false
		}
		at = (at + 1) & last
	}
	s.places[at] = hash
	return true
}

// grow doubles the room.
func (s *hashSet) grow() {
	old := s.places
	s.places = make([]uint64, 2*len(old))
	for _, hash := range old {
		if hash != 0 {
			s.put(hash)
		}
	}
}

func newIndex(hashes []uint64) index {
	width := bits.Len(uint(len(hashes) / perBucket))
	x := index{order: make([]uint32, len(hashes)), starts: make([]uint32, 1<<width+1), shift: 64 - width}
	for _, hash := range hashes {
		x.starts[hash>>x.shift]++
	}
	end := uint32(0)
	for bucket := range x.starts {
		end += x.starts[bucket]
		x.starts[bucket] = end
	}
	// From the last offer to the first each moves the start of its bucket down by one.
	for i, hash := range slices.Backward(hashes) {
		start := &x.starts[hash>>x.shift]
		*start--
		x.order[*start] = uint32(i)
	}
	return x
}

// dropRepeated leaves of several offers with one id, which a feed should not have, the
// first: the others are found by no hash, and never gone.
func (t *table) dropRepeated() {
	for bucket := range len(t.starts) - 1 {
		numbers := t.order[t.starts[bucket]:t.starts[bucket+1]]
		for i, number := range numbers {
			for _, earlier := range numbers[:i] {
				if t.hashes[earlier] == t.hashes[number] {
					t.hashes[number] = 0
					t.mark(int(number))
					break
				}
			}
		}
	}
}

// find is the number of the offer with an id's hash; false where the last feed had no
// such offer. It marks the offer as seen.
func (t *table) find(hash uint64) (int, bool) {
	number, ok := t.number(hash)
	if ok {
		t.next = number + 1
		t.mark(number)
	}
	return number, ok
}

func (t *table) number(hash uint64) (int, bool) {
	if t.next < len(t.hashes) && t.hashes[t.next] == hash {
		return t.next, true
	}
	if len(t.hashes) == 0 {
		return 0, false
	}
	if t.order == nil {
		t.index = newIndex(t.hashes)
	}
	bucket := hash >> t.shift
	for _, number := range t.order[t.starts[bucket]:t.starts[bucket+1]] {
		if t.hashes[number] == hash {
			return int(number), true
		}
	}
	return 0, false
}

func (t *table) mark(number int) {
	if t.gone(number) {
		t.marks[number/64] |= 1 << (number % 64)
		t.unseen--
	}
}

// gone reports whether the old feed's offer of this number was not seen.
func (t *table) gone(number int) bool { return t.marks[number/64]>>(number%64)&1 == 0 }
