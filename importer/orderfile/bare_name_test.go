package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestBareName: "name" among the product's columns is never the recipient's.
func TestBareName(t *testing.T) {
	for _, c := range []struct {
		heads, cells string
		want         string // "" where the file is refused
	}{
		{"order_id;firstname;lastname;phone;city;branch;sku;name;quantity;price;payment", "1;Олена;Іваненко;0671234567;Київ;12;KB-01;Чайник;1;450;cod", "Іваненко Олена"},
		{"order_id;first_name;last_name;phone;city;branch;sku;name;quantity;price;payment", "1;Олена;Іваненко;0671234567;Київ;12;KB-01;Чайник;1;450;cod", "Іваненко Олена"},
		{"order_id;name;firstname;lastname;phone;city;branch;sku;quantity;price;payment", "1;Чайник;Олена;Іваненко;0671234567;Київ;12;KB-01;1;450;cod", "Іваненко Олена"},
		{"order_id;customer;phone;city;branch;sku;name;quantity;price;payment", "1;Іваненко Олена;0671234567;Київ;12;KB-01;Чайник;1;450;cod", "Іваненко Олена"},
		{"order_id;phone;city;branch;sku;name;quantity;price;payment", "1;0671234567;Київ;12;KB-01;Чайник;1;450;cod", ""},
		{"order_id;phone;city;branch;name;sku;quantity;price;payment", "1;0671234567;Київ;12;Чайник;KB-01;1;450;cod", ""},
		{"order_id;name;phone;city;branch;sku;quantity;price;payment", "1;Іваненко Олена;0671234567;Київ;12;KB-01;1;450;cod", "Іваненко Олена"},
		{"order_id;sku;quantity;name;phone;city;branch;price;payment", "1;KB-01;1;Іваненко Олена;0671234567;Київ;12;450;cod", "Іваненко Олена"},
		{"order_id;shipping_firstname;shipping_lastname;phone;city;branch;sku;name;quantity;price;payment", "1;Олена;Іваненко;0671234567;Київ;12;KB-01;Чайник;1;450;cod", "Іваненко Олена"},
		{"order_id;payment_firstname;payment_lastname;firstname;lastname;phone;city;branch;sku;name;quantity;price;payment", "1;Петро;Коваль;Олена;Іваненко;0671234567;Київ;12;KB-01;Чайник;1;450;cod", "Іваненко Олена"},
	} {
		r := readText(t, lines(c.heads, c.cells))
		if c.want == "" {
			require.Empty(t, r.Orders, c.heads)
			require.Contains(t, codes(r), "0 "+problem.HeadingMissing, c.heads)
			continue
		}
		require.Len(t, r.Orders, 1, c.heads)
		require.Equal(t, c.want, r.Orders[0].Recipient.Name, c.heads)
	}
}
