package closed

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The formats of the files: CSV, packed with zstd, whose checksum tells whether a file is
// whole.
//
// The first version has four columns: a line with the format and the time of the export;
// a line for each entry with its id, the hash of its content, its time and its amount; and
// a line without an id that counts them.
//
// The second has a line with the format, the time of the export and the span; a line for
// each entry with all that it says; and a line without an id that counts them and states
// the opening and the closing balance.
const (
	formatHashed = "dropbridge ledger 1"
	formatWhole  = "dropbridge ledger 2"
)

// The columns of the lines.
const (
	hashedColumns = 4
	wholeColumns  = supplier.LedgerCells
	headColumns   = 4
	endColumns    = 8
)

// entryOf reads a line of an entry. What it gives is part of the cells' memory.
func entryOf(cells []string, version int) (e supplier.LedgerEntry, err error) {
	if version > 1 {
		return supplier.LedgerEntryOf(cells)
	}
	e.ID = cells[0]
	if e.PostedAt, err = time.Parse(time.RFC3339Nano, cells[2]); err == nil {
		e.Amount, err = money.Parse(cells[3])
	}
	return e, lineError(&e, err)
}

func lineError(e *supplier.LedgerEntry, err error) error {
	if err != nil {
		return fmt.Errorf("entry %s: %w", e.ID, err)
	}
	return nil
}

// parseAmount reads an amount, which may be absent.
func parseAmount(text string) (money.Amount, error) {
	if text == "" {
		return money.Amount{}, nil
	}
	return money.Parse(text)
}

// balanceOf reads three amounts.
func balanceOf(cells []string) (b supplier.Balance, err error) {
	for i, amount := range []*money.Amount{&b.Posted, &b.Held, &b.Available} {
		if *amount, err = parseAmount(cells[i]); err != nil {
			return b, err
		}
	}
	return b, nil
}

func cellsOf(b supplier.Balance) []string {
	return []string{b.Posted.String(), b.Held.String(), b.Available.String()}
}
