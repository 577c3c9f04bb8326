package learn

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// writeFiles writes texts into a new folder and gives their names in the order of names.
func writeFiles(t *testing.T, texts map[string]string, names ...string) (files []string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	for _, name := range names {
		files = append(files, filepath.Join(folder, name))
	}
	return files
}

const oddGoods = `{"ok":1,"vsego":3,"rows":[
{"goods_id":1,"article":"B-1","title":"Лампа","opt":"101,50","rozn":"151,00","ost":1,"pics":"https://img.example/1.jpg;https://img.example/1-2.jpg"},
{"goods_id":2,"article":"B-2","title":"Чайник","opt":"102,50","rozn":"152,00","ost":2,"pics":"https://img.example/2.jpg;https://img.example/2-2.jpg"},
{"goods_id":3,"article":"B-3","title":"Миска","opt":"103,50","rozn":"153,00","ost":0,"pics":"https://img.example/3.jpg;https://img.example/3-2.jpg"}]}`

// What the user names is the role: neither the path's name nor the file's has to tell it.
func TestWhatTheUserNamesIsTheRole(t *testing.T) {
	files := writeFiles(t, map[string]string{"a.json": oddGoods}, "a.json")
	p, err := Propose(t.Context(), Options{Sources: files, Paths: map[string]string{"products": "/tovary"}})
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "request: GET /tovary")
	require.Equal(t, "article", pathIn(p, "products", "sku"))
	require.Equal(t, `{at: opt, decimal: ","}`, pathIn(p, "products", "drop_price"))
	require.Equal(t, `{at: pics, split: ";"}`, pathIn(p, "products", "images"))
	require.Contains(t, p.Mapping, "total: vsego")
	require.True(t, p.Complete())
	requireCompiles(t, p)
}

// A new account has no orders: what could not be seen waits for a person, the rest is proposed.
func TestAnEmptyListIsAList(t *testing.T) {
	files := writeFiles(t, map[string]string{"a.json": oddGoods, "b.json": `{"ok":1,"vsego":0,"rows":[]}`}, "a.json", "b.json")
	p, err := Propose(t.Context(), Options{Sources: files, Paths: map[string]string{"products": "/tovary", "orders": "/zakazy"}})
	require.NoError(t, err)
	require.Equal(t, "article", pathIn(p, "products", "sku"))
	orders := operationOf(t, p, "orders")
	require.Equal(t, "GET /zakazy", orders.Request)
	require.Empty(t, orders.Fields)
	require.Contains(t, strings.Join(english(orders.Missing), "\n"), "status: the list was empty")
	require.Contains(t, strings.Join(english(orders.Missing), "\n"), "paging: the list was empty")
	require.Contains(t, p.Mapping, "list: rows")
	requireCompiles(t, p)
}

func operationOf(t *testing.T, p *proposal.Proposal, name string) *proposal.Operation {
	t.Helper()
	for _, o := range p.Operations {
		if o.Operation == name {
			return o
		}
	}
	require.Fail(t, "no operation", name)
	return nil
}

// The same document gives the same fields of orders to an account with orders and without.
func TestAnAccountWithoutOrdersLearnsTheSame(t *testing.T) {
	racing.Skip(t)
	folder := "testdata/standins/retailcrm/"
	full := proposedFor(t, "retailcrm", folder+"openapi.yaml", folder+"products.json", folder+"orders.json")
	empty := writeFiles(t, map[string]string{"orders.json": `{"success":true,"pagination":{"limit":20,"totalCount":0,"currentPage":1,"totalPageCount":0},"orders":[]}`}, "orders.json")
	none, err := Propose(t.Context(), Options{Sources: []string{folder + "openapi.yaml", folder + "products.json", empty[0]}})
	require.NoError(t, err)
	for _, f := range operationOf(t, full, "orders").Fields {
		if f.Field == "carrier" || f.Field == "status" {
			continue // rows tell more words of them
		}
		require.Equal(t, f.Path, pathIn(none, "orders", f.Field), f.Field)
	}
	require.NotEmpty(t, pathIn(none, "orders", "status"))
}

