package remark

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestNotes(t *testing.T) {
	var none *Notes
	none.Repair(TextCut) // nobody is to be told
	var n Notes
	n.Warn("KB-01", TextCut, "remark.tiers_unpriced", 5)
	n.Skip("KB-02", PriceMissing, wording.Literal("no price"))
	n.Repairs(TiersLeftOut, 2)
	n.Repairs(TiersLeftOut, 0)
	require.Equal(t, "KB-01: text_cut: wholesale tiers without a price or a quantity left out: 5", n.Warnings[0].String())
	require.Equal(t, []Skip{{SKU: "KB-02", Code: PriceMissing, Message: wording.Text(wording.Literal("no price"))}}, n.Skipped)
	require.Equal(t, map[Code]int64{TiersLeftOut: 2}, n.Repaired)
	n.Reset()
	require.Empty(t, n.Warnings)
	require.Empty(t, n.Skipped)
	require.Empty(t, n.Repaired)
}

func TestLabelAndQuote(t *testing.T) {
	require.Equal(t, "KB-01", Label(&supplier.Product{ID: "1", SKU: "KB-01"}))
	require.Equal(t, "id 1", Label(&supplier.Product{ID: "1"}))
	require.Equal(t, `"a\a"`, Quote("a\x07"))
	require.Equal(t, `"`+strings.Repeat("ї", 40)+`…"`, Quote(strings.Repeat("ї", 41)))
}

// TestWarningsAreSaid in the language of their reader, and in English for programs.
func TestWarningsAreSaid(t *testing.T) {
	for _, c := range []struct {
		key    string
		values []any
		uk, en string
	}{
		{"remark.tiers_beyond_columns", []any{1, 3}, "1 оптова ціна, а стовпців у фіді: 3", "1 wholesale tiers, the feed has columns for 3"},
		{"remark.tiers_beyond_columns", []any{2, 1}, "2 оптові ціни, а стовпців у фіді: 1", "2 wholesale tiers, the feed has columns for 1"},
		{"remark.tiers_beyond_columns", []any{5, 3}, "5 оптових цін, а стовпців у фіді: 3", "5 wholesale tiers, the feed has columns for 3"},
		{"remark.text_cut", []any{"Опис", 1}, "Опис обрізано до 1 символу, який вміщує клітинка", "Опис cut to the 1 characters that a cell holds"},
		{"remark.text_cut", []any{"Опис", 32767}, "Опис обрізано до 32767 символів, які вміщує клітинка", "Опис cut to the 32767 characters that a cell holds"},
		{"remark.attributes_missing", []any{1, 0}, "маркетплейс хоче щонайменше 1 характеристику, а товар має 0: попросіть їх у постачальника", "the target wants 1 attribute or more, and the product has 0: ask the supplier for them"},
		{"remark.attributes_missing", []any{2, 0}, "маркетплейс хоче щонайменше 2 характеристики, а товар має 0: попросіть їх у постачальника", "the target wants 2 attribute or more, and the product has 0: ask the supplier for them"},
		{"remark.attributes_missing", []any{5, 0}, "маркетплейс хоче щонайменше 5 характеристик, а товар має 0: попросіть їх у постачальника", "the target wants 5 attribute or more, and the product has 0: ask the supplier for them"},
		{"remark.pictures_missing", nil, "немає фото", "no pictures"},
		{"remark.attribute_incomplete", []any{"", "a\n"}, `вилучено характеристику без назви або значення ("": "a\n")`, `an attribute without a name or a value left out ("": "a\n")`},
	} {
		var n Notes
		n.Warn("KB-01", "code", c.key, c.values...)
		w := n.Warnings[0]
		require.Equal(t, "KB-01: code: "+c.uk, w.In(wording.Ukrainian))
		require.Equal(t, "KB-01: code: "+c.en, w.String())
	}
	whole := Warning{SKU: WholeFeed, Code: RuleUnused, Message: wording.Text(wording.Literal("odd"))}
	require.Equal(t, "увесь фід: rule_unused: odd", whole.In(wording.Ukrainian))
	data, err := json.Marshal([]any{[]Warning{whole}, NewSkip("KB-02", PriceZero, wording.NewMessage("remark.price_zero"))})
	require.NoError(t, err)
	require.JSONEq(t, `[["all: rule_unused: odd"], {"sku": "KB-02", "code": "price_zero", "message": "the price is not above 0: ask the supplier for one"}]`, string(data))
}

// TestWarningsAreCheap: most of them are counted, and said to nobody.
func TestWarningsAreCheap(t *testing.T) {
	racing.Skip(t)
	var n Notes
	text := strings.Repeat("4", 13)
	for most, warn := range map[float64]func(){
		0: func() { n.Warn(text, PicturesMissing, "remark.pictures_missing") },
		1: func() { n.Warn(text, PicturesBeyond, "remark.pictures_beyond_columns", 12, 10) },
		2: func() { n.Warn(text, BarcodeRepeated, "remark.barcode_repeated", text) },
	} {
		require.Equal(t, most, testing.AllocsPerRun(100, func() {
			n.Warnings = n.Warnings[:0]
			warn()
		}))
	}
}

// TestMends: the usual one, one of a built-in template, and one that somebody wrote.
func TestMends(t *testing.T) {
	require.Equal(t, "попросіть постачальника додати його", Mend("", "mend.ask").In(wording.Ukrainian))
	require.Equal(t, "попросіть у постачальника назву", Mend("ask the supplier for a name", "mend.ask").In(wording.Ukrainian))
	require.Equal(t, "питайте мене", Mend("питайте мене", "mend.ask").String())
	for path, want := range map[string]string{
		"barcode":  "у товару немає barcode, а фідові це поле потрібне: питайте мене",
		"names.uk": "у товару немає names.uk, а фідові це поле потрібне: питайте мене",
		"name.uk":  "у товару немає name.uk, а фідові це поле потрібне: питайте мене; або дайте фідові своє: values: {name: {default: …}}",
	} {
		require.Equal(t, want, Lacks(path, Mend("питайте мене", "mend.ask")).In(wording.Ukrainian))
	}
}
