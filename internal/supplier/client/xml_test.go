package client

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// xmlMapping is the mapping of a service that speaks XML alone.
const xmlMapping = `name: xml
kind: supplier
format: json
answers: xml
auth: {header: X-Key}
idempotency: {kind: none}
paging: {kind: page, page: p, first: 1, per_page: n, size: 2}
errors: {code: fault.@code, detail: fault.text, errors: {at: fault.field, fields: {pointer: "@name", detail: "#"}}}
codes: {dup: conflict}
success: {unless: fault}
products:
  request: GET /goods
  answer: {list: goods.good, total: goods.@total}
  fields:
    id: "@id"
    sku: code
    name: name
    currency: price.@currency
    drop_price: "price.#|price"
    images: pictures.picture
    attributes: {at: params.param, fields: {name: "@name", value: "#"}}
orders:
  request: GET /orders
  answer: {list: orders.order}
  fields: {id: "@id", external_id: number, status: status, items: {at: lines.line, fields: {sku: "@sku", quantity: "@n"}}}
find_order: {request: "GET /orders/{external_id}", order: order}
create_order:
  request: POST /orders
  encode: xml
  root: order
  order: made.order
  body: {external_id: number, items: {at: lines.line, fields: {sku: "@sku", quantity: "@n"}}, recipient_name: name, recipient_phone: phone, carrier: {skip: true}, delivery_type: {skip: true}, city: {skip: true}, branch_number: {skip: true}, payment_method: {skip: true}, cod_amount: {skip: true}}
`

// serveXML answers with the document of a path, under its status.
func serveXML(t *testing.T, documents map[string]string) (*Client, *[]string) {
	t.Helper()
	text := xmlMapping
	program, err := mapping.Compile("xml.yaml", []byte(text))
	require.NoError(t, err)
	var sent []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.Header.Get("Accept")+" "+string(body))
		w.Header().Set("Content-Type", "application/xml")
		document := documents[r.Method+" "+r.URL.Path+"?"+r.URL.Query().Get("p")]
		if document == "" {
			w.WriteHeader(http.StatusUnprocessableEntity)
			document = documents["refusal"]
		}
		_, _ = io.WriteString(w, document)
	}, withMapping(program), func(o *Options) { o.Retries = -1 })
	return c, &sent
}

const xmlGoods = `<?xml version="1.0"?><goods total="3">
<good id="1"><code>KB-01</code><name>Чайник &amp; ко</name><price currency="UAH">310.50</price>
 <pictures><picture>https://a.example/1.jpg</picture><picture>https://a.example/2.jpg</picture></pictures>
 <params><param name="Колір">білий</param></params></good>
<good id="2"><code>KB-02</code><name><![CDATA[Килимок]]></name><price currency="UAH">120</price><pictures><picture>https://a.example/3.jpg</picture></pictures><params/></good>
</goods>`

func TestProductsInXML(t *testing.T) {
	c, sent := serveXML(t, map[string]string{"GET /goods?1": xmlGoods, "GET /goods?2": `<goods total="3"><good id="3"><code>KB-03</code><name>Ніж</name><price currency="UAH">5.00</price></good></goods>`})
	var got []supplier.Product
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		got = append(got, *p)
	}
	require.Len(t, got, 3)
	require.Equal(t, []string{"1", "KB-01", "Чайник & ко", "310.50", "UAH"}, []string{got[0].ID, got[0].SKU, got[0].Name, got[0].DropPrice.String(), got[0].Currency})
	require.Equal(t, []string{"https://a.example/1.jpg", "https://a.example/2.jpg"}, got[0].Images)
	require.Equal(t, []supplier.Attribute{{Name: "Колір", Value: "білий"}}, got[0].Attributes, "a list of one")
	require.Equal(t, []string{"https://a.example/3.jpg"}, got[1].Images)
	require.Empty(t, got[1].Attributes)
	require.Equal(t, "5.00", got[2].DropPrice.String(), "the only one of its page")
	require.Equal(t, "GET application/xml, text/xml ", (*sent)[0])
}

