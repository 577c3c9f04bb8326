package handover

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

func ptr(text string) *string { return &text }

// order is one of two lines, paid on delivery.
func order(number string) supplier.NewOrder {
	return supplier.NewOrder{ExternalID: number, Items: []supplier.NewItem{{SKU: "007", Quantity: 2, Price: money.Must("450.50")}, {SKU: "=MS", Quantity: 1}},
		Recipient: supplier.Recipient{Name: "Петренко Іван", Phone: "+380670000101", Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "locker",
			City: "Миколаївка", Region: ptr("Одеська область"), BranchNumber: ptr("12")}},
		Payment: supplier.Payment{Method: "cod", CODAmount: money.Must("901")}, Comment: ptr("=не телефонувати")}
}

func load(t *testing.T, name string) *Template {
	t.Helper()
	template, err := Load(templates.Open(""), name)
	require.NoError(t, err)
	return template
}

var day = time.Date(2026, 11, 29, 16, 0, 0, 0, time.UTC)

func TestCSV1251(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, load(t, "generic-csv-1251").write(&out, []supplier.NewOrder{order("1001")}, day))
	text, err := charmap.Windows1251.NewDecoder().String(out.String())
	require.NoError(t, err)
	require.Equal(t, "Номер замовлення;Дата;Артикул;Кількість;Ціна продажу;ПІБ отримувача;Телефон;E-mail;Перевізник;Спосіб доставки;Область;Район;Місто;Номер відділення;Адреса;Індекс;Оплата;Сума накладеного платежу;ТТН;Коментар\r\n"+
		"1001;29.11.2026;007;2;450,50;Петренко Іван;+380670000101;;Нова пошта;Поштомат;Одеська область;;Миколаївка;12;;;Накладений платіж;901,00;;'=не телефонувати\r\n"+
		"1001;29.11.2026;=MS;1;;Петренко Іван;+380670000101;;Нова пошта;Поштомат;Одеська область;;Миколаївка;12;;;Накладений платіж;;;'=не телефонувати\r\n", text)
}

// TestWorkbook: SKU and phone stay texts, quantities and amounts are numbers, and the amount
// stands once.
func TestWorkbook(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, load(t, "generic-xlsx").write(&out, []supplier.NewOrder{order("1001"), order("1002")}, day))
	book, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	defer book.Close()
	rows, err := book.GetRows("Замовлення")
	require.NoError(t, err)
	require.Len(t, rows, 5)
	for cell, want := range map[string]string{"A2": "1001", "C2": "007", "D2": "2", "E2": "450.5", "G2": "+380670000101", "R2": "901", "R3": "", "C3": "=MS", "A5": "1002"} {
		got, err := book.GetCellValue("Замовлення", cell)
		require.NoError(t, err)
		require.Equal(t, want, got, cell)
	}
	formula, err := book.GetCellFormula("Замовлення", "C3")
	require.NoError(t, err)
	require.Empty(t, formula)
	for cell, numeric := range map[string]bool{"A2": false, "C2": false, "D2": true, "R2": true} {
		kind, err := book.GetCellType("Замовлення", cell)
		require.NoError(t, err)
		require.Equal(t, numeric, kind == excelize.CellTypeNumber || kind == excelize.CellTypeUnset, cell)
	}
}

func TestOneRowAnOrder(t *testing.T) {
	t.Parallel()
	template := load(t, "order-row-xlsx")
	rows := template.records(order("1001"))
	require.Len(t, rows, 1)
	texts := template.texts(rows[0])
	require.Contains(t, texts, "007 × 2; =MS × 1")
	require.Contains(t, texts, "Миколаївка (Одеська область)", "no column has the region, and places of one name are many")
	require.Contains(t, texts, "901.00")
}

// small is a template without most columns.
const small = `name: small
kind: handover
format: csv
encoding: windows-1251
carrier: nova_poshta
columns:
  - {value: order_number}
  - {value: name}
  - {value: phone}
  - {value: city}
  - {value: branch_number}
  - {value: sku}
  - {value: quantity}
  - heading: pay
    value: payment
    words: {cod: C}
`

