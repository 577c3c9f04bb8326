package main

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// account is a ledger up to some entry.
type account struct {
	posted, held sum
	groups       sums // what each operation has moved
	open         sums // what each hold still keeps
}

func (a *account) book(r *recomputed, e *servedEntry) {
	a.groups.of(e.Operation).add(r, e.Amount)
	if e.Kind != "hold" {
		a.posted.add(r, e.Amount)
		return
	}
	a.held.Sub(&a.held.Rat, &exactly(r, e.Amount).Rat)
	hold := a.open.of(cmp.Or(e.Reverses, e.ID))
	hold.Sub(&hold.Rat, &exactly(r, e.Amount).Rat)
}

func (a *account) available() string {
	return (&sum{*new(big.Rat).Sub(&a.posted.Rat, &a.held.Rat)}).text()
}

// after are the balances after an entry.
func (a *account) after() map[string]string {
	return map[string]string{"Posted after": a.posted.text(), "Held after": a.held.text(), "Available after": a.available()}
}

func (r *recomputed) ledger() {
	sheets, report := r.export("ledger")
	a := &account{groups: sums{}, open: sums{}}
	at := 0
	for ; r.entries[at].PostedAt.Before(r.from); at++ {
		a.book(r, &r.entries[at])
	}
	require.Positive(r, at, "the month has a past")
	opening := map[string]string{"posted": a.posted.text(), "held": a.held.text(), "available": a.available()}
	openings := sums{}
	for operation, moved := range a.groups {
		openings.of(operation).Set(&moved.Rat)
	}
	month := r.statement(sheets["Statement"], a, r.entries[at:])
	r.summary(sheets["Summary"], a, openings, month, opening)
	r.holds(sheets["Holds"], a)
	r.payouts(sheets["Payouts"], month)
	r.balance(sheets["Balance"])
	signed := (&sum{}).add(r, month.of("debit").text()).add(r, "-"+month.of("credit").text()).add(r, month.of("hold").text()).text()
	r.controlled(sheets["Control"], map[string]string{
		"Debit of the statement": month.of("debit").text(), "Credit of the statement": month.of("credit").text(), "Holds of the statement": month.of("hold").text(),
		"Signed amounts": signed, "Available: opening + turnover = closing": a.available(), "Open holds = held": a.held.text(),
		"Debit: statement = summary": month.of("debit").text(), "Credit: statement = summary": month.of("credit").text(), "Holds: statement = summary": month.of("hold").text(),
		"Payout amounts = turnover of payouts": month.of("paid").text(), "Payouts = the entries that they cover": month.of("paid").text(),
		"Opening as the supplier has it": opening["available"], "Turnover as the supplier has it": signed, "Closing as the supplier has it": a.available(),
		"Opening + turnover = closing": a.available()})
	require.Equal(r, []any{opening["available"], a.available(), "UAH"}, []any{report["opening"], report["closing"], report["currency"]})
	require.Equal(r, map[string]any{"accrual": month.of("accrual").text(), "hold": month.of("hold").text(), "payout": month.of("payout").text()}, report["turnover"])
}

// statement compares each row of the month and books it, and gives the month's sums.
func (r *recomputed) statement(sheet [][]string, a *account, entries []servedEntry) sums {
	month, row := sums{}, 1
	for i := range entries {
		e := &entries[i]
		if !r.inside(e.PostedAt) {
			break
		}
		a.book(r, e)
		amount := exactly(r, e.Amount)
		want := a.after()
		want["Signed amount"], want["Debit"], want["Credit"], want["Hold"] = amount.text(), "", "", ""
		month.of(e.Kind).add(r, e.Amount)
		month.of(e.Operation+" rows").add(r, "1")
		switch column := map[bool]string{true: "Credit", false: "Debit"}[amount.Sign() < 0]; {
		case e.Kind == "hold":
			want["Hold"] = amount.text()
		default:
			size := sum{*new(big.Rat).Abs(&amount.Rat)}
			want[column] = size.text()
			month.of(strings.ToLower(column)).add(r, size.text())
			month.of(e.Operation+" "+column).add(r, size.text())
		}
		r.same(sheet, row, want)
		row++
	}
	require.Len(r, sheet, row, "no row is too many")
	paid := month.of("payout")
	month.of("paid").Neg(&paid.Rat)
	return month
}

