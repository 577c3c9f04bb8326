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
	beside := changesBeside
	if !r.Published && r.Err != nil {
		beside = refusedBeside
	}
	if !r.Published && r.Err != nil && r.Products == 0 {
		p.printf("%s: not published\n", r.Feed)
	} else if !r.Published && r.Err != nil {
		p.printf("%s: %d products, %d offers, not published\n", r.Feed, r.Products, r.Offers)
	} else {
		p.printf("%s: %d products, %d offers, %s in %.1f s → %s\n", r.Feed, r.Products, r.Offers, wording.English.Size(r.Bytes), r.Seconds, r.Out)
	}
	if c := r.Changes; c != nil && !c.First {
		p.printf("  since the last time: %d new, %d gone, %d repriced, %d restocked, %d sold out (%s)\n", c.New, c.Gone, c.Repriced, c.Restocked, c.SoldOut, r.Out+beside)
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
	p.skipped(r)
	if n := len(r.Outdone); n > 0 {
		first := r.Outdone[0]
		p.printf("  left to another supplier: %d, such as %s: %s (%s has them)\n", n, oneline.Unbroken(first.SKU), oneline.Unbroken(first.Message), r.Out+reportBeside)
	}
	p.warnings(r)
}

// What lies beside a feed, for those who want to see all of it.
const (
	changesBeside = ".changes.csv"
	refusedBeside = ".refused.csv"
	reportBeside  = ".report.csv"
)

// skipped names the products that were left out; where there are many, the first of each
// reason, so that no reason hides behind another.
func (p Printer) skipped(r exporter.Report) {
	count := map[string]int{}
	for _, s := range r.Skipped {
		count[reason(s)]++
	}
	many := len(r.Skipped) > shown
	told := map[string]bool{}
	for _, s := range r.Skipped {
		switch n := count[reason(s)]; {
		case !many || n == 1:
			p.printf("  left out %s: %s (%s)\n", oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message), s.Code)
		case !told[reason(s)]:
			p.printf("  left out %d, such as %s: %s (%s; all of them in %s)\n", n, oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message), s.Code, r.Out+reportBeside)
		}
		told[reason(s)] = true
	}
}

// reason is why a product was left out, without the values of the product itself.
func reason(s remark.Skip) string {
	words, _, _ := strings.Cut(s.Message, `"`)
	return string(s.Code) + ": " + words
}

// warnings says what concerns the feed as a whole before what concerns single products, of
// each kind a few.
func (p Printer) warnings(r exporter.Report) {
	whole, single := map[string]int{}, 0
	for _, warning := range r.Warnings {
		code, isWhole := wholeFeed(warning)
		if !isWhole {
			continue
		}
		if whole[code]++; whole[code] <= shownAlike {
			p.printf("  note: %s\n", oneline.Unbroken(warning))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(whole)) {
		if n := whole[code] - shownAlike; n > 0 {
			p.printf("  … and %d more of %s (%s has them)\n", n, code, r.Out+reportBeside)
		}
	}
	for _, warning := range r.Warnings {
		if _, isWhole := wholeFeed(warning); isWhole {
			continue
		}
		if single++; single <= shown {
			p.printf("  note: %s\n", oneline.Unbroken(warning))
		}
	}
	if single > shown {
		p.printf("  … and %d more warnings (%s has them)\n", single-shown, r.Out+reportBeside)
	}
}

// shownAlike is how many warnings of one kind on the feed as a whole are shown.
const shownAlike = 5

// wholeFeed gives the code of a warning that concerns no single product.
func wholeFeed(warning string) (code string, isWhole bool) {
	rest, isWhole := strings.CutPrefix(warning, exporter.WholeFeed+": ")
	code, _, _ = strings.Cut(rest, ":")
	return code, isWhole
}
