package learn

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// strangeOrders are orders whose totals are called like nothing that is known.
const strangeOrders = `{"orders":[
{"id":5001,"external_id":"A-1001","status":"new","z1":"500.00","z2":"320.00","z3":"180.00","city":"Київ","items":[{"sku":"S-1","quantity":2,"price":"250.00","drop_price":"160.00"}]},
{"id":5002,"external_id":"A-1002","status":"new","z1":"90.00","z2":"60.00","z3":"30.00","city":"Львів","items":[{"sku":"S-2","quantity":1,"price":"90.00","drop_price":"60.00"}]},
{"id":5003,"external_id":"A-1003","status":"shipped","z1":"340.00","z2":"220.00","z3":"120.00","city":"Одеса","items":[{"sku":"S-1","quantity":1,"price":"250.00","drop_price":"160.00"},{"sku":"S-2","quantity":1,"price":"90.00","drop_price":"60.00"}]}]}`

func learnFiles(t *testing.T, files map[string]string, names ...string) *proposal.Proposal {
	t.Helper()
	p, err := Propose(t.Context(), Options{Sources: writeFiles(t, files, names...)})
	require.NoError(t, err)
	return p
}

// Totals are what the lines of each order come to, whatever they are called.
func TestTotalsAreProvenByTheLines(t *testing.T) {
	p := learnFiles(t, map[string]string{"orders.json": strangeOrders}, "orders.json")
	require.Equal(t, []string{"z1", "z2", "z3"}, []string{pathIn(p, "orders", "total_retail"), pathIn(p, "orders", "total_drop"), pathIn(p, "orders", "total_profit")})
	p = learnFiles(t, map[string]string{"orders.json": strings.Replace(strangeOrders, `"90.00","z2"`, `"91.00","z2"`, 1)}, "orders.json")
	require.Empty(t, pathIn(p, "orders", "total_retail"), "one row does not come to it")
	named := strings.ReplaceAll(strings.ReplaceAll(strangeOrders, `"z1"`, `"sum"`), `"z2"`, `"total"`)
	p = learnFiles(t, map[string]string{"orders.json": named}, "orders.json")
	require.Equal(t, []string{"sum", "total"}, []string{pathIn(p, "orders", "total_retail"), pathIn(p, "orders", "total_drop")}, "the lines say more than names")
}

// ledgerOf is a ledger of holds and accruals, with the members that a row's format names.
func ledgerOf(newestFirst bool, row func(i, amount, balance int) string) string {
	var rows []string
	balance := 0
	for i, amount := range []int{-100, 250, -100, 100, -40} {
		balance += amount
		kind := map[bool]string{true: "reserve", false: "income"}[i%2 == 0]
		rows = append(rows, fmt.Sprintf(`{"id":%d,"type":"%s","date":"2026-11-%02dT10:00:00Z",%s}`, i+1, kind, i+1, row(i, amount, balance)))
	}
	if newestFirst {
		for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
			rows[i], rows[j] = rows[j], rows[i]
		}
	}
	return `{"transactions":[` + strings.Join(rows, ",") + `]}`
}

// A balance that holds move too is what can be withdrawn; where nothing tells, it is left out.
func TestTheBalanceIsToldByTheAmounts(t *testing.T) {
	signed := func(_, amount, balance int) string { return fmt.Sprintf(`"amount":%d,"balance":%d`, amount, balance) }
	for _, newest := range []bool{false, true} {
		p := learnFiles(t, map[string]string{"ledger.json": ledgerOf(newest, signed)}, "ledger.json")
		require.Equal(t, []string{"balance", ""}, []string{pathIn(p, "ledger", "balance_available"), pathIn(p, "ledger", "balance_posted")})
		require.Equal(t, newest, strings.Contains(p.Mapping, "\n  order: newest_first"))
	}
	other := func(i, amount, balance int) string { return fmt.Sprintf(`"amount":%d,"balance":%d`, amount, balance+i) }
	p := learnFiles(t, map[string]string{"ledger.json": ledgerOf(false, other)}, "ledger.json")
	require.Equal(t, []string{"", ""}, []string{pathIn(p, "ledger", "balance_available"), pathIn(p, "ledger", "balance_posted")})
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "ledger: balance is a balance")
}

