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
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

const head = "name: x\nkind: feed\nformat: csv\n"
const xmlHead = "name: x\nkind: feed\nformat: xml\n"
const ymlHead = "name: x\nkind: feed\nformat: yml\ncurrencies: [{id: UAH, rate: 1}]\noffer:\n  elements:\n"

// TestOwnTemplate is a template such as a user writes: other headings, other order.
func TestOwnTemplate(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(head+"columns:\n  - {heading: Артикул, value: sku}\n  - {heading: Ціна, value: price}\n  - {heading: Фото, value: 'images[1]'}\n  - {heading: Закупка, value: drop_price}\n"))
	require.NoError(t, err)
	data, _ := export(t, catalogue(1), Feed{Name: "own", Template: own})
	require.Equal(t, "Артикул,Ціна,Фото,Закупка\r\nSKU-000000,799.00,https://img.example/чайник.jpg,\r\n", string(data))
}

// TestNeedsOfATemplate: whatever a template needs, a product without it is named.
func TestNeedsOfATemplate(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(head+"needs: [{value: barcode}]\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(2)
	products[0].Barcode = ""
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000001\r\n", string(data))
	require.Equal(t, []remark.Skip{remark.NewSkip("SKU-000000", remark.ValueMissing, wording.Literal("the product has no barcode, and the feed needs one: ask the supplier for it"))}, inEnglish(report.Skipped))
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
		compiled, err := template.Compile("t.yaml", []byte(yaml))
		if err != nil {
			return
		}
		require.NotEmpty(t, compiled.Name)
		// Whatever a template says: what it makes can be read.
		feed := Feed{Name: "x", Template: compiled, Private: true, Out: filepath.Join(t.TempDir(), "feed"), Guard: history.Guard{Off: true}}
		if _, err := Build(context.Background(), listOf(catalogue(2), 2), []Feed{feed}, testOptions()); err == nil {
			data, err := os.ReadFile(feed.Out)
			require.NoError(t, err)
			requireReadable(t, compiled, data)
		}
		compiled.ForPublic()
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
		own, err := template.Compile("own.yaml", []byte(head+"columns: [{heading: a, value: "+strconv.Quote(source)+"}]\n"))
		require.NoError(t, err, source)
		data, report := export(t, []supplier.Product{p}, Feed{Name: "own", Template: own})
		require.Equal(t, "a\r\n"+want+"\r\n", strings.ReplaceAll(string(data), `"`, ""), source)
		if want == "" { // a public feed has no tiers, and an expression without a value is named
			require.Len(t, lines(report.Warnings), 1, source)
			require.Contains(t, lines(report.Warnings)[0], "expression_failed")
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
		require.Equal(t, c.want != "", strings.Contains(strings.Join(lines(report.Warnings), "\n"), "name_misleading"), c)
		require.Contains(t, strings.Join(lines(report.Warnings), "\n"), c.want)
	}
}

// TestColumnsThatAMapLacks: a template that names one makes an empty column, and says so.
func TestColumnsThatAMapLacks(t *testing.T) {
	categories, err := selection.ReadCategoryMap("categories.csv", []byte("category,code,google\nДім,1,2\n"))
	require.NoError(t, err)
	attributes, err := selection.ReadAttributeMap("attributes.csv", []byte("name,code\nКолір; тон,c\n"))
	require.NoError(t, err)
	own, err := template.Compile("own.yaml", []byte(head+`columns:
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
	for _, w := range lines(report.Warnings) {
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
	own, err = template.Compile("own.yaml", []byte(head+"columns: [{heading: a, value: target.code}, {heading: b, value: target.portal_id}]\n"))
	require.NoError(t, err)
	_, report = export(t, catalogue(1), Feed{Name: "own", Template: own, Categories: categories})
	require.NotContains(t, strings.Join(lines(report.Warnings), "\n"), "map_column_missing")
}

// TestPublicFeedsComputeNothingFromTheDropPrice: what an expression would show is
// refused with its line, before anything is read.
func TestPublicFeedsComputeNothingFromTheDropPrice(t *testing.T) {
	for _, source := range []string{"price - drop_price", "drop_price * 1.3", `drop_price > 100 ? "a" : "b"`, `$env["drop_price"]`, "let x = drop_price; x + 1"} {
		for _, yaml := range []string{
			head + "columns: [{heading: a, value: " + strconv.Quote(source) + "}]\n",
			ymlHead + "    - {element: name, value: name, when: " + strconv.Quote(source) + "}\n",
		} {
			own, err := template.Compile("own.yaml", []byte(yaml))
			require.NoError(t, err, source)
			err = Check([]Feed{{Name: "own", Template: own, Out: "x"}})
			var config *ConfigError
			require.ErrorAs(t, err, &config, source)
			require.Contains(t, err.Error(), "own.yaml:")
			require.Contains(t, err.Error(), "would show everybody what you pay")
			require.NotEmpty(t, config.Hint())
			require.NoError(t, Check([]Feed{{Name: "own", Template: own, Out: "x", Private: true}}))
		}
	}
}
