package mapping

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// foreign reads a page by a mapping.
func foreign(t testing.TB, head, products, page string) ([]supplier.Product, error) {
	t.Helper()
	m, err := foreignMapping(t, head, products)
	require.NoError(t, err)
	read, err := m.Products.ReadPage(page, supplier.Envelope{}, make([]*Table, len(m.Lookups)), nil)
	if err != nil {
		err = PageError(m.Products.Op, m.Products.List, 0, err)
	} else if len(read.Unreadable) > 0 {
		u := read.Unreadable[0]
		err = &supplier.Error{Kind: supplier.KindProtocol, Op: m.Products.Op, Detail: fmt.Sprintf("page 1, item %d, %s", u.Item, u.Problem)}
	}
	return read.Records, err
}

// oneField reads a page of one product of which one more field is mapped.
func oneField(t testing.TB, field, record string) (supplier.Product, error) {
	t.Helper()
	found, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    "+field+"\n", `{"data":[{"id":1,"sku":"a","name":"n","price":"1.00",`+record+`}]}`)
	if err != nil {
		return supplier.Product{}, err
	}
	require.Len(t, found, 1)
	return found[0], nil
}

func TestPlacesAndConverters(t *testing.T) {
	kyiv, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	at := time.Date(2026, 3, 29, 4, 5, 6, 0, kyiv).UTC()
	for name, c := range map[string]struct {
		field, record string
		want          any
		of            func(supplier.Product) any
	}{
		"number as text":        {"brand: b", `"b":7`, "7", func(p supplier.Product) any { return p.Brand }},
		"truth as text":         {"brand: b", `"b":true`, "true", func(p supplier.Product) any { return p.Brand }},
		"alternatives":          {"brand: a|b.c|d", `"a":"","b":{"c":"x"},"d":"y"`, "x", func(p supplier.Product) any { return p.Brand }},
		"alternative of null":   {"brand: a|d", `"a":null,"d":"y"`, "y", func(p supplier.Product) any { return p.Brand }},
		"index":                 {"brand: a[1].n", `"a":[{"n":"x"},{"n":"y"}]`, "y", func(p supplier.Product) any { return p.Brand }},
		"last":                  {"brand: a[-1]", `"a":["x","y","z"]`, "z", func(p supplier.Product) any { return p.Brand }},
		"no such element":       {"brand: a[7]", `"a":["x"]`, "", func(p supplier.Product) any { return p.Brand }},
		"any name":              {"brand: a.*.n", `"a":{"17":{"n":"x"}}`, "x", func(p supplier.Product) any { return p.Brand }},
		"name in quotes":        {`brand: '"a.b"."c|d"'`, `"a.b":{"c|d":"x"}`, "x", func(p supplier.Product) any { return p.Brand }},
		"inside what is read":   {"brand: {at: [name, extra.name], join: /}", `"extra":{"name":"e"}`, "n/e", func(p supplier.Product) any { return p.Brand }},
		"constant":              {"brand: {value: none}", `"b":7`, "none", func(p supplier.Product) any { return p.Brand }},
		"else":                  {"brand: {at: b, else: none}", `"b":""`, "none", func(p supplier.Product) any { return p.Brand }},
		"absent":                {`barcode: {at: ean, absent: ["0", "-"]}`, `"ean":0`, "", func(p supplier.Product) any { return p.Barcode }},
		"absent then next":      {`barcode: {at: "ean|gtin", absent: ["0"]}`, `"ean":"0","gtin":"4820000000017"`, "4820000000017", func(p supplier.Product) any { return p.Barcode }},
		"join":                  {`brand: {at: [a, b, "c[]"], join: " "}`, `"a":"x","b":null,"c":["y","z"]`, "x y z", func(p supplier.Product) any { return p.Brand }},
		"map":                   {`availability: {at: s, map: {"1": in_stock, "0": out_of_stock}}`, `"s":1`, "in_stock", func(p supplier.Product) any { return p.Availability }},
		"map of truth":          {`availability: {at: s, map: {"true": in_stock, "false": out_of_stock}}`, `"s":false`, "out_of_stock", func(p supplier.Product) any { return p.Availability }},
		"map keeps the unknown": {`availability: {at: s, map: {"1": in_stock}}`, `"s":"soon"`, "soon", func(p supplier.Product) any { return p.Availability }},
		"map with other":        {`availability: {at: s, map: {"1": in_stock}, other: on_order}`, `"s":"soon"`, "on_order", func(p supplier.Product) any { return p.Availability }},
		"decimal comma":         {`rrp: {at: r, decimal: ","}`, `"r":"1 234,50"`, "1234.50", func(p supplier.Product) any { return p.RRP.String() }},
		"no-break space":        {`rrp: {at: r, decimal: ","}`, `"r":"1 234,50 грн."`, "1234.50", func(p supplier.Product) any { return p.RRP.String() }},
		"thousands by points":   {`rrp: {at: r, decimal: ","}`, `"r":"1.234.567,5"`, "1234567.50", func(p supplier.Product) any { return p.RRP.String() }},
		"negative":              {`rrp: {at: r, decimal: ","}`, `"r":"−5,10 ₴"`, "-5.10", func(p supplier.Product) any { return p.RRP.String() }},
		"point and commas":      {`rrp: {at: r, decimal: "."}`, `"r":"₴1,234.50"`, "1234.50", func(p supplier.Product) any { return p.RRP.String() }},
		"number among texts":    {`rrp: {at: r, decimal: ","}`, `"r":1234.5`, "1234.50", func(p supplier.Product) any { return p.RRP.String() }},
		"empty money":           {`rrp: r`, `"r":""`, "", func(p supplier.Product) any { return p.RRP.String() }},
		"zeros kept":            {`rrp: r`, `"r":780.00`, "780.00", func(p supplier.Product) any { return p.RRP.String() }},
		"minor units":           {`rrp: {at: r, minor: 2}`, `"r":45010`, "450.10", func(p supplier.Product) any { return p.RRP.String() }},
		"few minor units":       {`rrp: {at: r, minor: 2}`, `"r":"-5"`, "-0.05", func(p supplier.Product) any { return p.RRP.String() }},
		"scale":                 {`weight_g: {at: w, scale: 1000}`, `"w":"0.35"`, supplier.Some[int64](350), func(p supplier.Product) any { return p.WeightG }},
		"scale of a comma":      {`weight_g: {at: w, decimal: ",", scale: 1000}`, `"w":"1,5 кг"`, supplier.Some[int64](1500), func(p supplier.Product) any { return p.WeightG }},
		"whole as text":         {"quantity: q", `"q":"12"`, supplier.Some[int64](12), func(p supplier.Product) any { return p.Quantity }},
		"whole with zeros":      {"quantity: q", `"q":"12.00"`, supplier.Some[int64](12), func(p supplier.Product) any { return p.Quantity }},
		"no quantity":           {"quantity: q", `"q":""`, supplier.Opt[int64]{}, func(p supplier.Product) any { return p.Quantity }},
		"sum":                   {`quantity: {at: "w[].q", sum: true}`, `"w":[{"q":1},{"q":"2"},{"q":null}]`, supplier.Some[int64](3), func(p supplier.Product) any { return p.Quantity }},
		"sum of a map":          {`quantity: {at: w.*, sum: true}`, `"w":{"1":4,"2":5}`, supplier.Some[int64](9), func(p supplier.Product) any { return p.Quantity }},
		"no sum of nothing":     {`quantity: {at: w.*, sum: true}`, `"w":{}`, supplier.Opt[int64]{}, func(p supplier.Product) any { return p.Quantity }},
		"layout and zone":       {`updated_at: {at: u, layout: "DD.MM.YYYY HH:mm:ss", zone: Europe/Kyiv}`, `"u":"29.03.2026 04:05:06"`, at, func(p supplier.Product) any { return p.UpdatedAt }},
		"several layouts":       {`updated_at: {at: u, layout: ["YYYY-MM-DD", "DD.MM.YYYY"]}`, `"u":"29.03.2026"`, time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), func(p supplier.Product) any { return p.UpdatedAt }},
		"epoch":                 {`updated_at: {at: u, layout: epoch}`, `"u":1774746306`, at, func(p supplier.Product) any { return p.UpdatedAt }},
		"epoch as text":         {`updated_at: {at: u, layout: epoch_ms}`, `"u":"1774746306000"`, at, func(p supplier.Product) any { return p.UpdatedAt }},
		"fraction of an epoch":  {`updated_at: {at: u, layout: epoch}`, `"u":1774746306.123456`, at.Add(123456 * time.Microsecond), func(p supplier.Product) any { return p.UpdatedAt }},
		"offset":                {`updated_at: {at: u, layout: "YYYY-MM-DD HH:mm:ssZZ", zone: Europe/Kyiv}`, `"u":"2026-03-29 01:05:06+00:00"`, at, func(p supplier.Product) any { return p.UpdatedAt }},
		"nothing in brackets":   {"brand: b", `"b":[]`, "", func(p supplier.Product) any { return p.Brand }},
		"nothing in braces":     {"rrp: {at: r, decimal: \",\"}", `"r":{ }`, "", func(p supplier.Product) any { return p.RRP.String() }},
		"no pictures in braces": {"images: i", `"i":{}`, []string(nil), func(p supplier.Product) any { return p.Images }},
		"currency before":       {`rrp: {at: r, decimal: "."}`, `"r":"UAH 1 234.50"`, "1234.50", func(p supplier.Product) any { return p.RRP.String() }},
		"no time":               {`updated_at: {at: u, layout: "YYYY-MM-DD HH:mm:ss"}`, `"u":"0000-00-00 00:00:00"`, time.Time{}, func(p supplier.Product) any { return p.UpdatedAt }},
		"texts of objects":      {`images: {at: [main, "g[].src"]}`, `"main":"m","g":[{"src":"a"},{"src":""},{"src":"b"}]`, []string{"m", "a", "b"}, func(p supplier.Product) any { return p.Images }},
		"split":                 {`category_path: {at: c, split: ">"}`, `"c":"A > B>C "`, []string{"A", "B", "C"}, func(p supplier.Product) any { return p.Category.Path }},
		"map of parts":          {`category_path: {at: c, split: ">", map: {A: Ей}}`, `"c":"A > B"`, []string{"Ей", "B"}, func(p supplier.Product) any { return p.Category.Path }},
		"false for a list":      {`images: i`, `"i":false`, []string(nil), func(p supplier.Product) any { return p.Images }},
		"one text as texts":     {`images: i`, `"i":"a"`, []string{"a"}, func(p supplier.Product) any { return p.Images }},
		"tiers":                 {`tiers: {at: t, fields: {min_quantity: q, price: {at: p, minor: 2}}}`, `"t":[{"q":"10","p":90},{"q":5,"p":95}]`, []supplier.Tier{{MinQuantity: 5, Price: money.Must("0.95")}, {MinQuantity: 10, Price: money.Must("0.90")}}, func(p supplier.Product) any { return p.Tiers }},
		"tiers of columns":      {`tiers: {rows: [{min_quantity: {value: 5}, price: o5}, {min_quantity: {value: 20}, price: o20}, {min_quantity: q3, price: o3}]}`, `"o5":"9.50","o20":null,"o3":8,"q3":30`, []supplier.Tier{{MinQuantity: 5, Price: money.Must("9.50")}, {MinQuantity: 30, Price: money.Must("8")}}, func(p supplier.Product) any { return p.Tiers }},
		"tiers of a map":        {`tiers: {at: t, keyed: true, fields: {min_quantity: $key, price: .}}`, `"t":{"5":9.5,"20":"9"}`, []supplier.Tier{{MinQuantity: 5, Price: money.Must("9.5")}, {MinQuantity: 20, Price: money.Must("9")}}, func(p supplier.Product) any { return p.Tiers }},
		"tiers by jq":           {`tiers: {jq: '[.t | to_entries[] | {q: .key, p: .value}]', fields: {min_quantity: q, price: p}}`, `"t":{"5":9.50}`, []supplier.Tier{{MinQuantity: 5, Price: money.Must("9.50")}}, func(p supplier.Product) any { return p.Tiers }},
		"no list is none":       {`tiers: {at: t, fields: {min_quantity: q, price: p}}`, `"t":""`, []supplier.Tier(nil), func(p supplier.Product) any { return p.Tiers }},
		"attributes by name":    {`attributes: {at: a, keyed: true, fields: {name: $key, value: .}}`, `"a":{"Колір":"чорний","Вага":5}`, []supplier.Attribute{{Name: "Колір", Value: "чорний"}, {Name: "Вага", Value: "5"}}, func(p supplier.Product) any { return p.Attributes }},
		"value from around":     {`attributes: {at: a, fields: {name: n, value: {at: [^sku, v], join: "-"}}}`, `"a":[{"n":"x","v":"1"}]`, []supplier.Attribute{{Name: "x", Value: "a-1"}}, func(p supplier.Product) any { return p.Attributes }},
		"attributes of columns": {`attributes: {rows: [{name: {value: Колір}, value: color}, {name: {value: Розмір}, value: size}]}`, `"color":"x"`, []supplier.Attribute{{Name: "Колір", Value: "x"}}, func(p supplier.Product) any { return p.Attributes }},
		"jq":                    {`brand: {jq: '.props[] | select(.k == "brand").v'}`, `"props":[{"k":"a","v":"1"},{"k":"brand","v":"x"}]`, "x", func(p supplier.Product) any { return p.Brand }},
		"jq finds nothing":      {`brand: {jq: '.props[]? | .v'}`, `"props":3`, "", func(p supplier.Product) any { return p.Brand }},
		"jq keeps money":        {`rrp: {jq: '.p.amount'}`, `"p":{"amount":780.00}`, "780.00", func(p supplier.Product) any { return p.RRP.String() }},
		"jq counts":             {`quantity: {jq: '[.w[].q] | add'}`, `"w":[{"q":1},{"q":2}]`, supplier.Some[int64](3), func(p supplier.Product) any { return p.Quantity }},
		"jq of an id":           {`group_id: {jq: '.n + 1'}`, `"n":41`, "42", func(p supplier.Product) any { return p.GroupID }},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := oneField(t, c.field, c.record)
			require.NoError(t, err)
			require.Equal(t, c.want, c.of(p))
		})
	}
}

