package terminal

import (
	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Act says for people what the report has.
func (p Printer) Act(r *act.Report) {
	figures := func(plain string) string { return p.Language.Figures(plain) }
	p.say("act.report", r.From, r.To, r.Zone, r.Entries, figures(r.Opening.String()), figures(r.Turnover.Debit.String()),
		figures(r.Turnover.Credit.String()), figures(r.Closing.String()), r.Currency)
	if r.Held.Sign() != 0 {
		p.say("act.report_held", figures(r.Held.String()))
	}
	if r.Out != "" {
		p.say("act.report_out", r.Out, p.Language.Size(r.Bytes))
	}
	for _, check := range r.Checks {
		if !check.OK {
			p.item("book_text.not_ok", check.Name, oneline.Unbroken(check.In(p.Language)))
		}
	}
	if r.Theirs != nil {
		p.say("act.report_theirs", r.Theirs.File, r.Theirs.Entries)
	}
	for n := range r.Notes {
		p.say("act.note", r.Note(n, p.Language))
	}
	if r.Theirs == nil {
		return
	}
	p.differences(len(r.Differences), func(n int) (string, string) { return r.Differences[n].Code, r.Said(n, p.Language) })
	if len(r.Differences) == 0 {
		p.say("act.report_agree")
	}
}
