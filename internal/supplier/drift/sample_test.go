package drift

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// watchedIn are the places of products as a mapping of the whole language has them; what
// reads the values is compiled elsewhere.
func watchedIn(t testing.TB, yaml string) *watchedOp {
	t.Helper()
	var written written.File
	require.NoError(t, strictyaml.Decode("m.yaml", []byte(yaml), &written))
	watched, err := newWatcher(&written).watchOp("products")
	require.NoError(t, err)
	return watched
}

const richPlaces = `
types: loose
answer: {list: "result.items|data", total: result.total, next_cursor: result.next}
lookups:
  categories: {at: categories, key: id, parent: parent_id}
  stocks: {request: GET /stocks, key: sku}
products:
  request: GET /goods
  fields:
    id: id
    sku: sku
    name: {at: [title, size], join: " "}
    rrp: prices.retail|price
    brand: {at: brand, absent: ["-"]}
    currency: {value: UAH}
    availability: {at: presence, map: {"1": in_stock, "0": out_of_stock}}
    images: images
    tiers: {at: prices.tiers, fields: {min_quantity: q, price: p}}
    attributes: {at: params, keyed: true, fields: {name: $key, value: .}}
    category_name: {at: cat, lookup: categories, take: title}
    quantity: {at: sku, lookup: stocks, take: amount}
    weight_g: {jq: .w}
  variants:
    at: sizes
    fields: {id: {at: [^id, vid], join: "-"}, sku: vsku, group_id: ^id}
`