// Two columns are one amount, and the balance tells which of them comes to the reseller.
func TestDebitAndCreditAreTheAmount(t *testing.T) {
	columns := func(debit, credit string) func(_, amount, balance int) string {
		return func(_, amount, balance int) string {
			side, size := credit, amount
			if amount < 0 {
				side, size = debit, -amount
			}
			return fmt.Sprintf(`"debit":"","credit":"","%s":"%d.00","balance":"%d.00"`, side, size, balance)
		}
	}
	p := learnFiles(t, map[string]string{"ledger.json": ledgerOf(false, columns("debit", "credit"))}, "ledger.json")
	require.Equal(t, "{plus: credit, minus: debit}", pathIn(p, "ledger", "amount"))
	require.Equal(t, "balance", pathIn(p, "ledger", "balance_available"))
	p = learnFiles(t, map[string]string{"ledger.json": ledgerOf(false, columns("credit", "debit"))}, "ledger.json")
	require.Equal(t, "{plus: debit, minus: credit}", pathIn(p, "ledger", "amount"))
}

// Parcels name their orders by numbers that orders have, whatever the member is called.
func TestOrdersAreKnownByTheirNumbers(t *testing.T) {
	parcels := `{"shipments":[{"id":1,"tracking_number":"20450000000001","q":"A-1001","w":5001},{"id":2,"tracking_number":"20450000000002","q":"A-1002","w":5002},
{"id":3,"tracking_number":"20450000000003","q":"A-1003","w":5003}]}`
	p := learnFiles(t, map[string]string{"orders.json": strangeOrders, "shipments.json": parcels}, "orders.json", "shipments.json")
	require.Equal(t, []string{"q", "w"}, []string{pathIn(p, "shipments", "external_id"), pathIn(p, "shipments", "order_id")})
	p = learnFiles(t, map[string]string{"orders.json": strangeOrders, "shipments.json": strings.Replace(parcels, "A-1003", "B-7", 1)}, "orders.json", "shipments.json")
	require.Empty(t, pathIn(p, "shipments", "external_id"))
}

// A name that stands only by its languages is the name all the same.
func TestNamesByLanguageAlone(t *testing.T) {
	p := learnFiles(t, map[string]string{"products.json": `{"products":[{"id":1,"article":"A-1","title":{"ua":"Лампа","ru":"Светильник"},"price_drop":"10.00"},
{"id":2,"article":"A-2","title":{"ua":"Миска","ru":"Миска"},"price_drop":"12.00"}]}`}, "products.json")
	require.Equal(t, []string{"title.ua", "title.ua", "title.ru"}, []string{pathIn(p, "products", "name"), pathIn(p, "products", "name_uk"), pathIn(p, "products", "name_ru")})
}

// An object that only wraps the record says nothing of what it holds: GraphQL's node, and the
// attributes of JSON:API. What may count records or pages counts neither.
func TestRecordsMayBeWrapped(t *testing.T) {
	for around, inner := range map[string]string{
		`{"data":{"products":{"edges":[%s],"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}}`: `{"cursor":"c%[1]d","node":{"id":"g%[1]d","sku":"A-%[1]d","title":"Чайник скляний","drop_price":"10.00"}}`,
		`{"data":[%s],"meta":{"page":{"total":50}}}`:                                           `{"type":"product","id":"%[1]d","attributes":{"sku":"A-%[1]d","title":"Чайник скляний","drop_price":"10.00"}}`,
	} {
		data := fmt.Sprintf(around, fmt.Sprintf(inner, 1)+","+fmt.Sprintf(inner, 2))
		p, err := Propose(t.Context(), Options{Sources: writeFiles(t, map[string]string{"a.json": data}, "a.json"), Paths: map[string]string{"products": "/goods"}})
		require.NoError(t, err)
		wrapper, id := "node.", "node.id"
		if strings.Contains(data, "attributes") {
			wrapper, id = "attributes.", "id"
		}
		require.Equal(t, []string{id, wrapper + "sku", wrapper + "title", wrapper + "drop_price"},
			[]string{pathIn(p, "products", "id"), pathIn(p, "products", "sku"), pathIn(p, "products", "name"), pathIn(p, "products", "drop_price")})
		require.NotContains(t, p.Mapping, "total")
	}
	p := learnFiles(t, map[string]string{"products.json": `{"products":[{"id":1,"sku":"A-1","name":"Лампа","drop_price":"10.00","attributes":[{"name":"Колір","value":"білий"}]},{"id":2,"sku":"A-2","name":"Миска","drop_price":"12.00","attributes":[]}]}`}, "products.json")
	require.Equal(t, "name", pathIn(p, "products", "name"), "a list of attributes wraps nothing")
}