// shownAs is what the sheets call an operation.
func shownAs(operation string) string {
	if known := map[string]string{"payout_iban": "payout to IBAN", "payout_card": "payout to a card", "payout_rejected": "payout rejected"}[operation]; known != "" {
		return known
	}
	return strings.ReplaceAll(operation, "_", " ")
}

func (r *recomputed) summary(sheet [][]string, a *account, openings, month sums, opening map[string]string) {
	rows := map[string]int{}
	for i, row := range sheet[1:] {
		if len(row) > 2 && row[2] != "" {
			rows[row[2]] = i + 1
		}
	}
	require.Len(r, rows, len(a.groups))
	for operation, moved := range a.groups {
		hold := "0.00"
		if strings.HasPrefix(operation, "hold") {
			hold = (&sum{*new(big.Rat).Sub(&moved.Rat, &openings.of(operation).Rat)}).text()
		}
		require.Contains(r, rows, shownAs(operation))
		r.same(sheet, rows[shownAs(operation)], map[string]string{"Opening": openings.of(operation).text(), "Closing": moved.text(), "Entries": month.of(operation + " rows").text(),
			"Debit turnover": month.of(operation + " Debit").text(), "Credit turnover": month.of(operation + " Credit").text(), "Hold turnover": hold})
	}
	debit, credit, hold := month.of("debit").text(), month.of("credit").text(), month.of("hold").text()
	r.same(sheet, r.row(sheet, "", "Posted (accrued − paid out)"), map[string]string{"Opening": opening["posted"], "Debit turnover": debit, "Credit turnover": credit, "Closing": a.posted.text()})
	r.same(sheet, r.row(sheet, "", "Held"), map[string]string{"Opening": opening["held"], "Hold turnover": hold, "Closing": a.held.text()})
	r.same(sheet, r.row(sheet, "", "Available"), map[string]string{"Opening": opening["available"], "Debit turnover": debit, "Credit turnover": credit, "Hold turnover": hold, "Closing": a.available()})
}

func (r *recomputed) holds(sheet [][]string, a *account) {
	column := slices.Index(sheet[0], "Entry ID")
	listed := 0
	for id, left := range a.open {
		if left.Sign() == 0 {
			continue
		}
		row := slices.IndexFunc(sheet, func(cells []string) bool { return len(cells) > column && cells[column] == id })
		require.Positive(r, row, "the hold %s", id)
		r.same(sheet, row, map[string]string{"Held": left.text()})
		listed++
	}
	require.Positive(r, listed)
	require.Len(r, sheet, listed+2)
	r.same(sheet, r.row(sheet, "", "Total"), map[string]string{"Held": a.held.text()})
}

// payouts: the service pays all that there is, so that a payout covers the entries since the
// one before.
func (r *recomputed) payouts(sheet [][]string, month sums) {
	row := 1
	var since []servedEntry
	for i := range r.entries {
		e := &r.entries[i]
		if e.Kind != "payout" {
			since = append(since, *e)
			continue
		}
		for j, covered := range since {
			if !r.inside(e.PostedAt) {
				break
			}
			want := map[string]string{"Entry amount": exactly(r, covered.Amount).text(), "Payout amount": ""}
			if j == 0 {
				want["Payout amount"] = (&sum{*new(big.Rat).Neg(&exactly(r, e.Amount).Rat)}).text()
			}
			require.Equal(r, e.ID, sheet[row][0])
			r.same(sheet, row, want)
			row++
		}
		since = nil
	}
	require.Greater(r, row, 1)
	require.Len(r, sheet, row+1)
	r.same(sheet, row, map[string]string{"Payout amount": month.of("paid").text(), "Entry amount": month.of("paid").text()})
}

func (r *recomputed) balance(sheet [][]string) {
	row := 1
	for day := r.from; day.Before(r.to); day = day.AddDate(0, 0, 1) {
		a := &account{groups: sums{}, open: sums{}}
		for i := range r.entries {
			if r.entries[i].PostedAt.Before(day.AddDate(0, 0, 1)) {
				a.book(r, &r.entries[i])
			}
		}
		r.same(sheet, row, map[string]string{"Posted": a.posted.text(), "Held": a.held.text(), "Available": a.available()})
		row++
	}
	require.Len(r, sheet, row)
}
