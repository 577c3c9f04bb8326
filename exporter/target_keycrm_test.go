package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeyCRMRules reads the whole workbook: a row a variant, known by its article.
func TestKeyCRMRules(t *testing.T) {
	data, report := export(t, targetCases(), targetFeed(t, "keycrm"))
	requireAccounted(t, report)
	list := bookRows(t, data, "Products")
	require.EqualValues(t, report.Offers, len(list))
	rows := keyed(list, "Артикул")
	require.Len(t, rows, len(list), "an article once")
	for sku, row := range rows {
		for _, must := range []string{"Артикул", "Назва", "Ціна", "Валюта", "Наявність"} {
			require.NotEmpty(t, row[must], "%s of %s", must, sku)
		}
		require.Regexp(t, `^\d+\.\d\d$`, row["Ціна"])
		require.Regexp(t, `^\d*$`, row["Залишок"])
		require.Empty(t, row["Закупівельна ціна"], "a public feed does not say what you pay")
		require.NotContains(t, row["Опис"], "<p>", sku)
		if row["Наявність"] != "В наявності" {
			require.Contains(t, []string{"", "0"}, row["Залишок"], "%s is not for sale", sku)
		}
		if row["Фото"] != "" {
			require.LessOrEqual(t, len(strings.Split(row["Фото"], ", ")), 10)
		}
	}
	require.Equal(t, []string{"799.00", "878.90", "17", "g-shirt", "vbm", "Колір", "синій"},
		[]string{rows["VBM"]["Ціна"], rows["VBM"]["Стара ціна"], rows["VBM"]["Залишок"], rows["VBM"]["Група варіантів"], rows["VBM"]["Ідентифікатор у постачальника"],
			rows["VBM"]["Властивість 1"], rows["VBM"]["Значення 1"]})
	require.Equal(t, "Немає в наявності", rows["GONE1"]["Наявність"])
	require.Equal(t, "Під замовлення", rows["ORDER1"]["Наявність"])
	require.Equal(t, []string{"value_duplicate"}, skipped(exportReport(t, "keycrm", "A", "A"), "A"))
}
