package value

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

func FuzzPhone(f *testing.F) {
	for _, s := range []string{"0670000101", "+48500000104", "3.8E+11", "0670000101, 0670000102"} {
		f.Add(s)
	}
	v := New(0)
	f.Fuzz(func(t *testing.T, text string) {
		number, _, fault := v.Phone(cells.Cell{Text: celltext.Clean(text)})
		require.Equal(t, fault != nil, number == "")
		if fault == nil {
			require.Regexp(t, `^\+[1-9]\d{7,14}$`, number)
			again, restored, fault := v.Phone(cells.Cell{Text: number})
			require.Nil(t, fault)
			require.False(t, restored)
			require.Equal(t, number, again)
		}
	})
}

func FuzzMoney(f *testing.F) {
	for _, s := range []string{"450", "1 234,50 грн", "₴1,234.50", "1.234"} {
		f.Add(s)
	}
	v := New(0)
	f.Fuzz(func(t *testing.T, text string) {
		text = celltext.Clean(text)
		amount, fault := v.Money(cells.Cell{Text: text})
		require.Equal(t, fault == nil && text != "", amount.IsSet())
		if amount.IsSet() {
			require.GreaterOrEqual(t, amount.Sign(), 0)
			require.LessOrEqual(t, amount.Scale(), 2)
			again, fault := v.Money(cells.Cell{Text: amount.String()})
			require.Nil(t, fault)
			require.True(t, amount.Equal(again))
		}
	})
}

func FuzzQuantity(f *testing.F) {
	for _, s := range []string{"1", "2,0", "010", "1.5", ""} {
		f.Add(s)
	}
	v := New(0)
	f.Fuzz(func(t *testing.T, text string) {
		n, fault := v.Quantity(cells.Cell{Text: text})
		require.Equal(t, fault == nil, n >= 1)
	})
}
