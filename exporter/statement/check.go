package statement

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// check makes the checks that need nothing but the ledger.
func (r *reader) check(s *Statement, held money.Amount) {
	if c := r.complete(); c.OK && !r.within.result.Total.Known {
		s.uncheck(c.Name, wording.NewMessage("statement.entries.uncounted", r.lines))
	} else {
		s.Checks = append(s.Checks, c)
	}
	s.Checks = append(s.Checks, r.unique(), r.inPeriod(), r.inOrder())
	switch {
	case len(r.currencies.others) > 0:
		s.uncheck("running_balance", wording.NewMessage("statement.balances.several"))
	case r.running.any:
		s.Checks = append(s.Checks, r.running.check())
	case r.running.entries > 0:
		s.uncheck("running_balance", wording.NewMessage("statement.balances.unstated"))
	}
	r.checkMeta(s)
	s.Checks = append(s.Checks, r.addsUp(s), r.holdsHeld(s, held), r.currencies.check(), r.paidOut())
	r.final(s)
}

// paidOut checks the payouts. No more of them can be given back than was ever paid, where all of
// the past is known: amounts of the other sign would make the supplier owe what he has paid.
func (r *reader) paidOut() Check {
	c := r.uncovered.check(r.payouts)
	if back := r.sum(r.before.turnover.Payout, r.within.turnover.Payout); c.OK && back.Sign() > 0 && !r.goesOn && !r.start.stated {
		c.OK, c.Detail = false, wording.NewMessage("statement.payouts.back", shown(back))
	}
	return c
}

// complete checks that nothing is missing: of what was announced, and of the numbers.
func (r *reader) complete() Check {
	var wrong wording.List
	for _, p := range []struct {
		when string // a key of the catalogue
		part *part
	}{{"statement.before", &r.before}, {"statement.within", &r.within}} {
		if !p.part.problem.IsZero() {
			wrong = append(wrong, wording.NewMessage("statement.part.problem", wording.NewMessage(p.when), p.part.problem))
		}
		if n := p.part.blank; n > 0 {
			wrong = append(wrong, wording.NewMessage("statement.part.blank", wording.NewMessage(p.when), n, p.part.firstBlank))
		}
	}
	detail := wording.NewMessage("statement.entries.complete", r.lines, r.earlier)
	if g := &r.numbers; g.found() {
		missing := wording.NewMessage("statement.numbers.missing", list(g.named, g.wide), int64(g.missing)) //nolint:gosec // below 2^63
		if r.gapless() {
			detail = wording.NewMessage("statement.entries.complete.numbers", r.lines, r.earlier, missing)
		} else {
			wrong = append(wrong, missing)
		}
	}
	if len(wrong) > 0 {
		return Check{Name: "entries_complete", Detail: wording.NewMessage("statement.entries.incomplete", wrong)}
	}
	return Check{Name: "entries_complete", OK: true, Detail: detail}
}

// gapless reports whether the supplier's count, and each entry's balance or the turnover
// that it states, show that no entry is missing, whatever the numbers say.
func (r *reader) gapless() bool {
	if !r.within.result.Complete || !r.within.result.Total.Known {
		return false
	}
	meta := r.within.meta()
	stated := meta.TurnoverAccrual.IsSet() && meta.TurnoverHold.IsSet() && meta.TurnoverPayout.IsSet()
	return r.running.any && r.running.bad == 0 || stated && r.turnoverAgrees("", r.within.turnover, meta).OK
}

// unique names the entries that came more than once, and those that changed meanwhile.
func (r *reader) unique() Check {
	var doubled, changed wording.List
	var doubles, changes int64
	kept := int64(0)
	for _, again := range [][]supplier.LedgerEntry{r.before.doubles(), r.within.doubles(), r.again} {
		for i := range again {
			e := &again[i]
			kept++
			into, n := &changed, &changes
			if r.seen.same(e) {
				into, n = &doubled, &doubles
			}
			if *n++; len(*into) < maxNamed {
				*into = append(*into, named(e, r.zone))
			}
		}
	}
	all := int64(r.before.result.Repeated+r.within.result.Repeated) + r.repeats
	if all == 0 {
		return Check{Name: "entries_unique", OK: true, Detail: wording.NewMessage("statement.entries.unique")}
	}
	var wrong wording.List
	if changes > 0 {
		wrong = append(wrong, wording.NewMessage("statement.entries.changed", changes, list(changed, changes)))
	}
	if rest := all - kept; doubles+rest > 0 {
		wrong = append(wrong, wording.NewMessage("statement.entries.doubled", doubles+rest, list(doubled, doubles+rest)))
	}
	if r.goesOn && r.repeats > 0 {
		wrong = append(wrong, wording.NewMessage("statement.entries.exported"))
	}
	return Check{Name: "entries_unique", Detail: wrong.Message()}
}

