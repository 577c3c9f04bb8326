package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// familyOf is a whole mapping of MAPPING.md.
func familyOf(t *testing.T, name string, params map[string]string) func(*Options) {
	t.Helper()
	text, err := os.ReadFile("../../../templates/suppliers/MAPPING.md")
	require.NoError(t, err)
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(block[1], "name: "+name+"\n") {
			m, err := mapping.CompileWith(name+".yaml", []byte(block[1]), params)
			require.NoError(t, err)
			return withMapping(m)
		}
	}
	require.Fail(t, "no mapping of that name", name)
	return nil
}

// delivered is an order with what a parcel needs.
func delivered() supplier.NewOrder {
	o := suppliertest.SmallOrder()
	o.Items[0].Price = money.Must("450.10")
	o.Recipient.Delivery.BranchNumber = new("12")
	o.Payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("900.20")}
	return o
}

// TestFamilyOfForms: a CRM that takes forms with JSON in a field, and refuses under 200.
func TestFamilyOfForms(t *testing.T) {
	var made url.Values
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "application/x-www-form-urlencoded", r.Header.Get("Content-Type"))
		require.NoError(t, r.ParseForm())
		var parameters struct {
			Page     int `json:"page"`
			Products []json.RawMessage
		}
		require.NoError(t, json.Unmarshal([]byte(r.PostForm.Get("parameters")), &parameters))
		switch r.PostForm.Get("method") {
		case "getProducts":
			pages := []string{`{"id":1,"sku":"a","name":"n","price":"1 234,50"},{"id":2,"sku":"b","name":"n","price":"2 037.00"}`, `{"id":3,"sku":"c","name":"n","price":"990"}`}
			answerJSON(w, 200, `{"status":"SUCCESS","products":[`+pages[parameters.Page-1]+`]}`)
		case "addOrder":
			if made != nil {
				answerJSON(w, 200, `{"status":"ERROR","error_code":"ERROR_STOCK","error_message":"too few"}`)
				return
			}
			made = r.PostForm
			answerJSON(w, 200, `{"status":"SUCCESS","order_id":77}`)
		}
	}, familyOf(t, "form", nil))
	var prices []string
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		prices = append(prices, p.DropPrice.String())
	}
	require.Equal(t, []string{"1234.50", "2037.00", "990.00"}, prices)
	order := delivered()
	order.Recipient.Delivery.Address = new("вул. Нова, 1")
	body, err := c.EncodeOrder(order)
	require.NoError(t, err)
	created, err := c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.Equal(t, "77", created.Order.ID)
	require.Equal(t, `{"extra":"A-1","products":[{"sku":"KB-01","quantity":2,"price":450.10}],"buyer":"Зразкова Олена Іванівна","delivery_fullname":"Зразкова Олена Іванівна",`+
		`"phone":"+380670000101","delivery_phone":"0670000101","delivery_method":"Нова Пошта","delivery_point":"Київ, 12, вул. Нова, 1","payment_cod":true,"cod":900.20}`, made.Get("parameters"))
	_, err = c.CreateOrder(t.Context(), body, "")
	require.Equal(t, supplier.KindRejected, supplier.KindOf(err))
	require.ErrorContains(t, err, "too few")
}

