package supplier

import (
	"hash/maphash"
	"math/bits"
)

// IDSet remembers which ids were seen by a hash of 64 bits each: of half a million
// ids two share one with a chance of about one in a hundred million, and a set of
// them takes 8 MB instead of the 50 of a map of strings. Hashes stand in an open
// addressed table; 0 marks a free place. The zero set is empty. It is for one
// goroutine at a time.
type IDSet struct {
	seed  maphash.Seed
	table []uint64
	count int
}

// Room that an IDSet has at first.
const (
	leastRoom    = 1 << 10
	mostExpected = 1 << 19 // ids; whoever says how many come may be wrong, and a table for them takes 8 MB
)

// Expect makes room for n ids, so that nothing is moved while they are added. It does nothing
// for a set that has one.
func (s *IDSet) Expect(n int64) {
	if s.table != nil {
		return
	}
	expected := uint64(min(max(n, 0), mostExpected))
	s.seed = maphash.MakeSeed()
	s.table = newTable(max(leastRoom, 1<<bits.Len64(expected/3*4)))
}

// Add puts the id in and reports whether it is new.
func (s *IDSet) Add(id string) bool {
	s.Expect(0)
	if s.count >= len(s.table)/4*3 {
		s.grow()
	}
	hash := maphash.String(s.seed, id)
	if hash == 0 {
		hash = 1
	}
	place := find(s.table, hash)
	if *place == hash {
		return false
	}
	*place = hash
	s.count++
	return true
}

// Has reports whether the id is in it.
func (s *IDSet) Has(id string) bool {
	if s.table == nil {
		return false
	}
	hash := max(maphash.String(s.seed, id), 1)
	return *find(s.table, hash) == hash
}

// find is where the hash stands in the table, or the free place for it.
func find(table []uint64, hash uint64) *uint64 {
	mask := uint64(len(table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if table[i] == hash || table[i] == 0 {
			return &table[i]
		}
	}
}

func (s *IDSet) grow() {
	larger := newTable(2 * len(s.table))
	for _, hash := range s.table {
		if hash != 0 {
			*find(larger, hash) = hash
		}
	}
	s.table = larger
}

// newTable is a table of n free places. All of it will be written to. Memory that the system gives
// fresh is cheaper to write than to look at first, as find does: each of its pages would be given
// twice.
func newTable(n int) []uint64 {
	table := make([]uint64, n)
	clear(table)
	return table
}