func TestWrongValuesOfAForeignAnswer(t *testing.T) {
	for name, c := range map[string]struct{ field, record, message string }{
		"jq calculates money":   {`rrp: {jq: '.r * 3'}`, `"r":0.1`, "rrp: want an amount as the service wrote it, got 0.30000000000000004, which jq has calculated"},
		"jq calculates hryvnia": {`rrp: {jq: '.r * 3'}`, `"r":10`, "rrp: want an amount as the service wrote it, got 30, which jq has calculated"},
		"jq, minor units":       {`rrp: {jq: '.r * 100 | floor', minor: 2}`, `"r":4.35`, "rrp: want an amount as the service wrote it, got 434, which jq has calculated"},
		"jq, decimal":           {`rrp: {jq: '.r * 3', decimal: ","}`, `"r":4.35`, "rrp: want an amount as the service wrote it, got 13.04"},
		"jq, a text":            {`rrp: {jq: '.r * 3 | tostring'}`, `"r":1.1`, "rrp: want an amount as the service wrote it, got 3.3000000000000003, which jq has calculated"},
		"jq, tiny":              {`rrp: {jq: '.r * 0.0000001'}`, `"r":1.1`, "rrp: want an amount as the service wrote it"},
		"jq, scale":             {`weight_g: {jq: '.r * 2', scale: 1000}`, `"r":0.1`, "weight_g: want a number as the service wrote it, got 0.2, which jq has calculated"},
		"twenty digits":         {`rrp: r`, `"r":"123456789012345678.99"`, `r: want an amount, got "123456789012345678.99"`},
		"sum too large":         {`quantity: {at: "w[]", sum: true}`, `"w":[9223372036854775807,1]`, "quantity: want a whole number, got 1"},
		"jq fails":              {`brand: {jq: '.b.c'}`, `"b":3`, "brand: want something that the mapping's jq can be used on"},
		"jq never ends":         {`brand: {jq: 'def f: f; f'}`, `"b":3`, "brand: want something that the mapping's jq can be used on"},
		"from an amount":        {`rrp: {at: r, decimal: ","}`, `"r":"від 450,00"`, `rrp: want an amount of money, got`},
		"percent":               {`rrp: {at: r, decimal: ","}`, `"r":"15%"`, `rrp: want an amount of money, got`},
		"two amounts":           {`rrp: {at: r, decimal: "."}`, `"r":"12986.69\n(-7884.15)"`, `rrp: want an amount of money, got`},
		"comma as a thousand":   {`rrp: {at: r, decimal: "."}`, `"r":"450,10"`, `rrp: want an amount of money, got`},
		"point as a thousand":   {`rrp: {at: r, decimal: ","}`, `"r":"450.10"`, `rrp: want an amount of money, got`},
		"parts of a kopeck":     {`rrp: {at: r, minor: 2}`, `"r":450.5`, `rrp: want a whole number of minor units, got 450.5`},
		"parts of a gram":       {`weight_g: {at: w, scale: 1000}`, `"w":0.3505`, `weight_g: want a number that is whole when it is multiplied by 1000, got 0.3505`},
		"parts of a piece":      {`quantity: q`, `"q":"1.5"`, `q: want a whole number, got 1.5`},
		"object as a value":     {`brand: {at: b, map: {a: b}}`, `"b":{"x":1}`, `brand: want one value, got an object`},
		"object as a list":      {`tiers: {at: t, fields: {min_quantity: q, price: p}}`, `"t":{"q":1}`, `t: want a list, got an object`},
		"milliseconds":          {`updated_at: {at: u, layout: epoch}`, `"u":1774746306000`, `u: want a time as in epoch, got "1774746306000"`},
		"seconds":               {`updated_at: {at: u, layout: epoch_ms}`, `"u":1774746306`, `u: want a time as in epoch_ms, got "1774746306"`},
		"another layout":        {`updated_at: {at: u, layout: "YYYY-MM-DD"}`, `"u":"29.03.2026"`, `u: want a time as in YYYY-MM-DD, got "29.03.2026"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := oneField(t, c.field, c.record)
			require.ErrorContains(t, err, "page 1, item 1, "+c.message)
			require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
		})
	}
}

func TestDays(t *testing.T) {
	for field, c := range map[string][2]string{
		"{at: d, layout: \"DD.MM.YYYY\"}":                             {`"29.03.2026"`, "2026-03-29"},
		"{at: d, layout: \"DD.MM.YYYY\", zone: Europe/Kyiv}":          {`"29.03.2026"`, "2026-03-29"},
		"{at: \"x|d\", layout: epoch, zone: Europe/Kyiv}":             {`1774735200`, "2026-03-29"},
		"{at: d, layout: \"YYYY-MM-DD HH:mm:ss\", zone: Europe/Kyiv}": {`"2026-03-29 00:30:00"`, "2026-03-29"},
		"d":                        {`"2026-03-29"`, "2026-03-29"},
		"{at: d, absent: [\"-\"]}": {`"-"`, ""},
	} {
		m, err := foreignMapping(t, "", "  fields:\n"+suppliertest.FiveFields+"shipments:\n  request: GET /s\n  fields: {id: id, waybill_number: w, estimated_delivery_date: "+field+"}\n")
		require.NoError(t, err)
		read, err := m.Shipments.ReadPage(`{"data":[{"id":1,"w":"x","d":`+c[0]+`}]}`, supplier.Envelope{}, nil, nil)
		require.NoError(t, err)
		require.Equal(t, c[1], read.Records[0].EstimatedDelivery, field)
	}
}

func TestVariants(t *testing.T) {
	products := "  fields:\n" + suppliertest.FiveFields + "    group_id: id\n    images: pics\n    attributes: {at: params, keyed: true, fields: {name: $key, value: .}}\n" +
		"  variants:\n    at: sizes\n    fields:\n      id: {at: [^id, id], join: \"-\"}\n      name: {at: [^name, title], join: \" \"}\n      sku: sku\n      quantity: amount\n" +
		"      attributes: {rows: [{name: {value: Розмір}, value: title}]}\n"
	found, err := foreign(t, "", products, `{"data":[
		{"sizes":[{"id":"s","title":"S","sku":"A-S","amount":3},{"id":"m","title":"M","sku":"A-M","amount":"0"}],"id":1,"name":"Сорочка","price":100,"pics":["p"],"params":{"Колір":"синій"}},
		{"id":2,"sku":"B","name":"Пасок","price":50,"sizes":[],"params":{"Колір":"чорний"}},
		{"id":3,"sku":"C","name":"Шапка","price":60,"sizes":null}]}`)
	require.NoError(t, err)
	require.Len(t, found, 4)
	require.Equal(t, []string{"1-s", "1-m", "2", "3"}, []string{found[0].ID, found[1].ID, found[2].ID, found[3].ID})
	require.Equal(t, []string{"A-S", "A-M", "B", "C"}, []string{found[0].SKU, found[1].SKU, found[2].SKU, found[3].SKU})
	require.Equal(t, "Сорочка M", found[1].Name)
	require.Equal(t, []string{"1", "1"}, []string{found[0].GroupID, found[1].GroupID})
	require.Equal(t, "100.00", found[0].DropPrice.String())
	require.Equal(t, supplier.Some[int64](0), found[1].Quantity)
	require.Equal(t, []supplier.Attribute{{Name: "Розмір", Value: "M"}}, found[1].Attributes, "a variant's own list takes the product's place")
	require.Equal(t, []supplier.Attribute{{Name: "Колір", Value: "чорний"}}, found[2].Attributes)
	found[0].Images[0] = "changed"
	require.Equal(t, []string{"p"}, found[1].Images, "variants share no memory")

	_, err = foreign(t, "", products, `{"data":[{"id":1,"sku":"x","name":"n","price":1,"sizes":[{"id":"s"},7]}]}`)
	require.ErrorContains(t, err, "item 1, variant 2: want an object, got 7")
}

func TestListsThatAreJoined(t *testing.T) {
	head := "lookups:\n  categories: {at: cats, key: id, parent: up}\n"
	products := "  fields:\n" + suppliertest.FiveFields + "    category_name: {at: cat, lookup: categories, take: title}\n    category_path: {at: cat, lookup: categories, take: \"title_uk|title\"}\n"
	m, err := foreignMapping(t, head, products)
	require.NoError(t, err)
	read, err := m.Products.ReadPage(`{"data":[{"id":1,"sku":"a","name":"n","price":1,"cat":"3"},{"id":2,"sku":"b","name":"n","price":1,"cat":9},{"id":4,"sku":"c","name":"n","price":1,"cat":5}],
		"cats":[{"id":1,"up":0,"title":"A"},{"id":2,"up":1,"title":"B"},{"id":3,"up":2,"title":"C","title_uk":"Ц"},{"id":5,"up":6,"title":"E"},{"id":6,"up":5,"title":"F"}]}`, supplier.Envelope{}, make([]*Table, len(m.Lookups)), nil)
	require.NoError(t, err)
	found := read.Records
	require.Len(t, found, 2)
	require.Equal(t, []string{"A", "B", "Ц"}, found[0].Category.Path)
	require.Equal(t, "C", found[0].Category.Name)
	require.Empty(t, found[1].Category.Path, "a category that is not in the list")
	require.Len(t, read.Unreadable, 1, "a tree that goes in a circle ends")
	require.Equal(t, "c: category_path: want at most 20 names, got 100", read.Unreadable[0].String())
}

func TestOneAmountOfAJoinedList(t *testing.T) {
	head := "lookups:\n  prices: {at: prices, key: id}\n  pieces: {at: pieces, key: id}\n"
	products := "  fields:\n" + suppliertest.FiveFields + "    rrp: {at: id, lookup: prices, take: p}\n    quantity: {at: id, lookup: pieces, take: n, sum: true}\n"
	page := `{"data":[{"id":1,"sku":"a","name":"n","price":1}],"prices":[{"id":1,"p":"5"},{"id":1,"p":"%s"}],"pieces":[{"id":1,"n":5},{"id":1,"n":5}]}`
	found, err := foreign(t, head, products, fmt.Sprintf(page, "5"))
	require.NoError(t, err)
	require.Equal(t, "5.00", found[0].RRP.String())
	require.Equal(t, supplier.Some[int64](10), found[0].Quantity, "rows that say the same are two rows")
	_, err = foreign(t, head, products, fmt.Sprintf(page, "6"))
	require.ErrorContains(t, err, "rrp: want one amount, got several: 5 and 6")
}

func TestRowsOfAVariantLeaveWhatIsNotWhole(t *testing.T) {
	found, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    tiers: {at: t, fields: {min_quantity: q, price: p}}\n  variants:\n    at: v\n    fields:\n      id: id\n"+
		"      tiers: {rows: [{min_quantity: f5, price: o5}, {min_quantity: {value: 10}, price: o10}]}\n",
		`{"data":[{"id":1,"sku":"a","name":"n","price":1,"t":[{"q":5,"p":90},{"q":10,"p":80}],"v":[{"id":"x"},{"id":"y","o5":1},{"id":"z","o10":70}]}]}`)
	require.NoError(t, err)
	all := []supplier.Tier{{MinQuantity: 5, Price: money.Must("90")}, {MinQuantity: 10, Price: money.Must("80")}}
	require.Equal(t, [][]supplier.Tier{all, all, {{MinQuantity: 10, Price: money.Must("70")}}}, [][]supplier.Tier{found[0].Tiers, found[1].Tiers, found[2].Tiers})
}

func TestAListThatStandsTwiceIsRefused(t *testing.T) {
	_, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields, `{"data":[{"id":1,"sku":"a","name":"n","price":1}],"data":[{"id":2,"sku":"a","name":"n","price":1}]}`)
	require.ErrorContains(t, err, "page 1, data: want one value, got the key twice")
}

// TestAKeyTwiceInWhatIsNamedDeep: no reader of a nested value takes one of two.
func TestAKeyTwiceInWhatIsNamedDeep(t *testing.T) {
	for name, c := range map[string][2]string{
		"an object":           {"brand: a.b", `"a":{"b":"x","b":"y"}`},
		"the object itself":   {"brand: a.b", `"a":{"b":"x"},"a":{"b":"y"}`},
		"of a list":           {`quantity: {at: "a[].q", sum: true}`, `"a":[{"q":1,"q":2}]`},
		"an alternative":      {"brand: z|a.b", `"a":{"b":"x","b":"y"}`},
		"a record of a list":  {"attributes: {at: a, fields: {name: n, value: v}}", `"a":[{"n":"x","v":"1","v":"2"}]`},
		"what jq is given":    {"brand: {jq: .a.b}", `"a":{"b":"x","b":"y"}`},
		"what jq passes over": {"brand: {jq: .a.c}", `"a":{"c":"z","d":[{"b":1,"b":2}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    "+c[0]+"\n", `{"data":[{"id":1,"sku":"a","name":"n","price":1,`+c[1]+`}]}`)
			require.ErrorContains(t, err, "want one value, got the key twice")
		})
	}
}

// TestMoneyOfAProgram: a program that makes records passes amounts on, in whatever notation,
// and calculates none.
func TestMoneyOfAProgram(t *testing.T) {
	const record = `{"id":1,"sku":"a","name":"n","price":450.10,"old":"1 234,50 грн","n":3}`
	program := func(price string) string { return `{id, sku, name, price: (` + price + `)}` }
	for name, c := range map[string]struct{ head, products, want string }{
		"of each record":       {"", "  jq: '" + program(".price") + "'\n", "450.10"},
		"cut out of a text":    {"", "  jq: '" + program(`.old | split(" грн")[0] | gsub(" "; "") | gsub(","; ".")`) + "'\n", "1234.50"},
		"calculated":           {"", "  jq: '" + program(".price * 2") + "'\n", ""},
		"hidden by tostring":   {"", "  jq: '" + program(".price * 2 | tostring") + "'\n", ""},
		"hidden in a text":     {"", "  jq: '" + program(`"\(.price + 1)"`) + "'\n", ""},
		"rounded":              {"", "  jq: '" + program(".price | floor | tostring") + "'\n", ""},
		"of a list":            {"answer: {list: {jq: '.data[] | " + program(".price") + "'}}", "", "450.10"},
		"calculated in a list": {"answer: {list: {jq: '.data[] | " + program(".price * 2 | tostring") + "'}}", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := foreign(t, c.head, c.products+"  fields:\n"+suppliertest.FiveFields, `{"data":[`+record+`]}`)
			if c.want == "" {
				require.ErrorContains(t, err, "which jq has calculated")
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, found[0].DropPrice.String())
		})
	}
}