// A document is a list only where its list is there: neither a refusal nor a page for people is
// taken for a shop that has nothing.
func TestWhatIsNoListInXML(t *testing.T) {
	for name, c := range map[string]struct {
		document, want string
		kind           supplier.Kind
	}{
		"nothing there":    {`<goods total="0"/>`, "", 0},
		"another document": {`<orders/>`, "want a list, got none", supplier.KindProtocol},
		"a page":           {`<html><body>log in</body></html>`, "cannot be read as XML: it is a page for people", supplier.KindProtocol},
		"a cut document":   {xmlGoods[:len(xmlGoods)-20], "cannot be read as XML: it breaks off", supplier.KindProtocol},
		"a refusal":        {`<fault code="x"><text>немає доступу</text></fault>`, "немає доступу", supplier.KindRejected},
		"JSON":             {`{"goods": {"good": []}}`, "", 0},
		"neither":          {`no`, "not JSON", supplier.KindProtocol},
		"an unknown price": {`<goods><good id="1"><code>a</code><name>a</name><price currency="UAH">питайте</price></good></goods>`, "drop_price", supplier.KindProtocol},
		"an object":        {`<goods><good id="1"><code>a</code><name>a</name><price currency="UAH"/></good></goods>`, "drop_price: want an amount, got an object", supplier.KindProtocol},
	} {
		t.Run(name, func(t *testing.T) {
			client, _ := serveXML(t, map[string]string{"GET /goods?1": c.document})
			var failed error
			for _, err := range client.Products(t.Context(), supplier.ProductQuery{}) {
				failed = err
			}
			if c.want == "" {
				require.NoError(t, failed)
				return
			}
			require.ErrorContains(t, failed, c.want)
			require.Equal(t, c.kind, supplier.KindOf(failed))
		})
	}
}

func TestOrdersInXML(t *testing.T) {
	order := `<order id="77"><number>` + testOrder().ExternalID + `</number><status>new</status><lines><line sku="KB-01" n="2"/></lines></order>`
	c, sent := serveXML(t, map[string]string{"POST /orders?": "<made>" + order + "</made>", "GET /orders/" + testOrder().ExternalID + "?": order,
		"GET /orders?1": "<orders>" + order + "</orders>", "GET /orders?2": "<orders/>",
		"refusal": `<fault code="dup"><text>вже є</text><field name="number">повтор</field></fault>`})
	new := testOrder()
	new.Recipient.Delivery, new.Comment, new.WaybillNumber, new.Recipient.Email = supplier.Delivery{}, nil, nil, nil
	for i := range new.Items {
		new.Items[i].Price = supplier.NewItem{}.Price
	}
	body, err := c.EncodeOrder(new)
	require.NoError(t, err)
	made, err := c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.Equal(t, "77", made.Order.ID)
	require.Equal(t, []supplier.OrderItem{{SKU: "KB-01", Quantity: 2}}, made.Order.Items, "a list of one")
	require.Contains(t, (*sent)[0], `<order><number>`)
	for at, err := range c.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{testOrder().ExternalID}}) {
		require.NoError(t, err)
		require.Equal(t, "77", at.ID)
	}
	n := 0
	for at, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
		require.NoError(t, err)
		require.Equal(t, "77", at.ID)
		n++
	}
	require.Equal(t, 1, n)

	refused, _ := serveXML(t, map[string]string{"refusal": `<fault code="dup"><text>вже є</text><field name="number">повтор</field></fault>`})
	_, err = refused.CreateOrder(t.Context(), body, "")
	require.Equal(t, supplier.KindConflict, supplier.KindOf(err))
	require.ErrorContains(t, err, "вже є")
	var failure *supplier.Error
	require.ErrorAs(t, err, &failure)
	require.Equal(t, []supplier.FieldError{{Pointer: "number", Detail: "повтор"}}, failure.Fields)

	for name, document := range map[string]string{"cut": "<made><order id=\"77\">", "a page": "<html/>", "no order": "<made/>", "another": "<made><order id=\"78\"><number>other</number></order></made>"} {
		lost, _ := serveXML(t, map[string]string{"POST /orders?": document})
		_, err = lost.CreateOrder(t.Context(), body, "")
		require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err), "%s: it may be there", name)
	}
}

func TestXMLIsLoose(t *testing.T) {
	_, err := mapping.Compile("x.yaml", []byte("types: strict\n"+xmlMapping))
	require.ErrorContains(t, err, "answers: xml needs types: loose")
	_, err = mapping.Compile("x.yaml", []byte("answers: yaml\n"+xmlMapping[len("name: xml\nkind: supplier\nformat: json\nanswers: xml\n"):]+"name: xml\nkind: supplier\nformat: json\n"))
	require.ErrorContains(t, err, "form of answers")
}