// shownProfile is a profile as text: field, place, present/filled of rows, types, values.
func shownProfile(p Profile) string {
	var b strings.Builder
	for _, f := range p.Fields {
		fmt.Fprintf(&b, "%s %s %d/%d of %d", f.Field, f.Place, f.Present, f.Filled, f.Rows)
		for _, path := range f.Paths {
			for _, kind := range sortedKeys(path.Types) {
				fmt.Fprintf(&b, ", %s %s %d", path.Path, kind, path.Types[kind])
			}
		}
		for _, value := range f.Values {
			fmt.Fprintf(&b, ", %q", value)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestProfileOfAPage(t *testing.T) {
	const page = `{"result": {"total": 9, "items": [
		{"id": 1, "sku": "A", "title": "t", "size": "", "prices": {"retail": "1.50", "tiers": [{"q": 5, "p": 1.4}, {"q": "9", "p": null}]},
		 "brand": "-", "presence": 1, "images": ["u"], "params": {"Колір": "чорний", "Вага": 5}, "cat": 7},
		{"id": 2, "price": 2.5, "title": null, "presence": "2", "images": [], "params": {}, "brand": "b",
		 "sizes": [{"vid": "s", "vsku": "B-s"}, {"vid": null, "vsku": "B-m"}]}
	]}, "categories": [{"id": 7, "title": "c", "parent_id": null}]}`
	got, err := watchedIn(t, richPlaces).profile(page)
	require.NoError(t, err)
	require.Equal(t, 2, got.Rows)
	require.Equal(t, `id id 1/1 of 1, id a number 1
sku sku 1/1 of 1, sku a text 1
name title 1/1 of 2, title a text 1
name size 1/0 of 2
rrp prices.retail|price 2/2 of 2, prices.retail a text 1, price a number 1
brand brand 2/1 of 2, brand a text 1
availability presence 2/2 of 2, presence a number 1, presence a text 1, "1", "2"
images images 2/1 of 2, images a list of texts 1
tiers prices.tiers 1/1 of 2, prices.tiers a list of objects 1
tiers.min_quantity q 2/2 of 2, q a number 1, q a text 1
tiers.price p 1/1 of 2, p a number 1
attributes params 2/1 of 2, params an object 1
attributes.value . 2/2 of 2, . a number 1, . a text 1
category_name cat 1/1 of 2, cat a number 1
quantity sku 1/1 of 2, sku a text 1
variants sizes 1/1 of 2, sizes a list of objects 1
variants.id ^id 2/2 of 2, ^id a number 2
variants.id vid 1/1 of 2, vid a text 1
variants.sku vsku 2/2 of 2, vsku a text 2
variants.group_id ^id 2/2 of 2, ^id a number 2
answer.total result.total 2/2 of 2, result.total a number 2
lookups.categories categories 2/2 of 2, categories a list of objects 2
lookups.categories.id id 1/1 of 1, id a number 1
lookups.categories.parent_id parent_id 0/0 of 1
lookups.categories.title title 1/1 of 1, title a text 1
`, shownProfile(got))
	drifts := Compare(Profile{}, got)
	require.Len(t, drifts, 1)
	require.Equal(t, `availability: the map has no "2", which stays as it is`, drifts[0].Detail)
}

func TestProfileOfOtherLists(t *testing.T) {
	for name, c := range map[string]struct {
		answer, page string
		rows         int
		fails        bool
	}{
		"the answer itself":          {"{list: .}", `[{"id":1},null,{"id":2}]`, 2, false},
		"under names":                {"{list: orders.*}", `{"orders":{"5":{"id":1},"6":{"id":2}}}`, 2, false},
		"lists in groups":            {`{list: "groups[].items"}`, `{"groups":[{"items":[{"id":1}]},{"items":[{"id":2},{"id":3}]}]}`, 3, false},
		"the second place":           {"{list: a|b}", `{"b":[{"id":1}]}`, 1, false},
		"an empty list":              {"{list: a|b}", `{"a":[],"b":[{"id":1}]}`, 0, false},
		"put together by jq":         {"{list: {jq: '.g[].items[]'}}", `{"g":[{"items":[{"id":1}]},{"items":[{"id":2}]}]}`, 2, false},
		"jq that cannot be used":     {"{list: {jq: '.g[]'}}", `{"g":5}`, 0, true},
		"no list":                    {"{list: a}", `{"b":[]}`, 0, true},
		"an object":                  {"{list: a}", `{"a":{"id":1}}`, 0, true},
		"nothing at all":             {"{list: a}", "", 0, false},
		"no JSON":                    {"{list: a}", `{"a":[{"id":}]}`, 0, true},
		"two documents":              {"{list: a}", `{"a":[]}{}`, 0, true},
		"more than is looked at":     {"{list: .}", "[" + strings.Repeat(`{"id":1},`, 500) + "{}]", sampleRows, false},
		"records that are no object": {"{list: .}", `[5,"a"]`, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := watchedIn(t, "answer: "+c.answer+"\nproducts: {request: GET /x, fields: {id: id}}\n")
			got, err := w.profile(c.page)
			require.Equal(t, c.fails, err != nil, "%v", err)
			require.Equal(t, c.rows, got.Rows)
		})
	}
}

// TestProfileOfRecordsThroughJQ: the places are those of what jq makes of a record.
func TestProfileOfRecordsThroughJQ(t *testing.T) {
	w := watchedIn(t, "answer: {list: .}\nproducts: {request: GET /x, jq: 'select(.hidden | not) | {n: .id}', fields: {id: n}}\n")
	got, err := w.profile(`[{"id":1},{"id":"2"},{"id":3,"hidden":true}]`)
	require.NoError(t, err)
	require.Equal(t, "id n 2/2 of 2, n a number 1, n a text 1\n", shownProfile(got))
}

// TestNewNamesAreOffered: a value that is gone is looked for among the members that are
// new, and those are new until the change is accepted.
func TestNewNamesAreOffered(t *testing.T) {
	w := watchedIn(t, "answer: {list: .}\nproducts: {request: GET /x, fields: {id: id, rrp: prices.retail, tiers: {at: t, fields: {price: p}}}}\n")
	page := func(row string) Profile {
		got, err := w.profile("[" + strings.Repeat(row+",", 9) + row + "]")
		require.NoError(t, err)
		return got
	}
	before := page(`{"id":1,"prices":{"retail":5,"drop":4},"t":[{"p":1}],"old":null}`)
	require.Equal(t, []string{"id", "prices", "prices.drop", "prices.retail", "t", "t[].p"}, before.Names)
	now := page(`{"id":1,"aa":0,"prices":{"drop":4,"rrp":5},"t":[{"cost":1}],"old":{"a b":1,"retail":7}}`)
	drifts := Compare(before, now)
	require.Len(t, drifts, 2)
	require.Equal(t, "find where the answer has it now (new in it: old.retail, prices.rrp, aa, old) and write that path into the mapping, "+acceptMend, drifts[0].Mend)
	require.Contains(t, drifts[1].Mend, "(new in it: cost)", "in the list that the value was in")
	require.Equal(t, before.Names, Learn(before, now, drifts, false).Names)
	require.Contains(t, Learn(before, now, drifts, true).Names, `old."a b"`)
	require.NotContains(t, Compare(Profile{Rows: 10, Fields: before.Fields}, now)[0].Mend, "new in it", "nothing is known of old names")
}

// serve starts a service for one test and a client of it by the built-in mapping.
func serve(t *testing.T, handler http.HandlerFunc, change ...func(*client.Options)) (*client.Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	m, err := mapping.Compile("default.yaml", []byte(suppliertest.DefaultYAML(t)))
	require.NoError(t, err)
	o := client.Options{BaseURL: server.URL, Token: supplier.NewSecret("drop_s3cret-token"), Mapping: m, Transport: server.Client().Transport}
	for _, c := range change {
		c(&o)
	}
	c, err := client.New(o)
	require.NoError(t, err)
	return c, server
}

func answerJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// TestSample reads one small page of each list, and goes on past one that fails.
func TestSample(t *testing.T) {
	var asked []string
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		if strings.HasPrefix(r.URL.Path, "/api/orders") {
			answerJSON(w, 403, `{"title":"no"}`)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/shipments") {
			answerJSON(w, 200, `{"data":{}}`)
			return
		}
		answerJSON(w, 200, `{"data":[{"id":"1","kind":"accrual","availability":"soon"}]}`)
	}, func(o *client.Options) { o.Retries = -1 })
	profiles, err := Sample(t.Context(), c, "list orders")
	require.ErrorContains(t, err, "list shipments: page 1, data: want a list, got none")
	require.Equal(t, []string{"/api/products?per_page=50", "/api/products/search?page=1&per_page=50",
		"/api/shipments?per_page=50", "/api/finance/ledger?per_page=50"}, asked)
	require.Len(t, profiles, 3)
	require.Equal(t, "ledger", profiles[2].Operation)
	at := slices.IndexFunc(profiles[0].Fields, func(f FieldProfile) bool { return f.Field == "availability" })
	require.Equal(t, []string{"soon"}, profiles[0].Fields[at].Values)

	ended, stop := context.WithCancel(t.Context())
	stop()
	profiles, err = Sample(ended, c)
	require.Error(t, err)
	require.Empty(t, profiles)
}

