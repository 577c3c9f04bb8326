package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
)

// own is a small profile of one's own.
const own = `name: own
headings:
  order_number: {then: [deal]}
  recipient_name: {then: [client]}
  phone: {then: [mobile]}
  sku: {then: [code]}
  quantity: {then: [pieces]}
words: {payments: {cod: [pay later]}, total_row: [sum]}
defaults: {carrier: meest, payment_method: balance}
`

func TestProfileOfOnesOwn(t *testing.T) {
	p, err := ordertemplate.Compile("own.yaml", []byte(own))
	require.NoError(t, err)
	require.Equal(t, "own", p.Name())
	path := writeTemp(t, "a.csv", []byte(lines("Deal,Client,Mobile,Code,Pieces", "1,A,0670000101,KB-01,2", "Sum: 1,,,,2")))
	r := readWith(t, path, Options{Profile: p})
	requireReading(t, r, VerdictOK, []string{"1 [2] A +380670000101 /branch/ KB-01×2@ balance"}, []string{"3 total_row_skipped"})
	require.Equal(t, "own", r.Template)
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
}

// TestBaseAndOwn: what a template says itself goes before what it extends.
func TestBaseAndOwn(t *testing.T) {
	p, err := ordertemplate.Compile("p.yaml", []byte(`name: p
extends: generic
headings:
  quantity: {then: [price]}
  price: {then: ["Sum (line)"]}
  order_total: {then: ["Sum (order)"]}
unused: [order, "Sum (tax)"]
words: {payments: {cod: [курʼєру]}}
defaults: {carrier: meest, payment_method: cod}
`))
	require.NoError(t, err)
	text := lines("Order;Order number;Name;Phone;SKU;Price;Sum (line);Sum (tax);Sum (order);Payment method",
		"x;1;A;0670000101;KB-01;2;50;7;100;", "x;2;B;0670000102;KB-02;1;50;7;50;Кур'єру", "x;3;C;0670000103;KB-02;1;50;7;50;Передоплата")
	r := readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: p})
	requireReading(t, r, VerdictOK, []string{"1 [2] A +380670000101 /branch/ KB-01×2@50.00 cod=100.00", "2 [3] B +380670000102 /branch/ KB-02×1@50.00 cod=50.00",
		"3 [4] C +380670000103 /branch/ KB-02×1@50.00 prepaid"}, nil)
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
	r = readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: p, Carrier: "ukrposhta", PaymentMethod: "balance"})
	require.Equal(t, "ukrposhta", r.Orders[0].Recipient.Delivery.Carrier, "the source's own goes before")
	require.Equal(t, "balance", r.Orders[0].Payment.Method)
}

// TestItemsAfterProduct: item columns belong to the numbered product before them.
func TestItemsAfterProduct(t *testing.T) {
	p, err := ordertemplate.Compile("p.yaml", []byte("name: p\nextends: generic\nitems: after_product\n"))
	require.NoError(t, err)
	r := readWith(t, writeTemp(t, "a.csv", []byte(lines("Order;Name;Phone;Product 1;SKU;Quantity;Product 2;Quantity;SKU;SKU 3;Quantity 3",
		"1;A;0670000101;x;KB-01;1;y;2;KB-02;KB-03;3", "2;B;0670000102;x;KB-01;1;;;;;"))), Options{Profile: p})
	requireReading(t, r, VerdictOK, []string{"1 [2] A +380670000101 /branch/ KB-01×1@ KB-02×2@ KB-03×3@ prepaid", "2 [3] B +380670000102 /branch/ KB-01×1@ prepaid"}, nil)
	require.Equal(t, orders.LayoutWide, r.Layout)
}
