package supplier_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestEveryWordIsSpoken: what is listed here has its words in the languages of people, under
// the same name.
func TestEveryWordIsSpoken(t *testing.T) {
	l := wording.Ukrainian
	for name, of := range map[string]struct {
		words []string
		say   func(string) string
	}{
		"carriers": {supplier.Carriers(), l.Carrier}, "payments": {supplier.PaymentMethods(), l.Payment},
		"statuses": {supplier.OrderStatuses(), l.OrderStatus}, "parcels": {supplier.ShipmentStates(), l.ParcelState},
		"cash": {supplier.CODStates(), l.CashState}, "kinds": {supplier.LedgerKinds(), l.Kind}, "operations": {supplier.LedgerOperations(), l.Operation},
	} {
		for _, word := range of.words {
			require.NotEqual(t, word, of.say(word), name)
		}
	}
}

func TestStatusesAreKnown(t *testing.T) {
	require.Subset(t, supplier.OrderStatuses(), supplier.CalledOffOrderStatuses())
	require.Subset(t, supplier.FinalOrderStatuses(), supplier.VoidOrderStatuses())
	require.True(t, supplier.OrderCalledOff("returning"))
	require.False(t, supplier.OrderCalledOff("delivered"))
}