// TestSampleStopsAtAClosedDoor: a refused token is asked for once.
func TestSampleStopsAtAClosedDoor(t *testing.T) {
	asked := 0
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		answerJSON(w, 401, `{}`)
	})
	_, err := Sample(t.Context(), c)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, 1, asked)
}

// FuzzProfile: no page, however odd, makes a profile panic or count more than there is.
func FuzzProfile(f *testing.F) {
	f.Add(`{"data":[{"id":1,"sizes":[{}],"prices":{"tiers":[[]]},"params":{"a":null}}],"categories":{"x":1}}`)
	f.Add(`{"result":{"items":[[],{},null,"",5,{"sizes":[]}]}}`)
	f.Add(`[[[[`)
	f.Add(`{"data":[`)
	w := watchedIn(f, richPlaces)
	f.Fuzz(func(t *testing.T, page string) {
		got, err := w.profile(page)
		if err != nil {
			require.Zero(t, got.Rows)
			return
		}
		require.LessOrEqual(t, got.Rows, sampleRows)
		require.LessOrEqual(t, len(got.Names), maxNames)
		require.True(t, slices.IsSorted(got.Names))
		for _, field := range got.Fields {
			require.LessOrEqual(t, field.Present, field.Rows)
			require.LessOrEqual(t, field.Filled, field.Present)
			require.LessOrEqual(t, len(field.Values), maxValues)
		}
		drifts := Compare(Profile{}, got)
		learned := Learn(Profile{}, got, drifts, true)
		require.Empty(t, Compare(learned, got), "what was just learned is normal")
	})
}

// The middle of a page's amounts is kept as the service writes them, with the mark that the
// mapping names; a page with few amounts has none.
func TestTheMiddleOfAmounts(t *testing.T) {
	w := watchedIn(t, "answer: {list: .}\nproducts: {request: GET /goods, fields: {id: id, drop_price: {at: d, decimal: \",\"}, rrp: r}}\n")
	var rows []string
	for i := range 7 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"d":"1 %d00,50","r":%d}`, i, i, 40+i))
	}
	profile, err := w.profile("[" + strings.Join(rows, ",") + "]")
	require.NoError(t, err)
	require.Equal(t, []int64{0, 1300, 43}, []int64{profile.Fields[0].Middle, profile.Fields[1].Middle, profile.Fields[2].Middle})
	profile, err = w.profile("[" + strings.Join(rows[:4], ",") + "]")
	require.NoError(t, err)
	require.Zero(t, profile.Fields[1].Middle)
	later := Profile{Operation: "products", Rows: 7, Fields: []FieldProfile{{Field: "rrp", Place: "r", Rows: 7, Present: 7, Filled: 7, Middle: 4300}}}
	before := Profile{Operation: "products", Rows: 7, Fields: []FieldProfile{{Field: "rrp", Place: "r", Rows: 7, Present: 7, Filled: 7, Middle: 43}}}
	found := Compare(before, later)
	require.Len(t, found, 1)
	require.Equal(t, int64(43), Learn(before, later, found, false).Fields[0].Middle, "what has drifted is not learned")
	require.Equal(t, int64(4300), Learn(before, later, found, true).Fields[0].Middle)
}
