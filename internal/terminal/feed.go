package terminal

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Feed says what a feed holds, and what was left out of it.
func (p Printer) Feed(r exporter.Report) {
	p.printf("%s: %d products, %d offers, %s in %.1f s → %s\n", r.Feed, r.Products, r.Offers, wording.English.Size(r.Bytes), r.Seconds, r.Out)
	if c := r.Changes; c != nil && !c.First {
		p.printf("  since the last time: %d new, %d gone, %d repriced, %d restocked, %d sold out (%s.changes.csv)\n", c.New, c.Gone, c.Repriced, c.Restocked, c.SoldOut, r.Out)
	}
	for _, f := range r.Guard {
		p.printf("  accepted: %s (%s)\n", oneline.Unbroken(f.Message), f.Code)
	}
	for _, code := range slices.Sorted(maps.Keys(r.Repaired)) {
		p.printf("  repaired: %s, %d times\n", code, r.Repaired[code])
	}
	for n, s := range r.Skipped {
		if n == shown {
			p.printf("  … and %d more left out (--json lists them)\n", len(r.Skipped)-n)
			break
		}
		p.printf("  left out %s: %s (%s)\n", oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message), s.Code)
	}
	for n, warning := range r.Warnings {
		if n == shown {
			p.printf("  … and %d more warnings (--json lists them)\n", len(r.Warnings)-n)
			break
		}
		p.printf("  note: %s\n", oneline.Unbroken(warning))
	}
}