// TestMoneyOfAProgramInItsLists: an amount in a list of records is held to the same.
func TestMoneyOfAProgramInItsLists(t *testing.T) {
	for price, want := range map[string]string{".value": "9.50", "(.value * 2 | tostring)": ""} {
		found, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    tiers: {jq: '[.t | to_entries[] | {q: .key, p: "+price+"}]', fields: {min_quantity: q, price: p}}\n",
			`{"data":[{"id":1,"sku":"a","name":"n","price":1,"t":{"5":9.50}}]}`)
		if want == "" {
			require.ErrorContains(t, err, "which jq has calculated")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, found[0].Tiers[0].Price.String())
	}
}

func TestWhereTheListStands(t *testing.T) {
	for name, c := range map[string]struct {
		head, page string
		ids        []string
	}{
		"root":            {"answer: {list: .}", `[{"id":1,"sku":"a","name":"n","price":1}]`, []string{"1"}},
		"deep":            {"answer: {list: a.b}", `{"a":{"b":[{"id":1,"sku":"a","name":"n","price":1}]}}`, []string{"1"}},
		"by id":           {"answer: {list: a.*}", `{"a":{"7":{"id":7,"sku":"a","name":"n","price":1},"8":{"id":8,"sku":"b","name":"n","price":1}}}`, []string{"7", "8"}},
		"by its own name": {"answer: {list: {at: a, keyed: true}}", `{"a":{"7":{"id":7,"sku":"a","name":"n","price":1}}}`, []string{"7"}},
		"either":          {"answer: {list: a|b}", `{"b":[{"id":1,"sku":"a","name":"n","price":1}]}`, []string{"1"}},
		"lists in a list": {`answer: {list: "g[].items"}`, `{"g":[{"items":[{"id":1,"sku":"a","name":"n","price":1}]},{"items":[{"id":2,"sku":"b","name":"n","price":1}]}]}`, []string{"1", "2"}},
		"by jq":           {`answer: {list: {jq: '.g[].items[]'}}`, `{"g":[{"items":[{"id":1,"sku":"a","name":"n","price":780.00}]}]}`, []string{"1"}},
		"by jq, none":     {`answer: {list: {jq: '.g[].items[]'}}`, `{"g":[]}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := foreign(t, c.head, "  fields:\n"+suppliertest.FiveFields, c.page)
			require.NoError(t, err)
			var ids []string
			for _, p := range found {
				ids = append(ids, p.ID)
			}
			require.Equal(t, c.ids, ids)
		})
	}
	_, err := foreign(t, "answer: {list: a|b}", "  fields:\n"+suppliertest.FiveFields, `{"c":[]}`)
	require.ErrorContains(t, err, "want a list, got none")
	_, err = foreign(t, "answer: {list: a|b}", "  fields:\n"+suppliertest.FiveFields, `{"a":{"id":1}}`)
	require.ErrorContains(t, err, "want a list, got an object")

	found, err := foreign(t, "", "  jq: 'select(.hidden | not)'\n  fields:\n"+suppliertest.FiveFields, `{"data":[{"id":1,"hidden":true},{"id":2,"sku":"a","name":"n","price":450.10}]}`)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "450.10", found[0].DropPrice.String())
}

func TestForeignMistakesAreLocated(t *testing.T) {
	for name, c := range map[string]struct{ field, message string }{
		"path":              {"brand: a[x]", `12:12: path "a[x]": [x]: want [] for each element or a number`},
		"sign":              {"brand: a b(c)", `12:12: path "a b(c)": "a b(c)" has a sign without a meaning: put the name into quotes`},
		"nothing around":    {"brand: ^a", `12:12: path "^a": there is no record around this one`},
		"key":               {"brand: $key", `12:12: path "$key": $key stands for a name in lists with keyed: true only`},
		"money as whole":    {"brand: {at: a, minor: 2}", `12:20: products: brand: minor does not belong to a text: want one of at, jq, value, lookup, take, absent, else, map, other, join`},
		"two places":        {"brand: {at: a, value: b}", `want one of at, jq, value, rows and plus with minus, which say where it stands, got 2`},
		"no place":          {"brand: {else: b}", `want one of at, jq, value, rows and plus with minus, which say where it stands, got 0`},
		"other without map": {"brand: {at: a, other: b}", `other is for values that map does not have, and there is no map`},
		"decimal":           {`rrp: {at: a, decimal: ";"}`, `decimal is the mark before the decimals: want ",", "." or either, got ";"`},
		"minor":             {`rrp: {at: a, minor: 9}`, `minor is how many decimals a minor unit stands for: want 1 to 4, got "9"`},
		"scale":             {`weight_g: {at: a, scale: -1}`, `scale is what a number is multiplied by: want a positive one such as 1000, got "-1"`},
		"map twice":         {`brand: {at: a, map: {"1": a, 1: b}}`, `mapping key "1" already defined`},
		"map to nonsense":   {`quantity: {at: a, map: {a: many}}`, `quantity: want a whole number, got many`},
		"else nonsense":     {`rrp: {at: a, else: free}`, `rrp: want an amount, got "free"`},
		"layout":            {`updated_at: {at: a, layout: yyyy}`, `layout "yyyy": 'y' has no meaning`},
		"layout, no year":   {`updated_at: {at: a, layout: "DD.MM"}`, `layout "DD.MM": the year is missing`},
		"zone":              {`updated_at: {at: a, zone: Mars/Base}`, `unknown zone "Mars/Base": want one such as Europe/Kyiv or UTC`},
		"jq":                {`brand: {jq: ".a |"}`, `12:17: jq: unexpected EOF`},
		"lookup":            {`brand: {at: a, lookup: none, take: b}`, `unknown lookup of products "none"`},
		"take alone":        {`brand: {at: a, take: b}`, `want at (the key), lookup (the list) and take (the value there) together`},
		"join of one":       {`brand: {at: a, join: " "}`, `join makes one text of several values`},
		"records":           {`tiers: {at: a}`, `tiers is a list of records: want {at: PATH, fields: {…}}`},
		"rows and fields":   {`tiers: {rows: [{min_quantity: a, price: b}], fields: {price: a}}`, `rows have fields of their own`},
		"twice":             {"brand: a\n    brand: b", `brand`},
		"unknown key":       {"brand: {att: a}", `12:13: unknown key "att"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := foreignMapping(t, "", "  fields:\n    "+c.field+"\n"+suppliertest.FiveFields)
			require.ErrorContains(t, err, "foreign.yaml:")
			require.ErrorContains(t, err, c.message)
		})
	}
}

