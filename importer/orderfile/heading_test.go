package orderfile

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
		require.Equal(t, want, headingKey(text), "%.40q", text)
	}
}
