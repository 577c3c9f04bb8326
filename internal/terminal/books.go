package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/exporter/payouts"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// size is that of a file, behind a comma. A book that is a section of a larger workbook has none.
func (p Printer) size(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return ", " + p.Language.Size(bytes)
}

// Ledger says for people what the report has.
func (p Printer) Ledger(r statement.Report) {
	what, n := "book_text.entries", r.Entries
	if r.Payouts != nil {
		what, n = "book_text.payouts", *r.Payouts
	}
	p.say(what, r.Out, n, r.From, r.To, r.Zone, p.size(r.Bytes))
	p.item("book_text.available", r.Opening, r.Closing, r.Turnover.Accrual, r.Turnover.Hold, r.Turnover.Payout)
	p.opening(r.OpeningFrom)
	p.lost(r.Lost)
	if r.Cut > 0 {
		p.item("book_text.cut", r.Cut)
	}
	failed := 0
	for _, check := range r.Checks {
		if !check.OK {
			failed++
			p.item("book_text.not_ok", check.Name, oneline.Unbroken(check.In(p.Language)))
		}
	}
	for _, line := range r.UncheckedIn(p.Language) {
		p.item("book_text.unchecked", oneline.Unbroken(line))
	}
	p.differences(len(r.Differences), func(n int) (string, string) { return r.Differences[n].Code, r.Differences[n].In(p.Language) })
	if failed == 0 {
		p.item("book_text.all_ok", len(r.Checks))
	}
}

// Supplier begins what is said of the books of one of several suppliers.
func (p Printer) Supplier(name string) { p.printf("%s:\n", oneline.Unbroken(name)) }

// NotSearched says why the catalogue of one of several suppliers was not searched, with the way out
// where one is known.
func (p Printer) NotSearched(what, way string) {
	p.printf("%s\n", p.word("search.not_searched", what))
	if way != "" {
		p.printf("  %s\n", p.word("error_text.hint", way))
	}
}

// Unreadable says what of a supplier's answer cannot be read, with the mend.
func (p Printer) Unreadable(odd *supplier.Unreadable) {
	p.say("search.unreadable", oneline.Unbroken(odd.String()))
	p.item("error_text.hint", oneline.Unbroken(odd.Mend))
}

// Together says for people what the books of several suppliers come to, in the words of the
// sheet of their sums, and names a sum of which nobody has said that it is in one currency.
func (p Printer) Together(out string, form together.Form, totals []together.Total, without []string) {
	p.printf("%s %s\n", p.word("together.total"), out)
	for _, t := range totals {
		line := []string{fmt.Sprintf("%s %d", p.word(form.Count), t.Count)}
		for _, c := range form.Columns {
			line = append(line, fmt.Sprintf("%s %s", p.word(c.Heading), t.Amounts[c.Name].OrZero()))
		}
		p.printf("  %s\n", strings.TrimSpace(t.Currency+" "+strings.Join(line, ", ")))
		if t.Currency == "" && t.Suppliers > 1 {
			p.printf("  %s\n", p.word("together.unnamed", t.Suppliers))
		}
	}
	p.Without(without)
}

// Without names the suppliers that have no books.
func (p Printer) Without(suppliers []string) {
	for _, name := range suppliers {
		p.printf("%s\n", p.word("together.without", oneline.Unbroken(name)))
	}
}

// opening says where a ledger's opening comes from, unless it is what was read.
func (p Printer) opening(o statement.ReportOpening) {
	if o.Source == statement.OpeningRemembered {
		p.item("book_text.remembered", o.Exported)
	}
	if o.Stated != nil {
		begins := wording.Literal(o.Begins)
		if o.Begins == "" {
			begins = wording.NewMessage("book_text.period_end")
		}
		p.item("book_text.stated", begins, o.Stated)
	}
}

