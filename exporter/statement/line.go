package statement

import "github.com/dropbridge/dropbridge/internal/supplier"

// newLine puts an entry's amount into the column that it belongs to. A hold is neither
// debit nor credit: nothing changes hands.
func newLine(number int64, e supplier.LedgerEntry) *Line {
	l := &Line{Number: number, Entry: e}
	switch {
	case e.Kind == kindHold:
		l.Hold = e.Amount
	case e.Amount.Sign() < 0:
		l.Credit = e.Amount.Negated()
	default:
		l.Debit = e.Amount
	}
	return l
}
