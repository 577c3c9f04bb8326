package terminal

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestReasonsAreSaid in the language of the config.
func TestReasonsAreSaid(t *testing.T) {
	few := func(n int) remark.Skip {
		return remark.NewSkip("KB-1", remark.AttributesMissing, wording.NewMessage("remark.attributes_missing", n, 0))
	}
	report := exporter.Report{Feed: "shop", Out: "shop.csv", Published: true, Skipped: []remark.Skip{few(1), few(2), few(5)},
		Guard:   (&history.Guard{}).Fell(10, 5),
		Outdone: []remark.Skip{remark.NewSkip("KB-2", remark.OtherSupplier, wording.NewMessage("remark.other_supplier.cheaper", "beta"))},
		Warnings: []remark.Warning{{SKU: "KB-3", Code: remark.PicturesMissing, Message: wording.Text(wording.NewMessage("remark.pictures_missing"))},
			{SKU: remark.WholeFeed, Code: remark.AttributeUnmapped, Message: wording.Text(wording.NewMessage("remark.attribute_unmapped.all"))}}}
	for language, want := range map[wording.Language][]string{
		wording.Ukrainian: {"маркетплейс хоче щонайменше 1 характеристику, а товар має 0: попросіть їх у постачальника (attributes_missing)",
			"маркетплейс хоче щонайменше 2 характеристики, а товар має 0: попросіть їх у постачальника (attributes_missing)",
			"маркетплейс хоче щонайменше 5 характеристик, а товар має 0: попросіть їх у постачальника (attributes_missing)",
			"пропозицій було 10, а стало 5, на 50 % менше; дозволено щонайбільше 30 % (offers_fell)",
			"KB-2: beta має його дешевше", "KB-3: pictures_missing: немає фото", "увесь фід: attribute_unmapped: характеристики вилучено"},
		wording.English: {"the target wants 1 attribute or more, and the product has 0: ask the supplier for them (attributes_missing)",
			"the target wants 5 attribute or more, and the product has 0: ask the supplier for them (attributes_missing)",
			"offers fell from 10 to 5, by 50 %, more than 30 % (offers_fell)",
			"KB-2: beta has it cheaper", "KB-3: pictures_missing: no pictures", "all: attribute_unmapped: attributes are left out"},
	} {
		var out bytes.Buffer
		Printer{Out: &out, Language: language}.Feed(report)
		for _, text := range want {
			require.Contains(t, out.String(), text)
		}
	}
}
