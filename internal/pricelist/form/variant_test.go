package form_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// TestVariantsAreProductsOfAGroup: what a variant does not say, its product does.
func TestVariantsAreProductsOfAGroup(t *testing.T) {
	found, wrong := products(t, `{"products":[
		{"id":7,"sku":"T","name":"Футболка","rrp":500,"drop_price":300,"barcode":"1","images":["a"],"params":{"Розмір":"S, M","Тканина":"бавовна"},"category":"Одяг",
		 "variants":[{"sku":"T-S","size":"S","quantity":2,"drop_price":290},{"sku":"T-M","size":"M","quantity":0,"image":"m"}]},
		{"id":8,"sku":"K","name":"Кепка","rrp":200,"drop_price":100,"quantity":3},
		{"id":9,"sku":"B","name":"Боді","rrp":200,"drop_price":100,"sizes":[{"name":"56","amount":1}]}]}`, form.Hints{})
	require.Empty(t, wrong)
	var lines []string
	for _, p := range found {
		lines = append(lines, fmt.Sprint(p.ID, " ", p.SKU, " ", p.GroupID, " ", p.Name, " ", p.DropPrice, " ", p.RRP, " ", p.Quantity.Value, " ", p.Availability, " ", p.Barcode, p.Attributes, p.Images, p.Category.Path))
	}
	require.Equal(t, []string{
		"T-S T-S 7 Футболка 290.00 500.00 2 in_stock [{Розмір S } {Тканина бавовна }] [a] [Одяг]",
		"T-M T-M 7 Футболка 300.00 500.00 0 out_of_stock [{Розмір M } {Тканина бавовна }] [m a] [Одяг]",
		"8 K  Кепка 100.00 200.00 3 in_stock [] [] []",
		"9 B  Боді 100.00 200.00 1 in_stock [{Розмір 56 }] [] []",
	}, lines)
}

// TestNamesOfOptionsAreNoVariants: they neither name the product, nor are they one beside its variants.
func TestNamesOfOptionsAreNoVariants(t *testing.T) {
	found, wrong := products(t, `[{"sku":"a","name":"Плед","drop_price":5,"options":[{"id":1,"name":"Колір","values":["синій","білий"]}]},
		{"id":7,"name":"Футболка","drop_price":5,"options":[{"id":8,"name":"Розмір","position":1},{"id":9,"name":"Колір","position":2}],
		 "variants":[{"id":71,"sku":"T-S","option1":"S","quantity":2},{"id":72,"sku":"T-M","option1":"M","quantity":0}]},
		{"id":3,"name":"Ваза","drop_price":5,"options":[{"name":"Колір"}],"variants":[{"id":31,"sku":"V","quantity":1}]}]`, form.Hints{})
	require.Empty(t, wrong)
	var lines []string
	for _, p := range found {
		lines = append(lines, fmt.Sprint(p.ID, " ", p.SKU, " ", p.GroupID, " ", p.Name, " ", p.Quantity.Value))
	}
	require.Equal(t, []string{"a a  Плед 0", "71 T-S 7 Футболка 2", "72 T-M 7 Футболка 0", "31 V 3 Ваза 1"}, lines)
	found, wrong = products(t, `[{"id":4,"drop_price":5,"offer":{"sku":"o","name":"Чай"}}]`, form.Hints{})
	require.Empty(t, wrong)
	require.Equal(t, "4 o Чай", fmt.Sprint(found[0].ID, " ", found[0].SKU, " ", found[0].Name), "an object alone is no list")
}

// TestProductsWhosePricesAreInTheirVariants, and pictures and options beside them, as webshops have
// them.
func TestProductsWhosePricesAreInTheirVariants(t *testing.T) {
	found, wrong := products(t, `{"products":[{"id":1,"title":"Футболка","vendor":"Ткаля","variants":[{"id":11,"title":"S","sku":"T-S","price":"100.00","available":true},{"id":12,"title":"M","sku":"T-M","price":"110.00","available":false}],
		"images":[{"id":5,"src":"https://a/1.jpg"}],"options":[{"name":"Розмір","position":1,"values":["S","M"]}]}]}`, form.Hints{Price: form.DropPrice})
	require.Empty(t, wrong)
	var lines []string
	for _, p := range found {
		lines = append(lines, fmt.Sprint(p.ID, " ", p.SKU, " ", p.GroupID, " ", p.Name, " ", p.Brand, " ", p.DropPrice, " ", p.Availability, " ", p.Category.Path, p.Attributes))
	}
	require.Equal(t, []string{"11 T-S 1 Футболка Ткаля 100.00 in_stock [] [{Варіант S }]", "12 T-M 1 Футболка Ткаля 110.00 out_of_stock [] [{Варіант M }]"}, lines)

	found, wrong = products(t, `{"data":{"products":{"edges":[{"cursor":"a","node":{"sku":"a","name":"Чай","drop_price":1}},{"cursor":"b","node":{"sku":"b","name":"Кава","drop_price":2}}]}}}`, form.Hints{})
	require.Empty(t, wrong)
	require.Equal(t, "a Чай [] b Кава []", fmt.Sprint(found[0].ID, " ", found[0].Name, " ", found[0].Category.Path, " ", found[1].ID, " ", found[1].Name, " ", found[1].Category.Path), "an edge is no section, and a node no id")
}