// goodsOf is a list of so many products.
func goodsOf(n int, price func(i int) string) string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"sku":"C-%d","name":"Товар %d","drop_price":"%s","rrp":"9000.00","currency":"UAH","quantity":5}`, i+1, i+1, i+1, price(i)))
	}
	return `{"products":[` + strings.Join(rows, ",") + `]}`
}

// A round number of rows is a page until somebody says that it is not.
func TestARoundNumberOfRowsMayBeAPage(t *testing.T) {
	for n, missing := range map[int]bool{10: true, 20: true, 25: true, 100: true, 3: false, 17: false, 101: false} {
		p, err := learnFrom(t, "products.json", goodsOf(n, func(int) string { return "100.00" }))
		require.NoError(t, err)
		require.Equal(t, missing, strings.Contains(p.Mapping, "# missing: paging:"), n)
		require.Equal(t, !missing, strings.Contains(p.Mapping, "paging: {kind: none}"), n)
		requireCompiles(t, p)
	}
	told := strings.Replace(goodsOf(20, func(int) string { return "100.00" }), "{", `{"total":20,`, 1)
	p, err := learnFrom(t, "products.json", told)
	require.NoError(t, err)
	require.NotContains(t, p.Mapping, "# missing: paging:", "the answer says that these are all")
}

// No single decimal mark reads both: either does, and refuses what could be read in two ways.
func TestBothDecimalMarksAreRead(t *testing.T) {
	texts := []string{"2 037.00", "1 234,50", "990", "2 017,00"}
	p, err := learnFrom(t, "products.json", goodsOf(7, func(i int) string { return texts[i%len(texts)] }))
	require.NoError(t, err)
	require.Equal(t, "{at: drop_price, decimal: either}", pathIn(p, "products", "drop_price"))
	for _, test := range p.Sanity {
		require.True(t, test.OK, test.Name.In(wording.English))
	}
}

// A place that shows one mark alone is read by what the service's other amounts show: a comma
// that was taken for the only mark would make 56700 of 567.00.
func TestMarksAreThoseOfTheWholeService(t *testing.T) {
	orders := `{"orders":[{"id":1,"status":"new","total":"500,00","currency":"UAH"},{"id":2,"status":"new","total":"12,50","currency":"UAH"}]}`
	goods := goodsOf(7, func(int) string { return "567.00" })
	for text, want := range map[string]string{goods: "{at: total, decimal: either}", strings.ReplaceAll(goods, ".00", ",00"): `{at: total, decimal: ","}`} {
		files := writeFiles(t, map[string]string{"products.json": text, "orders.json": orders}, "products.json", "orders.json")
		p, err := Propose(t.Context(), Options{Sources: files})
		require.NoError(t, err)
		require.Equal(t, want, pathIn(p, "orders", "total_retail"), text)
	}
}

// The test of a proposal is the reader of the export.
func TestRowsAreReadAsAnExportReadsThem(t *testing.T) {
	p, err := learnFrom(t, "products.json", goodsOf(7, func(i int) string { return []string{"100.00", "за запитом"}[i/6] }))
	require.NoError(t, err)
	for _, test := range p.Sanity {
		if test.Name.In(wording.English) == "rows of products are read as an export reads them" {
			require.Equal(t, []any{7, 1, false}, []any{test.Checked, test.Failed, test.OK})
			require.Contains(t, test.Detail.In(wording.English), "C-7")
			return
		}
	}
	require.Fail(t, "the rows were not read")
}

// trialHost has a list of orders whose filter takes what was changed, or what was made, since
// a time, or whatever there is.
func trialHost(t *testing.T, keeps func(since string) bool) (url string, asked *[]string) {
	asked = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		since := r.URL.Query().Get("since")
		*asked = append(*asked, r.Method+" "+r.URL.String())
		switch {
		case r.URL.Path == "/doc.json":
			_, _ = w.Write([]byte(strings.ReplaceAll(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `"get":{"parameters":[{"name":"page","in":"query"}]`, `"get":{"parameters":[{"name":"page","in":"query"},{"name":"since","in":"query"}]`)))
		case r.URL.Path == "/products":
			_, _ = w.Write([]byte(oneProduct))
		case since == "" || keeps(since):
			_, _ = w.Write([]byte(`[{"id":1,"external_id":"a","status":"new","carrier":"nova_poshta","created_at":"2026-10-01T10:00:00Z","updated_at":"2026-10-05T10:00:00Z"}]`))
		default:
			_, _ = w.Write([]byte(`[]`))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// A filter that may be one by creation is used where a trial shows that it is none.
func TestFiltersByChangeAreTried(t *testing.T) {
	for name, c := range map[string]struct {
		keeps func(since string) bool
		used  bool
	}{
		"by change":   {func(since string) bool { return since <= "2026-10-05T10:00:00Z" }, true},
		"by creation": {func(since string) bool { return since <= "2026-10-01T10:00:00Z" }, false},
		"ignored":     {func(string) bool { return true }, false},
	} {
		t.Run(name, func(t *testing.T) {
			url, asked := trialHost(t, c.keeps)
			p, err := Propose(t.Context(), Options{Sources: []string{url + "/doc.json"}, BaseURL: url, Live: true, Token: supplier.NewSecret("s")})
			require.NoError(t, err)
			orders := p.Mapping[strings.Index(p.Mapping, "\norders:"):]
			require.Equal(t, c.used, strings.Contains(orders, "updated_since: since # tried on the service"), orders)
			require.Equal(t, !c.used, strings.Contains(strings.Join(english(p.LookAt), "\n"), "as a trial on the service shows"), english(p.LookAt))
			for _, line := range *asked {
				require.True(t, strings.HasPrefix(line, "GET "), line)
			}
		})
	}
	p, err := learnFrom(t, "doc.json", strings.ReplaceAll(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `{"name":"page","in":"query"}`, `{"name":"page","in":"query"},{"name":"since","in":"query"}`))
	require.NoError(t, err)
	require.NotContains(t, p.Mapping, "updated_since")
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "orders.query: since may filter by creation")
}

// The state of a delivery is not that of its order.
func TestAStateThatOnlyLooksAlikeIsMissing(t *testing.T) {
	p, err := learnFrom(t, "orders.json", `{"orders":[
{"id":1,"external_id":"a","delivery_status":"new","items":[{"sku":"A","quantity":1}],"phone":"+380670000001","city":"Київ"},
{"id":2,"external_id":"b","delivery_status":"cancelled","items":[{"sku":"B","quantity":1}],"phone":"+380670000002","city":"Львів"}]}`)
	require.NoError(t, err)
	require.Empty(t, pathIn(p, "orders", "status"))
	require.Contains(t, p.Mapping, "# missing: status: delivery_status # this only looks like it")
}

// Words beside a clear one make a last state doubtful: such an order would stand still for ever.
func TestLastStatesNeedClearWords(t *testing.T) {
	p, err := learnFrom(t, "orders.json", `{"orders":[
{"id":1,"external_id":"a","status":"cancel_requested","items":[{"sku":"A","quantity":1}]},
{"id":2,"external_id":"b","status":"cancelled_by_client","items":[{"sku":"B","quantity":1}]},
{"id":3,"external_id":"c","status":"partially_completed","items":[{"sku":"C","quantity":1}]}]}`)
	require.NoError(t, err)
	require.Equal(t, `{at: status, map: {"cancelled_by_client": cancelled}}`, pathIn(p, "orders", "status"))
	require.Contains(t, strings.Join(english(p.LookAt), "\n"), "cancel_requested, partially_completed")
}

// Name and place of one parcel stand in one part of an order.
func TestRecipientAndCityComeFromOnePlace(t *testing.T) {
	p, err := learnFrom(t, "orders.json", `{"orders":[
{"id":1,"external_id":"a","status":"new","items":[{"sku":"A","quantity":1}],"billing":{"name":"Магазин Приклад","phone":"+380440000000","city":"Київ","address":"вул. Прикладна, 1"},"ship_to":{"full_name":"Олена Вигадана","phone":"+380670000001","town":"Львів","department":"12"}},
{"id":2,"external_id":"b","status":"new","items":[{"sku":"B","quantity":1}],"billing":{"name":"Магазин Приклад","phone":"+380440000000","city":"Київ","address":"вул. Прикладна, 1"},"ship_to":{"full_name":"Іван Вигаданий","phone":"+380670000002","town":"Суми","department":"3"}}]}`)
	require.NoError(t, err)
	for field, path := range map[string]string{"recipient_name": "ship_to.full_name", "recipient_phone": "ship_to.phone", "city": "ship_to.town", "branch_number": "ship_to.department", "address": ""} {
		require.Equal(t, path, pathIn(p, "orders", field), field)
	}
}

const partDocument = `openapi: 3.0.3
info: {title: parts, version: "1", description: "No more than 100 requests per hour."}
paths:
  /{shop}/goods.{format}:
    get:
      parameters:
        - {name: shop, in: path, required: true, schema: {type: string, enum: [main]}}
        - {name: format, in: path, required: true, schema: {type: string, default: json}}
        - {$ref: "parts/common.yaml#/parameters/page"}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "parts/goods.yaml#/Good"}}}}}}
  /orders: {$ref: "parts/orders.yaml"}
  /outside: {get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "../secret.yaml#/X"}}}}}}}
