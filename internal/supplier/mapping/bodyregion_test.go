package mapping

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// village is an order to a place that more than one region has.
func village(change func(*supplier.Delivery)) supplier.NewOrder {
	order := suppliertest.SmallOrder()
	order.Recipient.Delivery = supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Іванівка", BranchNumber: new("1"),
		Region: new("Одеська обл."), District: new("Березівський р-н")}
	if change != nil {
		change(&order.Recipient.Delivery)
	}
	return order
}

// deliverySent is where a body says that the parcel goes.
func deliverySent(t *testing.T, m *Program, order supplier.NewOrder) supplier.Delivery {
	t.Helper()
	body, err := m.EncodeOrder(order)
	require.NoError(t, err)
	var sent struct {
		Recipient struct{ Delivery supplier.Delivery }
	}
	require.NoError(t, json.Unmarshal(body, &sent))
	return sent.Recipient.Delivery
}

func TestRegionAndDistrictStandBehindThePlace(t *testing.T) {
	m := defaultMapping(t)
	for want, change := range map[string]func(*supplier.Delivery){
		"Іванівка (Одеська обл., Березівський р-н)": nil,
		"Іванівка (Одеська обл., Роздільнянський р-н)": func(d *supplier.Delivery) {
			d.Region, d.District = new("Одеська"), new("Роздільнянський")
		},
		"Іванівка (Одеська область)":                func(d *supplier.Delivery) { d.Region, d.District = new("Одеська область"), nil },
		"Іванівка (Березівський р-н)":               func(d *supplier.Delivery) { d.Region = nil },
		"Іванівка, Одеська обл. (Березівський р-н)": func(d *supplier.Delivery) { d.City = "Іванівка, Одеська обл." },
		"Київ":            func(d *supplier.Delivery) { d.City, d.Region, d.District = "Київ", new("м. Київ"), nil },
		"Київське (Київ)": func(d *supplier.Delivery) { d.City, d.Region, d.District = "Київське", new("Київ"), nil },
		"Одеська обл.":    func(d *supplier.Delivery) { d.City, d.District = "", nil },
		"Іванівка":        func(d *supplier.Delivery) { d.Region, d.District = nil, nil },
	} {
		order := village(change)
		before, err := json.Marshal(order)
		require.NoError(t, err)
		sent := deliverySent(t, m, order)
		require.Equal(t, want, sent.City)
		require.Nil(t, sent.Region)
		after, err := json.Marshal(order)
		require.NoError(t, err)
		require.Equal(t, string(before), string(after), "the order itself stays as it was")
	}
}

func TestPostalCodeStandsWhereItMeansSomething(t *testing.T) {
	m := defaultMapping(t)
	plain := func(carrier, kind string, branch, address *string) func(*supplier.Delivery) {
		return func(d *supplier.Delivery) {
			*d = supplier.Delivery{Carrier: carrier, Type: kind, City: "Київ", BranchNumber: branch, Address: address, PostalCode: new("01001")}
		}
	}
	for name, c := range map[string]struct {
		change                func(*supplier.Delivery)
		city, branch, address string
	}{
		"courier":                {plain("nova_poshta", "courier", nil, new("вул. Зразкова, 1")), "Київ", "", "вул. Зразкова, 1, 01001"},
		"courier, said already":  {plain("ukrposhta", "courier", nil, new("01001, вул. Зразкова, 1")), "Київ", "", "01001, вул. Зразкова, 1"},
		"courier, no address":    {plain("meest", "courier", nil, nil), "Київ (01001)", "", ""},
		"branch by its number":   {plain("nova_poshta", "branch", new("12"), nil), "Київ", "12", ""},
		"branch by its address":  {plain("nova_poshta", "branch", nil, new("вул. Зразкова, 1")), "Київ", "", "вул. Зразкова, 1, 01001"},
		"branch without any":     {plain("meest", "branch", nil, nil), "Київ (01001)", "", ""},
		"pickup":                 {plain("pickup", "branch", nil, nil), "Київ", "", ""},
		"post by its code":       {plain("ukrposhta", "branch", nil, nil), "Київ", "01001", ""},
		"post by its code twice": {plain("ukrposhta", "branch", new("01001"), nil), "Київ", "01001", ""},
	} {
		t.Run(name, func(t *testing.T) {
			sent := deliverySent(t, m, village(c.change))
			require.Equal(t, []string{c.city, c.branch, c.address}, []string{sent.City, pointed(sent.BranchNumber), pointed(sent.Address)})
			require.Nil(t, sent.PostalCode)
		})
	}
	_, err := m.EncodeOrder(village(plain("ukrposhta", "branch", new("65001"), nil)))
	require.ErrorContains(t, err, `postal_code "01001" is another one than that of the branch, "65001"`)
}

