package mapping

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// compileOrders compiles a mapping with that end.
func compileOrders(create string) (*Program, error) {
	return Compile("my.yaml", []byte(suppliertest.OrdersHead+create))
}

func TestBodyValues(t *testing.T) {
	const start, end = `{"externalId":"A-1","products":[{"sku":"KB-01","amount":2}],"name":"Зразкова Олена Іванівна"`, `}`
	cod := func(amount string) func(*supplier.NewOrder) {
		return func(o *supplier.NewOrder) { o.Payment.CODAmount = money.Must(amount) }
	}
	comment := func(text string) func(*supplier.NewOrder) { return func(o *supplier.NewOrder) { o.Comment = &text } }
	carrier := func(text string) func(*supplier.NewOrder) {
		return func(o *supplier.NewOrder) { o.Recipient.Delivery.Carrier = text }
	}
	const phone, skipped = "    recipient_phone: phone\n", "    carrier: {skip: true}\n"
	for name, c := range map[string]struct {
		replace, lines string
		change         func(*supplier.NewOrder)
		want, refused  string
	}{
		"inner path":           {"", "    comment: note.texts[0].text\n", comment("x"), `,"phone":"+380670000101","note":{"texts":[{"text":"x"}]}`, ""},
		"list of texts":        {phone, "    recipient_phone: phones[0]\n", nil, `,"phones":["+380670000101"]`, ""},
		"without":              {phone, "    recipient_phone: {at: phone, without: \"+\"}\n", nil, `,"phone":"380670000101"`, ""},
		"without as number":    {phone, "    recipient_phone: {at: phone, without: \"+\", as: number}\n", nil, `,"phone":380670000101`, ""},
		"text as number":       {"", "    comment: {at: n, as: number}\n", comment("012"), "", `comment "012" is no number, and the supplier's mapping sends it as one`},
		"money":                {"", "    cod_amount: cod\n", cod("900.5"), `,"phone":"+380670000101","cod":"900.50"`, ""},
		"money as number":      {"", "    cod_amount: {at: cod, as: number}\n", cod("900.50"), `,"phone":"+380670000101","cod":900.50`, ""},
		"more than a float":    {"", "    cod_amount: {at: cod, as: number}\n", cod("12345678901234567.12"), `,"phone":"+380670000101","cod":12345678901234567.12`, ""},
		"minor":                {"", "    cod_amount: {at: cod, minor: 2}\n", cod("450.1"), `,"phone":"+380670000101","cod":45010`, ""},
		"minor of little":      {"", "    cod_amount: {at: cod, minor: 2}\n", cod("0.05"), `,"phone":"+380670000101","cod":5`, ""},
		"minor of nothing":     {"", "    cod_amount: {at: cod, minor: 2}\n", cod("0"), `,"phone":"+380670000101","cod":0`, ""},
		"minor below zero":     {"", "    cod_amount: {at: cod, minor: 3}\n", cod("-1.5"), `,"phone":"+380670000101","cod":-1500`, ""},
		"minor as text":        {"", "    cod_amount: {at: cod, minor: 2, as: text}\n", cod("450.1"), `,"phone":"+380670000101","cod":"45010"`, ""},
		"minor too fine":       {"", "    cod_amount: {at: cod, minor: 2}\n", cod("1.005"), "", "cod_amount 1.005 has more than 2 decimals"},
		"map to a number":      {skipped, "    carrier: {at: c, map: {nova_poshta: 1, meest: 0.5}}\n", nil, `,"phone":"+380670000101","c":1`, ""},
		"map to a fraction":    {skipped, "    carrier: {at: c, map: {nova_poshta: 1, meest: 0.5}}\n", carrier("meest"), `,"phone":"+380670000101","c":0.5`, ""},
		"map to a text":        {skipped, "    carrier: {at: c, map: {nova_poshta: \"1\"}}\n", nil, `,"phone":"+380670000101","c":"1"`, ""},
		"map to true":          {skipped, "    carrier: {at: c, map: {nova_poshta: true}}\n", nil, `,"phone":"+380670000101","c":true`, ""},
		"map to a quoted true": {skipped, "    carrier: {at: c, map: {nova_poshta: 'true'}}\n", nil, `,"phone":"+380670000101","c":"true"`, ""},
		"not in the map":       {skipped, "    carrier: {at: c, map: {ukrposhta: 2, meest: 3}}\n", nil, "", `carrier "nova_poshta" is not in the supplier's mapping, which has ukrposhta, meest`},
		"a map of free texts":  {"", "    comment: {at: c, map: {a: b}}\n", comment("a"), `,"phone":"+380670000101","c":"b"`, ""},
		"skipped":              {"", "    comment: {skip: true}\n", comment("a"), `,"phone":"+380670000101"`, ""},
		"no line":              {"", "", comment("a"), "", "comment has no line in the supplier's mapping"},
		"an empty line":        {"", "    comment:\n", comment("a"), "", "comment has no line in the supplier's mapping"},
		"absent":               {"", "    comment: a.b.c\n", nil, `,"phone":"+380670000101"`, ""},
		"constants": {"", "  constants: {source: dropbridge, delivery.type: 2, \"flags[0].fast\": false, code: '07'}\n", nil,
			`,"phone":"+380670000101","source":"dropbridge","delivery":{"type":2},"flags":[{"fast":false}],"code":"07"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, suppliertest.SmallBody, c.replace)
			m, err := compileOrders(strings.Replace(suppliertest.SmallBody, c.replace, "", min(len(c.replace), 1)) + c.lines)
			require.NoError(t, err)
			order := suppliertest.SmallOrder()
			if c.change != nil {
				c.change(&order)
			}
			body, err := m.EncodeOrder(order)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, start+c.want+end, string(body))
		})
	}
}

func TestBodyItems(t *testing.T) {
	two := func(o *supplier.NewOrder) {
		o.Items = []supplier.NewItem{{SKU: "a", Quantity: 1, Price: money.Must("1.50")}, {SKU: "b", Quantity: 3, Price: money.Must("2")}}
	}
	const rest = `"name":"Зразкова Олена Іванівна","phone":"+380670000101"}`
	for items, c := range map[string]struct {
		change        func(*supplier.NewOrder)
		want, refused string
	}{
		`{at: products, fields: {sku: good.sku, quantity: {at: n, as: text}, price: {at: p, as: number}}}`: {two,
			`{"externalId":"A-1","products":[{"good":{"sku":"a"},"n":"1","p":1.50},{"good":{"sku":"b"},"n":"3","p":2.00}],` + rest, ""},
		`{at: products, fields: {sku: s, quantity: n, price: {skip: true}}}`:      {two, `{"externalId":"A-1","products":[{"s":"a","n":1},{"s":"b","n":3}],` + rest, ""},
		`{at: products, fields: {sku: s, quantity: n, price: {at: p, minor: 0}}}`: {two, "", "price of item 1 1.50 has more than 0 decimals"},
		`{at: products, fields: {sku: s, quantity: n}}`:                           {two, "", "price of item 1 has no line in the supplier's mapping"},
		`{at: ., single: true, fields: {sku: product_id, quantity: n}}`:           {nil, `{"externalId":"A-1","product_id":"KB-01","n":2,` + rest, ""},
		`{at: "goods[0]", single: true, fields: {sku: id, quantity: n}}`:          {nil, `{"externalId":"A-1","goods":[{"id":"KB-01","n":2}],` + rest, ""},
		`{at: good, single: true, fields: {sku: s, quantity: n, price: p}}`:       {two, "", "items are 2, and the supplier takes one an order"},
	} {
		t.Run(items, func(t *testing.T) {
			m, err := compileOrders(strings.Replace(suppliertest.SmallBody, "{at: products, fields: {sku: sku, quantity: amount, price: price}}", items, 1))
			require.NoError(t, err)
			order := suppliertest.SmallOrder()
			if c.change != nil {
				c.change(&order)
			}
			body, err := m.EncodeOrder(order)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, string(body))
		})
	}
}

func TestBodyNames(t *testing.T) {
	const whole, parts = "    recipient_name: name\n", "    recipient_last_name: l\n    recipient_first_name: f\n"
	const middle = "    recipient_middle_name: m\n"
	name := func(whole string, last, first, middle *string) func(*supplier.NewOrder) {
		return func(o *supplier.NewOrder) {
			o.Recipient.Name, o.Recipient.LastName, o.Recipient.FirstName, o.Recipient.MiddleName = whole, last, first, middle
		}
	}
	const lfm = "  split_name: last first middle\n"
	for label, c := range map[string]struct {
		head, lines   string
		change        func(*supplier.NewOrder)
		want, refused string
	}{
		"three":              {lfm, parts + middle, name("Зразкова Олена Іванівна", nil, nil, nil), `"l":"Зразкова","f":"Олена","m":"Іванівна"`, ""},
		"two":                {lfm, parts + middle, name("Зразкова  Олена", nil, nil, nil), `"l":"Зразкова","f":"Олена"`, ""},
		"four":               {lfm, parts + middle, name("Зразкова Олена Ольга Іванівна", nil, nil, nil), `"l":"Зразкова","f":"Олена","m":"Ольга Іванівна"`, ""},
		"one":                {lfm, parts + middle, name("Зразкова", nil, nil, nil), "", `recipient_name "Зразкова" has too few words`},
		"middle inside":      {"  split_name: first middle last\n", parts + middle, name("Олена Зразкова", nil, nil, nil), `"l":"Зразкова","f":"Олена"`, ""},
		"no middle":          {"  split_name: first last\n", parts, name("Олена Зразкова Приклад", nil, nil, nil), `"l":"Зразкова Приклад","f":"Олена"`, ""},
		"middle has no line": {lfm, parts, name("Зразкова Олена Іванівна", nil, nil, nil), "", "recipient_middle_name has no line"},
		"given":              {lfm, parts + middle, name("Зразкова Приклад Олена", new("Зразкова Приклад"), new("Олена"), nil), `"l":"Зразкова Приклад","f":"Олена"`, ""},
		"one given":          {lfm, parts + middle, name("Зразкова Приклад Олена", new("Зразкова Приклад"), nil, nil), `"l":"Зразкова Приклад","f":"Олена"`, ""},
		"another given":      {lfm, parts + middle, name("Зразкова Олена", new("Інша"), nil, nil), "", `does not hold the last name "Інша"`},
		"not split":          {"", parts, name("Зразкова Олена", nil, nil, nil), "", "recipient_last_name is missing"},
		"first not there":    {"", parts, name("Зразкова Олена", new("Зразкова"), nil, nil), "", "recipient_first_name is missing"},
		"whole tells parts":  {"", whole, name("Зразкова Олена", new("Зразкова"), new("Олена"), nil), `"name":"Зразкова Олена"`, ""},
		"whole tells less":   {"", whole, name("Зразкова Олена", new("Інша"), nil, nil), "", "recipient_last_name has no line"},
		"parts tell less":    {"", parts, name("Зразкова Олена Іванівна", new("Зразкова"), new("Олена"), nil), "", "recipient_name has no line"},
		"both":               {lfm, whole + parts + middle, name("Зразкова Олена", nil, nil, nil), `"name":"Зразкова Олена","l":"Зразкова","f":"Олена"`, ""},
		"none":               {"", whole, name("", nil, nil, nil), "", "recipient_name is missing"},
	} {
		t.Run(label, func(t *testing.T) {
			m, err := compileOrders(c.head + strings.Replace(suppliertest.SmallBody, whole, c.lines, 1))
			require.NoError(t, err)
			order := suppliertest.SmallOrder()
			c.change(&order)
			body, err := m.EncodeOrder(order)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, `{"externalId":"A-1","products":[{"sku":"KB-01","amount":2}],`+c.want+`,"phone":"+380670000101"}`, string(body))
		})
	}
}

// TestABodyProgramKeepsWhatEveryOrderHas: a wrong name in jq is null and no error there.
func TestABodyProgramKeepsWhatEveryOrderHas(t *testing.T) {
	for program, missing := range map[string]string{
		`{id: .externalId, phone: .recipient.phone, g: [.items[].sku]}`:                                                       "without the external_id",
		`{id: .external_id, phone: .phone, g: [.items[].sku]}`:                                                                "without the phone",
		`{id: .external_id, phone: .recipient.phone, g: [.items[].article]}`:                                                  `without the sku "KB-01"`,
		`{id: .external_id, phone: (.recipient.phone | ltrimstr("+38")), g: [.items[].sku], to: .recipient}`:                  "",
		`{id: .external_id, phone: (.recipient.phone | ltrimstr("+") | tonumber), g: .items, city: .recipient.delivery.city}`: "",
	} {
		m, err := compileOrders("  jq: '" + program + "'\n")
		require.NoError(t, err)
		_, err = m.EncodeOrder(suppliertest.SmallOrder())
		if missing == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, missing)
		}
	}
}

func TestBodyMistakesAreLocated(t *testing.T) {
	for name, c := range map[string]struct {
		old, new, message string
		line              int
	}{
		"minor of a text":         {"recipient_phone: phone", "recipient_phone: {at: phone, minor: 2}", "minor has no meaning here: recipient_phone takes at, skip, as, without, map", 17},
		"else in a body":          {"recipient_phone: phone", "recipient_phone: {at: phone, else: x}", "else has no meaning here", 17},
		"map with as":             {"carrier: {skip: true}", "carrier: {at: c, as: text, map: {meest: 1}}", "leave out as", 18},
		"an empty map":            {"carrier: {skip: true}", "carrier: {at: c, map: {}}", "map is empty", 18},
		"an unknown word":         {"carrier: {skip: true}", "carrier: {at: c, map: {novaposhta: 1}}", `unknown carrier "novaposhta"`, 18},
		"a list in a map":         {"carrier: {skip: true}", "carrier: {at: c, map: {meest: [1]}}", "want a text", 18},
		"nothing in a map":        {"carrier: {skip: true}", "carrier: {at: c, map: {meest: }}", "want a text, a number, true or false", 18},
		"no number in a map":      {"carrier: {skip: true}", "carrier: {at: c, map: {meest: .inf}}", "want a text, a number, true or false", 18},
		"skip with a path":        {"carrier: {skip: true}", "carrier: {at: c, skip: true}", "skip: true stands alone", 18},
		"no skip, no path":        {"carrier: {skip: true}", "carrier: {skip: false}", "want one path of members", 18},
		"skip of a needed one":    {"recipient_phone: phone", "recipient_phone: {skip: true}", "recipient_phone cannot be skipped", 17},
		"a strange way":           {"recipient_phone: phone", "recipient_phone: {at: phone, as: money}", `unknown way to write a value "money"`, 17},
		"a strange minor":         {"recipient_phone: phone", "recipient_phone: phone\n    cod_amount: {at: c, minor: x}", "want how many decimals", 18},
		"a map of the id":         {"external_id: externalId", "external_id: {at: e, map: {a: b}}", "it is sent as it is", 14},
		"several values":          {"recipient_phone: phone", `recipient_phone: "phones[]"`, "want one path of members and [0]", 17},
		"alternatives":            {"recipient_phone: phone", "recipient_phone: a|b", "want one path of members and [0]", 17},
		"another element":         {"recipient_phone: phone", `recipient_phone: "phones[1]"`, "want one path of members and [0]", 17},
		"a taken path":            {"recipient_phone: phone", "recipient_phone: name", `path "name" is taken`, 17},
		"a path below a value":    {"recipient_phone: phone", "recipient_phone: name.phone", `path "name.phone" is taken`, 17},
		"an object and a list":    {"recipient_phone: phone", "recipient_phone: a.b\n    comment: 'a[0]'", `path "a[0]" is taken`, 18},
		"a list of records":       {"items: {at: products, fields: {sku: sku, quantity: amount, price: price}}", "items: products", "want {at: PATH, fields: {…}}", 15},
		"items at the root":       {"{at: products, fields", "{at: ., fields", "want one path of members", 15},
		"an item's path twice":    {"quantity: amount", "quantity: sku", `items: quantity: path "sku" is taken`, 15},
		"a single item's clash":   {"{at: products, fields: {sku: sku", "{at: ., single: true, fields: {sku: name", `recipient_name: path "name" is taken`, 16},
		"single of no list":       {"recipient_phone: phone", "recipient_phone: {at: phone, single: true}", "single has no meaning here", 17},
		"an unknown field":        {"recipient_phone: phone", "recipient_fone: phone", `unknown field of create_order: body "recipient_fone"`, 17},
		"an item's unknown field": {"quantity: amount", "quantity: amount, cost: c", `unknown field of items "cost"`, 15},
		"no name":                 {"    recipient_name: name\n", "", "the place of recipient_name is missing, or those of", 14},
		"no phone":                {"    recipient_phone: phone\n", "", "the place of recipient_phone is missing", 14},
		"a constant on a value":   {"  body:", "  constants: {name: x}\n  body:", `path "name" is taken by a line of body`, 13},
		"a constant in a list":    {"  body:", "  constants: {products.x: x}\n  body:", `path "products.x" is taken by a line of body`, 13},
		"a constant of no path":   {"  body:", "  constants: {'a[]': x}\n  body:", "constants: want one path", 13},
		"a split of one":          {"  body:", "  split_name: last\n  body:", "want at least last and first", 13},
		"a split of two lasts":    {"  body:", "  split_name: last last first\n  body:", "last stands there twice", 13},
		"a split of strange":      {"  body:", "  split_name: last given\n  body:", `unknown part of a name "given"`, 13},
		"a split to nowhere":      {"  body:", "  split_name: last first\n  body:", "give both a line in body", 13},
		"jq and a body":           {"  body:", "  jq: .\n  body:", "leave out either jq or body", 13},
		"an unknown order field":  {"  body:", "  fields: {id: id, nummer: n}\n  body:", `unknown field of create_order "nummer"`, 13},
		"created without id":      {"  body:", "  fields: {number: n}\n  body:", "create_order: the place of id is missing", 13},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, suppliertest.SmallBody, c.old)
			_, err := compileOrders(strings.Replace(suppliertest.SmallBody, c.old, c.new, 1))
			var located *strictyaml.Error
			require.ErrorAs(t, err, &located)
			require.Contains(t, located.Error(), c.message)
			require.Equal(t, c.line, located.Line)
		})
	}
	for end, message := range map[string]string{
		"":                               "create_order: body is missing",
		"  jq: '{'\n":                    "create_order: jq: unexpected",
		"  jq: 'nothing(.)'\n":           "create_order: jq: function not defined: nothing/1",
		"  jq: 'import \"a\" as a;.'\n":  "create_order: jq: ",
		"  jq: .\n  constants: {a: b}\n": "write the constants there",
	} {
		_, err := compileOrders(end)
		require.ErrorContains(t, err, message)
	}
}

// FuzzCreateOrder: no create_order, however it is written, panics when it is compiled,
// shown or used.
func FuzzCreateOrder(f *testing.F) {
	f.Add(suppliertest.SmallBody)
	f.Add("  jq: '{id: .external_id, p: (.items[0].price | tonumber)}'\n")
	f.Add("  split_name: last first middle\n  fields: {id: orderId}\n  constants: {a.b: 1, 'c[0]': true}\n" +
		strings.Replace(suppliertest.SmallBody, "recipient_name: name", "recipient_last_name: {at: l}\n    recipient_first_name: 'n[0].f'\n    cod_amount: {at: c, minor: 2}", 1))
	f.Add("  body: {external_id: [a, b], items: {at: ., single: true, fields: {sku: &x s, quantity: *x}}, carrier: {map: {meest: *x}}}\n")
	f.Fuzz(func(t *testing.T, create string) {
		m, err := compileOrders(create)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		if m.Create.Body == nil || m.Create.Body.ByProgram() { // a program may take its time
			return
		}
		runs, err := m.DryRun()
		require.True(t, err == nil || len(runs) == 3)
		for _, run := range runs {
			require.Equal(t, run.Refused == "", run.Body != nil)
			if run.Body != nil {
				require.NoError(t, jsonread.Check(string(run.Body)))
			}
		}
		require.Len(t, m.OrderFingerprint("https://a.example"), 64)
	})
}
