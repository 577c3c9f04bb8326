package catalog_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// dialect holds one offer for each habit of a foreign feed.
const dialect = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE yml_catalog SYSTEM "shops.dtd">
<yml_catalog date="2026-11-20T07:15+02:00"><shop>
<currencies><currency id="USD" rate="41.8"/><currency id="UAH" rate="1"/></currencies>
<categories><category id="2" parentId="1">Посуд</category><category id="1"> Дім </category>
<category id="3" parentId="9">Сирота</category><category id="4" parentId="5">А</category><category id="5" parentId="4">Б</category>
<category id="1">Знову</category></categories>
<offers>
<offer id="a" available="true"><name>Чашка</name><name_ua>Горнятко</name_ua><description>Красная</description><description_ua><![CDATA[<b>Червона</b> &mdash; &nbsp;]]></description_ua>
 <price>1 234,50</price><drop_price>900</drop_price><currencyId>USD</currencyId><categoryId>2</categoryId><categoryId>1</categoryId>
 <article>A-1</article><gtin>4820000000011</gtin><country>Україна</country><weight>0.25</weight><dimensions>20/10.5/7</dimensions>
 <quantity>1</quantity><stock_quantity>2</stock_quantity><quantity_in_stock>3</quantity_in_stock><minimum_order_quantity>4</minimum_order_quantity>
 <group_id>g1</group_id><price_old>2000</price_old><picture> https://img.example/a.jpg </picture><picture/>
 <param name="Колір">білий<br/>синій</param><param name="Вага" unit="г">250</param><param name="Порожній"></param>
 <prices><price><value>800</value><quantity>100</quantity></price><price><value>850,5</value><quantity>10</quantity></price><price><value>1</value><quantity>1</quantity></price></prices></offer>
<offer id="b" available=""><name>Без&nbsp;залишку</name><price>0,01</price><drop_price>0,01</drop_price><categoryId>77</categoryId><weight>важкий</weight></offer>
<offer id="c"><typePrefix>Чайник</typePrefix><vendor>Dubok</vendor><model>K-4</model><price>99.99</price><quantity>5</quantity><vendorCode>A-1</vendorCode><article>X</article>
 <description><p class="a&amp;b">Жива <b>розмітка</b></p></description><categoryId>3</categoryId></offer>