// A refusal under a good status has no records, and is no empty list.
func TestARefusalIsNoEmptyList(t *testing.T) {
	for data, want := range map[string]string{
		`{"success":false,"error":{"code":401,"message":"Bad token"}}`: `products: this answer is a refusal ("Bad token"), and no list: check the token, or save an answer with the list`,
		`{"status":"error","message":"Bad key","data":[]}`:             `products: this answer is a refusal ("Bad key"), and no list: check the token, or save an answer with the list`,
		`{"success":false,"data":[]}`:                                  `products: this answer is a refusal ("false"), and no list: check the token, or save an answer with the list`,
		`{"success":true,"status":200,"data":[]}`:                      "",
		`{"status":"OK","error":0,"data":[]}`:                          "",
	} {
		p, err := Propose(t.Context(), Options{Sources: writeFiles(t, map[string]string{"a.json": data}, "a.json"), Paths: map[string]string{"products": "/goods"}})
		require.NoError(t, err)
		var said []string
		for _, look := range p.LookAt {
			if strings.Contains(wording.Message(look).String(), "refusal") {
				said = append(said, wording.Message(look).String())
			}
		}
		require.Equal(t, want, strings.Join(said, " "), data)
	}
}

// Orders that have a name in parts alone have it whole too, for whoever reads them.
func TestNamesArePutTogether(t *testing.T) {
	p := learnFiles(t, map[string]string{"orders.json": `{"orders":[{"id":1,"status":"new","last_name":"Зразкова","first_name":"Олена"},{"id":2,"status":"new","last_name":"Зразковий","first_name":"Іван"}]}`}, "orders.json")
	require.Equal(t, `{at: [last_name, first_name], join: " "}`, pathIn(p, "orders", "recipient_name"))
}

// What stands at two members that are called alike is told by the words of their values.
func TestCarriersAreToldByTheirWords(t *testing.T) {
	p := learnFiles(t, map[string]string{"orders.json": `{"orders":[{"id":1,"status":"new","delivery_type":"Нова пошта","delivery_way":"відділення","branch_no":"3"},
{"id":2,"status":"new","delivery_type":"Укрпошта","delivery_way":"поштомат","branch_no":"4"}]}`}, "orders.json")
	require.Equal(t, `{at: delivery_type, map: {"Нова пошта": nova_poshta, "Укрпошта": ukrposhta}}`, pathIn(p, "orders", "carrier"))
	require.Equal(t, `{at: delivery_way, map: {"відділення": branch, "поштомат": locker}}`, pathIn(p, "orders", "delivery_type"))
	require.Equal(t, "branch_no", pathIn(p, "orders", "branch_number"))
}

