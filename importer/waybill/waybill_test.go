package waybill_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/templates"
)

// at is half past one at night in Kyiv, and the day before in UTC.
var at = time.Date(2026, 10, 31, 23, 30, 0, 0, time.UTC)

func order(number string, parcels ...waybill.Parcel) waybill.Order {
	return waybill.Order{Number: number, ExternalID: "KC-" + number, ID: "ord_" + number, Status: "shipped", Parcels: parcels,
		Items: []waybill.Item{{SKU: "KB-01", Quantity: 2}, {SKU: "МИШ/7", Quantity: 1}}, CreatedAt: at, UpdatedAt: at}
}

func parcel(number, carrier string) waybill.Parcel {
	return waybill.Parcel{Waybill: number, Carrier: carrier, State: "in_transit", ShippedAt: at}
}

// shown are two orders, the second with parcels of two carriers.
func shown() []waybill.Order {
	return []waybill.Order{order("#1001", parcel("20450000000001", "nova_poshta")),
		order("1002", parcel("0500000000002", "ukrposhta"), parcel("20450000000003", "nova_poshta"))}
}

func load(t *testing.T, name string) *waybill.Template {
	t.Helper()
	template, err := waybill.Load(templates.Open(""), name)
	require.NoError(t, err)
	return template
}

func compile(t *testing.T, text string) *waybill.Template {
	t.Helper()
	template, err := waybill.Compile("t.yaml", []byte(text))
	require.NoError(t, err)
	return template
}

const head = "name: mine\nkind: waybills\nformat: csv\n"

// written is a file read back by readers that are not ours.
func written(t *testing.T, template *waybill.Template, format waybill.Format, delimiter rune, orders ...waybill.Order) [][]string {
	t.Helper()
	var out bytes.Buffer
	done, err := template.Write(&out, format, slices.Values(orders))
	require.NoError(t, err)
	require.Empty(t, done.Unwritable)
	if format == waybill.CSV {
		reader := csv.NewReader(&out)
		reader.Comma = delimiter
		rows, err := reader.ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, done.Rows+1)
		return rows
	}
	book, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	defer book.Close()
	require.Len(t, book.GetSheetList(), 1)
	rows, err := book.GetRows(book.GetSheetName(0))
	require.NoError(t, err)
	for i := range rows { // the reader leaves blank cells at the end away
		for len(rows[i]) < len(rows[0]) {
			rows[i] = append(rows[i], "")
		}
	}
	require.Len(t, rows, done.Rows+1)
	return rows
}

const (
	np = "https://novaposhta.ua/tracking/?cargo_number="
	up = "https://track.ukrposhta.ua/tracking_UA.html?barcode="
)

