package statement

import "github.com/dropbridge/dropbridge/internal/supplier"

// set makes it the line of an entry, with the amount in the column that it belongs to. A hold
// is neither debit nor credit: nothing changes hands.
func (l *Line) set(number int64, e *supplier.LedgerEntry) {
	*l = Line{Number: number, Entry: *e}
	switch {
	case e.Kind == kindHold:
		l.Hold = e.Amount
	case e.Amount.Sign() < 0:
		l.Credit = e.Amount.Negated()
	default:
		l.Debit = e.Amount
	}
}
