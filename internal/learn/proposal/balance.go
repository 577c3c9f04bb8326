package proposal

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// entries is what the entries of a ledger tell together: their order in time, the columns
// of their amounts, and which balance it is that they have.
func (b *builder) entries(s *section, matches []guess.Match, all []*guess.Candidate, rows []any) ([]guess.Match, *sides) {
	ordered := inTime(matches, rows)
	two := b.sidesOf(all, matches, ordered)
	var amount entryAmount
	switch m := guess.Find(matches, "amount"); {
	case m != nil:
		amount = amountAt(m.From)
	case two != nil:
		amount = difference(two.plus, two.minus)
	}
	ordered = ordered.byBalance(matches, amount)
	if ordered.newestFirst {
		s.at.add("order", "newest_first", ordered.why)
	}
	return b.tellBalance(matches, ordered, amount), two
}

// ledgerRows are the entries of a sample from the oldest on, as their balances run.
type ledgerRows struct {
	rows        []any
	newestFirst bool
	why         string // it is so
}

// entryAmount reads by how much an entry moves a balance.
type entryAmount func(row any) (money.Amount, bool)

// inTime puts the rows of a ledger into the order of time, where theirs is the opposite.
func inTime(matches []guess.Match, rows []any) ledgerRows {
	posted := guess.Find(matches, "posted_at")
	if posted == nil || len(rows) < leastProof || !guess.Falling(posted.From, rows) {
		return ledgerRows{rows: rows}
	}
	return ledgerRows{rows: rows}.turned(fmt.Sprintf("the times of %d entries fall", len(rows)))
}

// turned are the same rows the other way round.
func (l ledgerRows) turned(why string) ledgerRows {
	rows := slices.Clone(l.rows)
	slices.Reverse(rows)
	return ledgerRows{rows, !l.newestFirst, why}
}

// byBalance puts the rows into the order in which a balance follows their amounts, where only
// the opposite one does: several entries of one moment have no order in time.
func (l ledgerRows) byBalance(matches []guess.Match, amount entryAmount) ledgerRows {
	other := l.turned("the balance runs from the last entry to the first")
	for _, name := range balances {
		if m := guess.Find(matches, name); m != nil && amount != nil && !l.follows(m.From, amount) && other.follows(m.From, amount) {
			return other
		}
	}
	return l
}

// follows reports whether a balance moves by the amounts, from each entry to the next: then
// it is what is left behind the entry.
func (l ledgerRows) follows(balance *guess.Candidate, amount entryAmount) bool {
	if len(l.rows) < leastProof {
		return false
	}
	var before money.Amount
	for i, row := range l.rows {
		after, _, okAfter := guess.Amount(balance.Place.Text(row))
		by, okBy := amount(row)
		if !okAfter || !okBy {
			return false
		}
		if want, err := before.Add(by); i > 0 && (err != nil || want.Cmp(after) != 0) {
			return false
		}
		before = after
	}
	return true
}

// balances are the fields of a balance behind an entry.
var balances = []string{"balance_posted", "balance_held", "balance_available"}

// tellBalance tells which balance it is that an entry has, where its name does not say it: the
// one that holds move too is what can be withdrawn.
func (b *builder) tellBalance(matches []guess.Match, rows ledgerRows, amount entryAmount) []guess.Match {
	isBalance := func(m guess.Match) bool { return slices.Contains(balances, m.Field.Name) }
	i := slices.IndexFunc(matches, isBalance)
	if i < 0 || slices.ContainsFunc(matches[i+1:], isBalance) || matches[i].From.Named(matches[i].Field) >= 0.9 {
		return matches
	}
	m, available := &matches[i], b.words.Field(lexicon.Entry, "balance_available")
	switch kind := guess.Find(matches, "kind"); {
	case amount != nil && kind != nil && b.hasHolds(kind, rows.rows) && rows.follows(m.From, amount):
		m.Field = available
		proveMatch(m, say("learn.moves_with_holds", len(rows.rows)))
	case available.About.InText(m.From.Shape.Description) > 0:
		m.Field, m.Evidence = available, append(m.Evidence, say("learn.by_description"))
	default:
		m.From.Used = false
		b.lookAt(say("learn.some_balance", m.From.Place))
		return slices.Delete(matches, i, i+1)
	}
	return matches
}