`

// Parts of a document in other files of its folder are read, and what lies outside is not.
func TestPartsInOtherFilesAreRead(t *testing.T) {
	files := writeFiles(t, map[string]string{
		"secret.yaml":           "X: {type: object, properties: {sku: {type: string}}}\n",
		"doc/openapi.yaml":      partDocument,
		"doc/parts/common.yaml": "parameters: {page: {name: page, in: query, schema: {type: integer}}}\n",
		"doc/parts/goods.yaml":  "Good: {type: object, properties: {id: {type: integer}, sku: {type: string}, name: {type: string}, drop_price: {$ref: '#/Money'}, group: {$ref: '#/Good'}}}\nMoney: {type: string, description: drop price}\n",
		"doc/parts/orders.yaml": "get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}, status: {type: string}, external_id: {type: string}}}}}}}}}\n",
	}, "doc/openapi.yaml")
	p, err := Propose(t.Context(), Options{Sources: files})
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "request: GET /main/goods.json")
	require.Contains(t, p.Mapping, "paging: {kind: page, page: page,")
	require.Contains(t, p.Mapping, `limits: [100/h]`)
	require.Equal(t, "drop_price", pathIn(p, "products", "drop_price"))
	require.Equal(t, "external_id", pathIn(p, "orders", "external_id"))
	require.Contains(t, strings.Join(english(p.Notes), "\n"), "1 references to other documents were not followed")
}

const postDocument = `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{
"/{key}/list":{"get":{"parameters":[{"name":"key","in":"path","description":"the project's key"}],"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"status":{"type":"string"}}}}}}}}}},
"/rpc/goods":{"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"q":{"type":"string"}}}}}},
"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"list":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"sku":{"type":"string"},"name":{"type":"string"},"drop_price":{"type":"string"}}}}}}}}}}}}}}`

// Lists that are read by POST are taken where they are named, and values of paths are asked.
func TestNamedPostListsAndHoles(t *testing.T) {
	files := writeFiles(t, map[string]string{"doc.json": postDocument}, "doc.json")
	p, err := Propose(t.Context(), Options{Sources: files, Paths: map[string]string{"products": "POST /rpc/goods", "orders": "/{key}/list"}})
	require.NoError(t, err)
	require.Equal(t, "POST /rpc/goods", operationOf(t, p, "products").Request)
	require.Contains(t, p.Mapping, `request: "GET /{key}/list" # from`)
	require.Contains(t, p.Mapping, `key: "" # the project's key`)
	require.Equal(t, []string{"key"}, p.Params)
	_, err = Propose(t.Context(), Options{Sources: files, Paths: map[string]string{"products": "/nowhere"}})
	require.ErrorContains(t, err, "the document has no /nowhere, which --products names")
}

// A service is asked with the values that the config has for its paths, and the mapping keeps
// their names; an order is made below the same parameter, and not below one of a record.
func TestParametersOfPathsComeFromTheConfig(t *testing.T) {
	h := newHost(t, map[string]string{"/my shop/goods": oneProduct})
	doc := `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/{shop}/goods":{"get":{"parameters":[{"name":"shop","in":"path"}],"responses":{"200":{"description":"ok"}}}},
"/{shop}/orders/{id}/orders":{"post":{"responses":{"200":{"description":"ok"}}}},"/{shop}/orders":{"post":{"responses":{"200":{"description":"ok"}}}}}}`
	p, err := Propose(t.Context(), Options{Sources: writeFiles(t, map[string]string{"doc.json": doc}, "doc.json"), BaseURL: h.URL, Live: true, Params: map[string]string{"shop": "my shop"}})
	require.NoError(t, err)
	require.Equal(t, "GET /{shop}/goods", operationOf(t, p, "products").Request)
	require.Equal(t, "POST /{shop}/orders", operationOf(t, p, "create_order").Request)
	require.Equal(t, "sku", pathIn(p, "products", "sku"))
	require.Equal(t, []string{"shop"}, p.Params)
	require.NotContains(t, p.Mapping, "my shop")
	p, err = Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "/{shop}/goods"}, Params: map[string]string{"shop": "my shop"}})
	require.NoError(t, err)
	require.Equal(t, []string{"shop"}, p.Params)
	require.Equal(t, "sku", pathIn(p, "products", "sku"))
	_, err = Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "/{shop}/goods"}})
	require.ErrorContains(t, err, "write it as supplier.params")
}

