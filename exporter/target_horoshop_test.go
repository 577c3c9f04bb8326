package exporter

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestHoroshopRules(t *testing.T) {
	data, report := export(t, targetCases(), targetFeed(t, "horoshop"))
	requireAccounted(t, report)
	articles := map[string]bool{}
	rows := rowsOf(t, data, "Products")
	for _, row := range rows[1:] {
		row = append(row, make([]string, len(rows[0])-len(row))...)
		require.NotEmpty(t, row[0])
		require.False(t, articles[row[0]], "an article stands once")
		articles[row[0]] = true
		require.NotEmpty(t, row[2])
		require.NotEmpty(t, row[4])
		for i, heading := range rows[0] {
			if strings.HasPrefix(heading, "Характеристика") {
				require.Equal(t, row[i] == "", row[i+1] == "", "a characteristic has a name and a value")
			}
		}
	}
	require.NotZero(t, report.Repaired[remark.AttributesLeftOut], "more than 15 are counted")
	long := keyed(bookRows(t, data, "Products"), "Артикул")["LONG1"]["Опис товару (UA)"]
	require.LessOrEqual(t, len(long), 2*spreadsheet.MaxCellUnits)
	require.NoError(t, xml.Unmarshal([]byte(long), new(struct{})), "a description that is cut closes its tags")
	require.Equal(t, []string{"value_duplicate"}, func() []string {
		_, report := export(t, []supplier.Product{bookProduct("a", nil), bookProduct("b", func(p *supplier.Product) { p.SKU, p.Name = "A", "Інший" })}, targetFeed(t, "horoshop"))
		return skipped(report, "A")
	}())
	on := keyed(bookRows(t, data, "Products"), "Артикул")
	require.Equal(t, []string{"В наявності", "Немає в наявності", "Немає в наявності", "Під замовлення"},
		[]string{on["KB-01"]["Наявність"], on["GONE1"]["Наявність"], on["FEW1"]["Наявність"], on["ORDER1"]["Наявність"]})
}
