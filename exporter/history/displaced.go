package history

import (
	"cmp"
	"slices"
	"sort"
)

// slot is the state of one offer of the last feed, packed into 24 bytes without a
// pointer, and the offer's number.
type slot struct {
	number   uint32
	flags    byte // as in a record
	scale    uint8
	taken    bool
	coef     uint64
	quantity int64
}

func pack(number int, s *state) slot {
	return slot{number: uint32(number), flags: s.flags(), scale: s.price.scale, coef: s.price.coef, quantity: s.quantity}
}

func (s *slot) state() state {
	return state{
		price: amount{coef: s.coef, scale: s.scale,
			negative: s.flags&flagNegative != 0, known: s.flags&flagPriced != 0},
		quantity:  s.quantity,
		counted:   s.flags&flagCounted != 0,
		available: s.flags&flagAvailable != 0,
	}
}

// displaced keeps states that were read before they were asked for. They come with
// ascending numbers, so each is found by halving, and a whole run of them is let go
// when the last one in it was taken. All in all one costs 24 bytes.
type displaced struct {
	runs []run
	keep bool // what is taken stays, to be taken again
}

// run is some displaced states, in the order of their numbers.
type run struct {
	first uint32 // the lowest number that it holds, or held
	left  int    // slots that are not taken
	slots []slot
}

// runLength is how many slots a run has: 12 kB of them, which a single offer that is
// gone can keep from being let go.
const runLength = 512

// add keeps a state; its number is higher than any before.
func (d *displaced) add(number int, s *state) {
	last := len(d.runs) - 1
	if last < 0 || len(d.runs[last].slots) == cap(d.runs[last].slots) {
		d.runs = append(d.runs, run{slots: make([]slot, 0, runLength)})
		last++
	}
	r := &d.runs[last]
	if len(r.slots) == 0 {
		r.first = uint32(number)
	}
	r.slots = append(r.slots, pack(number, s))
	r.left++
}

// take gives the state with a number; false where it was never added or is taken.
func (d *displaced) take(number int) (state, bool) {
	wanted := uint32(number)
	after := sort.Search(len(d.runs), func(i int) bool { return d.runs[i].first > wanted })
	if after == 0 {
		return state{}, false
	}
	r := &d.runs[after-1]
	i, ok := r.find(wanted)
	if !ok || r.slots[i].taken {
		return state{}, false
	}
	taken := r.slots[i].state()
	if d.keep {
		return taken, true
	}
	r.slots[i].taken = true
	r.left--
	switch {
	case r.left > 0:
	case after == len(d.runs):
		r.slots = r.slots[:0] // the last run is filled anew
	default:
		r.slots = nil
	}
	return taken, true
}

// find is the place of a number that is not below the first.
func (r *run) find(number uint32) (int, bool) {
	// Mostly whole stretches of a feed are displaced.
	if i := int(number - r.first); i < len(r.slots) && r.slots[i].number == number {
		return i, true
	}
	return slices.BinarySearchFunc(r.slots, number, func(s slot, n uint32) int { return cmp.Compare(s.number, n) })
}
