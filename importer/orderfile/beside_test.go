package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// TestQuantityOfPieces: what only says that it counts pieces is read, other units are not.
func TestQuantityOfPieces(t *testing.T) {
	v := value.New(0)
	for text, want := range map[string]int64{"2 од.": 2, "3 штуки": 3, "1 одиниця": 1, "x2": 2, "х1": 1, "2шт.": 2, "1 pcs": 1, "5 ед.": 5, "X 3": 3, "2.0 шт": 2} {
		n, f := v.Quantity(cells.Cell{Text: text})
		require.Nil(t, f, text)
		require.Equal(t, want, n, text)
	}
	for _, text := range []string{"0.5 kg", "2 уп", "2 пари", "x0", "x2x3", "шт", "2x", "1.5 шт", "x", "2 шт 3", "x-1", "1.000 шт"} {
		_, f := v.Quantity(cells.Cell{Text: text})
		require.NotNil(t, f, text)
	}
}

// TestHeadingsOfPrograms: headings as programs name their columns.
func TestHeadingsOfPrograms(t *testing.T) {
	for _, heads := range []string{
		"order_id;firstname;lastname;telephone;city;branch_number;model;quantity;price",
		"orderId;firstName;lastName;phoneNumber;shippingCity;branchNumber;productSku;qty;unit_price",
		"Order reference;Delivery firstname;Delivery lastname;Delivery phone mobile;Delivery city;Branch;Product reference;Product quantity;Price",
	} {
		r := readText(t, lines(heads, "1;Олена;Тест;0671234567;Київ;12;KB-01;2;450"))
		require.Empty(t, codes(r), heads)
		require.Equal(t, []string{"1 [2] Тест Олена +380671234567 Київ/branch/12 KB-01×2@450.00 prepaid"}, summaries(r), heads)
	}
	r := readText(t, lines("id;client;phone;delivery_type;city;warehouse;model;sku;qty;price", "1;Тест Олена;0671234567;ukrposhta;Київ;01001;Чайник;KB-01;2;450"))
	require.Empty(t, codes(r))
	require.Equal(t, "ukrposhta", r.Orders[0].Recipient.Delivery.Carrier)
	require.Equal(t, "KB-01", r.Orders[0].Items[0].SKU)
	r = readText(t, lines("id;client;phone;city;warehouse;model;sku;qty;price", "1;Тест Олена;0671234567;Київ;12;KB-01;;2;450"))
	require.Equal(t, []string{"2 " + problem.SKUMissing}, codes(r), "beside SKUs a model is none")
}

// TestWayUnderDelivery: the carrier under the short heading of a shop.
func TestWayUnderDelivery(t *testing.T) {
	r := readText(t, lines(heads+";Delivery", "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;Meest"))
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
}

// TestBranchHeadings: a column of branches under the short names that people give it.
func TestBranchHeadings(t *testing.T) {
	for _, heading := range []string{"НП", "Від.", "Відд", "№ НП", "№ відд.", "Віділення"} {
		r := readText(t, lines(strings.Replace(heads, "Відділення", heading, 1), "1;Тест Олена;0671234567;Київ;12;KB-01;2;450"))
		require.Empty(t, codes(r), heading)
		require.Equal(t, "12", *r.Orders[0].Recipient.Delivery.BranchNumber, heading)
	}
	for _, heading := range []string{"Адреса НП", "Куди"} {
		r := readText(t, lines(strings.Replace(heads, "Відділення", heading, 1), "1;Тест Олена;0671234567;Київ;Відділення №12;KB-01;2;450"))
		require.Empty(t, codes(r), heading)
		require.Equal(t, "12", *r.Orders[0].Recipient.Delivery.BranchNumber, heading)
	}
	for _, cell := range []string{"так", "20450000000001", "+", "120 грн"} {
		r := readText(t, lines(strings.Replace(heads, "Відділення", "НП", 1), "1;Тест Олена;0671234567;Київ;"+cell+";KB-01;2;450"))
		require.NotEmpty(t, codes(r), cell)
	}
}

// TestShortBranches: a branch as people shorten it, and a locker whose kind stands elsewhere.
func TestShortBranches(t *testing.T) {
	for cell, want := range map[string]string{"Від. 12": "12", "від.12": "12", "в.12": "12", "12-те": "12", "Укр 01001": "01001", "Від №12": "12"} {
		r := readText(t, lines(heads, "1;Тест Олена;0671234567;Київ;"+cell+";KB-01;2;450"))
		require.Empty(t, codes(r), cell)
		to := r.Orders[0].Recipient.Delivery
		require.Equal(t, want, *to.BranchNumber, cell)
		require.Equal(t, want == "01001", to.Carrier == "ukrposhta", cell)
	}
	for _, cell := range []string{"від 12 до 15", "Від. 01001"} {
		require.NotEmpty(t, codes(readText(t, lines(heads, "1;Тест Олена;0671234567;Київ;"+cell+";KB-01;2;450"))), cell)
	}
	for way, locker := range map[string]bool{"Нова Пошта;Поштомат": true, ";Поштомат": true, "Нова Пошта;Відділення": false, "Нова Пошта;": false} {
		r := readText(t, lines(heads+";Перевізник;Вид доставки", "1;Тест Олена;0671234567;Київ;25432;KB-01;2;450;"+way))
		require.Equal(t, locker, len(codes(r)) == 0, way)
		if locker {
			require.Equal(t, "locker", r.Orders[0].Recipient.Delivery.Type, way)
			require.Equal(t, "25432", *r.Orders[0].Recipient.Delivery.BranchNumber, way)
		}
	}
}
