package daemon

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAnotherProcessSaysWhyInItsReadersLanguage: what it is told of a build keeps the reasons,
// and those of an earlier version are said as they came.
func TestAnotherProcessSaysWhyInItsReadersLanguage(t *testing.T) {
	s := working(t, oneFeed)
	feed := s.feeds[0]
	s.note(t.Context(), feed, exporter.Report{Skipped: []remark.Skip{remark.NewSkip("KB-1", remark.OtherSupplier, wording.NewMessage("remark.other_supplier.cheaper", "beta"))},
		Warnings: []remark.Warning{{SKU: remark.WholeFeed, Code: remark.PicturesMissing, Message: wording.Text(wording.NewMessage("remark.pictures_missing"))}}})
	require.Equal(t, "увесь фід: pictures_missing: немає фото", s.Feeds()[0].Warnings[0].In(wording.Ukrainian))
	data, err := json.Marshal(s.Feeds()[0])
	require.NoError(t, err)
	require.Contains(t, string(data), `"warnings":["all: pictures_missing: no pictures"],"skipped_rows":[{"sku":"KB-1","code":"other_supplier","message":"beta has it cheaper"}]`)

	data, err = json.Marshal(s.toldOf(feed))
	require.NoError(t, err)
	var told toldBuild
	require.NoError(t, json.Unmarshal(data, &told))
	feed.learn(told)
	require.Equal(t, "beta має його дешевше", s.Feeds()[0].SkippedRows[0].Message.In(wording.Ukrainian))
	require.Equal(t, "beta has it cheaper", s.Feeds()[0].SkippedRows[0].Message.String())

	told = toldBuild{At: time.Now()}
	require.NoError(t, json.Unmarshal([]byte(`{"left":[{"sku":"KB-2","code":"price_zero","message":"the price is not above 0"}]}`), &told))
	feed.learn(told)
	require.Equal(t, "the price is not above 0", s.Feeds()[0].SkippedRows[0].Message.In(wording.Ukrainian))
}
