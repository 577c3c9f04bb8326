package terminal

import (
	"time"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Adoption says what was read back into the journal.
func (p Printer) Adoption(r *doubt.Adoption) {
	if !r.Needed {
		p.say("adopt_text.not_needed")
	} else {
		p.printf("%s\n", oneline.Unbroken(r.Say(p.Language)))
		n := r.Orders
		p.say("adopt_text.results", r.Results, n.Accepted, n.Rejected, n.Conflict, n.Pending, n.Unknown)
	}
	for _, guess := range r.Guessed {
		p.printf("  %s\n", oneline.Unbroken(p.word("adopt_text.guessed", guess.File)))
	}
	p.unread(r)
	switch {
	case r.DryRun && r.Needed:
		p.say("adopt_text.dry_run")
	case !r.AdoptedAt.IsZero():
		p.say("adopt_text.adopted", r.AdoptedAt.Local().Format(time.DateTime), r.AdoptedBy)
	}
	if !r.LookUntil.IsZero() && !r.DryRun {
		p.say("adopt_text.looks", r.LookUntil.Local().Format(time.DateOnly))
	}
}

// unread names what could not be read back.
func (p Printer) unread(r *doubt.Adoption) {
	for _, unread := range r.Unread {
		key, values := "adopt_text.unread", []any{unread.File, unread.Reason}
		if unread.Row > 0 {
			key, values = "adopt_text.unread_row", []any{unread.File, unread.Row, unread.Reason}
		}
		p.printf("  %s\n", oneline.Unbroken(p.word(key, values...)))
	}
	if r.Decisions > 0 {
		p.say("adopt_text.decisions", r.Decisions)
	}
	if len(r.Lost) > 0 {
		p.say("adopt_text.lost", len(r.Lost))
	}
	for _, lost := range r.Lost {
		p.printf("  %s%s: %s\n", source(lost.Source), lost.Order, oneline.Unbroken(lost.In(p.Language)))
	}
}
