package statement

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// check makes the checks that need nothing but the ledger.
func (r *reader) check(s *Statement, held money.Amount) {
	if c := r.complete(); c.OK && !r.within.result.Total.Known {
		s.uncheck(c.Name, wording.Say("постачальник не каже, скільки є записів; прочитано: %d", "the supplier does not say how many entries there are; %d were read", r.lines))
	} else {
		s.Checks = append(s.Checks, c)
	}
	s.Checks = append(s.Checks, r.unique(), r.inPeriod(), r.inOrder())
	if r.running.any {
		s.Checks = append(s.Checks, r.running.check())
	} else if r.running.entries > 0 {
		s.uncheck("running_balance", wording.Say("постачальник не вказує сальдо біля записів", "the supplier states no balance with its entries"))
	}
	r.checkMeta(s)
	s.Checks = append(s.Checks, r.addsUp(s), r.holdsHeld(s, held), r.currencies.check(), r.uncovered.check(r.payouts))
	r.final(s)
}

// complete checks that nothing is missing: of what was announced, and of the numbers.
func (r *reader) complete() Check {
	var wrong []wording.Text
	for _, p := range []struct {
		when wording.Text
		part *part
	}{{wording.Say("до періоду", "before the period"), &r.before}, {wording.Say("у періоді", "in the period"), &r.within}} {
		if p.part.problem != "" {
			wrong = append(wrong, wording.Say("%s: «%s»", "%s: %s", p.when, p.part.problem))
		}
		if n := p.part.blank; n > 0 {
			wrong = append(wrong, wording.Say("%s: записів без суми, часу чи виду: %d, їх пропущено, перший — %s",
				"%s: %d entries have no amount, time or kind and are left out, the first is %s", p.when, n, p.part.firstBlank))
		}
	}
	var unused wording.Text
	if g := &r.numbers; g.found() {
		missing := wording.Say("бракує номерів: %s (усього %d)", "numbers %s are missing (%d)", list(g.named, g.wide), g.missing)
		if r.gapless() {
			unused = wording.Say("; %s, а сум не бракує", "; %s, and no amount is", missing)
		} else {
			wrong = append(wrong, missing)
		}
	}
	if len(wrong) > 0 {
		return Check{Name: "entries_complete", Detail: wording.Say("%s: сформуйте виписку ще раз", "%s: export again", wrong)}
	}
	return Check{Name: "entries_complete", OK: true,
		Detail: wording.Say("записів у періоді: %d, до нього: %d%s", "%d entries of the period and %d before it%s", r.lines, r.earlier, unused)}
}

// gapless reports whether the supplier's count, and each entry's balance or the turnover
// that it states, show that no entry is missing, whatever the numbers say.
func (r *reader) gapless() bool {
	if !r.within.result.Complete || !r.within.result.Total.Known {
		return false
	}
	meta := r.within.pages.Meta()
	stated := meta.TurnoverAccrual.IsSet() && meta.TurnoverHold.IsSet() && meta.TurnoverPayout.IsSet()
	return r.running.any && r.running.bad == 0 || stated && r.turnoverAgrees("", r.within.turnover, meta).OK
}

// unique names the entries that came more than once, and those that changed meanwhile.
func (r *reader) unique() Check {
	var doubled, changed []wording.Text
	var doubles, changes int64
	kept := int64(0)
	for _, again := range [][]supplier.LedgerEntry{r.before.pages.Repeated(), r.within.pages.Repeated(), r.again} {
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
		return Check{Name: "entries_unique", OK: true, Detail: wording.Say("жоден запис не надійшов двічі", "no entry came twice")}
	}
	var wrong []wording.Text
	if changes > 0 {
		wrong = append(wrong, wording.Say("надійшло двічі зі зміненим змістом: %d, враховано перший: %s",
			"%d came twice and were changed in between, the first counts: %s", changes, list(changed, changes)))
	}
	if rest := all - kept; doubles+rest > 0 {
		wrong = append(wrong, wording.Say("надійшло двічі: %d, враховано один раз: %s", "%d came twice and count once: %s", doubles+rest, list(doubled, doubles+rest)))
	}
	return Check{Name: "entries_unique", Detail: wording.Say("%s", "%s", wrong)}
}

