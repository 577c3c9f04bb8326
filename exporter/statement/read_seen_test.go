package statement

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestEntrySet: ids stay known while the set grows, and every part of an entry counts.
func TestEntrySet(t *testing.T) {
	s := newEntrySet()
	of := func(i int) supplier.LedgerEntry {
		e := supplier.LedgerEntry{ID: fmt.Sprint("e", i), Kind: kindHold, Amount: money.Must("-1"), PostedAt: time.Unix(int64(i), 0)}
		if i%2 == 0 {
			e.Kind = kindAccrual
		}
		return e
	}
	for i := range 5000 {
		e := of(i)
		require.True(t, s.add(&e))
	}
	for i := range 5000 {
		e := of(i)
		require.False(t, s.add(&e))
		require.True(t, s.same(&e))
		require.Equal(t, i%2 == 1, s.hasHold(e.ID))
	}
	require.False(t, s.hasHold("e5000"))
	for _, change := range []func(*supplier.LedgerEntry){
		func(e *supplier.LedgerEntry) { e.Number = "1" }, func(e *supplier.LedgerEntry) { e.Kind = kindPayout },
		func(e *supplier.LedgerEntry) { e.Operation = "1" }, func(e *supplier.LedgerEntry) { e.Amount = money.Must("-1.01") },
		func(e *supplier.LedgerEntry) { e.Currency = "1" }, func(e *supplier.LedgerEntry) { e.PostedAt = e.PostedAt.Add(1) },
		func(e *supplier.LedgerEntry) { e.OrderID = "1" }, func(e *supplier.LedgerEntry) { e.OrderExternalID = "1" },
		func(e *supplier.LedgerEntry) { e.PayoutID = "1" }, func(e *supplier.LedgerEntry) { e.DocumentNumber = "1" },
		func(e *supplier.LedgerEntry) { e.DocumentDate = "1" }, func(e *supplier.LedgerEntry) { e.CounterpartyName = "1" },
		func(e *supplier.LedgerEntry) { e.CounterpartyCode = "1" }, func(e *supplier.LedgerEntry) { e.Description = "1" },
		func(e *supplier.LedgerEntry) { e.ReversesEntryID = "1" }, func(e *supplier.LedgerEntry) { e.BalanceAfter.Posted = zero() },
		func(e *supplier.LedgerEntry) { e.BalanceAfter.Held = zero() }, func(e *supplier.LedgerEntry) { e.BalanceAfter.Available = zero() },
	} {
		e := of(7)
		change(&e)
		require.False(t, s.same(&e), e)
	}
	e := of(7)
	e.PostedAt = e.PostedAt.In(time.FixedZone("other", 3600))
	require.True(t, s.same(&e), "the same moment by another clock")
}
