package ordertemplate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeadingKey(t *testing.T) {
	for text, want := range map[string]string{
		" Ціна, грн ": "ціна", "К-сть, шт.": "к-сть", "ТЕЛЕФОН*:": "телефон", "№ замовлення": "no замовлення", "Тел.": "тел",
		"Телефон (067 XXX)": "телефон", "Ім’я": "ім'я", "Імʼя": "ім'я", "Order\u00a0 ID\u200b": "order id", "ＳＫＵ": "sku",
		"Ціна [грн] (з ПДВ)": "ціна", "Ціна ((a) b)": "ціна", "Ціна (грн": "ціна (грн", "Price, UAH": "price", ")a(": ")a(",
		strings.Repeat("ы", 5000): "",
	} {
		require.Equal(t, want, HeadingKey(text), "%.40q", text)
	}
}

func FuzzHeadingKey(f *testing.F) {
	f.Add("К-сть (шт.), шт")
	f.Fuzz(func(t *testing.T, text string) {
		require.NotContains(t, HeadingKey(text), "\u200b")
		_ = fold(HeadingKey(text))
		_ = dropBrackets(text)
	})
}
