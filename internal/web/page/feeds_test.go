package page

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFeedsSayWhyInTheLanguageOfTheReader: why products are left out, and what is not as the
// supplier has it.
func TestFeedsSayWhyInTheLanguageOfTheReader(t *testing.T) {
	skip := remark.NewSkip("KB-1", remark.PriceZero, wording.NewMessage("remark.price_zero"))
	tiers := func(n int) wording.Message {
		return remark.Warning{SKU: "KB-2", Code: remark.TiersBeyond, Message: wording.Text(wording.NewMessage("remark.tiers_beyond_columns", n, 1))}.Line()
	}
	shop := &still{why: map[string]exporter.Shown{"prom/KB-1": {SKU: "KB-1", Refused: &skip,
		Fields: []template.Explained{{Place: "offer@id", Value: "1", Notes: []wording.Text{wording.Text(wording.NewMessage("remark.pictures_missing"))}}}}},
		snapshot: standing.Snapshot{Now: noon(), Feeds: []standing.Feed{{Name: "prom", Skipped: 1,
			SkippedRows: []standing.Skipped{{SKU: skip.SKU, Code: string(skip.Code), Message: skip.Message}},
			Warnings:    []wording.Text{wording.Text(tiers(2)), wording.Text(tiers(5))}}}}}
	for language, want := range map[wording.Language][]string{
		wording.Ukrainian: {"ціна не більша за 0: попросіть правильну в постачальника", "KB-2: tiers_beyond_columns: 2 оптові ціни, а стовпців у фіді: 1", "KB-2: tiers_beyond_columns: 5 оптових цін, а стовпців у фіді: 1", "немає фото"},
		wording.English:   {"the price is not above 0: ask the supplier for one", "KB-2: tiers_beyond_columns: 2 wholesale tiers, the feed has columns for 1", "KB-2: tiers_beyond_columns: 5 wholesale tiers, the feed has columns for 1", "no pictures"},
	} {
		h := New(Options{Shop: shop, Language: language})
		said := get(h, "/feeds").Body.String()
		for _, text := range want[:3] {
			require.Contains(t, said, "<bdi>"+text+"</bdi>")
		}
		said = get(h, "/why?feed=prom&sku=KB-1").Body.String()
		require.Contains(t, said, "<bdi>"+want[0]+"</bdi>")
		require.Contains(t, said, "<bdi>"+want[3]+"</bdi>")
	}
}
