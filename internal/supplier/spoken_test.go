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
	require.Subset(t, supplier.OrderStatuses(), supplier.FinalOrderStatuses())
	require.Subset(t, supplier.ShipmentStates(), supplier.FinalShipmentStates())
}

// TestGroupsOfWords: which words of a list are in each of its groups.
func TestGroupsOfWords(t *testing.T) {
	for name, of := range map[string]struct {
		words []string
		in    func(string) bool
		want  []string
	}{
		"final":      {supplier.OrderStatuses(), supplier.OrderFinal, []string{"completed", "returned", "cancelled"}},
		"arrived":    {supplier.OrderStatuses(), supplier.OrderArrived, []string{"delivered", "completed"}},
		"sent":       {supplier.OrderStatuses(), supplier.OrderSent, []string{"shipped", "delivered", "completed", "returning", "returned"}},
		"called off": {supplier.OrderStatuses(), supplier.OrderCalledOff, []string{"returning", "returned", "cancelled"}},
		"void":       {supplier.ShipmentStates(), supplier.ShipmentVoid, []string{"returned", "lost", "deleted"}},
		"comes back": {supplier.ShipmentStates(), supplier.ShipmentComesBack, []string{"refused", "storage_expired", "returning"}},
	} {
		var got []string
		for _, word := range of.words {
			if of.in(word) {
				got = append(got, word)
			}
		}
		require.Equal(t, of.want, got, name)
	}
}
