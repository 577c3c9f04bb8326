package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
)

// TestTheMiddlePrice: of a column of prices it is known to one part in eight, however small or
// high they are.
func TestTheMiddlePrice(t *testing.T) {
	middle := func(prices ...string) int64 {
		f, _ := surveyed(t, "Код;Назва;Дроп\n"+strings.Join(prices, "\n")+"\n", form.Hints{})
		return f.Columns[2].Middle()
	}
	rows := func(factor int) (out []string) {
		for i := range 101 {
			out = append(out, fmt.Sprintf("k%d;Чай;%d", i, factor*(i+1)))
		}
		return out
	}
	for _, factor := range []int{1, 2, 100, 99_999} {
		is, want := middle(rows(factor)...), int64(51*factor)
		require.LessOrEqual(t, is, want)
		require.Greater(t, is*9, want*8)
	}
	require.EqualValues(t, 1, middle("a;Чай;0,50"))
	require.EqualValues(t, 7, middle("a;Чай;7,99", "b;Сіль;0", "c;Мак;-"), "a price of zero is none")
	require.Zero(t, middle("a;Чай;-"))
}
