package supplier

import (
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Clone is the entry in memory of its own: the texts of an entry that was read are parts
// of its page, all of which would stay with it.
func (e *LedgerEntry) Clone() LedgerEntry {
	out := *e
	texts := out.texts()
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

// LedgerCells is how many cells AppendCells appends.
const LedgerCells = 19

// AppendCells appends the entry as cells of a line of CSV, its id first: for whoever keeps
// entries in files. Readers of CSV take a line's end in a cell for \n, whatever it is, so
// that \r is written otherwise.
func (e *LedgerEntry) AppendCells(cells []string) []string {
	for _, text := range e.texts() {
		cells = append(cells, escape.Replace(*text))
	}
	cells = append(cells, e.PostedAt.UTC().Format(time.RFC3339Nano))
	for _, amount := range e.amounts() {
		cells = append(cells, amount.String())
	}
	return cells
}

// LedgerEntryOf is the entry of LedgerCells cells. Its texts are parts of theirs.
func LedgerEntryOf(cells []string) (e LedgerEntry, err error) {
	texts := e.texts()
	for i, text := range texts {
		*text = unescape.Replace(cells[i])
	}
	rest := cells[len(texts):]
	if e.PostedAt, err = time.Parse(time.RFC3339Nano, rest[0]); err != nil {
		return e, fmt.Errorf("entry %s: %w", e.ID, err)
	}
	for i, amount := range e.amounts() {
		if text := rest[1+i]; text != "" {
			if *amount, err = money.Parse(text); err != nil {
				return e, fmt.Errorf("entry %s: %w", e.ID, err)
			}
		}
	}
	return e, nil
}

var (
	escape   = strings.NewReplacer(`\`, `\\`, "\r", `\r`)
	unescape = strings.NewReplacer(`\\`, `\`, `\r`, "\r")
)

// texts are the fields that are texts, the id first.
func (e *LedgerEntry) texts() []*string {
	return []*string{&e.ID, &e.Number, &e.Kind, &e.Operation, &e.Currency, &e.OrderID, &e.OrderExternalID, &e.PayoutID,
		&e.DocumentNumber, &e.DocumentDate, &e.CounterpartyName, &e.CounterpartyCode, &e.Description, &e.ReversesEntryID}
}

// amounts are the fields that are amounts, the entry's own first.
func (e *LedgerEntry) amounts() []*money.Amount {
	return []*money.Amount{&e.Amount, &e.BalanceAfter.Posted, &e.BalanceAfter.Held, &e.BalanceAfter.Available}
}
