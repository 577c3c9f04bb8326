package statement

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkMeta compares with what the supplier says of the period.
func (r *reader) checkMeta(s *Statement) {
	meta, first := r.within.meta(), onDay(s.Period.First())
	silent := wording.NewMessage("statement.meta.silent")
	if r.within.mute {
		silent = wording.NewMessage("statement.meta.mute")
	}
	if meta.Opening.IsSet() {
		s.Checks = append(s.Checks, r.openingAgrees(s, meta.Opening, first))
	} else {
		s.uncheck("opening_agrees", silent)
	}
	if meta.TurnoverAccrual.IsSet() || meta.TurnoverHold.IsSet() || meta.TurnoverPayout.IsSet() {
		s.Checks = append(s.Checks, r.turnoverAgrees("turnover_agrees", s.Turnover, meta))
	} else {
		s.uncheck("turnover_agrees", silent)
	}
	if meta.Closing.IsSet() {
		what := wording.NewMessage("statement.meta.up_to", onDay(s.Period.Last()))
		s.Checks = append(s.Checks, agrees("closing_agrees", what, meta.Closing, s.Closing.Available))
	} else {
		s.uncheck("closing_agrees", silent)
	}
}

func agrees(name string, what wording.Message, expected, found money.Amount) Check {
	c := Check{Name: name, Expected: expected, Found: found, OK: expected.Cmp(found) == 0}
	c.Detail = wording.NewMessage("statement.meta.agrees", what, shown(found))
	if !c.OK {
		c.Detail = wording.NewMessage("statement.meta.differs", what, shown(found), shown(expected), apart(expected, found))
	}
	return c
}

// openingAgrees compares the opening, and the reading that it comes from with what the
// supplier says of that: it ends with the opening.
func (r *reader) openingAgrees(s *Statement, opening money.Amount, first wording.Sayer) Check {
	c := agrees("opening_agrees", wording.NewMessage("statement.meta.before", first), opening, s.Opening.Available)
	meta := r.before.meta()
	if !c.OK {
		return c
	}
	var also Check
	switch {
	case meta.Closing.IsSet() && meta.Closing.Cmp(opening) != 0:
		c.OK, c.Expected, c.Detail = false, meta.Closing, wording.NewMessage("statement.meta.earlier", first, shown(meta.Closing), shown(opening))
		return c
	case meta.TurnoverAccrual.IsSet() || meta.TurnoverHold.IsSet() || meta.TurnoverPayout.IsSet():
		also = r.turnoverAgrees("opening_agrees", r.before.turnover, meta)
	default:
		return c
	}
	if !also.OK {
		also.Detail = wording.NewMessage("statement.meta.turnover_before", first, also.Detail)
		return also
	}
	return c
}

// turnoverAgrees compares the turnover of each kind. Some state that of holds as what is
// held, with the other sign.
func (r *reader) turnoverAgrees(name string, t Turnover, meta supplier.LedgerMeta) Check {
	if meta.TurnoverHold.IsSet() && meta.TurnoverHold.Cmp(t.Hold.Negated()) == 0 {
		meta.TurnoverHold = t.Hold
	}
	c := Check{Name: name, OK: true, Expected: zero(), Found: zero()}
	for _, kind := range []struct {
		name            string // a key of the catalogue
		expected, found money.Amount
	}{
		{"statement.accruals", meta.TurnoverAccrual, t.Accrual},
		{"statement.holds", meta.TurnoverHold, t.Hold},
		{"statement.payouts", meta.TurnoverPayout, t.Payout},
	} {
		if !kind.expected.IsSet() {
			continue
		}
		if kind.expected.Cmp(kind.found) != 0 && c.OK {
			return agrees(name, wording.NewMessage(kind.name), kind.expected, kind.found)
		}
		r.add(&c.Expected, kind.expected)
		r.add(&c.Found, kind.found)
		sum := wording.NewMessage("statement.meta.turnover", wording.NewMessage(kind.name), shown(kind.found))
		if !c.Detail.IsZero() {
			sum = wording.NewMessage("statement.meta.and", c.Detail, sum)
		}
		c.Detail = sum
	}
	c.Detail = wording.NewMessage("statement.meta.turnovers", c.Detail)
	return c
}
