package supplier

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

// TestToPay: an amount on delivery goes before the sum of the items, 0 too; what is not known is
// not set, which is not 0.
func TestToPay(t *testing.T) {
	item := func(quantity int64, price string) NewItem {
		i := NewItem{Quantity: quantity}
		if price != "" {
			i.Price = money.Must(price)
		}
		return i
	}
	for name, c := range map[string]struct {
		items        []NewItem
		onDelivery   string
		total, toPay string
	}{
		"the sum of the lines":      {[]NewItem{item(2, "450.10"), item(1, "99.80")}, "", "1000.00", "1000.00"},
		"on delivery":               {[]NewItem{item(2, "450.10")}, "850", "900.20", "850.00"},
		"nothing to pay":            {[]NewItem{item(1, "10")}, "0", "10.00", "0.00"},
		"one without a price":       {[]NewItem{item(1, "10"), item(1, "")}, "", "", ""},
		"free of charge":            {[]NewItem{item(3, "0")}, "", "0.00", "0.00"},
		"no items":                  {nil, "", "", ""},
		"no items, but on delivery": {nil, "5", "", "5.00"},
		"more than an amount holds": {[]NewItem{item(math.MaxInt64, "999999999")}, "", "", ""},
	} {
		o := NewOrder{Items: c.items}
		if c.onDelivery != "" {
			o.Payment.CODAmount = money.Must(c.onDelivery)
		}
		require.Equal(t, c.total, o.ItemsTotal().String(), name)
		require.Equal(t, c.toPay, o.ToPay().String(), name)
	}
}
