package act

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// figure is a debit balance for people, with its side.
type figure money.Amount

// In is the amount in a language.
func (f figure) In(l wording.Language) string {
	m := money.Amount(f)
	if m.Sign() < 0 {
		return l.Say("act.credit", l.Figures(plain(m.Negated())))
	}
	return l.Say("act.debit", l.Figures(plain(m)))
}

// onDay is a day for people.
type onDay time.Time

// In is the day in a language.
func (d onDay) In(l wording.Language) string { return l.Day(time.Time(d)) }

// Message says what a difference is, with the row of their file.
func Message(d settlement.Difference) wording.Message {
	ours, theirs := figure(d.OurAmount), figure(d.TheirSide)
	var said wording.Message
	switch d.Code {
	case settlement.OnlyOurs:
		return wording.NewMessage("act.only_ours", onDay(d.Ours.Day), d.Ours.Document, ours)
	case settlement.OnlyTheirs:
		said = wording.NewMessage("act.only_theirs", onDay(d.Theirs.Day), d.Theirs.Document, theirs)
	case settlement.AmountDiffers:
		said = wording.NewMessage("act.amount_differs", onDay(d.Ours.Day), d.Ours.Document, ours, theirs)
	case settlement.DateDiffers:
		said = wording.NewMessage("act.date_differs", onDay(d.Ours.Day), d.Ours.Document, onDay(d.Theirs.Day))
	default:
		return wording.NewMessage("act."+d.Code, ours, theirs)
	}
	if d.Theirs.Row > 0 {
		said = wording.NewMessage("act.at_row", said, d.Theirs.Row)
	}
	return said
}

// unstated says what their act leaves out.
func unstated(codes []string) wording.List {
	var named wording.List
	for _, code := range codes {
		if code == settlement.Opening {
			named = append(named, wording.NewMessage("act.unstated_opening"))
		} else {
			named = append(named, wording.NewMessage("act.unstated_closing"))
		}
	}
	if named == nil {
		return nil
	}
	return wording.List{wording.NewMessage("act.unstated", named)}
}