// builtIns are what each built-in template makes of the two orders.
func builtIns() map[string][][]string {
	return map[string][][]string{
		"csv": {{"order_number", "carrier", "waybill_number", "status", "parcel_state", "shipped_at", "tracking_url", "order_id"},
			{"#1001", "nova_poshta", "20450000000001", "shipped", "in_transit", "2026-11-01T01:30:00+02:00", np + "20450000000001", "ord_#1001"},
			{"1002", "ukrposhta", "0500000000002", "shipped", "in_transit", "2026-11-01T01:30:00+02:00", up + "0500000000002", "ord_1002"},
			{"1002", "nova_poshta", "20450000000003", "shipped", "in_transit", "2026-11-01T01:30:00+02:00", np + "20450000000003", "ord_1002"}},
		"woocommerce-tracking": {{"order_id", "tracking_provider", "tracking_number", "date_shipped", "status_shipped"},
			{"1001", "Nova Poshta", "20450000000001", "01-11-2026", "1"},
			{"1002", "Ukrposhta", "0500000000002", "01-11-2026", "1"},
			{"1002", "Nova Poshta", "20450000000003", "01-11-2026", "1"}},
		"woocommerce-tracking-items": {{"order_id", "tracking_provider", "tracking_number", "date_shipped", "status_shipped", "sku", "qty"},
			{"1001", "Nova Poshta", "20450000000001", "01-11-2026", "1", "KB-01", "2"},
			{"1001", "Nova Poshta", "20450000000001", "01-11-2026", "1", "МИШ/7", "1"},
			{"1002", "Ukrposhta, Nova Poshta", "0500000000002, 20450000000003", "01-11-2026", "1", "KB-01", "2"},
			{"1002", "Ukrposhta, Nova Poshta", "0500000000002, 20450000000003", "01-11-2026", "1", "МИШ/7", "1"}},
		"shopify-fulfilment": {{"Name", "Tracking Number", "Tracking Company", "Tracking URL"},
			{"#1001", "20450000000001", "Nova Poshta", np + "20450000000001"},
			{"1002", "0500000000002, 20450000000003", "Ukrposhta, Nova Poshta", up + "0500000000002, " + np + "20450000000003"}},
		"shopify-matrixify": {{"Name", "Command", "Line: Type", "Fulfillment: Status", "Fulfillment: Tracking Company", "Fulfillment: Tracking Number", "Fulfillment: Tracking URL"},
			{"#1001", "UPDATE", "Fulfillment Line", "success", "Nova Poshta", "20450000000001", np + "20450000000001"},
			{"1002", "UPDATE", "Fulfillment Line", "success", "Ukrposhta", "0500000000002", up + "0500000000002"},
			{"1002", "UPDATE", "Fulfillment Line", "success", "Nova Poshta", "20450000000003", np + "20450000000003"}},
		"prom": {{"order_id", "declaration_id", "delivery_type"}, {"1001", "20450000000001", "nova_poshta"},
			{"1002", "0500000000002", "ukrposhta"}, {"1002", "20450000000003", "nova_poshta"}},
		"keycrm": {{"Номер замовлення", "Служба доставки", "Трекінг-код", "Дата відправлення"},
			{"#1001", "Нова пошта", "20450000000001", "01.11.2026"},
			{"1002", "Укрпошта, Нова пошта", "0500000000002, 20450000000003", "01.11.2026"}},
		"aftership": {{"tracking_number", "courier", "title", "order_id", "destination_country"},
			{"20450000000001", "nova-poshta", "#1001", "#1001", "UKR"},
			{"0500000000002", "ukrposhta", "1002", "1002", "UKR"},
			{"20450000000003", "nova-poshta", "1002", "1002", "UKR"}},
		"excel-1251": {{"Номер замовлення", "Перевізник", "ТТН", "Статус", "Дата відправлення"},
			{"#1001", "Нова пошта", "20450000000001", "Відправлено", "01.11.2026"},
			{"1002", "Укрпошта; Нова пошта", "0500000000002; 20450000000003", "Відправлено", "01.11.2026"}},
	}
}

func TestBuiltInTemplatesGiveWhatTheirSystemsRead(t *testing.T) {
	names, err := templates.Open("").Names(templates.Waybills)
	require.NoError(t, err)
	require.Len(t, names, len(builtIns()))
	for _, name := range names {
		want := builtIns()[name]
		require.NotNil(t, want, name)
		if name != "excel-1251" { // its text form is read below
			require.Equal(t, want, written(t, load(t, name), waybill.CSV, ',', shown()...), name)
		}
		require.Equal(t, want, written(t, load(t, name), waybill.XLSX, 0, shown()...), name)
	}
}

