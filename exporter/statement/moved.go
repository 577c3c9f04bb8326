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
			s.Unchecked = append(s.Unchecked, Unchecked{name, wording.Say("прочитано не всі записи", "the entries were not all read")})
		}
	}
}

// moved are the entries that differ from the last export of the period, as differences.
func (s *Statement) moved() (out []Difference) {
	zone := s.Period.From.Location()
	for i := range s.Late {
		l := &s.Late[i]
		out = append(out, l.difference("entry_late", Difference{Expected: zero(), Found: l.Amount},
			wording.Say("запис %s від %s на суму %s з'явився після попередньої виписки", "entry %s of %s, %s, came after the last export",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))))
	}
	for i := range s.Gone {
		l := &s.Gone[i]
		out = append(out, l.difference("entry_gone", Difference{Expected: l.Amount, Found: zero()},
			wording.Say("запису %s від %s на суму %s, який був у попередній виписці, більше немає", "entry %s of %s, %s, was in the last export and is gone",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))))
	}
	for i := range s.Changed {
		l := &s.Changed[i]
		what := wording.Say("змінився запис %s від %s: було %s, стало %s", "entry %s of %s was changed from %s to %s",
			l.ID, onDay(l.PostedAt.In(zone)), shown(l.Was), shown(l.Amount))
		if l.Was.Equal(l.Amount) {
			what = wording.Say("у записі %s від %s на суму %s змінилося щось, крім суми", "entry %s of %s, %s, was changed in something else than its amount",
				l.ID, onDay(l.PostedAt.In(zone)), shown(l.Amount))
		}
		out = append(out, l.difference("entry_changed", Difference{Expected: l.Was, Found: l.Amount}, what))
	}
	return out
}

func (l *Late) difference(code string, d Difference, message wording.Text) Difference {
	d.Code, d.OrderID, d.ExternalID, d.EntryID, d.Message = code, l.OrderID, l.ExternalID, l.ID, message
	return d
}
