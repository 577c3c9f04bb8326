package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestSumsOfLines: the same sum on every row of an order is that of the order, unless it is price
// × quantity of each row.
func TestSumsOfLines(t *testing.T) {
	const headings = heads + ";Загальна сума;Спосіб оплати"
	row := func(code, rest string) string {
		return "1;Тест Олена;0671234567;Київ;12;" + code + ";" + rest
	}
	for name, c := range map[string]struct {
		rows []string
		want []string
		cod  string
	}{
		"equal lines":        {[]string{row("KB-01", "1;450;450;Післяплата"), row("MS-02", "1;450;450;Післяплата")}, []string{"2 " + problem.CODAmountMissing}, ""},
		"equal products":     {[]string{row("KB-01", "2;450;900;Післяплата"), row("MS-02", "3;300;900;Післяплата")}, []string{"2 " + problem.CODAmountMissing}, ""},
		"the order's sum":    {[]string{row("KB-01", "1;450;900;Післяплата"), row("MS-02", "1;450;900;Післяплата")}, nil, "900.00"},
		"one of them is not": {[]string{row("KB-01", "1;450;450;Післяплата"), row("MS-02", "1;1;450;Післяплата")}, nil, "450.00"},
		"one row":            {[]string{row("KB-01", "2;450;900;Післяплата")}, nil, "900.00"},
		"paid in advance":    {[]string{row("KB-01", "1;450;450;Передоплата"), row("MS-02", "1;450;450;Передоплата")}, nil, ""},
	} {
		r := readText(t, lines(append([]string{headings}, c.rows...)...))
		require.Equal(t, append([]string{}, c.want...), codes(r), name)
		if c.want == nil {
			require.Equal(t, c.cod, r.Orders[0].Payment.CODAmount.String(), name)
		}
	}
}

// TestDiscountOfEachPiece: a sum in another column may show that a discount is off each piece.
func TestDiscountOfEachPiece(t *testing.T) {
	read := func(sum string) *Report {
		return readText(t, lines(heads+";Знижка;Сума;Спосіб оплати", "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;50;"+sum+";Післяплата"))
	}
	require.Contains(t, codes(read("800")), "2 "+problem.CODAmountMissing)
	require.Equal(t, "850.00", read("850").Orders[0].Payment.CODAmount.String())
	require.Equal(t, "850.00", read("900").Orders[0].Payment.CODAmount.String())
}

// TestNoDeposit: a deposit of nothing is none where the order was paid; of all that was paid,
// nothing says that it was not.
func TestNoDeposit(t *testing.T) {
	read := func(heading, cells string) *Report {
		return readText(t, lines(heads+";Payment status;Payment method;"+heading, "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;"+cells))
	}
	for _, heading := range []string{"Deposit amount", "Завдаток", "Аванс", "Передоплата"} {
		require.Equal(t, "prepaid", read(heading, "Paid;Visa;0").Orders[0].Payment.Method, heading)
		require.Equal(t, []string{"2 " + problem.CODAmountMissing}, codes(read(heading, "Paid;Visa;100")), heading)
	}
	require.Equal(t, []string{"2 " + problem.CODAmountMissing}, codes(read("Amount paid", "Paid;Visa;0")))
}
