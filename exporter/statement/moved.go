package statement

import (
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
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

// Moved are the entries that differ from the exports before, as differences.
func (s *Statement) Moved() (out []Difference) {
	zone := s.Period.From.Location()
	for i := range s.Late {
		f := &s.Late[i]
		out = append(out, Difference{Code: "entry_late", OrderID: f.Now.OrderID, ExternalID: f.Now.OrderExternalID, EntryID: f.Now.ID,
			Expected: zero(), Found: f.Now.Amount, Export: f.Export,
			Message: wording.NewMessage("statement.entry_late", f.Now.ID, onDay(f.Now.PostedAt.In(zone)), shown(f.Now.Amount), exportName(f.Export, zone))})
	}
	for i := range s.Gone {
		f := &s.Gone[i]
		out = append(out, Difference{Code: "entry_gone", OrderID: f.Was.OrderID, ExternalID: f.Was.OrderExternalID, EntryID: f.Was.ID,
			Expected: f.Was.Amount, Found: zero(), Export: f.Export,
			Message: wording.NewMessage("statement.entry_gone", f.Was.ID, onDay(f.Was.PostedAt.In(zone)), shown(f.Was.Amount), exportName(f.Export, zone))})
	}
	for i := range s.Changed {
		f := &s.Changed[i]
		out = append(out, Difference{Code: "entry_changed", OrderID: f.Now.OrderID, ExternalID: f.Now.OrderExternalID, EntryID: f.Was.ID,
			Expected: f.Was.Amount, Found: f.Now.Amount, Export: f.Export, Changes: f.Changes,
			Message: wording.NewMessage("statement.entry_changed", f.Was.ID, onDay(f.Was.PostedAt.In(zone)), shown(f.Was.Amount), exportName(f.Export, zone), changed(f, zone))})
	}
	return out
}

// changed says in what an entry was changed.
func changed(f *closed.Finding, zone *time.Location) (out wording.List) {
	for _, c := range f.Changes {
		field := fieldName(c.Field)
		switch c.Field {
		case closed.Unknown:
			out = append(out, wording.NewMessage("statement.changed.unknown"))
		case "amount":
			out = append(out, wording.NewMessage("statement.changed", field, shown(f.Was.Amount), shown(f.Now.Amount)))
		case "posted_at":
			out = append(out, wording.NewMessage("statement.changed", field, onMinute(f.Was.PostedAt.In(zone)), onMinute(f.Now.PostedAt.In(zone))))
		default:
			out = append(out, wording.NewMessage("statement.changed", field, quotedText(c.Was), quotedText(c.Now)))
		}
	}
	return out
}

// quotedText is a text of the supplier's, or that there is none.
func quotedText(text string) wording.Message {
	if text == "" {
		return wording.NewMessage("statement.changed.none")
	}
	return wording.NewMessage("statement.changed.text", text)
}
