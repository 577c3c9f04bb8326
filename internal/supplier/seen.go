package supplier

import (
	"hash/maphash"
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

// Add puts the id in and reports whether it is new.
func (s *IDSet) Add(id string) bool {
	if s.table == nil {
		s.seed = maphash.MakeSeed()
		s.table = make([]uint64, 1<<10)
	}
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
	larger := make([]uint64, 2*len(s.table))
	// All of it will be written to. Memory that the system gives fresh is cheaper to write than to
	// look at first, as find does: each of its pages would be given twice.
	clear(larger)
	for _, hash := range s.table {
		if hash != 0 {
			*find(larger, hash) = hash
		}
	}
	s.table = larger
}
