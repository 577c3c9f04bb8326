package terminal

import (
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// shownValue is how many characters of a value are shown; --json has all.
const shownValue = 120

// Shown says how a feed shows a product: each place with its value, from where that comes, and
// what was done to it.
func (p Printer) Shown(s exporter.Shown) {
	p.printf("%s (id %s) %s\n", oneline.Unbroken(s.SKU), oneline.Unbroken(s.ID), oneline.Clean(s.Name, shownValue))
	if s.Refused != nil {
		p.printf("  %s (%s)\n", p.word("show.refused", oneline.Unbroken(s.Refused.Message.In(p.Language))), s.Refused.Code)
	}
	p.offers(s.Offers)
	for i, c := range s.Changes {
		if i > 0 && c.Before == s.Changes[i-1].Before && c.After == s.Changes[i-1].After {
			continue // the same text in another language
		}
		p.printf("  %s: %s\n    %s\n    → %s\n", c.Field, oneline.Clean(c.Rule, shownValue), quiet(c.Before), quiet(c.After))
	}
	for i, f := range s.Fields {
		if i > 0 && f.Place == s.Fields[i-1].Place && len(f.Notes) == 0 && len(s.Fields) > i+1 && s.Fields[i+1].Place == f.Place {
			continue // of a list the first and the last
		}
		p.printf("  %s = %s", f.Place, quiet(f.Value))
		if f.From != "" {
			p.printf("  ← %s", oneline.Clean(f.From, shownValue))
		}
		if len(f.Done) > 0 {
			var done []string
			for _, code := range f.Done {
				done = append(done, string(code))
			}
			p.printf("  (%s)", strings.Join(done, ", "))
		}
		p.printf("\n")
		for _, note := range f.Notes {
			p.printf("    %s\n", oneline.Clean(note.In(p.Language), 2*shownValue))
		}
	}
}

// offers shows which suppliers have the article, and why one of them won.
func (p Printer) offers(offers []exporter.ShownOffer) {
	for _, o := range offers {
		stock := "show.out_of_stock"
		if o.InStock {
			stock = "show.in_stock"
		}
		said := []string{p.word(stock)}
		if o.DropPrice.IsSet() {
			said = append(said, o.DropPrice.String()+" "+o.Currency)
		}
		if o.Chosen && o.Reason != "" {
			said = append(said, p.word("show.chosen_"+o.Reason))
		}
		p.printf("  %s: %s\n", oneline.Unbroken(o.Supplier), strings.Join(said, ", "))
	}
}

// quiet is a value on one line, a sign for none.
func quiet(text string) string {
	if text = oneline.Clean(text, shownValue); text == "" {
		return "—"
	}
	return text
}
