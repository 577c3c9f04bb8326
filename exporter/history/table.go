package history

import "math/bits"

// slot is one offer of the last feed without its texts: 24 bytes without a pointer,
// so that the garbage collector has nothing to follow.
type slot struct {
	hash uint64 // of the id
	coef uint64 // of the price
	rest uint64 // from the low end: 5 bits of scale, the bits below, 54 bits of signed quantity
}

// The bits of slot.rest; a quantity of at most quantityKept fits above them.
const (
	scaleMask   = 1<<5 - 1
	bitPriced   = 1 << 5
	bitNegative = 1 << 6
	bitCounted  = 1 << 7
	bitThere    = 1 << 8 // available
	bitSeen     = 1 << 9 // in the new feed too
	quantityAt  = 10
)

func pack(hash uint64, s *state) slot {
	rest := uint64(s.quantity)<<quantityAt | uint64(s.price.scale)
	for _, flag := range [...]struct {
		set bool
		bit uint64
	}{{s.price.known, bitPriced}, {s.price.negative, bitNegative}, {s.counted, bitCounted}, {s.available, bitThere}} {
		if flag.set {
			rest |= flag.bit
		}
	}
	return slot{hash, s.price.coef, rest}
}

func (s *slot) state() state {
	return state{
		price: amount{coef: s.coef, scale: uint8(s.rest & scaleMask),
			negative: s.rest&bitNegative != 0, known: s.rest&bitPriced != 0},
		quantity:  int64(s.rest) >> quantityAt,
		counted:   s.rest&bitCounted != 0,
		available: s.rest&bitThere != 0,
	}
}

// perBucket is how many slots a bucket has on average: few, as each that is looked at
// costs a fetch from memory.
const perBucket = 2

// table finds the offers of the last feed by the hashes of their ids. A feed mostly
// has the order that it had, so the slot after the last one found is looked at first;
// buckets find the others. All in all an offer costs about 30 bytes.
type table struct {
	slots  []slot   // in the order of the old feed
	order  []uint32 // the numbers of the slots, bucket by bucket
	starts []uint32 // of each bucket in order, and the end of the last
	shift  int      // leaves a hash's top bits, which are its bucket
	next   int      // the slot after the one found last
	unseen int      // slots that are not marked
}

// index makes the slots findable.
func (t *table) index() {
	width := bits.Len(uint(len(t.slots) / perBucket))
	t.shift = 64 - width
	t.starts = make([]uint32, 1<<width+1)
	for i := range t.slots {
		t.starts[t.slots[i].hash>>t.shift]++
	}
	end := uint32(0)
	for bucket := range t.starts {
		end += t.starts[bucket]
		t.starts[bucket] = end
	}
	// From the last slot to the first each moves the start of its bucket down by one.
	t.order = make([]uint32, len(t.slots))
	for i := len(t.slots) - 1; i >= 0; i-- {
		start := &t.starts[t.slots[i].hash>>t.shift]
		*start--
		t.order[*start] = uint32(i)
	}
	t.unseen = len(t.slots)
	t.dropRepeated()
}

// dropRepeated leaves of several offers with one id, which a feed should not have, the
// first: the others are found by no hash, and never gone.
func (t *table) dropRepeated() {
	for bucket := range len(t.starts) - 1 {
		numbers := t.order[t.starts[bucket]:t.starts[bucket+1]]
		for i, number := range numbers {
			for _, earlier := range numbers[:i] {
				if t.slots[earlier].hash == t.slots[number].hash {
					t.slots[number] = slot{rest: bitSeen}
					t.unseen--
					break
				}
			}
		}
	}
}

// find is the slot of an id's hash, nil where the last feed had no such offer. It marks
// the slot as seen.
func (t *table) find(hash uint64) *slot {
	number, ok := t.number(hash)
	if !ok {
		return nil
	}
	t.next = number + 1
	found := &t.slots[number]
	if found.rest&bitSeen == 0 {
		found.rest |= bitSeen
		t.unseen--
	}
	return found
}

func (t *table) number(hash uint64) (int, bool) {
	if t.next < len(t.slots) && t.slots[t.next].hash == hash {
		return t.next, true
	}
	if len(t.slots) == 0 {
		return 0, false
	}
	bucket := hash >> t.shift
	for _, number := range t.order[t.starts[bucket]:t.starts[bucket+1]] {
		if t.slots[number].hash == hash {
			return int(number), true
		}
	}
	return 0, false
}

// gone reports whether the old feed's offer of this number was not seen.
func (t *table) gone(number int) bool { return t.slots[number].rest&bitSeen == 0 }