// TestPlacesOfTheirOwn: what a mapping has a line for goes there and nowhere else; what
// can stand nowhere is refused.
func TestPlacesOfTheirOwn(t *testing.T) {
	full := func(d *supplier.Delivery) { d.PostalCode = new("67201") }
	lines := strings.NewReplacer("    city: {skip: true}\n", "    city: c\n    branch_number: b\n    region: r\n    district: d\n    postal_code: p\n").Replace(suppliertest.SmallBody)
	for name, c := range map[string]struct{ old, new, want, refused string }{
		"all":                {"", "", `"c":"Іванівка","b":"1","r":"Одеська обл.","d":"Березівський р-н","p":"67201"`, ""},
		"no district":        {"    district: d\n", "", `"c":"Іванівка (Березівський р-н)","b":"1","r":"Одеська обл.","p":"67201"`, ""},
		"a district skipped": {"    district: d\n", "    district: {skip: true}\n", `"c":"Іванівка","b":"1","r":"Одеська обл.","p":"67201"`, ""},
		"no city":            {"    city: c\n    branch_number: b\n    region: r\n", "    city: {skip: true}\n    branch_number: b\n", "", "region has no line"},
		"a map of cities":    {"    city: c\n    branch_number: b\n    region: r\n", "    city: {at: c, map: {Іванівка: 1}}\n    branch_number: b\n", "", "region has no line"},
		"no code, no branch": {"    branch_number: b\n    region: r\n    district: d\n    postal_code: p\n", "    branch_number: {skip: true}\n", `"c":"Іванівка (Одеська обл., Березівський р-н, 67201)"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, lines, c.old)
			m, err := compileOrders(strings.Replace(lines, c.old, c.new, min(len(c.old), 1)))
			require.NoError(t, err)
			body, err := m.EncodeOrder(village(full))
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Contains(t, string(body), `"phone":"+380670000101",`+c.want+"}")
		})
	}
}

// TestAProgramLosesNothing: jq says nowhere what it sends, so that it is tried out.
func TestAProgramLosesNothing(t *testing.T) {
	const whole = `{id: .external_id, n: .recipient.name, phone: .recipient.phone, d: .recipient.delivery, w: .waybill_number, g: .items, p: .payment, c: .comment, m: .recipient.email}`
	full := func(o *supplier.NewOrder) {
		o.Items[0].Price, o.Payment = money.Must("450"), supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("900")}
		o.WaybillNumber, o.Comment, o.Recipient.Email = new("20450000000001"), new("x"), new("a@shop.example")
		o.Recipient.LastName, o.Recipient.FirstName, o.Recipient.MiddleName = new("Зразкова"), new("Олена"), new("Іванівна")
		o.Recipient.Delivery.Address = new("вул. Зразкова, 1")
	}
	const delivery = "d: .recipient.delivery"
	for name, c := range map[string]struct {
		old, new, beside string
		change           func(*supplier.NewOrder)
		want, refused    string
	}{
		"all of it":      {"", "", "", nil, `"region":"Одеська обл."`, ""},
		"no waybill":     {" w: .waybill_number,", "", "", nil, "", "waybill_number is nowhere in the body"},
		"skipped":        {" w: .waybill_number,", "", "  body: {waybill_number: {skip: true}}\n", nil, `"id":"A-1"`, ""},
		"no comment":     {" c: .comment,", "", "", nil, "", "comment is nowhere"},
		"no email":       {", m: .recipient.email", "", "", nil, "", "recipient_email is nowhere"},
		"no amount":      {"p: .payment", "p: .payment.method", "", nil, "", "cod_amount is nowhere"},
		"no prices":      {"g: .items", "g: [.items[] | {sku, quantity}]", "", nil, "", "price of item 1 is nowhere"},
		"prices skipped": {"g: .items", "g: [.items[] | {sku, quantity}]", "  body: {price: {skip: true}}\n", nil, `"id":"A-1"`, ""},
		"no address":     {delivery, "d: (.recipient.delivery | del(.address))", "", nil, "", "address is nowhere"},
		"no city":        {delivery, "d: (.recipient.delivery | del(.city))", "", nil, "", "city is nowhere"},
		"other name":     {"", "", "", func(o *supplier.NewOrder) { o.Recipient.LastName = new("Інша") }, "", "recipient_last_name is nowhere"},
		"no region":      {delivery, "d: (.recipient.delivery | del(.region, .district))", "", nil, `"city":"Іванівка (Одеська обл., Березівський р-н)"`, ""},
		"no code":        {delivery, "d: (.recipient.delivery | del(.postal_code))", "", func(o *supplier.NewOrder) { o.Recipient.Delivery.PostalCode = new("67201") }, `"address":"вул. Зразкова, 1, 67201"`, ""},
		"no word":        {delivery, `d: [.recipient.delivery, {s: ({"ukrposhta": 1, "meest": 2}[.recipient.delivery.carrier])}]`, "", nil, `"s":null`, ""},
		"no word at all": {delivery, `d: [(.recipient.delivery | del(.carrier)), {s: ({"ukrposhta": 1, "meest": 2}[.recipient.delivery.carrier])}]`, "", nil, "",
			`carrier "nova_poshta" is null in the body that create_order: jq makes, and "ukrposhta" is not`},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, whole, c.old)
			m, err := compileOrders("  jq: '" + strings.Replace(whole, c.old, c.new, min(len(c.old), 1)) + "'\n" + c.beside)
			require.NoError(t, err)
			order := village(nil)
			full(&order)
			if c.change != nil {
				c.change(&order)
			}
			body, err := m.EncodeOrder(order)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Contains(t, string(body), c.want)
		})
	}
	_, err := compileOrders("  jq: .\n  body: {nummer: {skip: true}}\n")
	require.ErrorContains(t, err, "unknown field of create_order: body")
	_, err = compileOrders("  jq: .\n  body: {external_id: {skip: true}}\n")
	require.ErrorContains(t, err, "external_id cannot be skipped")
}

func pointed(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