// FuzzForeign holds that no answer, whatever it is, makes a mapping with all means panic.
func FuzzForeign(f *testing.F) {
	m, err := foreignMapping(f, "lookups: {c: {at: cats, key: id, parent: up}}\nanswer: {list: \"data|items[]\", total: n}", `  fields:
    id: {at: "id|no", absent: ["0"]}
    sku: {at: [a, "b[].c"], join: "-"}
    name: {jq: '.name // .title'}
    currency: {value: UAH}
    drop_price: {at: p, decimal: ","}
    rrp: {at: r.*, minor: 2}
    tiers: {at: t, keyed: true, fields: {min_quantity: $key, price: .}}
    attributes: {rows: [{name: {value: x}, value: "w[-1]"}]}
    category_path: {at: c, lookup: c, take: "t|."}
    weight_g: {at: w, scale: 1000}
    quantity: {at: "s[].q", sum: true}
    images: {at: i, split: ","}
    updated_at: {at: u, layout: [epoch_ms]}
  variants: {at: v, fields: {id: "^id", sku: "s|$key"}}
`)
	require.ErrorContains(f, err, "$key stands for")
	m, err = foreignMapping(f, "lookups: {c: {at: cats, key: id, parent: up}}\nanswer: {list: \"data|items[]\", total: n}", `  fields:
    id: {at: "id|no", absent: ["0"]}
    sku: {at: [a, "b[].c"], join: "-"}
    name: {jq: '.name // .title'}
    currency: {value: UAH}
    drop_price: {at: p, decimal: ","}
    rrp: {at: r.*, minor: 2}
    tiers: {at: t, keyed: true, fields: {min_quantity: $key, price: .}}
    attributes: {rows: [{name: {value: x}, value: "w[-1]"}]}
    category_path: {at: c, lookup: c, take: "t|."}
    weight_g: {at: w, scale: 1000}
    quantity: {at: "s[].q", sum: true}
    images: {at: i, split: ","}
    updated_at: {at: u, layout: [epoch_ms]}
  variants: {at: v, fields: {id: "^id", sku: s}}
`)
	require.NoError(f, err)
	f.Add(`{"data":[{"id":"1","a":"x","b":[{"c":1}],"name":"n","p":"1 2,5","r":{"a":5},"t":{"5":"9"},"w":[1],"c":2,"s":[{"q":1}],"i":"a,b","u":5,"v":[{"s":1}]}],"cats":[{"id":2,"up":2,"t":"x"}],"n":1}`)
	f.Add(`{"items":[[{"no":1}]],"cats":{"a":{"id":"a"}}}`)
	f.Fuzz(func(t *testing.T, page string) {
		read, err := m.Products.ReadPage(page, supplier.Envelope{}, make([]*Table, 1), nil)
		if err != nil {
			require.NotContains(t, fmt.Sprint(PageError(m.Products.Op, m.Products.List, 0, err)), "\n")
			return
		}
		for _, p := range read.Records {
			require.NotEmpty(t, p.ID)
		}
	})
}