func TestWindows1251(t *testing.T) {
	var out bytes.Buffer
	_, err := load(t, "excel-1251").Write(&out, waybill.CSV, slices.Values(shown()))
	require.NoError(t, err)
	text, err := charmap.Windows1251.NewDecoder().Bytes(out.Bytes())
	require.NoError(t, err)
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	require.NoError(t, err)
	require.Equal(t, builtIns()["excel-1251"], rows)

	out.Reset()
	odd := order("№ 7 \U0001F4E6", parcel("20450000000009", "nova_poshta"))
	done, err := load(t, "excel-1251").Write(&out, waybill.CSV, slices.Values([]waybill.Order{odd, shown()[0]}))
	require.NoError(t, err)
	require.Equal(t, waybill.Written{Rows: 1, Unwritable: []waybill.Unwritable{{Order: odd.Number, Heading: "Номер замовлення"}}}, done,
		"a row whose order number cannot be written is named, not written with a question mark")
	require.NotContains(t, out.String(), "20450000000009")
	_, summed := load(t, "excel-1251").Sum(waybill.CSV, slices.Values([]waybill.Order{odd, shown()[0]}))
	require.Equal(t, done, summed, "Sum tells the same as Write")
	require.Equal(t, "№ 7 \U0001F4E6", written(t, load(t, "excel-1251"), waybill.XLSX, 0, odd)[1][0], "a workbook has every character")
}

