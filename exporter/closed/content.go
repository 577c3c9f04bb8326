package closed

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Hasher hashes entries. Its memory is used again from one to the next.
type Hasher struct{ buffer []byte }

// Content hashes what an entry says; the lowest bit is 0. The balance after it and the
// payout that it went into are left out: both follow from other entries, and may follow
// later. The hash is the same in all versions of the files.
func (h *Hasher) Content(e *supplier.LedgerEntry) uint64 {
	h.buffer = h.buffer[:0]
	for _, text := range [...]string{e.Number, e.Kind, e.Operation, plainAmount(e), e.Currency, e.OrderID, e.OrderExternalID,
		e.DocumentNumber, e.DocumentDate, e.CounterpartyName, e.CounterpartyCode, e.Description, e.ReversesEntryID} {
		h.buffer = append(append(h.buffer, text...), 0)
	}
	sum := sha256.Sum256(e.PostedAt.UTC().AppendFormat(h.buffer, time.RFC3339Nano))
	return binary.LittleEndian.Uint64(sum[:8]) &^ 1
}

// plainAmount is an amount without the zeros at its end.
func plainAmount(e *supplier.LedgerEntry) string { return strings.TrimRight(e.Amount.String(), "0") }

// Change is a field of an entry that says something else than before. Amounts are as the
// service writes them and moments as RFC 3339 in UTC.
type Change struct {
	Field    string // its name at the service, such as posted_at
	Was, Now string
}

// Unknown is the field of a change where an older version of the program remembered the
// entry's hash alone.
const Unknown = "unknown"

// changes compares all that Content hashes.
func changes(was, now *supplier.LedgerEntry) (out []Change) {
	moment := func(e *supplier.LedgerEntry) string { return e.PostedAt.UTC().Format(time.RFC3339Nano) }
	for _, field := range []Change{
		{"amount", was.Amount.String(), now.Amount.String()},
		{"posted_at", moment(was), moment(now)},
		{"kind", was.Kind, now.Kind},
		{"operation", was.Operation, now.Operation},
		{"currency", was.Currency, now.Currency},
		{"order_id", was.OrderID, now.OrderID},
		{"order_external_id", was.OrderExternalID, now.OrderExternalID},
		{"reverses_entry_id", was.ReversesEntryID, now.ReversesEntryID},
		{"number", was.Number, now.Number},
		{"document_number", was.DocumentNumber, now.DocumentNumber},
		{"document_date", was.DocumentDate, now.DocumentDate},
		{"counterparty_name", was.CounterpartyName, now.CounterpartyName},
		{"counterparty_code", was.CounterpartyCode, now.CounterpartyCode},
		{"description", was.Description, now.Description},
	} {
		if field.Field == "amount" && was.Amount.Equal(now.Amount) {
			continue
		}
		if field.Was != field.Now {
			out = append(out, field)
		}
	}
	return out
}

// changesOfHashed compares what the first version of the files kept.
func changesOfHashed(was, now *supplier.LedgerEntry) []Change {
	same := *now
	same.Amount, same.PostedAt = was.Amount, was.PostedAt
	if out := changes(&same, now); len(out) > 0 {
		return out
	}
	return []Change{{Field: Unknown}}
}
