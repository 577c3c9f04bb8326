package terminal

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Feed says what a feed holds, and what was left out of it; of one that was kept back, why
// it holds no more.
func (p Printer) Feed(r exporter.Report) {
	if !r.Published && r.Err != nil {
		p.printf("%s: %d products, %d offers, not published\n", r.Feed, r.Products, r.Offers)
	} else {
		p.printf("%s: %d products, %d offers, %s in %.1f s → %s\n", r.Feed, r.Products, r.Offers, wording.English.Size(r.Bytes), r.Seconds, r.Out)
	}
	if c := r.Changes; c != nil && !c.First {
		p.printf("  since the last time: %d new, %d gone, %d repriced, %d restocked, %d sold out (%s.changes.csv)\n", c.New, c.Gone, c.Repriced, c.Restocked, c.SoldOut, r.Out)
	}
	for _, f := range r.Guard {
		word := "accepted"
		if !r.Published {
			word = "refused"
		}
		p.printf("  %s: %s (%s)\n", word, oneline.Unbroken(f.Message), f.Code)
	}
	for _, code := range slices.Sorted(maps.Keys(r.Repaired)) {
		p.printf("  repaired: %s, %d times\n", code, r.Repaired[code])
	}
	p.skipped(r.Skipped)
	p.warnings(r.Warnings)
}

// skipped names the products that were left out; where there are many, the first of each
// reason, so that no reason hides behind another.
func (p Printer) skipped(skipped []remark.Skip) {
	count := map[remark.Code]int{}
	for _, s := range skipped {
		count[s.Code]++
	}
	many := len(skipped) > shown
	told := map[remark.Code]bool{}
	for _, s := range skipped {
		switch {
		case !many || count[s.Code] == 1:
			p.printf("  left out %s: %s (%s)\n", oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message), s.Code)
		case !told[s.Code]:
			p.printf("  left out %d, such as %s: %s (%s; --json lists them)\n", count[s.Code], oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message), s.Code)
		}
		told[s.Code] = true
	}
}

// warnings says what concerns the feed as a whole before what concerns single products.
func (p Printer) warnings(warnings []string) {
	isWhole := func(warning string) bool { return strings.HasPrefix(warning, exporter.WholeFeed+": ") }
	told, single := 0, 0
	for _, warning := range warnings {
		if isWhole(warning) {
			if told++; told <= shownWhole {
				p.printf("  note: %s\n", oneline.Unbroken(warning))
			}
		}
	}
	if told > shownWhole {
		p.printf("  … and %d more notes on the feed (--json lists them)\n", told-shownWhole)
	}
	for _, warning := range warnings {
		if isWhole(warning) {
			continue
		}
		if single++; single <= shown {
			p.printf("  note: %s\n", oneline.Unbroken(warning))
		}
	}
	if single > shown {
		p.printf("  … and %d more warnings (--json lists them)\n", single-shown)
	}
}

// shownWhole is how many warnings of a feed as a whole are shown.
const shownWhole = 40
