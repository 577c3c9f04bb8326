package exporter

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

func TestBuiltInTemplates(t *testing.T) {
	infos, err := templates.Open("").List()
	require.NoError(t, err)
	found := 0
	for _, info := range infos {
		if info.Kind != templates.Feed {
			continue
		}
		found++
		compiled := builtin(t, info.Name)
		require.Equal(t, info.Name, compiled.Name)
		require.Equal(t, info.Format, compiled.Format)
		require.NotEmpty(t, compiled.Description)
	}
	require.GreaterOrEqual(t, found, 4)
}

const head = "name: x\nkind: feed\nformat: csv\n"
const xmlHead = "name: x\nkind: feed\nformat: xml\n"
const ymlHead = "name: x\nkind: feed\nformat: yml\ncurrencies: [{id: UAH, rate: 1}]\noffer:\n  elements:\n"

func TestTemplateMistakesAreLocated(t *testing.T) {
	for name, c := range map[string]struct{ yaml, message, hint string }{
		"unknown path":       {head + "columns:\n  - {heading: a, value: sku}\n  - {heading: b, value: barcod}\n", `t.yaml:6:25: unknown path "barcod"`, `did you mean "barcode"?`},
		"path of a list":     {head + "columns: [{heading: a, value: 'tiers[0].prise'}]\n", `t.yaml:4:31: unknown path "tiers[0].prise"`, `did you mean "tiers[0].price"?`},
		"expression":         {head + "columns: [{heading: a, value: 'price + + '}]\n", `t.yaml:4:31: expression "price + + ": `, ""},
		"type":               {head + "columns: [{heading: a, value: 'name > 5'}]\n", `t.yaml:4:31: expression "name > 5": invalid operation: > (mismatched types string and int) at character 6`, ""},
		"type of an amount":  {head + "columns: [{heading: a, value: 'price > name'}]\n", `t.yaml:4:31: expression "price > name": invalid operation: > (mismatched types supplier.` + "Money" + ` and string) at character 7`, ""},
		"unknown key":        {head + "columns: [{headin: a, value: sku}]\n", `t.yaml:4:12: unknown key "headin"`, `did you mean "heading"?`},
		"unknown format":     {"name: x\nkind: feed\nformat: cvs\n", `t.yaml:3:9: unknown format "cvs"`, `did you mean "csv"?`},
		"kind":               {"name: x\nkind: orders\nformat: csv\n", `t.yaml:2:7: kind must be feed, not "orders"`, ""},
		"no name":            {"kind: feed\nformat: csv\n", "t.yaml: a template needs a name", ""},
		"no columns":         {head, "t.yaml:3:9: a csv template needs columns", ""},
		"same heading":       {head + "columns: [{heading: a, value: sku}, {heading: a, value: id}]\n", `t.yaml:4:47: every column needs a heading of its own, "a" is not`, ""},
		"mapping as a value": {head + "columns: [{heading: a, value: {a: sku}}]\n", "t.yaml:4:31: want a text, not a list or a mapping", ""},
		"need":               {head + "needs: [{value: price, in: pubic}]\ncolumns: [{heading: a, value: sku}]\n", `t.yaml:4:28: in must be public, not "pubic"`, ""},
		"width":              {head + "columns: [{heading: a, value: sku, width: 300}]\n", "t.yaml:4:21: a column is 1 to 255 characters wide, not 300", ""},
		"columns in yml":     {ymlHead + "    - {element: name, value: name}\ncolumns: [{heading: a, value: sku}]\n", "t.yaml:3:9: a yml template has an offer, not columns", ""},
		"no offer":           {"name: x\nkind: feed\nformat: yml\n", "t.yaml:3:9: a yml template needs an offer with elements", ""},
		"unknown list":       {ymlHead + "    - {element: a, each: pictures}\n", `t.yaml:7:26: unknown list "pictures": known here are images, attributes, mapped.attributes, tiers, options, group.images, group.options, currencies, categories`, ""},
		"path in a list":     {ymlHead + "    - {element: a, each: attributes, value: valu}\n", `t.yaml:7:45: unknown path "valu"`, `did you mean "value"?`},
		"element name":       {ymlHead + "    - {element: 'a b', value: name}\n", `t.yaml:7:17: "a b" is no name of an XML element or attribute`, ""},
		"empty element":      {ymlHead + "    - {element: a}\n", "t.yaml:7:17: element a needs a value, elements or attributes", ""},
		"value and elements": {ymlHead + "    - {element: a, value: name, elements: [{element: b, value: sku}]}\n",
			"t.yaml:7:17: element a holds a value or elements, not both", ""},
		"currency":               {strings.Replace(ymlHead, "UAH", "hrn", 1) + "    - {element: a, value: name}\n", `t.yaml:4:19: a currency is three capital letters, not "hrn"`, ""},
		"prefix":                 {xmlHead + "document: {element: a, offers: true}\noffer: {elements: [{element: 'g:id', value: id}]}\n", `t.yaml:5:30: the prefix of g:id is not declared: give an element around it the attribute xmlns:g`, ""},
		"prefix of an attribute": {xmlHead + "document: {element: a, attributes: [{name: 'x:b', constant: c}], offers: true}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:44: the prefix of x:b is not declared`, ""},
		"prefix of a sibling":    {xmlHead + "document: {element: a, elements: [{element: b, attributes: [{name: 'xmlns:x', constant: c}]}, {element: 'x:d', offers: true}]}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:105: the prefix of x:d is not declared`, ""},
		"empty namespace":        {xmlHead + "document: {element: a, attributes: [{name: 'xmlns:x', value: feed.date}], offers: true}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:44: xmlns:x needs the namespace's address as its constant`, ""},
		"attribute twice":        {xmlHead + "document: {element: a, offers: true}\noffer: {attributes: [{name: a, value: id}, {name: a, value: id}], elements: [{element: id, value: id}]}\n", `t.yaml:5:51: element offer has the attribute a twice`, ""},
		"no root":                {xmlHead + "document: {element: a, each: categories, offers: true}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:30: element a holds the offers: it stands always, and once`, ""},
		"sometimes no root":      {xmlHead + "document: {element: a, elements: [{element: b, attributes: [{name: c, value: shop.url, required: true}], offers: true}]}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:68: element b holds the offers: it stands also without c`, ""},
		"an offer's condition":   {xmlHead + "document: {element: a, offers: true}\noffer: {when: available, elements: [{element: id, value: id}]}\n", `t.yaml:5:15: an offer stands always, and once: leave products out by takes or needs`, ""},
		"no place for offers":    {xmlHead + "document: {element: a, constant: b}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:21: the document needs one element with offers: true, not 0`, ""},
		"doctype":                {xmlHead + "doctype: 'a [<!ENTITY b \"c\">]'\ndocument: {element: a, offers: true}\noffer: {elements: [{element: id, value: id}]}\n", `t.yaml:4:10: doctype is a name and where its grammar lies`, ""},
		"main rate":              {strings.Replace(ymlHead, "rate: 1", "rate: 2", 1) + "    - {element: a, value: name}\n", "t.yaml:4:30: the first currency is the main one, its rate is 1, not 2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := CompileTemplate("t.yaml", []byte(c.yaml))
			var located *strictyaml.Error
			require.ErrorAs(t, err, &located)
			require.True(t, strings.HasPrefix(err.Error(), c.message), "%s", err)
			require.Equal(t, c.hint, located.Hint)
		})
	}
}

// TestOwnTemplate is a template such as a user writes: other headings, other order.
func TestOwnTemplate(t *testing.T) {
	own, err := CompileTemplate("own.yaml", []byte(head+"columns:\n  - {heading: Артикул, value: sku}\n  - {heading: Ціна, value: price}\n  - {heading: Фото, value: 'images[1]'}\n  - {heading: Закупка, value: drop_price}\n"))
	require.NoError(t, err)
	data, _ := export(t, catalogue(1), Feed{Name: "own", Template: own})
	require.Equal(t, "Артикул,Ціна,Фото,Закупка\r\nSKU-000000,799.00,https://img.example/чайник.jpg,\r\n", string(data))
}

// TestNeedsOfATemplate: whatever a template needs, a product without it is named.
func TestNeedsOfATemplate(t *testing.T) {
	own, err := CompileTemplate("own.yaml", []byte(head+"needs: [{value: barcode}]\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(2)
	products[0].Barcode = ""
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000001\r\n", string(data))
	require.Equal(t, []Skip{{"SKU-000000", ValueMissing, "the product has no barcode, and the feed needs one: ask the supplier for it"}}, report.Skipped)
}

func FuzzCompileTemplate(f *testing.F) {
	f.Add(head + "columns: [{heading: a, value: sku}]\n")
	f.Add(ymlHead + "    - {element: a, each: attributes, value: value}\n")
	for _, name := range []string{"csv", "yml"} {
		data, _, err := templates.Open("").Read(templates.Feed, name)
		require.NoError(f, err)
		f.Add(string(data))
	}
	f.Add(xmlHead + "doctype: a\ndocument: {element: a, attributes: [{name: 'xmlns:g', constant: b}], elements: [{element: c, each: categories, value: name}, {element: d, offers: true}]}\noffer: {elements: [{element: 'g:id', value: id, cdata: true}]}\n")
	f.Fuzz(func(t *testing.T, yaml string) {
		compiled, err := CompileTemplate("t.yaml", []byte(yaml))
		if err != nil {
			return
		}
		require.NotEmpty(t, compiled.Name)
		// Whatever a template says: what it makes can be read.
		feed := Feed{Name: "x", Template: compiled, Private: true, Out: filepath.Join(t.TempDir(), "feed"), Guard: history.Guard{Off: true}}
		if _, err := Build(context.Background(), listOf(catalogue(2), 2), []Feed{feed}, testOptions()); err == nil {
			data, err := os.ReadFile(feed.Out)
			require.NoError(t, err)
			requireReadable(t, "x", compiled.Format, data)
		}
		compiled.forPublic()
	})
}

// TestExpressions computes what a user may write, exactly.
func TestExpressions(t *testing.T) {
	p := catalogue(1)[0]
	for source, want := range map[string]string{
		`price + " " + currency`:                        "799.00 UAH",
		`price * 1.1`:                                   "878.90",
		`rounded(price * 0.333, 1)`:                     "266.10",
		`rounded(price * 0.3335, 2)`:                    "266.47",
		`price - 99`:                                    "700.00",
		`price > 500 ? "dear" : "cheap"`:                "dear",
		`price >= rrp && price <= 799.00`:               "true",
		`available ? "+" : "-"`:                         "+",
		`quantity > 10 ? 10 : quantity`:                 "10",
		`length_mm ?? 0`:                                "0",
		`either(names.en, name)`:                        "Kettle",
		`attribute("Об'єм") + "|" + attribute("немає")`: "1,7|",
		`join(map(attributes, .name), "/")`:             "Об'єм/Колір; тон/Колір; тон",
		`len(images)`:                                   "3",
		`slug("Щука Їжак ґава-2")`:                      "shchuka-izhak-gava-2",
		`present(brand) ? upper(brand) : "—"`:           "СТЕЖКА & CO",
		`category.names[0] + " / " + category.name`:     "Дім / Розділ",
		`money("0.1") + money("0.2")`:                   "0.30",
		`weight_g / 1000`:                               "1.25",
		`shop.name + " " + feed.date`:                   "own 2026-11-28 00:30",
		`tiers[0].min_quantity + 1`:                     "",
		`weight_g / 0`:                                  "",
		`weight_g / 0 - weight_g / 0`:                   "",
		`images[3+4]`:                                   "",
		`money(name)`:                                   "",
		`0.1 * 3 + 0.2`:                                 "0.5",
		`weight_g * 0.699`:                              "873.75",
		`brand[0:3]`:                                    "С",
	} {
		own, err := CompileTemplate("own.yaml", []byte(head+"columns: [{heading: a, value: "+strconv.Quote(source)+"}]\n"))
		require.NoError(t, err, source)
		data, report := export(t, []supplier.Product{p}, Feed{Name: "own", Template: own})
		require.Equal(t, "a\r\n"+want+"\r\n", strings.ReplaceAll(string(data), `"`, ""), source)
		if want == "" { // a public feed has no tiers, and an expression without a value is named
			require.Len(t, report.Warnings, 1, source)
			require.Contains(t, report.Warnings[0], "expression_failed")
		}
	}
}

// TestNamesThatMislead: whoever opens a file goes by its name.
func TestNamesThatMislead(t *testing.T) {
	for _, c := range []struct{ template, name, want string }{
		{"xlsx", "a.csv", "a.csv holds xlsx: call it "}, {"csv", "a.xlsx", "a.xlsx holds csv: call it "}, {"yml", "a.CSV", "a.CSV holds yml: call it "},
		{"yml", "a.xml", ""}, {"yml", "a.yml", ""}, {"csv", "a.txt", ""}, {"csv", "a", ""}, {"csv", "a.v2", ""},
	} {
		_, report := export(t, catalogue(1), Feed{Name: "a", Template: builtin(t, c.template), Out: filepath.Join(t.TempDir(), c.name)})
		require.Equal(t, c.want != "", strings.Contains(strings.Join(report.Warnings, "\n"), "name_misleading"), c)
		require.Contains(t, strings.Join(report.Warnings, "\n"), c.want)
	}
}

// TestColumnsThatAMapLacks: a template that names one makes an empty column, and says so.
func TestColumnsThatAMapLacks(t *testing.T) {
	categories, err := selection.ReadCategoryMap("categories.csv", []byte("category,code,google\nДім,1,2\n"))
	require.NoError(t, err)
	attributes, err := selection.ReadAttributeMap("attributes.csv", []byte("name,code\nКолір; тон,c\n"))
	require.NoError(t, err)
	own, err := CompileTemplate("own.yaml", []byte(head+`columns:
  - {heading: a, value: target.coed}
  - {heading: b, value: 'target("googel") + "x"'}
  - {heading: c, value: [target.title, name]}
  - {heading: d, value: target.cde, default: none}
  - {heading: e, value: 'mapped("Колір; тон", "синій", "cood")'}
  - {heading: f, value: target.nothing_like_it}
  - {heading: g, each: attributes, value: value_code, join: ','}
`))
	require.NoError(t, err)
	_, report := export(t, catalogue(1), Feed{Name: "own", Template: own, Categories: categories, Attributes: attributes})
	var said []string
	for _, w := range report.Warnings {
		if strings.Contains(w, "map_column_missing") {
			said = append(said, w)
		}
	}
	const at = "all: map_column_missing: "
	require.Equal(t, []string{
		at + `attribute_map has no column cood, which template x names: nothing of it is in the feed; did you mean "code"?`,
		at + `attribute_map has no column value_code, which template x names: nothing of it is in the feed`,
		at + `category_map has no column cde, which template x names: nothing of it is in the feed; did you mean "code"?`,
		at + `category_map has no column coed, which template x names: nothing of it is in the feed; did you mean "code"?`,
		at + `category_map has no column googel, which template x names: nothing of it is in the feed; did you mean "google"?`,
		at + `category_map has no column nothing_like_it, which template x names: nothing of it is in the feed`,
		at + `category_map has no column title, which template x names: nothing of it is in the feed`,
	}, said)

	// A map for several targets: what the template does without is no mistake.
	own, err = CompileTemplate("own.yaml", []byte(head+"columns: [{heading: a, value: target.code}, {heading: b, value: target.portal_id}]\n"))
	require.NoError(t, err)
	_, report = export(t, catalogue(1), Feed{Name: "own", Template: own, Categories: categories})
	require.NotContains(t, strings.Join(report.Warnings, "\n"), "map_column_missing")
}

// TestPublicFeedsComputeNothingFromTheDropPrice: what an expression would show is
// refused with its line, before anything is read.
func TestPublicFeedsComputeNothingFromTheDropPrice(t *testing.T) {
	for _, source := range []string{"price - drop_price", "drop_price * 1.3", `drop_price > 100 ? "a" : "b"`, `$env["drop_price"]`, "let x = drop_price; x + 1"} {
		for _, yaml := range []string{
			head + "columns: [{heading: a, value: " + strconv.Quote(source) + "}]\n",
			ymlHead + "    - {element: name, value: name, when: " + strconv.Quote(source) + "}\n",
		} {
			own, err := CompileTemplate("own.yaml", []byte(yaml))
			require.NoError(t, err, source)
			err = Check([]Feed{{Name: "own", Template: own, Out: "x"}})
			var config *ConfigError
			require.ErrorAs(t, err, &config, source)
			require.Contains(t, err.Error(), "own.yaml:")
			require.Contains(t, err.Error(), "would show everybody what you pay")
			require.NotEmpty(t, config.Hint)
			require.NoError(t, Check([]Feed{{Name: "own", Template: own, Out: "x", Private: true}}))
		}
	}
}