func TestWorkbookCellsAreText(t *testing.T) {
	var out bytes.Buffer
	_, err := load(t, "woocommerce-tracking-items").Write(&out, waybill.XLSX, slices.Values([]waybill.Order{
		order("=1+1", parcel("00012345678901", "nova_poshta"))}))
	require.NoError(t, err)
	book, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	defer book.Close()
	sheet := book.GetSheetName(0)
	for _, cell := range []string{"A2", "C2"} {
		kind, err := book.GetCellType(sheet, cell)
		require.NoError(t, err)
		require.Contains(t, []excelize.CellType{excelize.CellTypeInlineString, excelize.CellTypeSharedString}, kind, cell)
	}
	formula, err := book.GetCellFormula(sheet, "A2")
	require.NoError(t, err)
	require.Empty(t, formula)
	value, err := book.GetCellValue(sheet, "C2", excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	require.Equal(t, "00012345678901", value, "zeros in front stay")
	kind, err := book.GetCellType(sheet, "G2")
	require.NoError(t, err)
	require.NotContains(t, []excelize.CellType{excelize.CellTypeInlineString, excelize.CellTypeSharedString}, kind, "a quantity is a number")
}

func TestMatrixifySheetIsNamedOrders(t *testing.T) {
	var out bytes.Buffer
	_, err := load(t, "shopify-matrixify").Write(&out, waybill.XLSX, slices.Values(shown()))
	require.NoError(t, err)
	book, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	require.Equal(t, []string{"Orders"}, book.GetSheetList())
	require.NoError(t, book.Close())
}

// TestHostileCells: what others wrote into numbers is data, in its cell and its row.
func TestHostileCells(t *testing.T) {
	const columns = "columns: [{value: order_number}, {value: carrier}, {value: waybill_number}, {value: tracking_url}]\n" +
		"tracking: {nova_poshta: 'https://np.example/{waybill}'}\n"
	hostile := order("=HYPERLINK(\"http://x\",\"y\")", waybill.Parcel{Waybill: "1,2\"\r\n3\x00;\u202e4&a=b", Carrier: "nova_poshta"},
		waybill.Parcel{Waybill: "+380", Carrier: "-cmd|' /C calc'!A0"})
	hostile.Parcels[1].State = "\xff"
	guarded := written(t, compile(t, head+"defuse: true\n"+columns), waybill.CSV, ',', hostile)
	require.Equal(t, [][]string{{"'=HYPERLINK(\"http://x\",\"y\")", "nova_poshta", "1,2\"  3 ; 4&a=b", "https://np.example/1%2C2%22%0D%0A3%00%3B%E2%80%AE4%26a%3Db"},
		{"'=HYPERLINK(\"http://x\",\"y\")", "'-cmd|' /C calc'!A0", "'+380", ""}}, guarded[1:])
	plain := written(t, compile(t, head+columns), waybill.CSV, ',', hostile)
	require.Equal(t, "=HYPERLINK(\"http://x\",\"y\")", plain[1][0])
	book := written(t, compile(t, head+columns), waybill.XLSX, 0, hostile)
	require.Equal(t, "=HYPERLINK(\"http://x\",\"y\")", book[1][0], "a text cell needs no guard")
	require.Equal(t, "1,2\"  3 ; 4&a=b", book[1][2])
}

func TestNotation(t *testing.T) {
	var out bytes.Buffer
	_, err := compile(t, head+`
bom: true
delimiter: tab
line_end: lf
headings: false
rows: order
join: ' + '
date: yyyy-mm-dd hh:mm
zone: UTC
carriers: {nova_poshta: NP}
columns:
  - {value: order_number_plain}
  - {value: external_id}
  - {value: waybill_number}
  - {value: carrier_name, words: {NP: Нова}, other: інший}
  - {value: status, words: {shipped: '2'}}
  - {value: shipped}
  - {value: created}
  - {constant: '=так'}
`).Write(&out, waybill.CSV, slices.Values(shown()))
	require.NoError(t, err)
	require.Equal(t, "\ufeff1001\tKC-#1001\t20450000000001\tНова\t2\t2026-10-31 23:30\t2026-10-31 23:30\t=так\n"+
		"1002\tKC-1002\t0500000000002 + 20450000000003\tінший + Нова\t2\t2026-10-31 23:30\t2026-10-31 23:30\t=так\n", out.String())
}

func TestWhichOrdersAreInTheFile(t *testing.T) {
	template := load(t, "csv")
	for status, taken := range map[string]bool{"new": true, "shipped": true, "delivered": true, "completed": true, "returning": true,
		"on_hold": true, "a new word": true, "": true, "cancelled": false, "returned": false} {
		o := order("1", parcel("20450000000001", "nova_poshta"))
		o.Status = status
		require.Equal(t, taken, template.Takes(o), status)
	}
	require.False(t, template.Takes(order("1")), "without a waybill")
	all := compile(t, head+"leave_out: []\ncolumns: [{value: order_id}, {value: waybill_number}]\n")
	o := order("1", parcel("20450000000001", "nova_poshta"))
	o.Status = "cancelled"
	require.True(t, all.Takes(o))
}

func TestWordsStandForValuesAndBlanks(t *testing.T) {
	template := load(t, "woocommerce-tracking")
	for status, want := range map[string]string{"": "0", "new": "0", "assembling": "0", "shipped": "1", "a new word": "1"} {
		o := order("1", parcel("20450000000001", "meest"))
		o.Status = status
		require.Equal(t, want, written(t, template, waybill.CSV, ',', o)[1][4], status)
	}
	plain := compile(t, head+"columns: [{value: order_id}, {value: waybill_number}, {value: parcel_state, words: {created: c}, other: o}]\n")
	o := order("1", waybill.Parcel{Waybill: "1"})
	require.Equal(t, "", written(t, plain, waybill.CSV, ',', o)[1][2], "other stands for no blank")
}

func TestSumChangesWithWhatTheFileHolds(t *testing.T) {
	template := load(t, "prom")
	sum, done := template.Sum(waybill.CSV, slices.Values(shown()))
	require.Equal(t, 3, done.Rows)
	again, _ := template.Sum(waybill.CSV, slices.Values(shown()))
	require.Equal(t, sum, again)
	unseen := shown()
	unseen[0].Status, unseen[0].UpdatedAt = "delivered", at.Add(time.Hour)
	same, _ := template.Sum(waybill.CSV, slices.Values(unseen))
	require.Equal(t, sum, same, "the template shows no status")
	for what, change := range map[string]func([]waybill.Order) []waybill.Order{
		"waybill": func(o []waybill.Order) []waybill.Order { o[0].Parcels[0].Waybill = "20450000000007"; return o },
		"carrier": func(o []waybill.Order) []waybill.Order { o[0].Parcels[0].Carrier = "meest"; return o },
		"order":   func(o []waybill.Order) []waybill.Order { return o[1:] },
		"sorting": func(o []waybill.Order) []waybill.Order { slices.Reverse(o); return o },
	} {
		other, _ := template.Sum(waybill.CSV, slices.Values(change(shown())))
		require.NotEqual(t, sum, other, what)
	}
	other, _ := template.Sum(waybill.XLSX, slices.Values(shown()))
	require.NotEqual(t, sum, other, "another format")
	other, _ = load(t, "csv").Sum(waybill.CSV, slices.Values(shown()))
	require.NotEqual(t, sum, other, "another template")
}

func TestMistakesAreNamed(t *testing.T) {
	const columns = "columns: [{value: order_number}, {value: waybill_number}]\n"
	for want, text := range map[string]string{
		`t.yaml:4:1: unknown key "colums": did you mean "columns"?`:                                                                head + "colums: []\n",
		`t.yaml:2:7: kind must be waybills, not "feed"`:                                                                            "name: a\nkind: feed\nformat: csv\n" + columns,
		`t.yaml:3:9: format must be csv or xlsx, not "pdf"; the ending of out decides in the end`:                                  "name: a\nkind: waybills\nformat: pdf\n" + columns,
		`t.yaml:4:19: unknown value "order_numbr": did you mean "order_number"?`:                                                   head + "columns: [{value: order_numbr}]\n",
		`t.yaml:4:12: unknown delimiter ":": one of: ,, ;, tab, |`:                                                                 head + "delimiter: ':'\n" + columns,
		`t.yaml:4:7: unknown date "dd.mm.yyy": did you mean "dd.mm.yyyy"?`:                                                         head + "date: dd.mm.yyy\n" + columns,
		`t.yaml:4:11: unknown encoding "cp866": one of: utf-8, windows-1251`:                                                       head + "encoding: cp866\n" + columns,
		`t.yaml:4:7: rows: order needs join, the text between several waybills of an order, such as ', '`:                          head + "rows: order\n" + columns,
		`t.yaml:4:7: a row has one waybill where rows is waybill: there is nothing to join`:                                        head + "join: ', '\n" + columns,
		`t.yaml:4:19: sku needs rows: item, a row for each line of an order`:                                                       head + "columns: [{value: sku}]\n",
		`t.yaml:1:7: no column has the value waybill_number`:                                                                       head + "columns: [{value: order_id}]\n",
		`t.yaml:1:7: no column tells the order: one must have the value order_number, order_number_plain, external_id or order_id`: head + "columns: [{value: waybill_number}]\n",
		`t.yaml:4:19: a column has a value or a constant, one of the two`:                                                          head + "columns: [{value: order_id, constant: a}]\n",
		`t.yaml:4:41: two columns have the heading "order_id"`:                                                                     head + "columns: [{value: order_id}, {constant: a, heading: order_id}]\n",
		`t.yaml:4:19: tracking of meest: "https://meest.example" is no address with {waybill} in it`:                               head + "tracking: {meest: 'https://meest.example'}\n" + columns,
		`t.yaml:4:7: zone "Europe/Kyivv" is not known: write one such as Europe/Kyiv or UTC`:                                       head + "zone: Europe/Kyivv\n" + columns,
		`t.yaml:4:8: "a/b" cannot name a sheet: at most 31 characters, and none of : \ / ? * [ ] '`:                                head + "sheet: a/b\n" + columns,
		`t.yaml:5:31: windows-1251 has no characters for the column "日"`:                                                           head + "encoding: windows-1251\ncolumns: [{heading: 日, value: order_id}, {value: waybill_number}]\n",
		`t.yaml:1:7: a template needs columns`:                                                                                     head,
	} {
		t.Run(want, func(t *testing.T) {
			_, err := waybill.Compile("t.yaml", []byte(text))
			require.Error(t, err)
			got := err.Error()
			if hint := failure.Hint(err); hint != "" {
				got += ": " + hint
			}
			require.Equal(t, want, got)
		})
	}
}