// amountAt reads the amount of an entry.
func amountAt(c *guess.Candidate) entryAmount {
	return func(row any) (money.Amount, bool) {
		amount, _, ok := guess.Amount(c.Place.Text(row))
		return amount, ok
	}
}

// hasHolds reports whether some of the entries are holds.
func (b *builder) hasHolds(kind *guess.Match, rows []any) bool {
	return slices.ContainsFunc(rows, func(row any) bool { return kind.Field.States.Of(kind.From.Place.Text(row)) == "hold" })
}

// sides are the two columns of a ledger that has no amount with a sign.
type sides struct {
	plus, minus *guess.Candidate
	match       guess.Match
}

// sidesOf finds the two columns: which side comes to the reseller is what its balance tells.
func (b *builder) sidesOf(all []*guess.Candidate, matches []guess.Match, rows ledgerRows) *sides {
	debit, credit := b.column(all, lexicon.Debits), b.column(all, lexicon.Credits)
	if guess.Find(matches, "amount") != nil || debit == nil || credit == nil || !oneSided(rows.rows, debit, credit) {
		return nil
	}
	debit.Used, credit.Used = true, true
	out := &sides{credit, debit, guess.Match{Field: b.words.Field(lexicon.Entry, "amount"), From: credit, Confidence: 0.7,
		Evidence: guess.Evidence{say("learn.two_sides")}, Note: say("learn.credit_guessed")}}
	for _, name := range balances {
		balance := guess.Find(matches, name)
		if balance == nil {
			continue
		}
		evidence := say("learn.balance_moves", len(rows.rows))
		switch {
		case rows.follows(balance.From, difference(credit, debit)):
			proveMatch(&out.match, evidence)
			out.match.Note = wording.Message{}
		case rows.follows(balance.From, difference(debit, credit)):
			out.plus, out.minus = debit, credit
			proveMatch(&out.match, evidence)
			out.match.Note = say("learn.debit_comes")
		}
	}
	return out
}

// value writes both columns.
func (c *sides) value(b *builder) string {
	pairs := []string{"plus", scalar(c.plus.Place.String()), "minus", scalar(c.minus.Place.String())}
	if mark := b.decimalOf(c.plus, c.minus); mark != "" {
		pairs = append(pairs, "decimal", mark)
	}
	return flow(pairs...)
}

// column is the place of one side's amounts.
func (b *builder) column(all []*guess.Candidate, side lexicon.Set) *guess.Candidate {
	for _, c := range all {
		if !c.Used && !c.List && len(c.Place) == 1 && c.CanBe(lexicon.WantMoney) && b.words.Has(side, lexicon.Phrase(c.Place[0].Name)) {
			return c
		}
	}
	return nil
}

// oneSided reports whether each entry has an amount on one side alone.
func oneSided(rows []any, debit, credit *guess.Candidate) bool {
	for _, row := range rows {
		a, okA := sideAt(debit)(row)
		b, okB := sideAt(credit)(row)
		if !okA || !okB || a.Sign() < 0 || b.Sign() < 0 || a.Sign() > 0 && b.Sign() > 0 {
			return false
		}
	}
	return len(rows) > 0
}

// sideAt reads a column in which nothing stands for no amount.
func sideAt(c *guess.Candidate) entryAmount {
	return func(row any) (money.Amount, bool) {
		text := c.Place.Text(row)
		if text == "" {
			return money.Must("0"), true
		}
		amount, _, ok := guess.Amount(text)
		return amount, ok
	}
}

// difference is what comes to the balance by two columns.
func difference(plus, minus *guess.Candidate) entryAmount {
	return func(row any) (money.Amount, bool) {
		a, okA := sideAt(plus)(row)
		b, okB := sideAt(minus)(row)
		left, err := a.Sub(b)
		return left, okA && okB && err == nil
	}
}
