package statement

import (
	"hash/maphash"
	"math/bits"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// entrySet remembers which entries came, and with what content, by hashes of 64 bits
// each: 24 bytes an entry, and spare room of a third to two thirds of that. It stands in
// tables that grow apart, so that there is never much more than the set itself.
type entrySet struct {
	seed   maphash.Seed
	hasher closed.Hasher
	buffer []byte
	tables [seenTables]seenTable // by the lowest bits of the id's hash
}

const (
	seenTables    = 64
	seenTableSize = 16 // at first
)

// seenTable is an open addressed table of any length, in the order of the hashes of ids but for
// those that give way.
type seenTable struct {
	entries []seenEntry
	count   int
}

// seenEntry is free where id is 0.
type seenEntry struct {
	id, content uint64 // the content as exports keep it
	moving      uint32 // a hash of what that leaves out
	hold, met   bool
}

func newEntrySet() *entrySet {
	s := &entrySet{seed: maphash.MakeSeed()}
	for i := range s.tables {
		s.tables[i].entries = make([]seenEntry, seenTableSize)
	}
	return s
}

func (s *entrySet) id(id string) uint64 { return max(maphash.String(s.seed, id), 1) }

// entry is how the set has an entry.
func (s *entrySet) entry(e *supplier.LedgerEntry) seenEntry {
	var h maphash.Hash
	h.SetSeed(s.seed)
	s.buffer = append(append(s.buffer[:0], e.PayoutID...), 0)
	for _, balance := range [...]money.Amount{e.BalanceAfter.Posted, e.BalanceAfter.Held, e.BalanceAfter.Available} {
		s.buffer, _ = balance.AppendText(s.buffer) // it fails for no amount
		s.buffer = append(s.buffer, 0)
	}
	_, _ = h.Write(s.buffer)
	return seenEntry{id: s.id(e.ID), content: s.hasher.Content(e), moving: uint32(h.Sum64()), //nolint:gosec // a part of the hash is one too
		hold: e.Kind == kindHold && e.Amount.Sign() < 0}
}

// add puts an entry in and reports whether its id is new.
func (s *entrySet) add(e *supplier.LedgerEntry) bool {
	id := s.id(e.ID)
	table := s.table(id)
	table.makeRoom()
	place := table.find(id)
	if place.id != 0 {
		return false
	}
	*place = s.entry(e)
	table.count++
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

// find is where the id stands, or the free place for it.
func (s *entrySet) find(id uint64) *seenEntry { return s.table(id).find(id) }

func (s *entrySet) table(id uint64) *seenTable { return &s.tables[id%seenTables] }

func (t *seenTable) find(id uint64) *seenEntry {
	at, _ := bits.Mul64(id, uint64(len(t.entries)))
	for ; ; at++ {
		if at == uint64(len(t.entries)) {
			at = 0
		}
		if place := &t.entries[at]; place.id == id || place.id == 0 {
			return place
		}
	}
}

// makeRoom makes a table longer by a quarter where another entry would fill it over three
// quarters.
func (t *seenTable) makeRoom() {
	if t.count < len(t.entries)/4*3 {
		return
	}
	old := t.entries
	t.entries = make([]seenEntry, len(old)/4*5)
	for i := range old {
		if old[i].id != 0 {
			*t.find(old[i].id) = old[i]
		}
	}
}
