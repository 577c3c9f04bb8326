package listfile_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// TestWhereGoodsStandInJSON: under SKUs, under categories, in categories within categories, a
// line each; whatever lies around them does not count.
func TestWhereGoodsStandInJSON(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"by SKU": {`{"products":{"a-1":{"name":"x","price":1},"b-2":{"name":"y","price":2}}}`,
			[]string{"1 @key=a-1 name=x price=1", "2 @key=b-2 name=y price=2"}},
		"one by SKU":     {`{"ok":true,"products":{"a-1":{"name":"x","price":1}}}`, []string{"1 @key=a-1 name=x price=1"}},
		"by SKU at once": {`{"a-1":{"name":"x","price":1},"b-2":{"name":"y","price":2}}`, []string{"1 @key=a-1 name=x price=1", "2 @key=b-2 name=y price=2"}},
		"by category": {`{"goods":{"Дім":[{"sku":"a","price":1}],"Сад":[{"sku":"b","price":2}],"Порожньо":[]}}`,
			[]string{"1 in Дім sku=a price=1", "2 in Сад sku=b price=2"}},
		"by category and SKU": {`{"products":{"Дім":{"a":{"name":"x","price":1}},"Сад":{"b":{"name":"y","price":2}}}}`,
			[]string{"1 in Дім @key=a name=x price=1", "2 in Сад @key=b name=y price=2"}},
		"in categories": {`{"categories":[{"id":1,"name":"Дім","children":[{"id":2,"name":"Кухня","children":[{"id":3,"name":"Чай","products":[{"sku":"c","price":3}]}],"products":[{"sku":"a","price":1}]}],"products":[{"sku":"b","price":2}]}]}`,
			[]string{"1 in Дім > Кухня > Чай sku=c price=3", "2 in Дім > Кухня sku=a price=1", "3 in Дім sku=b price=2"}},
		"a category whose name comes last": {`{"groups":[{"items":[{"sku":"a","price":1}],"name":"Дім"},{"items":[{"sku":"b","price":2}],"title":"Сад"}],"x":1}`,
			[]string{"1 in Дім sku=a price=1", "2 in Сад sku=b price=2"}},
		"a tree beside them":           {`{"categories":[{"id":1,"name":"Дім"}],"products":[{"sku":"a","price":1,"categories":[{"id":1,"name":"Дім"}]}]}`, []string{"1 sku=a price=1 categories.id=1 categories.name=Дім"}},
		"lines":                        {"{\"sku\":\"a\",\"price\":1}\n{\"sku\":\"b\",\"price\":2}\n", []string{"1 sku=a price=1", "2 sku=b price=2"}},
		"of a name nobody knows":       {`{"vygruzka":{"date":"2026","perelik":[{"sku":"a","price":1}]}}`, []string{"1 sku=a price=1"}},
		"what is around is no section": {`{"shop":{"name":"Магазин","goods":[{"sku":"a","price":1}]}}`, []string{"1 sku=a price=1"}},
		"more goods in a product":      {`{"products":[{"sku":"a","price":1,"accessories":[{"sku":"z","price":9}]}]}`, []string{"1 sku=a price=1 accessories.sku=z accessories.price=9"}},
		"other lists":                  {`{"products":[{"sku":"a","price":1}],"recommended":[{"sku":"z","price":9}]}`, []string{"1 sku=a price=1"}},
	} {
		lines, format, code := read(t, c.data, listfile.How{})
		require.Empty(t, code, name)
		require.Equal(t, listfile.JSON, format, name)
		require.Equal(t, c.want, lines, name)
	}
}

// TestOnePageIsNoList: what says that more follows, however it says it, before the goods or behind
// them. What says that nothing does counts, too.
func TestOnePageIsNoList(t *testing.T) {
	const goods = `"products":[{"sku":"a","price":1,"next":"b","links":{"next":"x"}}]`
	for _, around := range []string{`"next":"https://a/?page=2"`, `"links":{"prev":null,"next":{"href":"/a?page=2"}}`, `"meta":{"current_page":1,"last_page":3}`, `"has_more":true`,
		`"pageInfo":{"hasNextPage":true,"endCursor":"c"}`, `"next_cursor":"c"`, `"pagination":{"total_pages":"2"}`} {
		for _, data := range []string{"{" + around + "," + goods + "}", "{" + goods + "," + around + "}", `{"data":{` + goods + "," + around + "}}"} {
			_, _, code := read(t, data, listfile.How{})
			require.Equal(t, listfile.Incomplete, code, data)
			_, _, code = read(t, data, listfile.How{Whole: true})
			require.Equal(t, listfile.Incomplete, code, data)
		}
	}
	for _, around := range []string{`"next":null`, `"links":{"next":"","self":"x"}`, `"meta":{"last_page":1}`, `"has_more":false,"next_cursor":"c"`, `"next_page":false`, `"total":3`} {
		lines, _, code := read(t, "{"+goods+","+around+"}", listfile.How{})
		require.Empty(t, code, around)
		require.Len(t, lines, 1)
	}
}