// TestFamilyOfAShop: Basic with two secrets, a list of variations for each product that has
// some, orders by numbers of product and variation.
func TestFamilyOfAShop(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	var made string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, ok := r.BasicAuth()
		require.True(t, ok)
		require.Equal(t, []string{"ck_public-secret", "cs_secret"}, []string{user, password})
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/wp-json/wc/v3"))
		all := []string{`{"id":10,"sku":"one","name":"Чайник","price":"450.10","stock_quantity":3,"variations":[],"images":[{"src":"x"}]}`,
			`{"id":20,"sku":"","name":"Сукня","price":"700.00","variations":[21,22]}`}
		switch r.URL.Path {
		case "/wp-json/wc/v3/products":
			if sku := r.URL.Query().Get("sku"); sku != "" {
				all = map[string][]string{"one": all[:1], "red": all[1:]}[sku]
			}
			w.Header().Set("X-WP-Total", strconv.Itoa(len(all)))
			w.Header().Set("X-WP-TotalPages", "1")
			answerJSON(w, 200, "["+strings.Join(all, ",")+"]")
		case "/wp-json/wc/v3/products/20/variations":
			w.Header().Set("X-WP-Total", "2")
			w.Header().Set("X-WP-TotalPages", "1")
			answerJSON(w, 200, `[{"id":21,"sku":"red","price":"700.00","stock_quantity":1},{"id":22,"sku":"blue","price":"710.00","stock_quantity":2}]`)
		case "/wp-json/wc/v3/orders":
			body, _ := io.ReadAll(r.Body)
			made = string(body)
			answerJSON(w, 201, `{"id":501,"status":"processing","meta_data":[{"key":"number","value":"A-1"}]}`)
		default:
			answerJSON(w, 404, `{"message":"no such thing"}`)
		}
	}, familyOf(t, "shop", nil), func(o *Options) {
		o.User, o.UserSecret, o.Token = "ck_public-secret", true, supplier.NewSecret("cs_secret")
	})
	var found []string
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		found = append(found, fmt.Sprint(p.ID, p.SKU, p.GroupID, p.DropPrice, p.Quantity.Value, p.Images))
	}
	require.Equal(t, []string{"10one10450.10 3 [x]", "21red20700.00 1 []", "22blue20710.00 2 []"}, found)
	require.Equal(t, []string{"GET /products", "GET /products/20/variations"}, asked, "a product without variations is not asked for")
	require.False(t, c.TracksChanges())

	order := delivered()
	order.Items = []supplier.NewItem{{SKU: "red", Quantity: 1, Price: money.Must("700")}, {SKU: "one", Quantity: 2, Price: money.Must("450.10")}}
	body, err := c.EncodeOrder(order)
	require.NoError(t, err)
	created, err := c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.Equal(t, "501", created.Order.ID)
	require.Contains(t, made, `"line_items":[{"product_id":20,"variation_id":21,"quantity":1},{"product_id":10,"variation_id":10,"quantity":2}]`)
	require.Contains(t, made, `"billing":{"last_name":"Зразкова","first_name":"Олена","phone":"+380670000101"}`)
	require.Contains(t, made, `"shipping":{"last_name":"Зразкова","first_name":"Олена","city":"Київ","address_1":"12"}`)

	asked = nil
	_, err = c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.Equal(t, []string{"POST /orders"}, asked, "what is known is not asked for again")
	order.Items[1].SKU = "gone"
	body, err = c.EncodeOrder(order)
	require.NoError(t, err)
	_, err = c.CreateOrder(t.Context(), body, "")
	require.Equal(t, supplier.KindRejected, supplier.KindOf(err))
	require.ErrorContains(t, err, "gone: the supplier's list has no product with this SKU")
	require.Equal(t, "/items/1/sku", err.(*supplier.Error).Fields[0].Pointer)
}

// stepsOf is a service with drafts.
func stepsOf(submit http.HandlerFunc, products string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if page := r.URL.Query().Get("page"); page != "" && page != "1" {
			answerJSON(w, 200, `{"data":[]}`)
			return
		}
		switch r.Method + " " + r.URL.Path {
		case "GET /products":
			answerJSON(w, 200, `{"data":[`+products+`]}`)
		case "POST /orders":
			answerJSON(w, 201, `{"id":9,"traffic_source":"A-1","status":"draft"}`)
		case "POST /orders/9/submit":
			submit(w, r)
		case "GET /orders":
			answerJSON(w, 200, `{"data":[{"id":9,"traffic_source":"A-1","status":"draft"},{"id":8,"traffic_source":"A-0","status":"new"}]}`)
		}
	}
}

// TestFamilyOfTwoSteps: the first step makes a draft, the second one hands it in.
func TestFamilyOfTwoSteps(t *testing.T) {
	const goods = `{"id":701,"sku":"KB-01","title":"n","drop_price":1,"price":2},{"id":702,"sku":"KB-02","title":"n","drop_price":"x"}`
	for name, want := range map[string]struct {
		answer http.HandlerFunc
		kind   supplier.Kind
	}{
		"with nothing":    {status(204), 0},
		"with an order":   {func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, `{"id":9}`) }, 0},
		"cut":             {cut, supplier.KindAmbiguous},
		"with a failure":  {status(500), supplier.KindAmbiguous},
		"with a refusal":  {status(422), supplier.KindRejected},
		"with a page":     {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, supplier.KindAmbiguous},
		"with no draft":   {status(404), supplier.KindRejected},
		"with an old key": {status(401), supplier.KindUnauthorized},
		"with a pause":    {status(429), supplier.KindThrottled},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := serve(t, stepsOf(want.answer, goods), familyOf(t, "steps", nil))
			body, err := c.EncodeOrder(delivered())
			require.NoError(t, err)
			require.Contains(t, string(body), `"offer_id":{"$product":{"sku":"KB-01","take":"id","as":"number"}}`)
			created, err := c.CreateOrder(t.Context(), body, "")
			require.NoError(t, err)
			require.True(t, created.Order.Draft)
			_, err = c.SubmitOrder(t.Context(), created.Order.ID)
			require.Equal(t, want.kind, supplier.KindOf(err), "%v", err)
			drafts := map[string]bool{}
			for o, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
				require.NoError(t, err)
				drafts[o.ID] = o.Draft
			}
			require.Equal(t, map[string]bool{"9": true, "8": false}, drafts)
		})
	}
}