// TestWhatCannotBeSaidIsRefused: an order whose comment, amount or place no column shows does
// not go out without it.
func TestWhatCannotBeSaidIsRefused(t *testing.T) {
	t.Parallel()
	template, err := Compile("small.yaml", []byte(small))
	require.NoError(t, err)
	plain := func(change func(*supplier.NewOrder)) supplier.NewOrder {
		o := order("1")
		o.Comment, o.Payment.CODAmount, o.Recipient.Delivery.Type = nil, money.Amount{}, "branch"
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		change func(*supplier.NewOrder)
		want   string
	}{
		"fits":      {func(*supplier.NewOrder) {}, ""},
		"comment":   {func(o *supplier.NewOrder) { o.Comment = ptr("x") }, "the template small has no column for what the order says: comment."},
		"amount":    {func(o *supplier.NewOrder) { o.Payment.CODAmount = money.Must("5") }, "says: cod_amount."},
		"waybill":   {func(o *supplier.NewOrder) { o.WaybillNumber = ptr("2045") }, "says: waybill_number."},
		"address":   {func(o *supplier.NewOrder) { o.Recipient.Delivery.Address = ptr("a") }, "says: address."},
		"email":     {func(o *supplier.NewOrder) { o.Recipient.Email = ptr("a@b.example") }, "says: email."},
		"postcode":  {func(o *supplier.NewOrder) { o.Recipient.Delivery.PostalCode = ptr("01001") }, "says: postal_code."},
		"type":      {func(o *supplier.NewOrder) { o.Recipient.Delivery.Type = "locker" }, "says: delivery_type."},
		"carrier":   {func(o *supplier.NewOrder) { o.Recipient.Delivery.Carrier = "meest" }, "says: carrier."},
		"word":      {func(o *supplier.NewOrder) { o.Payment.Method = "prepaid" }, `has no word for "prepaid" in the column "pay": add it to the words of the column payment`},
		"character": {func(o *supplier.NewOrder) { o.Recipient.Name = "李" }, `windows-1251 has no character "李" (column "name")`},
	} {
		h, err := New(Options{Template: template, Language: wording.English})
		require.NoError(t, err)
		_, err = h.EncodeOrder(plain(c.change))
		if c.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorContains(t, err, c.want, name)
	}
}

func TestTemplateMistakes(t *testing.T) {
	t.Parallel()
	for want, change := range map[string][2]string{
		"kind must be handover":                         {"kind: handover", "kind: waybills"},
		"no column has the value phone":                 {"  - {value: phone}\n", ""},
		"no column has the value sku or items":          {"  - {value: sku}\n", ""},
		"no column has the value carrier":               {"carrier: nova_poshta\n", ""},
		`unknown value "citi"`:                          {"value: city", "value: citi"},
		"rows: order needs join":                        {"carrier:", "rows: order\ncarrier:"},
		"items shows all lines in one cell":             {"carrier:", "rows: order\njoin: '; '\ncarrier:"},
		`two columns have the heading "name"`:           {"- {value: phone}", "- {value: phone, heading: name}"},
		`windows-1251 has no characters for the column`: {"heading: pay", "heading: 李"},
		`unknown encoding "latin"`:                      {"windows-1251", "latin"},
		"words belong to a column with a value":         {"value: payment", "constant: x"},
	} {
		_, err := Compile("small.yaml", bytes.Replace([]byte(small), []byte(change[0]), []byte(change[1]), 1))
		require.ErrorContains(t, err, want)
		var located *strictyaml.Error
		require.ErrorAs(t, err, &located)
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"generic-xlsx", "generic-csv-1251", "order-row-xlsx"} {
		var out bytes.Buffer
		preview, err := load(t, name).Preview(&out, wording.English, day)
		require.NoError(t, err)
		require.NotZero(t, out.Len())
		for _, one := range preview.Orders {
			require.Empty(t, one.Refused, name)
			require.Len(t, one.Rows[0], len(preview.Headings))
		}
	}
	template, err := Compile("small.yaml", []byte(small))
	require.NoError(t, err)
	preview, err := template.Preview(&bytes.Buffer{}, wording.English, day)
	require.NoError(t, err)
	require.Contains(t, preview.Orders[1].Refused, "comment")
}