// inPeriod checks that the service kept to the period that it was asked for.
func (r *reader) inPeriod() Check {
	n, first := r.before.outside+r.within.outside, r.within.stray
	if r.within.outside == 0 {
		first = r.before.stray
	}
	if n > 0 {
		return Check{Name: "entries_in_period", Detail: wording.Say("записів, яких не запитували: %d, їх пропущено, перший — %s: постачальник не зважає на період",
			"%d entries were not asked for and are left out, the first is %s: the supplier ignores the period", n, first)}
	}
	return Check{Name: "entries_in_period", OK: true, Detail: wording.Say("усі записи належать до запитаного часу", "all entries are of the time that was asked for")}
}

// inOrder checks that entries come in the order of their time: payouts cover what came before.
func (r *reader) inOrder() Check {
	if n := r.running.back; n > 0 {
		return Check{Name: "entries_in_order", Detail: wording.Say("записів, що стоять після пізніших: %d, перший — %s: сальдо й виплати можуть бути хибні",
			"%d entries stand behind a later one, the first is %s: balances and payouts may be wrong", n, r.running.firstBackward)}
	}
	return Check{Name: "entries_in_order", OK: true, Detail: wording.Say("записи йдуть у порядку часу", "entries come in the order of their time")}
}

func (r *runningBalance) check() Check {
	if r.bad > 0 {
		return Check{Name: "running_balance", Detail: wording.Say("записів, що не продовжують попередній: %d з %d: %s",
			"%d of %d entries do not go on from the one before: %s", r.bad, r.entries, list(r.named, r.bad))}
	}
	return Check{Name: "running_balance", OK: true, Detail: wording.Say("кожен запис продовжує попередній, усього записів: %d", "each of %d entries goes on from the one before", r.entries)}
}

// addsUp checks opening + turnover = closing: of the supplier's figures where it states
// them, so that an error of before the period is no error of the period.
func (r *reader) addsUp(s *Statement) Check {
	opening, closing := s.Opening.Available, s.Closing.Available
	if meta := r.within.pages.Meta(); meta.Opening.IsSet() && meta.Closing.IsSet() {
		opening, closing = meta.Opening, meta.Closing
	}
	turnover := r.sum(s.Turnover.Debit, negated(s.Turnover.Credit), s.Turnover.Hold)
	return r.equation("opening_turnover_closing", opening, turnover, closing)
}

func (r *reader) equation(name string, opening, turnover, closing money.Amount) Check {
	c := Check{Name: name, Expected: closing, Found: r.sum(opening, turnover)}
	c.OK = c.Expected.Cmp(c.Found) == 0
	c.Detail = wording.Say("початок %s + оборот %s = %s", "opening %s + turnover %s = %s", shown(opening), shown(turnover), shown(c.Found))
	if !c.OK {
		c.Detail = wording.Say("%s, а на кінець вказано %s: %s", "%s, the closing says %s: %s", c.Detail, shown(closing), apart(closing, c.Found))
	}
	return c
}

func (r *reader) holdsHeld(s *Statement, open money.Amount) Check {
	c := Check{Name: "holds_equal_held", Expected: s.Closing.Held, Found: open, OK: open.Cmp(s.Closing.Held) == 0}
	c.Detail = wording.Say("відкритих холдів: %d, разом %s", "%d open holds come to %s", len(s.Holds), shown(open))
	if !c.OK {
		c.Detail = wording.Say("%s, а утримано %s: %s; дивіться зняття без холду", "%s, held is %s: %s; see the releases without a hold", c.Detail, shown(c.Expected), apart(c.Expected, open))
	}
	if n := r.holds.unnamed; n > 0 {
		c.Detail = wording.Say("%s; ще не перелічено розбіжностей за холдами: %d", "%s; %d more findings of holds are not listed", c.Detail, n)
	}
	return c
}

// final says whether anything can come any more. While it can, that is no mismatch.
func (r *reader) final(s *Statement) {
	const name = "entries_final"
	if r.o.Now.Before(r.o.Period.To) {
		s.uncheck(name, wording.Say("останній день періоду — %s, а прочитано його %s: записи ще можуть надійти",
			"the period ends with %s and was read at %s: entries may still come", onDay(r.o.Period.Last()), onMinute(r.o.Now.In(r.zone))))
		return
	}
	s.Checks = append(s.Checks, Check{Name: name, OK: true, Detail: wording.Say("коли період прочитано, він уже завершився", "the period was over when it was read")})
}

func (s *Statement) uncheck(name string, why wording.Text) {
	s.Unchecked = append(s.Unchecked, Unchecked{name, why})
}