// A price that is zero in all rows is none, and what a document marks as only read is not sent.
func TestWhatNobodyFillsInIsLeft(t *testing.T) {
	p := learnFiles(t, map[string]string{"products.json": `{"products":[{"id":1,"sku":"A","name":"Лампа","cost_price":"10.00","price":"15.00","retail_price":0},
{"id":2,"sku":"B","name":"Миска","cost_price":"12.00","price":"18.00","retail_price":0}]}`}, "products.json")
	require.Equal(t, "price", pathIn(p, "products", "rrp"))
	doc := strings.Replace(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `"price":{"type":"string"}`,
		`"amount_to_pay":{"type":"string","description":"Ціна продажу"},"price":{"type":"string","readOnly":true}`, 1)
	require.Contains(t, doc, "readOnly")
	q := learnFiles(t, map[string]string{"doc.json": doc}, "doc.json")
	require.Equal(t, "amount_to_pay", pathIn(q, "create_order", "items.price"))
}

// A state whose name only ends like one is taken where all of its values are its words, and
// kinds of delivery are told by what the description says of their codes.
func TestStatesAreToldByTheirWords(t *testing.T) {
	parcels := `{"shipments":[{"id":1,"declaration_number":"20450000000001","unified_status":"in_transit"},{"id":2,"declaration_number":"20450000000002","unified_status":"delivered"}]}`
	p := learnFiles(t, map[string]string{"shipments.json": parcels}, "shipments.json")
	require.Equal(t, "unified_status", pathIn(p, "shipments", "state"))
	p = learnFiles(t, map[string]string{"shipments.json": strings.Replace(parcels, "in_transit", "paid", 1)}, "shipments.json")
	require.Empty(t, pathIn(p, "shipments", "state"), "one word is none of a parcel's")
	doc := strings.Replace(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `"delivery_type":{"type":"string"}`,
		`"data":{"type":"object","properties":{"kind":{"type":"string","enum":["W2W","W2D"],"description":"W2W — відділення, W2D — кур'єр"}}}`, 1)
	p = learnFiles(t, map[string]string{"doc.json": doc}, "doc.json")
	require.Equal(t, `{at: data.kind, map: {courier: "W2D", branch: "W2W"}}`, pathIn(p, "create_order", "delivery_type"))
}

// Received may be said of the order or of the parcel: beside delivered it is not the parcel.
func TestSecondWordsCountAlone(t *testing.T) {
	orders := `{"orders":[{"id":1,"external_id":"A","status":"received"},{"id":2,"external_id":"B","status":"%s"}]}`
	p := learnFiles(t, map[string]string{"orders.json": fmt.Sprintf(orders, "sent")}, "orders.json")
	require.Equal(t, `{at: status, map: {"received": delivered, "sent": shipped}}`, pathIn(p, "orders", "status"))
	p = learnFiles(t, map[string]string{"orders.json": fmt.Sprintf(orders, "delivered")}, "orders.json")
	require.Equal(t, "status", pathIn(p, "orders", "status"))
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "orders.status: these values are not clear and stay as they are: received")
}

// Entries of one moment have no order in time, and the balance that runs from the last entry to
// the first tells it.
func TestTheOrderOfALedgerIsToldByItsBalance(t *testing.T) {
	signed := func(_, amount, balance int) string { return fmt.Sprintf(`"amount":%d,"balance":%d`, amount, balance) }
	text := regexp.MustCompile(`2026-11-\d\d`).ReplaceAllString(ledgerOf(true, signed), "2026-11-05")
	p := learnFiles(t, map[string]string{"ledger.json": text}, "ledger.json")
	require.Regexp(t, "order: newest_first +# the balance runs from the last entry to the first", p.Mapping)
	require.Equal(t, "balance", pathIn(p, "ledger", "balance_available"))
}

