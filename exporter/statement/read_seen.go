package statement

import (
	"hash/maphash"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// entrySet remembers which entries came, and with what content, by hashes of 64 bits
// each, in an open addressed table: 16 bytes and some spare room an entry.
type entrySet struct {
	seed  maphash.Seed
	table []seenEntry
	count int
}

// seenEntry is free where id is 0. The content's lowest bit tells a hold from the others.
type seenEntry struct{ id, content uint64 }

func newEntrySet() *entrySet {
	return &entrySet{seed: maphash.MakeSeed(), table: make([]seenEntry, 1<<10)}
}

func (s *entrySet) id(id string) uint64 { return max(maphash.String(s.seed, id), 1) }

// content hashes all that the service says of an entry.
func (s *entrySet) content(e *supplier.LedgerEntry) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	b := e.BalanceAfter
	for _, text := range [...]string{e.Number, e.Kind, e.Operation, e.Amount.String(), e.Currency, e.OrderID, e.OrderExternalID, e.PayoutID,
		e.DocumentNumber, e.DocumentDate, e.CounterpartyName, e.CounterpartyCode, e.Description, e.ReversesEntryID,
		b.Posted.String(), b.Held.String(), b.Available.String()} {
		_, _ = h.WriteString(text)
		_ = h.WriteByte(0)
	}
	maphash.WriteComparable(&h, e.PostedAt.UnixNano())
	hash := h.Sum64() &^ 1
	if e.Kind == kindHold && e.Amount.Sign() < 0 {
		hash |= 1
	}
	return hash
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
	*place = seenEntry{s.id(e.ID), s.content(e)}
	s.count++
	return true
}

// same reports whether an entry came with this content before.
func (s *entrySet) same(e *supplier.LedgerEntry) bool {
	return s.find(s.id(e.ID)).content == s.content(e)
}

// hasHold reports whether a hold with that id came.
func (s *entrySet) hasHold(id string) bool { return s.find(s.id(id)).content&1 != 0 }

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
