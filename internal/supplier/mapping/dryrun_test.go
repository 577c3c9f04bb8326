package mapping

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

const goldenRuns = "testdata/dryrun.json"

// TestDryRunIsGolden: what people approve, and what fingerprints are made of, changes
// only knowingly. DROPBRIDGE_UPDATE=1 writes it anew.
func TestDryRunIsGolden(t *testing.T) {
	own, err := compileOrders(`  split_name: last first middle
  constants: {source: dropbridge}
  body:
    external_id: externalId
    items: {at: products, fields: {sku: sku, quantity: amount, price: {at: costPerItem, as: number}}}
    recipient_last_name: lName
    recipient_first_name: fName
    recipient_middle_name: mName
    recipient_phone: {at: phone, without: "+"}
    carrier: {at: delivery.service, map: {ukrposhta: 2, meest: 3}}
    delivery_type: {skip: true}
    city: delivery.city
    branch_number: delivery.branch
    payment_method: {at: payment, map: {prepaid: 1}}
`)
	require.NoError(t, err)
	program, err := compileOrders("  jq: '{id: .external_id, phone: .recipient.phone, cod: ((.payment.cod_amount // \"0\") | tonumber), goods: [.items[] | {sku, n: .quantity}], fixed: 0}'\n")
	require.NoError(t, err)
	all := map[string][]DryRun{}
	for name, m := range map[string]*Program{"default": defaultMapping(t), "own": own, "program": program} {
		if all[name], err = m.DryRun(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := json.MarshalIndent(all, "", "  ")
	require.NoError(t, err)
	if os.Getenv("DROPBRIDGE_UPDATE") != "" {
		require.NoError(t, os.WriteFile(goldenRuns, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(goldenRuns)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got)+"\n")
}

func TestDryRunSaysWhatIsRefused(t *testing.T) {
	m, err := compileOrders(strings.Replace(suppliertest.SmallBody, "payment_method: {skip: true}", "payment_method: {at: p, map: {prepaid: 1}}\n    cod_amount: cod", 1))
	require.NoError(t, err)
	runs, err := m.DryRun()
	require.NoError(t, err)
	require.Contains(t, runs[0].Refused, `payment_method "cod" is not in the supplier's mapping, which has prepaid`)
	require.Nil(t, runs[0].Body)
	require.Equal(t, []string{"address: no line in the mapping"}, runs[1].LeftOut)
	require.JSONEq(t, `{"externalId":"EXAMPLE-1002","products":[{"sku":"EXAMPLE-1","amount":2,"price":"450.10"},{"sku":"EXAMPLE-2","amount":1,"price":"1320.00"}],
		"name":"Зразкова Олена Іванівна","phone":"+380000000001","p":1}`, string(runs[1].Body))

	m, err = compileOrders(strings.Replace(suppliertest.SmallBody, "    payment_method: {skip: true}\n", "", 1))
	require.NoError(t, err)
	runs, err = m.DryRun()
	require.ErrorIs(t, err, errNoExamples, "each order has a payment method")
	require.Len(t, runs, 3)

	_, err = mappingWithout(t, "create_order").DryRun()
	require.ErrorIs(t, err, ErrNoCreation)
}

// TestDryRunOrdersRealProducts: the examples order products that are known, by the ids that an
// order has of them; what is not known stays as it is looked up.
func TestDryRunOrdersRealProducts(t *testing.T) {
	for name, c := range map[string]struct{ take, first, sent string }{
		"ids":         {"take: id, as: number", "101", "101"},
		"texts":       {"take: id", `"101"`, "101"},
		"their group": {"take: group_id", `"g1"`, "g1"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := compileOrders("  encode: form\n" + strings.Replace(suppliertest.SmallBody, "sku: sku,", "sku: {at: id, lookup: products, "+c.take+"},", 1))
			require.NoError(t, err)
			runs, err := m.DryRun(orderbody.Product{SKU: "KB-01", ID: "101", GroupID: "g1"}, orderbody.Product{SKU: "KB-02"})
			require.NoError(t, err)
			require.Contains(t, string(runs[1].Body), `"products":[{"id":`+c.first+`,"amount":2,`)
			require.Contains(t, string(runs[1].Body), `{"$product":{"sku":"KB-02",`, "of which no id is known")
			require.Contains(t, runs[1].Sent, "products%5B0%5D%5Bid%5D="+c.sent+"&")
			require.Contains(t, runs[1].Sent, "of+KB-02")
		})
	}
	m, err := compileOrders(strings.Replace(suppliertest.SmallBody, "sku: sku,", "sku: {at: id, lookup: products, take: id, as: number},", 1))
	require.NoError(t, err)
	runs, err := m.DryRun(orderbody.Product{SKU: "KB-01", ID: "p-101"})
	require.ErrorIs(t, err, errNoExamples)
	require.Contains(t, runs[1].Refused, `the product's id "p-101" is no number, and the mapping sends it as one`)
}

func TestOrderFingerprint(t *testing.T) {
	const base = "https://supplier.example/"
	text := suppliertest.DefaultYAML(t)
	print := func(old, new string) string {
		t.Helper()
		require.Contains(t, text, old)
		m, err := Compile("my.yaml", []byte(strings.Replace(text, old, new, 1)))
		require.NoError(t, err)
		return m.OrderFingerprint(base)
	}
	whole := print("", "")
	require.Len(t, whole, 64)
	require.Equal(t, whole, defaultMapping(t).OrderFingerprint("https://supplier.example"))
	require.NotEqual(t, whole, defaultMapping(t).OrderFingerprint("https://other.example"))
	require.Empty(t, mappingWithout(t, "create_order").OrderFingerprint(base))

	for _, same := range [][2]string{
		{"  request: POST /api/orders", "  # a comment\n\n  request:   'POST /api/orders' # another"},
		{"name: default", "name: other"},
		{"description: the", "description: a"},
		{"    comment: comment\n\nshipments", "    comment: {at: comment}\n\nshipments"},
		{"    url: url", "    url: link"},
		{"  request: GET /api/shipments", "  request: GET /shipments"},
		{"  request: GET /api/finance/ledger", "  request: GET /ledger"},
	} {
		require.Equal(t, whole, print(same[0], same[1]), same[1])
	}
	seen := map[string]bool{whole: true}
	for _, other := range [][2]string{
		{"  size: 200", "  size: 100"}, // an order is looked for in a list
		{"  next_link: links.next", "  # none"},
		{"  request: POST /api/orders", "  request: POST /orders"},
		{"    comment: comment\n\nshipments", "    comment: text\n\nshipments"},
		{"    comment: comment\n\nshipments", "    comment: {skip: true}\n\nshipments"},
		{"    carrier: recipient.delivery.carrier\n    delivery_type: recipient.delivery.type\n    city: recipient.delivery.city\n    city_ref: recipient.delivery.city_ref\n    branch_number: recipient.delivery.branch_number\n    branch_ref: recipient.delivery.branch_ref\n    address: recipient.delivery.address\n    payment_method: payment.method\n    cod_amount: payment.cod_amount\n    waybill",
			"    carrier: {at: c, map: {nova_poshta: 1, meest: 2}}\n    delivery_type: recipient.delivery.type\n    city: recipient.delivery.city\n    city_ref: recipient.delivery.city_ref\n    branch_number: recipient.delivery.branch_number\n    branch_ref: recipient.delivery.branch_ref\n    address: recipient.delivery.address\n    payment_method: payment.method\n    cod_amount: payment.cod_amount\n    waybill"},
		{"  409: conflict", "  409: rejected"},
		{"  detail: detail\n", "  detail: message\n"},
		{"  order: . #", "  order: data #"},
		{"  order: . #", "  fields: {id: orderId}\n  order: . #"},
		{"    external_id: external_id\n", "    external_id: number\n"},
		{"    external_id: external_id # our own", "    external_id: ext # our own"},
		{"  header: Authorization", "  header: X-Token"},
		{"  kind: external_id", "  kind: none"},
		{"  list: data # needed", "  list: records # needed"},
		{"times: rfc3339", "types: loose\ntimes: rfc3339"},
		{"    waybill_number: waybill_number\n    comment: comment\n\nshipments", "    waybill_number: waybill_number\n    comment: comment\n  constants: {a: 1}\n\nshipments"},
		{"    waybill_number: waybill_number\n    comment: comment\n\nshipments", "    waybill_number: waybill_number\n    comment: comment\n  constants: {a: '1'}\n\nshipments"},
	} {
		changed := print(other[0], other[1])
		require.False(t, seen[changed], other[1])
		seen[changed] = true
	}
}
