package told

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What the supplier or the network did is said in the language of the sentence.
func TestToldInTheLanguageOfTheSentence(t *testing.T) {
	for uk, failure := range map[string]*supplier.Error{
		"надсилання замовлення: постачальник відповів 429 (slow)":   {Op: "create order", Status: 429, Detail: "slow"},
		"список замовлень: постачальник відповів 404":               {Op: "list orders", Status: 404},
		"надсилання замовлення: зв'язок обірвався, відповіді немає": {Op: "create order", Err: io.EOF},
		"список відправлень: no such host":                          {Op: "list shipments", Err: errors.New("no such host")},
		"надсилання замовлення: не вдалося":                         {Op: "create order"},
	} {
		require.Equal(t, "надсилання чекає: "+uk, NewTrouble(wording.Ukrainian, failure, "trouble.waits").Error())
	}
	require.Equal(t, "create order: status 429: slow", Supplier(&supplier.Error{Op: "create order", Status: 429, Detail: "slow"}).In(wording.English))
}