func TestAListByJQNeedsACountOfPages(t *testing.T) {
	for paging, fine := range map[string]bool{"{kind: offset, offset: o}": false, "{kind: page, page: p}": false, "{kind: none}": true, "{kind: cursor, cursor: c}": true} {
		_, err := foreignMapping(t, "answer: {list: {jq: '.data[]'}, next_cursor: n}", "  paging: "+paging+"\n  fields:\n"+suppliertest.FiveFields)
		require.Equal(t, fine, err == nil, "%s: %v", paging, err)
	}
	_, err := foreignMapping(t, "answer: {list: {jq: '.data[]'}, total_pages: n}", "  paging: {kind: page, page: p}\n  fields:\n"+suppliertest.FiveFields)
	require.NoError(t, err)
}

func TestALookupThatTheAnswerDoesNotHave(t *testing.T) {
	_, err := foreign(t, "lookups: {c: {at: cats, key: id}}", "  fields:\n"+suppliertest.FiveFields+"    category_name: {at: c, lookup: c, take: n}\n", `{"data":[{"id":1,"sku":"a","name":"n","price":1,"c":5}]}`)
	require.ErrorContains(t, err, "lookups.c: want a list, got none")
}

func TestConstantsHaveNamesOfTheirOwn(t *testing.T) {
	_, err := foreignMapping(t, "", "  query: {updated_since: since}\n  constants: {since: x}\n  fields:\n"+suppliertest.FiveFields)
	require.ErrorContains(t, err, "constants: since is the name of a filter or of the paging, too")
}