// The name is in the language that its description says.
func TestNamesAreInTheLanguageThatIsSaid(t *testing.T) {
	p, err := learnFrom(t, "doc.json", strings.Replace(orderDocument(`{"type":"string"}`, `{"type":"string"}`), `"name":{"type":"string"},"drop`, `"name":{"type":"string","description":"Назва російською"},"name_ua":{"type":"string"},"drop`, 1))
	require.NoError(t, err)
	require.Equal(t, []string{"name_ua", "name_ua", "name"}, []string{pathIn(p, "products", "name"), pathIn(p, "products", "name_uk"), pathIn(p, "products", "name_ru")})
	requireCompiles(t, p)
}

// Descriptions tell ids, patterns of phones and what happens to an order that is sent twice.
func TestDescriptionsAreRead(t *testing.T) {
	doc := orderDocument(`{"type":"integer","description":"5 Нова Пошта, 43 Укрпошта"}`, `{"type":"string"}`)
	doc = strings.Replace(doc, `"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{
 "external_id":{"type":"string"}`, `"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{
 "external_id":{"type":"string","description":"Унікальний: повторне надсилання поверне наявне замовлення"}`, 1)
	doc = strings.Replace(doc, `"phone":{"type":"string"}`, `"phone":{"type":"string","pattern":"^380[0-9]{9}$"}`, 1)
	doc = strings.Replace(doc, `"payment_method":{"type":"string"}`, `"payment_method":{"type":"integer","description":"1 cash on delivery, 2 prepaid"}`, 1)
	p, err := learnFrom(t, "doc.json", doc)
	require.NoError(t, err)
	require.Equal(t, `{at: payment_method, map: {cod: 1, prepaid: 2}}`, pathIn(p, "create_order", "payment_method"))
	require.Equal(t, `{at: carrier, map: {ukrposhta: 43, nova_poshta: 5}}`, pathIn(p, "create_order", "carrier"))
	require.Equal(t, `{at: phone, without: "+"}`, pathIn(p, "create_order", "recipient_phone"))
	require.Contains(t, p.Mapping, "idempotency: {kind: external_id}")
	requireCompiles(t, p)
}

