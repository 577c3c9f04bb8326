package supplier

import (
	"strings"
)

// Clone is the entry in memory of its own: the texts of an entry that was read are parts
// of its page, all of which would stay with it.
func (e *LedgerEntry) Clone() LedgerEntry {
	out := *e
	texts := []*string{&out.ID, &out.Number, &out.Kind, &out.Operation, &out.Currency, &out.OrderID, &out.OrderExternalID, &out.PayoutID,
		&out.DocumentNumber, &out.DocumentDate, &out.CounterpartyName, &out.CounterpartyCode, &out.Description, &out.ReversesEntryID}
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(*text)
	}
	rest := all.String()
	for _, text := range texts {
		*text, rest = rest[:len(*text)], rest[len(*text):]
	}
	return out
}