// inPeriod checks that the service kept to the period that it was asked for.
func (r *reader) inPeriod() Check {
	n, first := r.before.outside+r.within.outside, r.within.stray
	if r.within.outside == 0 {
		first = r.before.stray
	}
	if n > 0 {
		return Check{Name: "entries_in_period", Detail: wording.NewMessage("statement.entries.unasked", n, first)}
	}
	return Check{Name: "entries_in_period", OK: true, Detail: wording.NewMessage("statement.entries.asked")}
}

// inOrder checks that entries come in the order of their time: payouts cover what came before.
func (r *reader) inOrder() Check {
	if n := r.running.back; n > 0 {
		return Check{Name: "entries_in_order", Detail: wording.NewMessage("statement.entries.backward", n, r.running.firstBackward)}
	}
	if r.before.reversed || r.within.reversed {
		return Check{Name: "entries_in_order", OK: true, Detail: wording.NewMessage("statement.entries.reversed")}
	}
	return Check{Name: "entries_in_order", OK: true, Detail: wording.NewMessage("statement.entries.ordered")}
}

func (r *runningBalance) check() Check {
	if r.bad > 0 {
		return Check{Name: "running_balance", Detail: wording.NewMessage("statement.running.broken", r.bad, r.entries, list(r.named, r.bad))}
	}
	return Check{Name: "running_balance", OK: true, Detail: wording.NewMessage("statement.running.unbroken", r.entries)}
}

// addsUp checks opening + turnover = closing: of the supplier's figures where it states
// them, so that an error of before the period is no error of the period.
func (r *reader) addsUp(s *Statement) Check {
	opening, closing := s.Opening.Available, s.Closing.Available
	if meta := r.within.meta(); meta.Opening.IsSet() && meta.Closing.IsSet() {
		opening, closing = meta.Opening, meta.Closing
	}
	turnover := r.sum(s.Turnover.Debit, s.Turnover.Credit.Negated(), s.Turnover.Hold)
	return r.equation("opening_turnover_closing", opening, turnover, closing)
}

func (r *reader) equation(name string, opening, turnover, closing money.Amount) Check {
	c := Check{Name: name, Expected: closing, Found: r.sum(opening, turnover)}
	c.OK = c.Expected.Cmp(c.Found) == 0
	c.Detail = wording.NewMessage("statement.equation.holds", shown(opening), shown(turnover), shown(c.Found))
	if !c.OK {
		c.Detail = wording.NewMessage("statement.equation.fails", c.Detail, shown(closing), apart(closing, c.Found))
	}
	return c
}

func (r *reader) holdsHeld(s *Statement, open money.Amount) Check {
	c := Check{Name: "holds_equal_held", Expected: s.Closing.Held, Found: open, OK: open.Cmp(s.Closing.Held) == 0}
	c.Detail = wording.NewMessage("statement.holds.held", len(s.Holds), shown(open))
	if !c.OK {
		c.Detail = wording.NewMessage("statement.holds.unheld", c.Detail, shown(c.Expected), apart(c.Expected, open))
	}
	if n := r.holds.unnamed; n > 0 {
		c.Detail = wording.NewMessage("statement.holds.unlisted", c.Detail, n)
	}
	return c
}

// final says whether anything can come any more. While it can, that is no mismatch.
func (r *reader) final(s *Statement) {
	const name = "entries_final"
	if r.o.Now.Before(r.o.Period.To) {
		s.uncheck(name, wording.NewMessage("statement.period.open", onDay(r.o.Period.Last()), onMinute(r.o.Now.In(r.zone))))
		return
	}
	s.Checks = append(s.Checks, Check{Name: name, OK: true, Detail: wording.NewMessage("statement.period.over")})
}

func (s *Statement) uncheck(name string, why wording.Message) {
	s.Unchecked = append(s.Unchecked, Unchecked{name, why})
}