// Sales says for people what the report has.
func (p Printer) Sales(what string, r *sales.Report) {
	p.say("book_text."+what, r.Out, r.Rows, r.From, r.To, r.Zone, p.size(r.Bytes))
	if len(r.ByCurrency) == 0 {
		p.totals("", r.Totals, r.Void)
	}
	for _, sum := range r.ByCurrency {
		p.totals(cmp.Or(sum.Currency, "?")+": ", sum.Totals, sum.Void)
	}
	p.item("book_text.late", r.Late)
	if r.Lost != nil {
		p.lost(*r.Lost)
	}
	failed := 0
	for n, check := range r.Checks {
		if !check.OK {
			failed++
			p.item("book_text.not_ok", check.Name, oneline.Unbroken(r.DetailIn(n, p.Language)))
		}
	}
	for _, line := range r.UncheckedIn(p.Language) {
		p.item("book_text.unchecked", oneline.Unbroken(line))
	}
	p.differences(len(r.Differences), func(n int) (string, string) { return r.Differences[n].Code, r.Differences[n].In(p.Language) })
	if failed == 0 {
		p.item("book_text.all_ok", len(r.Checks))
	}
}

// totals prints the sums of one currency, which the lines begin with where there are several.
func (p Printer) totals(currency string, t sales.Totals, void *sales.Void) {
	if t.Retail.IsSet() {
		sums := p.word("book_text.sums", t.Retail, t.Drop, t.Profit)
		if void != nil && void.Orders > 0 {
			sums += " " + p.word("book_text.void", void.Orders, void.Profit)
		}
		p.printf("  %s%s\n", currency, sums)
	}
	p.printf("  %s%s\n", currency, p.word("book_text.cash", t.COD, t.CODExpected, t.CODCollected, t.CODPaidOut))
}

// Payouts says for people what the report has.
func (p Printer) Payouts(r payouts.Report) {
	p.say("payouts_text.written", r.Payouts, r.Out, r.From, r.To, r.Zone, r.Total, r.Currency)
	if r.Lost != nil {
		p.lost(*r.Lost)
	}
	if b := r.Bank; b != nil {
		p.say("payouts_text.bank", b.File, b.Template, b.From, b.To, b.Incoming, b.Others)
	}
	for _, unchecked := range r.UncheckedIn(p.Language) {
		p.say("payouts_text.unchecked", unchecked)
	}
	p.differences(len(r.Differences), func(n int) (string, string) { return r.Differences[n].Code, r.Differences[n].In(p.Language) })
	if r.Bank != nil && r.OK() && len(r.Unchecked) == 0 {
		p.say("payouts_text.fits")
	}
}

// Closing says for people what a month was closed with.
func (p Printer) Closing(r *closing.Report) {
	p.say("closing_text.written", r.Out, r.From, r.To, r.Zone)
	p.say("closing_text.figures", r.Opening, r.Closing, r.Income, r.Currency)
	for i := range r.Documents {
		d := &r.Documents[i]
		switch {
		case d.Absent:
			p.say("closing_text.absent", d.File, d.Unchecked[0].In(p.Language))
		case d.OK && d.Checks == 0:
			p.say("closing_text.unchecked", d.File, d.Unchecked[0].In(p.Language))
		case d.OK:
			p.say("closing_text.document", d.File)
		default:
			p.say("closing_text.differs", d.File, len(d.Differences))
			p.differences(len(d.Differences), func(n int) (string, string) { return d.Differences[n].Code, d.Differences[n].In(p.Language) })
		}
	}
	p.say("closing_text.page", r.Out, r.Page)
}

// lost says that the encoding of a CSV lacks characters.
func (p Printer) lost(lost table.Lost) {
	if lost.Characters > 0 {
		p.item("book_text.lost", lost.Characters, lost.Cells)
	}
}

// differences lists the first differences of a report, each with its code.
func (p Printer) differences(n int, difference func(int) (code, message string)) {
	for i := range n {
		if i == shown {
			p.item("book_text.more", n-i)
			return
		}
		code, message := difference(i)
		p.printf("  %s: %s\n", code, oneline.Unbroken(message))
	}
}
