package supplier

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Clone is the entry in memory of its own: the texts of an entry that was read are parts
// of its page, all of which would stay with it.
func (e *LedgerEntry) Clone() LedgerEntry {
	out := *e
	texts := out.Texts()
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

// Texts are the fields of the entry that are texts, the id first: for whoever keeps
// entries in files.
func (e *LedgerEntry) Texts() []*string {
	return []*string{&e.ID, &e.Number, &e.Kind, &e.Operation, &e.Currency, &e.OrderID, &e.OrderExternalID, &e.PayoutID,
		&e.DocumentNumber, &e.DocumentDate, &e.CounterpartyName, &e.CounterpartyCode, &e.Description, &e.ReversesEntryID}
}

// Amounts are the fields of the entry that are amounts, its own first.
func (e *LedgerEntry) Amounts() []*money.Amount {
	return []*money.Amount{&e.Amount, &e.BalanceAfter.Posted, &e.BalanceAfter.Held, &e.BalanceAfter.Available}
}