// TestVariantsWithoutASKU are named with the way out, which makes SKUs of what there is.
func TestVariantsWithoutASKU(t *testing.T) {
	const list = `[{"sku":"T","name":"Футболка","price":500,"sizes":[{"size":"S","amount":"2"},{"size":"M","amount":"0"}]},{"sku":"K","name":"Кепка","price":1,"sizes":[{"size":"Один розмір","amount":"5"}]}]`
	f, _ := surveyed(t, list, form.Hints{Price: form.DropPrice})
	fault, ok := errors.AsType[*listfile.Fault](form.Decide([]*form.Form{f}))
	require.True(t, ok)
	require.Equal(t, listfile.FormUnknown, fault.Code)
	require.Contains(t, fault.Hint(), `add to supplier.products: variant_mark: "-"`)
	found, wrong := products(t, `[{"sku":"T","name":"Футболка","drop_price":500,"sizes":[{"sku":"T-S","size":"S"},{"size":"M"}]}]`, form.Hints{})
	require.Len(t, found, 1)
	require.Equal(t, map[string]string{"": "a variant of T has no SKU of its own"}, wrong, "where others have one, it alone is left out")
	found, wrong = products(t, list, form.Hints{Price: form.DropPrice, Mark: "-"})
	require.Empty(t, wrong)
	require.Len(t, found, 3)
	require.Equal(t, "T-S T T-M T K", fmt.Sprint(found[0].SKU, " ", found[0].GroupID, " ", found[1].SKU, " ", found[1].GroupID, " ", found[2].SKU))
	require.Equal(t, int64(2), found[0].Quantity.Value)
}

// TestAVariantOfItsOwnName: a name that holds the product's is one, another tells what is different.
func TestAVariantOfItsOwnName(t *testing.T) {
	found, wrong := products(t, `<shop><item><name>Футболка</name><drop_price>5</drop_price><sizes><size><sku>a</sku><title>S</title></size><size><sku>b</sku><title>Футболка, M</title></size></sizes></item></shop>`, form.Hints{})
	require.Empty(t, wrong)
	require.Equal(t, "Футболка [{Розмір S }] Футболка, M []", fmt.Sprint(found[0].Name, " ", found[0].Attributes, " ", found[1].Name, " ", found[1].Attributes))
}

// TestWhatTheConfigSaysOfVariantsAndAttributes: columns become attributes, a list variants.
func TestWhatTheConfigSaysOfVariantsAndAttributes(t *testing.T) {
	found, _ := products(t, "Код;Назва;Дроп;Колір;Розмір\na;Чай;5;білий;S, M\n", form.Hints{Own: []string{"колір", "Розмір"}})
	require.Equal(t, "[{Колір білий } {Розмір S, M }]", fmt.Sprint(found[0].Attributes))
	require.Len(t, found, 1, "a cell with sizes is no list of variants")
}

// TestPricesWithTheirKindsBesideThem: under one name, in XML and in JSON.
func TestPricesWithTheirKindsBesideThem(t *testing.T) {
	for _, data := range []string{
		`<shop><offer id="a"><name>Чай</name><prices><price type="drop">5</price><price type="retail">9</price></prices></offer></shop>`,
		`[{"sku":"a","name":"Чай","prices":[{"type":"drop","value":5},{"type":"retail","value":"9"}]}]`,
	} {
		found, wrong := products(t, data, form.Hints{})
		require.Empty(t, wrong)
		require.Equal(t, "a 5.00 9.00", fmt.Sprint(found[0].SKU, " ", found[0].DropPrice, " ", found[0].RRP))
	}
	found, _ := products(t, `[{"sku":"a","name":"Чай","drop_price":5,"prices":[{"price":4,"quantity":3},{"price":3,"quantity":9}]}]`, form.Hints{})
	require.Len(t, found[0].Tiers, 2, "prices for many have no kind")
}

// TestStockOfSeveralWarehouses is added up, and not needed beside a whole.
func TestStockOfSeveralWarehouses(t *testing.T) {
	for row, want := range map[string]string{"2;3": "5 in_stock", "0;0": "0 out_of_stock", "0;є": "- in_stock", ">10;2": "- in_stock", "немає;4": "4 in_stock", "під замовлення;0": "0 on_order", ";": "- out_of_stock"} {
		found, wrong := products(t, "Код;Назва;Дроп;Склад Київ;Залишок Львів\na;Чай;5;"+row+"\nb;Кава;5;1;1\n", form.Hints{})
		require.Empty(t, wrong, row)
		got := "- "
		if found[0].Quantity.Known {
			got = fmt.Sprint(found[0].Quantity.Value, " ")
		}
		require.Equal(t, want, got+found[0].Availability, row)
	}
	found, _ := products(t, "Код;Назва;Дроп;Склад Київ;Залишок\na;Чай;5;2;7\n", form.Hints{})
	require.Equal(t, int64(7), found[0].Quantity.Value)
	found, _ = products(t, "Код;Назва;Дроп;Тут;Там\na;Чай;5;2;7\n", form.Hints{Fields: map[form.Role]string{form.Warehouse: "тут|там"}})
	require.Equal(t, int64(9), found[0].Quantity.Value)
}