// TestGoodsAtSeveralPlacesAreAsked: none of them is passed over.
func TestGoodsAtSeveralPlacesAreAsked(t *testing.T) {
	const json, xml = `{"a":{"new":[{"sku":"a","price":1}]},"old":[{"sku":"b","price":2}]}`, `<shop><main><item><sku>a</sku></item></main><more><item><sku>b</sku></item></more></shop>`
	for _, data := range []string{json, xml} {
		_, _, code := read(t, data, listfile.How{})
		require.Equal(t, listfile.Unreadable, code)
	}
	for data, records := range map[string]string{json: "a.new|old", xml: "main.item|more.item"} {
		lines, _, code := read(t, data, listfile.How{Records: records})
		require.Empty(t, code)
		require.Len(t, lines, 2)
	}
	lines, _, code := read(t, json, listfile.How{Records: "old"})
	require.Empty(t, code)
	require.Equal(t, []string{"1 sku=b price=2"}, lines)
	lines, _, code = read(t, `{"a":{"x":{"sku":"1"},"y":{"sku":"2"}}}`, listfile.How{Records: "a.*"})
	require.Empty(t, code)
	require.Equal(t, []string{"1 @key=x sku=1", "2 @key=y sku=2"}, lines)
}

// TestCategoriesAroundGoodsInXML are sections, however deep they are.
func TestCategoriesAroundGoodsInXML(t *testing.T) {
	for _, data := range []string{
		`<catalog><category name="Дім"><product><sku>a</sku></product><category name="Кухня"><product><sku>b</sku></product></category></category><category name="Сад"><product><sku>c</sku></product></category></catalog>`,
		`<catalog><category><id>1</id><name>Дім</name><product><sku>a</sku></product><subcategory><name>Кухня</name><product><sku>b</sku></product></subcategory></category><category><name>Сад</name><product><sku>c</sku></product></category></catalog>`,
	} {
		lines, _, code := read(t, data, listfile.How{})
		require.Empty(t, code)
		require.Equal(t, []string{"1 in Дім sku=a", "2 in Дім > Кухня sku=b", "3 in Сад sku=c"}, lines)
	}
}

// TestVariantsAreRecords: what each has of its own comes first.
func TestVariantsAreRecords(t *testing.T) {
	for data, want := range map[string][]string{
		`[{"sku":"p","price":5,"variants":[{"sku":"p-s","size":"S"},{"sku":"p-m","size":"M"}]},{"sku":"q","price":6,"variants":[]}]`: {
			"1 variants.sku=p-s variants.size=S sku=p price=5", "1 variants.sku=p-m variants.size=M sku=p price=5", "2 sku=q price=6"},
		`[{"sku":"p","price":5,"variants":{"p-s":{"size":"S","price":5},"p-m":{"size":"M","price":6}}}]`: {
			"1 variants.@key=p-s variants.size=S variants.price=5 sku=p price=5", "1 variants.@key=p-m variants.size=M variants.price=6 sku=p price=5"},
		`[{"sku":"p","price":5,"variants":[{"color":"red","sizes":[{"sku":"r-s","size":"S"},{"sku":"r-m","size":"M"}]},{"color":"blue","sku":"b"}]}]`: {
			"1 variants.sizes.sku=r-s variants.sizes.size=S variants.color=red sku=p price=5",
			"1 variants.sizes.sku=r-m variants.sizes.size=M variants.color=red sku=p price=5",
			"1 variants.color=blue variants.sku=b sku=p price=5"},
		`[{"sku":"p","price":5,"sizes":["S","M"]}]`:                                   {"1 sku=p price=5 sizes=S sizes=M"},
		`[{"sku":"p","price":5,"options":[{"name":"S"},{"name":"M"}]}]`:               {"1 sku=p price=5 options.name=S options.name=M"},
		`<s><item><sku>p</sku><sizes><size>S</size><size>M</size></sizes></item></s>`: {"1 sku=p sizes.size=S sizes.size=M"},
		`<s><item><sku>p</sku><price>5</price><variants><variant sku="p-s"><size>S</size></variant><variant sku="p-m"><size>M</size></variant></variants></item></s>`: {
			"1 variants.variant.@sku=p-s variants.variant.size=S sku=p price=5", "1 variants.variant.@sku=p-m variants.variant.size=M sku=p price=5"},
		`<s><item><sku>p</sku><sizes><row><sku>p-s</sku></row><row><sku>p-m</sku></row></sizes></item></s>`: {"1 sizes.row.sku=p-s sku=p", "1 sizes.row.sku=p-m sku=p"},
	} {
		lines, _, code := read(t, data, listfile.How{})
		require.Empty(t, code, data)
		require.Equal(t, want, lines, data)
	}
	lines, _, code := read(t, `[{"sku":"p","price":5,"rows":[{"sku":"p-s"},{"sku":"p-m"}],"variants":[{"sku":"x"}]}]`, listfile.How{Variants: "rows"})
	require.Empty(t, code)
	require.Equal(t, []string{"1 rows.sku=p-s sku=p price=5 variants.sku=x", "1 rows.sku=p-m sku=p price=5 variants.sku=x"}, lines)
}