<offer id="d" available="false" group_id="g2"><name>Чайник</name><price>100.019</price><quantity>0</quantity><currencyId>UAH</currencyId><categoryId>4</categoryId></offer>
<offer id="a"><name>Двічі</name><price>5</price></offer>
<offer id="e"><name>Без ціни</name></offer>
<offer><name>Без номера</name><price>5</price></offer>
<offer id="f"><name>Нуль</name><price>0</price></offer>
<offer id="g"><name>Слова</name><price>дорого</price></offer>
</offers></shop></yml_catalog>`

func TestYMLDialects(t *testing.T) {
	c, err := catalog.Load(strings.NewReader(dialect), "x.yml")
	require.NoError(t, err)
	require.Len(t, c.Products, 4)

	a := c.Products[0]
	require.Equal(t, "A-1", a.SKU)
	require.Equal(t, map[string]string{"uk": "Горнятко", "ru": "Чашка"}, a.Names)
	require.Equal(t, "Красная", a.Description)
	require.Equal(t, map[string]string{"uk": "<b>Червона</b> &mdash; &nbsp;", "ru": "Красная"}, a.Descriptions)
	require.Equal(t, "900 1234.50 USD", fmt.Sprint(a.DropPrice, " ", a.RRP, " ", a.Currency))
	require.Equal(t, "4820000000011 Україна g1", strings.Join([]string{a.Barcode, a.Country, a.GroupID}, " "))
	require.Equal(t, []int{3, 250, 200, 105, 70, 4}, []int{*a.Quantity, *a.WeightG, *a.LengthMM, *a.WidthMM, *a.HeightMM, a.MinOrder})
	require.Equal(t, []string{"https://img.example/a.jpg"}, a.Images)
	require.Equal(t, []catalog.Attribute{{Name: "Колір", Value: "білий<br>синій"}, {Name: "Вага", Value: "250", Unit: "г"}}, a.Attributes)
	require.Equal(t, "[{10 850.5} {100 800}]", fmt.Sprint(a.Tiers))
	require.Equal(t, []string{"Дім", "Посуд"}, a.Category.Path)
	require.Equal(t, "2026-11-20T05:15:00Z", a.CreatedAt.Format("2006-01-02T15:04:05Z07:00"))

	b, tea, d := c.Products[1], c.Products[2], c.Products[3]
	require.Equal(t, "Без\u00a0залишку", b.Name)
	require.Equal(t, catalog.OnOrder, b.Availability)
	require.Nil(t, b.Category)
	require.Equal(t, "Чайник Dubok K-4", tea.Name)
	require.Equal(t, "c", tea.SKU, "the SKU A-1 is taken")
	require.Equal(t, catalog.InStock, tea.Availability)
	require.Equal(t, "69.99", tea.DropPrice.String())
	require.Equal(t, `<p class="a&amp;b">Жива <b>розмітка</b></p>`, tea.Description)
	require.Equal(t, "70.01", d.DropPrice.String())
	require.Equal(t, catalog.OutOfStock, d.Availability)
	require.Equal(t, "g2", d.GroupID)

	require.Equal(t, []string{
		`category "1" (Знову): the id is empty or declared before, this one is left out`,
		`offer a: parameter "Порожній" with value "" is left out`,
		"offer a: a wholesale price from 1 pieces is left out, it needs 2 or more",
		"offer a: it stands in 2 categories, the first is taken",
		`offer b: weight "важкий" cannot be read and is left out`,
		"offer b: it names no currency, UAH is taken",
		"offer c: it names no currency, UAH is taken",
		"offer c: SKU A-1 is used before, the id stands in for it",
		"offer a: it names no currency, UAH is taken",
		"offer a: the id is used before, this one is left out",
		"offer e: it has no price, it is left out",
		"offer at line 22: it has no id, it is left out",
		"offer f: its price is 0, it is left out",
		`offer g: its price "дорого" cannot be read: write it like 1234.50, it is left out`,
		"category 3 (Сирота): its parent 9 is not declared, it is read as a root",
		"category 5 (Б): it stands below itself, it is read as a root",
		"offer b: category 77 is not declared",
		"offers with an old price, which a catalogue has no place for: 1",
	}, c.Notes)
}

func TestWindows1251ReadsLikeUTF8(t *testing.T) {
	utf8 := strings.ReplaceAll(dialect, "\u00a0", " ")
	cyrillic, err := charmap.Windows1251.NewEncoder().String(strings.Replace(utf8, "UTF-8", "windows-1251", 1))
	require.NoError(t, err)
	want, err := catalog.Load(strings.NewReader("\ufeff"+utf8), "x.yml")
	require.NoError(t, err)
	got, err := catalog.Load(strings.NewReader(cyrillic), "x.yml")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestJSONCatalogues(t *testing.T) {
	made := catalog.Generate(400, 1, noon())
	array, err := json.Marshal(made.Products)
	require.NoError(t, err)
	object := []byte(`{"meta":{"data":[1]},"data":` + string(array) + `}`)
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err = zip.Write(array)
	require.NoError(t, err)
	require.NoError(t, zip.Close())

	for _, file := range [][]byte{array, object, packed.Bytes(), append([]byte("\ufeff \n"), array...)} {
		c, err := catalog.Load(bytes.NewReader(file), "x.json")
		require.NoError(t, err)
		require.Equal(t, made.Products, c.Products)
		require.Empty(t, c.Notes)
		require.Equal(t, leafPaths(made), leafPaths(c))
	}
}

// leafPaths spells each node with the names above it.
func leafPaths(c *catalog.Catalog) map[string]bool {
	way, paths := make(map[string]string), make(map[string]bool)
	for _, node := range c.Categories {
		way[node.ID] = way[node.ParentID] + "/" + node.Name
		paths[way[node.ID]] = true
	}
	used := make(map[string]bool)
	for _, p := range c.Products {
		used[way[p.Category.ID]] = true
	}
	for path := range paths {
		paths[path] = used[path]
	}
	return paths
}

const oneProduct = `{"id":"1","sku":"S","name":"N","currency":"UAH","drop_price":%s,"availability":"in_stock","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"%s}`

func TestJSONMoneyIsReadFromItsText(t *testing.T) {
	for literal, want := range map[string]string{`"450.10"`: `"450.10"`, `450.1`: `"450.10"`, `450`: `"450.00"`, `0.1234`: `"0.1234"`, `9007199254740993`: `"9007199254740993.00"`} {
		var p catalog.Product
		require.NoError(t, json.Unmarshal(fmt.Appendf(nil, oneProduct, literal, ""), &p))
		text, err := json.Marshal(p)
		require.NoError(t, err)
		require.Contains(t, string(text), `"drop_price":`+want)
		require.Contains(t, string(text), `"group_id":null,"name":"N","names":null,"description":null`)
		require.Contains(t, string(text), `"rrp":null,"wholesale_tiers":[],"min_order_quantity":1`)
	}
}

func TestOddJSONIsNoted(t *testing.T) {
	file := "[" + fmt.Sprintf(oneProduct, "5", `,"category":{"id":"7","name":"К","path":[]},"min_order_quantity":0`) + "," + fmt.Sprintf(oneProduct, "6", "") + "]"
	c, err := catalog.Load(strings.NewReader(file), "x.json")
	require.NoError(t, err)
	require.Equal(t, []string{"product 1: min_order_quantity 0 is read as 1", "product 1: the id is used before, this one is left out"}, c.Notes)
	require.Equal(t, []catalog.CategoryNode{{ID: "7", Name: "К"}}, c.Categories)
}

func TestBrokenFilesNameThePlaceAndTheMend(t *testing.T) {
	const head = `<yml_catalog date="2026-11-20 07:15"><shop><offers>` + "\n"
	const offer = `<offer id="7"><name>A</name><price>5</price><currencyId>UAH</currencyId></offer>`
	for name, c := range map[string]struct{ file, want string }{
		"empty":             {" \n", "it is empty: give JSON products or a YML feed"},
		"a table":           {"id;name", `it begins with 'i': give JSON products or a YML feed`},
		"other xml":         {"<html></html>", "the root element is html, not yml_catalog"},
		"no element":        {"<!-- -->", "it has no element yml_catalog"},
		"cut":               {head + offer + "\n<offer id=\"8\"><name>B", "line 3, column 22, at or after offer 8: XML syntax error on line 3: unexpected EOF"},
		"unclosed":          {head + offer + `<offer id="8"></offers>`, "line 2,"},
		"control character": {head + "<offer id=\"9\"><name>\x03</name></offer>", "at or after offer 9: XML syntax error on line 2: illegal character code U+0003: mend the file there"},
		"external entity":   {`<!DOCTYPE y [<!ENTITY e SYSTEM "file:///etc/hostname">]>` + head + `<offer id="1"><name>&e;</name></offer>`, "invalid character entity &e;"},
		"unknown encoding":  {`<?xml version="1.0" encoding="koi8-u"?>` + head, `the encoding "koi8-u" is not known: save the feed as UTF-8 or Windows-1251`},
		"nothing sold":      {head + `<offer id="7"><name>A</name></offer></offers></shop></yml_catalog>`, "no product could be read: offer 7: it has no price, it is left out"},
		"no offers":         {head + "</offers></shop></yml_catalog>", "it holds no products"},
		"broken gzip":       {"\x1f\x8bnothing", "unpack gzip"},
		"json cut":          {"[\n" + fmt.Sprintf(oneProduct, "5", ""), "line 2: product 2:"},
		"json no data":      {`{"products":[]}`, `no member "data"`},
		"json data wrong":   {`{"data":{}}`, "where an array of products is due"},
		"json tail":         {"[" + fmt.Sprintf(oneProduct, "5", "") + "] x", "something stands behind the end of the JSON"},
		"json no sku":       {"[\n\n" + `{"id":"1"}]`, `line 3: product 1: /0: product "1" (sku "") has no sku: give it one`},
		"json bad money":    {"[" + fmt.Sprintf(oneProduct, `"5 грн"`, "") + "]", `line 1: product 1: /0/drop_price: "5 грн" is not an amount of money, write it as "450.10"`},
		"json wrong kind":   {"[" + fmt.Sprintf(oneProduct, `5`, `,"quantity":"7"`) + "]", `line 1: product 1: /0/quantity: a JSON string cannot stand there`},
		"json bad time":     {"[" + strings.Replace(fmt.Sprintf(oneProduct, `5`, ""), "2026-01-01T", "1 січня ", 1) + "]", `line 1: product 1: /0/created_at: `},
		"json no product":   {"[7]", "product 1: /0: a JSON number cannot stand there"},
	} {
		t.Run(name, func(t *testing.T) {
			loaded, err := catalog.Load(strings.NewReader(c.file), "goods.yml")
			require.Nil(t, loaded)
			require.ErrorContains(t, err, "read catalogue goods.yml: ")
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(dialect))
	f.Add(fmt.Appendf(nil, "["+oneProduct+"]", "5", ""))
	f.Add(fmt.Appendf(nil, `{"data":[`+oneProduct+`]}`, `"1e3"`, `,"names":{"uk":""},"category":{"id":"","name":"","path":null}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := catalog.Load(bytes.NewReader(file), "fuzz")
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		requireLoaded(t, c)
	})
}

// requireLoaded checks what Load promises of every catalogue.
func requireLoaded(t *testing.T, c *catalog.Catalog) {
	t.Helper()
	nodes := map[string]bool{"": true}
	for _, node := range c.Categories {
		require.True(t, nodes[node.ParentID], "parents stand before their children")
		nodes[node.ID] = true
	}
	ids, skus := make(map[string]bool), make(map[string]bool)
	for _, p := range c.Products {
		require.False(t, ids[p.ID] || skus[p.SKU])
		ids[p.ID], skus[p.SKU] = true, true
		require.True(t, p.Category == nil || nodes[p.Category.ID])
		least := 1
		for _, tier := range p.Tiers {
			require.Greater(t, tier.MinQuantity, least)
			least = tier.MinQuantity
		}
		text, err := json.Marshal(p)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, new(catalog.Product)), "%s", text)
	}
}
