package orderfile

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
)

var update = flag.Bool("update", false, "write samples/orders.xlsx again")

const samples = "../../samples/"

// TestSamples holds what the sample order files show.
func TestSamples(t *testing.T) {
	if *update {
		writeSampleWorkbook(t)
	}
	r := readPath(t, samples+"orders-utf8.csv")
	requireReading(t, r, VerdictOK, []string{
		"2001 [2] Коваль Олена +380670000101 Київ/branch/12 KB-01×2@450.00 prepaid",
		"2002 [3] Гнатюк Степан +380670000102 Львів/branch/5 KB-02×1@320.00 cod=320.00 (Подзвонити перед відправкою)",
		"2003 [4] Ґудзь Марія +380670000103 Одеса/locker/5432 KB-03×3@199.90 prepaid",
		"2004 [5] Лисенко Юрій +380670000104 Харків/branch/34 KB-04×1@1519.00 prepaid (Під'їзд 2; домофон 14)",
		"2005 [6] Дем’янчук Софія +380670000105 Кам’янець-Подільський/branch/2 KB-05×4@200.00 prepaid",
		"2006 [7] Їжакевич Данило +380670000106 Чернівці/branch/7 KB-10×10@75.50 prepaid",
	}, nil)
	require.Equal(t, cells.EncodingUTF8, r.Encoding)

	r = readPath(t, samples+"orders-cp1251.csv")
	requireReading(t, r, VerdictPartial, []string{
		"3001 [3 4] Шевчук Ірина +380670000111 Полтава/branch/4 KB-01×1@450.00 KB-09×2@150.00 cod=750.00",
		"3002 [5] Мельник Тарас +380670000112 Рівне/branch/9 KB-06×2@75.50 prepaid",
		"3004 [7 8] Сорока Богдан +380670000114 Ужгород/branch/3 KB-08×1@620.00 KB-02×1@320.00 prepaid",
	}, []string{"6 phone_scientific", "9 total_row_skipped"})
	require.Equal(t, cells.EncodingWindows1251, r.Encoding)
	require.Equal(t, orders.LayoutRowPerItem, r.Layout)

	r = readPath(t, samples+"orders.xlsx")
	requireReading(t, r, VerdictOK, []string{
		"4001 [2] Коваль Олена +380670000101 Київ/branch/12 KB-01×1@450.00 prepaid",
		"4002 [3] Ткач Наталія +380670000122 Вінниця/locker/301 KB-03×2@199.90 cod=399.80 (Без дзвінка)",
		"4003 [4] Кравець Ганна +380670000123 Дніпро/branch/8 KB-10×5@75.50 prepaid",
	}, nil)
}

// writeSampleWorkbook makes the workbook as an order manager would: a bold heading
// row, phones as text, prices as numbers.
func writeSampleWorkbook(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	require.NoError(t, f.SetSheetName("Sheet1", "Orders"))
	for i, row := range [][]any{
		{"Order number", "Recipient", "Phone", "City", "Branch", "SKU", "Product", "Quantity", "Price", "COD amount", "Comment"},
		{"4001", "Коваль Олена", "+380670000101", "Київ", "12", "KB-01", "Чайник скляний", 1, 450, nil, nil},
		{"4002", "Ткач Наталія", "+380670000122", "Вінниця", "Поштомат 301", "KB-03", "Килимок для йоги", 2, 199.9, 399.8, "Без дзвінка"},
		{"4003", "Кравець Ганна", "0670000123", "Дніпро", "8", "KB-10", "Кабель", 5, 75.5, nil, nil},
	} {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		require.NoError(t, err)
		require.NoError(t, f.SetSheetRow("Orders", cell, &row))
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	require.NoError(t, err)
	money, err := f.NewStyle(&excelize.Style{NumFmt: 4})
	require.NoError(t, err)
	require.NoError(t, f.SetRowStyle("Orders", 1, 1, bold))
	require.NoError(t, f.SetCellStyle("Orders", "A1", "K1", bold))
	require.NoError(t, f.SetCellStyle("Orders", "I2", "J4", money))
	require.NoError(t, f.SetColWidth("Orders", "A", "K", 16))
	require.NoError(t, f.SetPanes("Orders", &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	require.NoError(t, f.SaveAs(samples+"orders.xlsx"))
}