// An order's recipient is who stands beside its place, never who pays for it.
func TestTheRecipientStandsBesideThePlace(t *testing.T) {
	person := func(last, phone, rest string) string {
		return fmt.Sprintf(`{"last_name":"%s","first_name":"Олена","name":"Олена %s","phone":"%s"%s}`, last, last, phone, rest)
	}
	var rows []string
	for i := range 6 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"status":"new","billing_address":%s,"shipping_address":%s}`, i+1, person("Приклад", "+380440000000", `,"city":"Дніпро"`),
			person("Зразкова", "+380670000001", fmt.Sprintf(`,"city":"Львів","address1":"Відділення №%d","zip":"01001"`, i))))
	}
	p := learnFiles(t, map[string]string{"orders.json": `{"orders":[` + strings.Join(rows, ",") + `]}`}, "orders.json")
	for field, path := range map[string]string{"recipient_last_name": "shipping_address.last_name", "recipient_phone": "shipping_address.phone", "city": "shipping_address.city",
		"address": "shipping_address.address1", "delivery_type": ""} {
		require.Equal(t, path, pathIn(p, "orders", field), field)
	}
}

// What only looks like a product's own is left out: the size of a picture, whether it is
// shown. Several values of an attribute are one text.
func TestWhatOnlyLooksLikeItIsLeftOut(t *testing.T) {
	p := learnFiles(t, map[string]string{"products.json": `{"products":[
{"id":1,"title":"Лампа","sku":"A","unit_cost":"10.00","price":"14.00","grams":200,"weight":0.2,"status":"active","images":[{"src":"https://a.example/1.jpg","width":800}],"image":{"src":"https://a.example/1.jpg","height":600},"options":[{"name":"Колір","values":["синій","білий"]}]},
{"id":2,"title":"Миска","sku":"B","unit_cost":"12.00","price":"18.00","grams":300,"weight":0.3,"status":"active","images":[{"src":"https://a.example/2.jpg","width":800}],"image":{"src":"https://a.example/2.jpg","height":600},"options":[{"name":"Колір","values":["синій"]}]}]}`}, "products.json")
	for field, path := range map[string]string{"width_mm": "", "height_mm": "", "availability": "", "attributes": `{at: options, fields: {name: name, value: {at: "values[]", join: ", "}}}`, "weight_g": "grams", "drop_price": "unit_cost", "rrp": "price"} {
		require.Equal(t, path, pathIn(p, "products", field), field)
	}
	entries := `{"transactions":[{"id":1,"type":"charge","amount":"1.00","processed_at":"2026-11-01T10:00:00Z","source_id":77},{"id":2,"type":"charge","amount":"2.00","processed_at":"2026-11-02T10:00:00Z","source_id":78}]}`
	p = learnFiles(t, map[string]string{"transactions.json": entries}, "transactions.json")
	require.Empty(t, pathIn(p, "ledger", "order_external_id"))
}

// A buyer in the record itself is no recipient where the parcel has one of its own, and is one
// where nobody else is there. Phones go out as the service writes them.
func TestABuyerIsTheRecipientWhereNobodyElseIs(t *testing.T) {
	row := `{"entity_id":%d,"ext_order_id":"A-%d","status":"pending","customer_lastname":"Вигадана","customer_firstname":"Марія","customer_email":"a@shop.example"%s,"items":[{"sku":"S","qty_ordered":1}]}`
	orders := func(rest string) string {
		return `{"orders":[` + fmt.Sprintf(row, 1, 1, rest) + "," + fmt.Sprintf(row, 2, 2, rest) + `]}`
	}
	alone := learnFiles(t, map[string]string{"orders.json": orders(`,"phone":"0671234567","city":"Суми"`)}, "orders.json")
	require.Equal(t, "customer_lastname", pathIn(alone, "orders", "recipient_last_name"))
	files := writeFiles(t, map[string]string{"orders.json": orders(`,"shipping":{"lastname":"Зразкова","firstname":"Олена","telephone":"0671234567","city":"Суми"}`)}, "orders.json")
	p, err := Propose(t.Context(), Options{Sources: files, Create: "/orders"})
	require.NoError(t, err)
	for field, path := range map[string]string{"recipient_last_name": "shipping.lastname", "recipient_first_name": "shipping.firstname", "recipient_phone": "shipping.telephone", "recipient_email": "customer_email"} {
		require.Equal(t, path, pathIn(p, "orders", field), field)
	}
	require.Equal(t, `{at: shipping.telephone, without: "+38"}`, pathIn(p, "create_order", "recipient_phone"))
}
