package template

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
		data, file, err := templates.Open("").Read(templates.Feed, info.Name)
		require.NoError(t, err)
		compiled, err := Compile(file, data)
		require.NoError(t, err)
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
		"unknown list":       {ymlHead + "    - {element: a, each: pictures}\n", `t.yaml:7:26: unknown list "pictures": known here are images, attributes, mapped.attributes, tiers, options, group.images, group.options, labels, group.attributes, currencies, categories`, ""},
		"path in a list":     {ymlHead + "    - {element: a, each: attributes, value: valu}\n", `t.yaml:7:45: unknown path "valu"`, `did you mean "value"?`},
		"element name":       {ymlHead + "    - {element: 'a b', value: name}\n", `t.yaml:7:17: "a b" is no name of an XML element or attribute`, ""},
		"column of nothing":  {head + "columns: [{heading: a, value: sku}, {heading: b}]\n", `t.yaml:4:47: "b" shows nothing: give it a value, or constant: "" where it is to be empty`, ""},
		"empty choice":       {head + "columns: [{heading: a, value: []}]\n", `t.yaml:4:21: "a" shows nothing`, ""},
		"need of nothing":    {head + "needs: [{mend: x}]\ncolumns: [{heading: a, value: sku}]\n", `t.yaml: a need names a value`, ""},
		"unique of nothing":  {head + "unique: [{mend: x}]\ncolumns: [{heading: a, value: sku}]\n", `t.yaml: "unique" shows nothing`, ""},
		"attribute of none":  {ymlHead + "    - {element: a, value: name, attributes: [{name: q}]}\n", `t.yaml:7:53: "q" shows nothing`, ""},
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
			_, err := Compile("t.yaml", []byte(c.yaml))
			var located *strictyaml.Error
			require.ErrorAs(t, err, &located)
			require.True(t, strings.HasPrefix(err.Error(), c.message), "%s", err)
			require.Equal(t, c.hint, located.Hint())
		})
	}
}

func TestMistakesInTotalAndOmit(t *testing.T) {
	for yaml, message := range map[string]string{
		head + "columns: [{heading: a, value: sku, total: 9}]\n":                                                "t.yaml:4:31: total is the length of a joined text, with each and join",
		head + "unique: [{value: barcode, omit: brand}]\ncolumns: [{heading: a, value: sku}]\n":                 `t.yaml:4:33: omit names what an offer can do without: barcode, not "brand"`,
		head + "columns: [{heading: a, each: images, join: ',', total: 9}, {heading: a, value: price, sum: 2}]": `unknown key "sum"`,
	} {
		_, err := Compile("t.yaml", []byte(yaml))
		require.ErrorContains(t, err, message)
	}
}

func TestMistakesInOrderAndOptional(t *testing.T) {
	for text, message := range map[string]string{
		"unique: [{value: sku, of: groups}]\ncolumns: [{heading: a, value: sku}]":            `t.yaml:4:27: of is group, or left out, not "groups"`,
		"order: sku\ncolumns: [{heading: a, value: sku}]":                                    `t.yaml:4:8: order is a whole number, such as stable_number(id), and "sku" is none`,
		"order: quantitty\ncolumns: [{heading: a, value: sku}]":                              `t.yaml:4:8: unknown path "quantitty"`,
		"sheets:\n  - sheet: A\n    optional: true\n    columns: [{heading: a, value: sku}]": `t.yaml:5:12: the first sheet cannot be optional: a workbook without it has nothing in it`,
	} {
		_, err := Compile("t.yaml", []byte("name: t\nkind: feed\nformat: xlsx\n"+text+"\n"))
		require.ErrorContains(t, err, message)
	}
}

// TestRequirements: what a template asks of products is told in short.
func TestRequirements(t *testing.T) {
	compiled, err := Compile("t.yaml", []byte(`name: t
kind: feed
format: csv
description: d
needs:
  - {value: price, in: public}
  - {value: barcode, pattern: '^\d+$'}
ids: {keep: A-Z, max: 20}
unique: [{value: name}]
lists:
  images: {min: 1, max: 10, length: 255, pattern: '^https:'}
  tiers: {max: 5}
currencies: [{id: UAH, rate: 1}]
columns:
  - {heading: A, value: name, max: 150}
  - {heading: B, value: sku, pattern: '^.{1,25}$'}
  - {heading: C, value: description, max: 90, unit: bytes}
  - {heading: D, each: images, join: ',', total: 2000, unit: utf16}
  - {heading: E, value: id}
`))
	require.NoError(t, err)
	require.Equal(t, Requirements{
		Needs: []string{"price (public)", `barcode ^\d+$`, "images ≥ 1"},
		Limits: []string{"images ≤ 10", "images address ≤ 255", "images ^https:", "tiers ≤ 5", "id [A-Z] ≤ 20", "name unique", "currency UAH",
			"A ≤ 150", "B ^.{1,25}$", "C ≤ 90 bytes", "D ≤ 2000 UTF-16"},
	}, compiled.Requirements())
}

// TestMembersAreKnownInRowsOnly: who of a group is in the feed is settled after what it needs.
func TestMembersAreKnownInRowsOnly(t *testing.T) {
	for _, text := range []string{
		"needs: [{value: 'len(group.members) > 0 ? sku : \"\"'}]", "unique: [{value: 'group.members[0].sku'}]", "takes: any(group.members, .available)",
		"group: true\norder: len(group.members)", "unique: [{value: 'text(len($env.group.members))'}]",
	} {
		_, err := Compile("t.yaml", []byte("name: t\nkind: feed\nformat: csv\n"+text+"\ncolumns: [{heading: a, value: sku}]\n"))
		require.ErrorContains(t, err, "group.members is known in rows and elements only", text)
	}
	_, err := Compile("t.yaml", []byte("name: t\nkind: feed\nformat: csv\nneeds: [{value: 'join(group.category.names, \"/\")'}]\ncolumns: [{heading: a, value: 'text(len(group.members))'}]\n"))
	require.NoError(t, err)
	_, err = Compile("t.yaml", []byte("name: t\nkind: feed\nformat: csv\ncolumns: [{heading: a, value: 'lower(group.members[0].skuu)'}]\n"))
	require.ErrorContains(t, err, "unknown name skuu")
}