// HTTP Basic takes the token as NAME:SECRET.
func TestBasicAuth(t *testing.T) {
	h := newHost(t, map[string]string{"/products": oneProduct})
	p, err := Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Auth: "basic", Token: supplier.NewSecret("ck_1:cs_2"), Paths: map[string]string{"products": "/products"}})
	require.NoError(t, err)
	require.Contains(t, p.Mapping, "basic: true")
	require.True(t, p.Basic)
	for _, r := range h.seen {
		user, secret, ok := r.BasicAuth()
		require.Equal(t, []any{"ck_1", "cs_2", true}, []any{user, secret, ok})
	}
	require.NotEmpty(t, h.seen)
	requireCompiles(t, p)
}

// What decides money, state or place is never surer than rows prove.
func TestDecidingFieldsNeedProof(t *testing.T) {
	p, err := learnFrom(t, "products.json", `{"products":[{"id":1,"sku":"A","name":"Лампа","drop_price":"10.00","currency":"UAH"},{"id":2,"sku":"B","name":"Миска","drop_price":"12.00","currency":"UAH"}]}`)
	require.NoError(t, err)
	for _, f := range p.Operations[0].Fields {
		if f.Field == "drop_price" {
			require.LessOrEqual(t, f.Confidence, 0.9, "no price to hold it against")
		}
	}
	p, err = learnFrom(t, "products.json", goodsOf(7, func(int) string { return "100.00" }))
	require.NoError(t, err)
	for _, f := range p.Operations[0].Fields {
		if f.Field == "drop_price" {
			require.Greater(t, f.Confidence, 0.9, "not above the RRP in all rows")
		}
	}
}
