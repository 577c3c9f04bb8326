package orderfile

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestSentAlready: what was sent is skipped, what was sent in part refused.
func TestSentAlready(t *testing.T) {
	const refused, skipped = "2 " + problem.StateUnknown, "2 " + problem.OrderSkipped
	for _, c := range []struct {
		heading, quantity, cell string
		want                    []string
	}{
		{"Відвантажено", "3", "2", []string{refused}},
		{"Відвантажено", "3", "1", []string{refused}},
		{"Відвантажено", "3", "2 шт", []string{refused}},
		{"Shipped", "3", "2", []string{refused}},
		{"Відвантажено", "3", "4", []string{refused}},
		{"Відвантажено", "3", "3", []string{skipped}},
		{"Відвантажено", "1", "1", []string{skipped}},
		{"Відвантажено", "3", "0", nil},
		{"Відвантажено", "3", "", nil},
		{"Відвантажено", "3", "так", []string{skipped}},
		{"Is shipped", "3", "1", []string{skipped}},
		{"Відвантажено шт", "3", "2", []string{refused}},
		{"Date Shipped", "1", "2026-11-28", []string{skipped}},
		{"Date Shipped", "1", "11/28/26", []string{skipped}},
		{"Shipped Date", "1", "28.11.2026", []string{skipped}},
		{"Ship Date", "1", "2026-11-28", []string{skipped}},
		{"Ship Date", "1", "11/28/26", []string{refused}},
		{"Ship Date", "1", "2026-12-24", []string{"2 " + problem.SendLater}},
		{"Shipped Date", "1", "2026-12-24", []string{refused}},
		{"Ship Date", "1", "", nil},
	} {
		path := writeTemp(t, "a.csv", []byte(lines(heads+";Спосіб оплати;"+c.heading, "1;Тест Олена;0671234567;Київ;12;KB-01;"+c.quantity+";450;Післяплата;"+c.cell)))
		r := readWith(t, path, Options{Now: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)})
		require.Equal(t, append([]string{}, c.want...), codes(r), c)
	}
}

// TestShipHeadings: a shop's "Ship …" headings are the place of delivery.
func TestShipHeadings(t *testing.T) {
	r := readText(t, lines("Order ID;Full Name;Ship Name;Phone;Ship City;Ship State;Ship Zipcode;Ship Country;Ship Address1;SKU;Quantity;Price;Payment",
		"1;Olena Test;Petro Test;0671234567;Kyiv;;01001;Ukraine;Branch 12;KB-01;1;450;Cash on delivery"))
	require.Empty(t, codes(r))
	to := r.Orders[0].Recipient
	require.Equal(t, "Petro Test", to.Name)
	require.Equal(t, "Kyiv", to.Delivery.City)
	require.Equal(t, "12", *to.Delivery.BranchNumber)
}
