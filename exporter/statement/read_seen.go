package statement

import (
	"hash/maphash"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// entrySet remembers which entries came, and with what content, by hashes of 64 bits
// each, in an open addressed table: 24 bytes and some spare room an entry.
type entrySet struct {
	seed   maphash.Seed
	hasher closed.Hasher
	table  []seenEntry
	count  int
}

// seenEntry is free where id is 0.
type seenEntry struct {
	id, content uint64 // the content as exports keep it
	moving      uint32 // a hash of what that leaves out
	hold, met   bool
}

func newEntrySet() *entrySet {
	return &entrySet{seed: maphash.MakeSeed(), table: make([]seenEntry, 1<<10)}
}

func (s *entrySet) id(id string) uint64 { return max(maphash.String(s.seed, id), 1) }

// entry is how the set has an entry.
func (s *entrySet) entry(e *supplier.LedgerEntry) seenEntry {
	var h maphash.Hash
	h.SetSeed(s.seed)
	b := e.BalanceAfter
	for _, text := range [...]string{e.PayoutID, b.Posted.String(), b.Held.String(), b.Available.String()} {
		_, _ = h.WriteString(text)
		_ = h.WriteByte(0)
	}
	return seenEntry{id: s.id(e.ID), content: s.hasher.Content(e), moving: uint32(h.Sum64()), //nolint:gosec // a part of the hash is one too
		hold: e.Kind == kindHold && e.Amount.Sign() < 0}
}

// add puts an entry in and reports whether its id is new.
func (s *entrySet) add(e *supplier.LedgerEntry) bool {
	if s.count >= len(s.table)/4*3 {
		s.grow()
	}
	place := s.find(s.id(e.ID))
	if place.id != 0 {
		return false
	}
	*place = s.entry(e)
	s.count++
	return true
}

// same reports whether an entry came with all of this content before.
func (s *entrySet) same(e *supplier.LedgerEntry) bool {
	was, now := s.find(s.id(e.ID)), s.entry(e)
	return was.content == now.content && was.moving == now.moving
}

// hasHold reports whether a hold with that id came.
func (s *entrySet) hasHold(id string) bool { return s.find(s.id(id)).hold }

// Content is what the entry of an id says, as exports keep it.
func (s *entrySet) Content(id string) (content uint64, known bool) {
	place := s.find(s.id(id))
	return place.content, place.id != 0
}

// Mark notes that an export has the entry, which must be there, and reports whether that
// is new.
func (s *entrySet) Mark(id string) (first bool) {
	place := s.find(s.id(id))
	first, place.met = !place.met, true
	return first
}

// Marked reports whether an export has the entry.
func (s *entrySet) Marked(id string) bool { return s.find(s.id(id)).met }

// find is where the id stands in the table, or the free place for it.
func (s *entrySet) find(id uint64) *seenEntry {
	mask := uint64(len(s.table) - 1)
	for i := id & mask; ; i = (i + 1) & mask {
		if place := &s.table[i]; place.id == id || place.id == 0 {
			return place
		}
	}
}

func (s *entrySet) grow() {
	old := s.table
	s.table = make([]seenEntry, 2*len(old))
	for _, e := range old {
		if e.id != 0 {
			*s.find(e.id) = e
		}
	}
}
