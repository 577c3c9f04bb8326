package terminal

import (
	"fmt"
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
	beside := exporter.ChangesEnding
	products, offers := wording.NewMessage("feed_text.products", r.Products), wording.NewMessage("feed_text.offers", r.Offers)
	if r.Published || r.Err == nil {
		seconds := strings.Replace(fmt.Sprintf("%.1f", r.Seconds), ".", p.Language.Of(",", "."), 1)
		p.say("feed_text.written", r.Feed, products, offers, p.Language.Size(r.Bytes), seconds, r.Out)
	} else if beside = exporter.RefusedEnding; r.Products == 0 {
		p.say("feed_text.unpublished", r.Feed)
	} else {
		p.say("feed_text.held", r.Feed, products, offers)
	}
	if c := r.Changes; c != nil && !c.First {
		p.item("feed_text.changes", c.New, c.Gone, c.Repriced, c.Restocked, c.SoldOut, r.Out+beside)
	}
	for _, f := range r.Guard {
		key := "feed_text.accepted"
		if !r.Published {
			key = "feed_text.refused"
		}
		p.item(key, oneline.Unbroken(f.Message.In(p.Language)), f.Code)
	}
	for _, code := range slices.Sorted(maps.Keys(r.Repaired)) {
		p.item("feed_text.repaired", code, r.Repaired[code])
	}
	p.skipped(r)
	if n := len(r.Outdone); n > 0 {
		first := r.Outdone[0]
		p.item("feed_text.outdone", n, oneline.Unbroken(first.SKU), oneline.Unbroken(first.Message.In(p.Language)), r.Out+exporter.ReportEnding)
	}
	p.warnings(r)
}

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
			p.item("feed_text.left_out", oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message.In(p.Language)), s.Code)
		case !told[reason(s)]:
			p.item("feed_text.left_out_alike", n, oneline.Unbroken(s.SKU), oneline.Unbroken(s.Message.In(p.Language)), s.Code, r.Out+exporter.ReportEnding)
		}
		told[reason(s)] = true
	}
}

// reason is why a product was left out, without the values of the product itself.
func reason(s remark.Skip) string {
	words, _, _ := strings.Cut(s.Message.String(), `"`)
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
			p.item("feed_text.note", oneline.Unbroken(warning.In(p.Language)))
		}
	}
	for _, code := range slices.Sorted(maps.Keys(whole)) {
		if n := whole[code] - shownAlike; n > 0 {
			p.item("feed_text.more_alike", n, code, r.Out+exporter.ReportEnding)
		}
	}
	for _, warning := range r.Warnings {
		if _, isWhole := wholeFeed(warning); isWhole {
			continue
		}
		if single++; single <= shown {
			p.item("feed_text.note", oneline.Unbroken(warning.In(p.Language)))
		}
	}
	if single > shown {
		p.item("feed_text.more", single-shown, r.Out+exporter.ReportEnding)
	}
}

// shownAlike is how many warnings of one kind on the feed as a whole are shown.
const shownAlike = 5

// wholeFeed gives the code of a warning that concerns no single product.
func wholeFeed(warning remark.Warning) (code string, isWhole bool) {
	return string(warning.Code), warning.SKU == remark.WholeFeed
}
