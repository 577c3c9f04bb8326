package route

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestOf(t *testing.T) {
	names := []string{"alpha", "beta"}
	prefixes := Route{Names: names, Prefixes: map[string]string{"A-": "alpha", "A-B-": "beta"}, Key: "inbox"}
	stripped, all, column := prefixes, Route{Names: names, All: "beta"}, Route{Names: names, Column: "Склад", Words: map[string]string{"Основний": "alpha"}, Key: "inbox"}
	stripped.Strip = true
	otherwise := column
	otherwise.Else = "beta"
	for name, c := range map[string]struct {
		route    Route
		line     Line
		supplier string
		sku      string
		fault    string
	}{
		"all":                {all, Line{SKU: "x"}, "beta", "x", ""},
		"prefix":             {prefixes, Line{SKU: "A-1"}, "alpha", "A-1", ""},
		"longest prefix":     {prefixes, Line{SKU: "A-B-1"}, "beta", "A-B-1", ""},
		"stripped":           {stripped, Line{SKU: "A-1"}, "alpha", "1", ""},
		"nothing behind":     {stripped, Line{SKU: "A-"}, "", "", "sku_missing.behind_prefix"},
		"no prefix":          {prefixes, Line{SKU: "C-1"}, "", "", "supplier_unknown.prefix"},
		"no prefix to strip": {stripped, Line{SKU: "1"}, "", "", "supplier_unknown.stripped"},
		"every SKU":          {Route{Prefixes: map[string]string{"": "alpha"}}, Line{SKU: "C-1"}, "alpha", "C-1", ""},
		"word":               {column, Line{SKU: "x", Cell: " основний ", Has: true}, "alpha", "x", ""},
		"name":               {column, Line{SKU: "x", Cell: "Beta", Has: true}, "beta", "x", ""},
		"unknown word":       {otherwise, Line{SKU: "x", Cell: "gamma", Has: true}, "", "", "supplier_unknown.word"},
		"blank":              {column, Line{SKU: "x", Has: true}, "", "", "supplier_unknown.blank"},
		"blank with else":    {otherwise, Line{SKU: "x", Has: true}, "beta", "x", ""},
		"column is missing":  {column, Line{SKU: "x"}, "", "", "supplier_unknown.no_column"},
		"nothing is said":    {Route{Names: names, Key: "inbox"}, Line{SKU: "x"}, "", "", "supplier_unknown"},
	} {
		found, sku, f := c.route.Of(c.line)
		if c.fault != "" {
			require.NotNil(t, f, name)
			require.Equal(t, c.fault, f.Message.Key, name)
			require.NotContains(t, f.Message.In(wording.English), "%!", name)
			require.NotContains(t, f.Message.In(wording.Ukrainian), "%!", name)
			continue
		}
		require.Nil(t, f, name)
		require.Equal(t, []string{c.supplier, c.sku}, []string{found, sku}, name)
	}
}

// TestWayOutOfAnUnknownBeginning: who follows the message is not sent to a prefix behind which
// nothing of the SKU is left.
func TestWayOutOfAnUnknownBeginning(t *testing.T) {
	r := Route{Names: []string{"alpha", "beta"}, Prefixes: map[string]string{"B-": "beta", "A-": "alpha"}, Strip: true, Key: "inbox"}
	_, _, f := r.Of(Line{SKU: "KB-01"})
	require.Equal(t, `the SKU "KB-01" begins as no supplier's does ("A-", "B-"): write the beginning before it, or write into the config how another's SKUs begin: inbox: {route: {prefix: {"X-": alpha}}}`, f.Message.In(wording.English))
}

func item(sku string, n int64, price string) supplier.NewItem {
	out := supplier.NewItem{SKU: sku, Quantity: n}
	if price != "" {
		out.Price = money.Must(price)
	}
	return out
}

// TestSplit: nothing that bears meaning is doubled, and nothing is guessed.
func TestSplit(t *testing.T) {
	order := supplier.NewOrder{ExternalID: "9", Items: []supplier.NewItem{item("a", 2, "10.50"), item("b", 1, "5"), item("c", 3, "1")},
		Payment: supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("29")}}
	to := []string{"alpha", "beta", "alpha"}
	parts, f := Split(order, []int{2, 3, 4, 5}, []int{2, 3, 4}, to)
	require.Nil(t, f)
	require.Len(t, parts, 2)
	require.Equal(t, "24.00", parts[0].Order.Payment.CODAmount.String())
	require.Equal(t, "5.00", parts[1].Order.Payment.CODAmount.String())
	require.Equal(t, []any{"alpha", []int{2, 4, 5}, []int{2, 4}, []supplier.NewItem{order.Items[0], order.Items[2]}}, []any{parts[0].Supplier, parts[0].Rows, parts[0].ItemRows, parts[0].Order.Items})
	require.Equal(t, []any{"beta", []int{3}, []int{3}, []supplier.NewItem{order.Items[1]}}, []any{parts[1].Supplier, parts[1].Rows, parts[1].ItemRows, parts[1].Order.Items})

	whole, f := Split(order, []int{2}, []int{2, 2, 2}, []string{"beta", "beta", "beta"})
	require.Nil(t, f)
	require.Equal(t, []Part{{Supplier: "beta", Order: order, Rows: []int{2}, ItemRows: []int{2, 2, 2}}}, whole, "one supplier: nothing changes")

	for want, change := range map[string]func(*supplier.NewOrder){
		"supplier_split":         func(o *supplier.NewOrder) { o.Payment.CODAmount = money.Must("79") }, // delivery is in it
		"supplier_split.price":   func(o *supplier.NewOrder) { o.Items[1] = item("b", 1, "") },
		"supplier_split.waybill": func(o *supplier.NewOrder) { number := "20450000000001"; o.WaybillNumber = &number },
	} {
		other := order
		other.Items = append([]supplier.NewItem{}, order.Items...)
		change(&other)
		_, f := Split(other, []int{2, 3, 4}, []int{2, 3, 4}, to)
		require.NotNil(t, f, want)
		require.Equal(t, want, f.Message.Key)
		require.NotContains(t, f.Message.In(wording.Ukrainian), "%!")
	}
	prepaid := order
	prepaid.Items, prepaid.Payment = []supplier.NewItem{item("a", 1, ""), item("b", 1, "")}, supplier.Payment{Method: supplier.PaymentPrepaid}
	parts, f = Split(prepaid, []int{2}, []int{2, 2}, to[:2])
	require.Nil(t, f, "nothing is collected")
	require.Equal(t, [][]int{{2}, {2}}, [][]int{parts[0].Rows, parts[1].Rows})
}