// TestIDsOfGoods: what is not one product's id is refused, and what cannot be read leaves
// the order unsent.
func TestIDsOfGoods(t *testing.T) {
	for name, c := range map[string]struct {
		goods, want string
		kind        supplier.Kind
	}{
		"absent":     {`{"id":1,"sku":"other","title":"n","drop_price":1}`, "KB-01: the supplier's list has no product with this SKU", supplier.KindRejected},
		"twice":      {`{"id":1,"sku":"KB-01","title":"n","drop_price":1},{"id":2,"sku":"KB-01","title":"n","drop_price":1}`, "several products with this SKU", supplier.KindRejected},
		"no number":  {`{"id":"x1","sku":"KB-01","title":"n","drop_price":1}`, `the product's id "x1" is no number`, supplier.KindRejected},
		"not a list": {`{"id":`, "look up the ids of its products", supplier.KindNotSent},
	} {
		t.Run(name, func(t *testing.T) {
			posted := false
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				posted = posted || r.Method == "POST"
				stepsOf(status(204), c.goods)(w, r)
			}, familyOf(t, "steps", nil), func(o *Options) { o.Retries = -1 })
			body, err := client.EncodeOrder(delivered())
			require.NoError(t, err)
			_, err = client.CreateOrder(t.Context(), body, "")
			require.Equal(t, c.kind, supplier.KindOf(err))
			require.ErrorContains(t, err, c.want)
			require.False(t, posted)
		})
	}
}

// TestFamilyOfGraphs: GraphQL pages by cursors, and refuses under 200.
func TestFamilyOfGraphs(t *testing.T) {
	refuse := false
	var bodies []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		var asked struct {
			Query     string
			Variables struct {
				First int
				After string
			}
		}
		require.NoError(t, json.Unmarshal(body, &asked))
		require.True(t, strings.HasPrefix(asked.Query, "query ($first: Int!, $after: String) {\n  products("), asked.Query)
		require.Equal(t, 2, asked.Variables.First)
		node := func(n int) string {
			return fmt.Sprintf(`{"id":"%d","sku":"s%d","title":"n","price":{"amount":"%d.50","currency":"UAH"}}`, n, n, n)
		}
		switch {
		case refuse:
			answerJSON(w, 200, `{"data":null,"errors":[{"message":"Field 'x' is unknown"}]}`)
		case asked.Variables.After == "":
			answerJSON(w, 200, `{"data":{"products":{"nodes":[`+node(1)+","+node(2)+`],"pageInfo":{"hasNextPage":true,"endCursor":"c2"}}}}`)
		default:
			require.Equal(t, "c2", asked.Variables.After)
			answerJSON(w, 200, `{"data":{"products":{"nodes":[`+node(3)+`],"pageInfo":{"hasNextPage":false,"endCursor":"c3"}}},"errors":[]}`)
		}
	}, familyOf(t, "graph", nil))
	ids, err := idsOf(t, c)
	require.NoError(t, err)
	require.Equal(t, "1 2 3", ids)
	require.Len(t, bodies, 2, "the cursor behind the last page is not followed")
	refuse = true
	_, err = idsOf(t, c)
	require.ErrorContains(t, err, "Field 'x' is unknown")
}

// TestFamilyOfSigned: the service checks each signature, and its ledger is turned round.
func TestFamilyOfSigned(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mac := hmac.New(sha256.New, []byte("the-key-of-the-shop"))
		mac.Write([]byte(r.URL.Query().Encode() + string(body) + r.Header.Get("X-Time")))
		if r.Header.Get("X-Signature") != hex.EncodeToString(mac.Sum(nil)) || r.Header.Get("X-Key") != "shop" || r.Header.Get("Authorization") != "" {
			answerJSON(w, 401, `{}`)
			return
		}
		require.Equal(t, "/acme%2F1/entries?all=1", r.URL.RequestURI())
		answerJSON(w, 200, `{"rows":[{"id":3,"debit":"34,50","credit":"","at":"2026-11-03T09:00:00Z"},{"id":2,"debit":"0,00","credit":"1 200,00","at":"2026-11-02T09:00:00Z"},{"id":1,"credit":"5","debit":"2","at":"2026-11-01T09:00:00Z"}]}`)
	}, familyOf(t, "signed", map[string]string{"account": "acme/1"}), func(o *Options) {
		o.User, o.Token = "shop", supplier.NewSecret("the-key-of-the-shop")
	})
	var entries []string
	for e, err := range c.Ledger(supplier.LedgerQuery{}).Entries(t.Context()) {
		require.NoError(t, err)
		entries = append(entries, e.ID+" "+e.Amount.String())
	}
	require.Equal(t, []string{"1 3.00", "2 1200.00", "3 -34.50"}, entries)

	_, err := New(Options{BaseURL: "https://a.example", User: "shop", Token: supplier.NewSecret("t"), Mapping: func() *mapping.Program {
		var o Options
		familyOf(t, "signed", nil)(&o)
		return o.Mapping
	}()})
	require.EqualError(t, err, "the mapping signed wants a value for account: supplier.params")
}
