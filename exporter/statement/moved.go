package statement

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// withhold takes back what a reading that lacks entries says of others: the supplier would
// be asked for entries that are there.
func (s *Statement) withhold() {
	s.Differences, s.Late, s.Gone, s.Changed = nil, nil, nil, nil
	for _, name := range []string{"orders_have_accruals", "holds_have_reason", "history_unchanged"} {
		if i := slices.IndexFunc(s.Checks, func(c Check) bool { return c.Name == name }); i >= 0 {
			s.Checks = slices.Delete(s.Checks, i, i+1)
			s.Unchecked = append(s.Unchecked, Unchecked{name, wording.NewMessage("statement.incomplete")})
		}
	}
}

// Moved are the entries that differ from the last export of the period, as differences.
func (s *Statement) Moved() (out []Difference) {
	zone := s.Period.From.Location()
	for i := range s.Late {
		l := &s.Late[i]
		out = append(out, l.difference("entry_late", Difference{Expected: zero(), Found: l.Amount},
			wording.NewMessage("statement.entry_late",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))))
	}
	for i := range s.Gone {
		l := &s.Gone[i]
		out = append(out, l.difference("entry_gone", Difference{Expected: l.Amount, Found: zero()},
			wording.NewMessage("statement.entry_gone",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))))
	}
	for i := range s.Changed {
		l := &s.Changed[i]
		what := wording.NewMessage("statement.entry_changed",
			l.ID, onDay(l.PostedAt.In(zone)), shown(l.Was), shown(l.Amount))
		if l.Was.Equal(l.Amount) {
			what = wording.NewMessage("statement.entry_changed.otherwise",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))
		}
		out = append(out, l.difference("entry_changed", Difference{Expected: l.Was, Found: l.Amount}, what))
	}
	return out
}

func (l *Late) difference(code string, d Difference, message wording.Message) Difference {
	d.Code, d.OrderID, d.ExternalID, d.EntryID, d.Message = code, l.OrderID, l.ExternalID, l.ID, message
	return d
}
