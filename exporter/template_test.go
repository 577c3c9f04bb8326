package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
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
const ymlHead = "name: x\nkind: feed\nformat: yml\ncurrencies: [{id: UAH, rate: 1}]\noffer:\n  elements:\n"

func TestTemplateMistakesAreLocated(t *testing.T) {
	for name, c := range map[string]struct{ yaml, message, hint string }{
		"unknown path":    {head + "columns:\n  - {heading: a, value: sku}\n  - {heading: b, value: barcod}\n", `t.yaml:6:25: unknown path "barcod"`, `did you mean "barcode"?`},
		"path of a list":  {head + "columns: [{heading: a, value: 'tiers[0].prise'}]\n", `t.yaml:4:31: unknown path "tiers[0].prise"`, `did you mean "tiers[0].price"?`},
		"bad index":       {head + "columns: [{heading: a, value: 'images[-1]'}]\n", `t.yaml:4:31: unknown path "images[-1]"`, `did you mean "images[0]"?`},
		"unknown key":     {head + "columns: [{headin: a, value: sku}]\n", `t.yaml:4:12: unknown key "headin"`, `did you mean "heading"?`},
		"unknown format":  {"name: x\nkind: feed\nformat: cvs\n", `t.yaml:3:9: unknown format "cvs"`, `did you mean "csv"?`},
		"kind":            {"name: x\nkind: orders\nformat: csv\n", `t.yaml:2:7: kind must be feed, not "orders"`, ""},
		"no name":         {"kind: feed\nformat: csv\n", "t.yaml: a template needs a name", ""},
		"no columns":      {head, "t.yaml:3:9: a csv template needs columns", ""},
		"same heading":    {head + "columns: [{heading: a, value: sku}, {heading: a, value: id}]\n", `t.yaml:4:47: every column needs a heading of its own, "a" is not`, ""},
		"list as a value": {head + "columns: [{heading: a, value: [sku]}]\n", "t.yaml:4:31: want a text, not a list or a mapping", ""},
		"need":            {head + "needs: [{value: price, in: pubic}]\ncolumns: [{heading: a, value: sku}]\n", `t.yaml:4:28: in must be public, not "pubic"`, ""},
		"width":           {head + "columns: [{heading: a, value: sku, width: 300}]\n", "t.yaml:4:21: a column is 1 to 255 characters wide, not 300", ""},
		"columns in yml":  {ymlHead + "    - {element: name, value: name}\ncolumns: [{heading: a, value: sku}]\n", "t.yaml:3:9: a yml template has an offer, not columns", ""},
		"no offer":        {"name: x\nkind: feed\nformat: yml\n", "t.yaml:3:9: a yml template needs an offer with elements", ""},
		"unknown list":    {ymlHead + "    - {element: a, each: pictures}\n", `t.yaml:7:26: unknown list "pictures": known are images, attributes, tiers`, ""},
		"path in a list":  {ymlHead + "    - {element: a, each: attributes, value: valu}\n", `t.yaml:7:45: unknown path "valu"`, `did you mean "value"?`},
		"element name":    {ymlHead + "    - {element: 'a b', value: name}\n", `t.yaml:7:17: "a b" is no name of an XML element or attribute`, ""},
		"empty element":   {ymlHead + "    - {element: a}\n", "t.yaml:7:17: element a needs a value or elements", ""},
		"value and elements": {ymlHead + "    - {element: a, value: name, elements: [{element: b, value: sku}]}\n",
			"t.yaml:7:27: element a holds a value or elements, not both", ""},
		"currency":  {strings.Replace(ymlHead, "UAH", "hrn", 1) + "    - {element: a, value: name}\n", `t.yaml:4:19: a currency is three capital letters, not "hrn"`, ""},
		"main rate": {strings.Replace(ymlHead, "rate: 1", "rate: 2", 1) + "    - {element: a, value: name}\n", "t.yaml:4:30: the first currency is the main one, its rate is 1, not 2", ""},
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
	f.Fuzz(func(t *testing.T, yaml string) {
		compiled, err := CompileTemplate("t.yaml", []byte(yaml))
		if err == nil {
			require.NotEmpty(t, compiled.Name)
			compiled.forPublic()
		}
	})
}
