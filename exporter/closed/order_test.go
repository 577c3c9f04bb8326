package closed

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestOfOrder: an order's entries are those that name it, of the export that counts, with the
// payouts that they name.
func TestOfOrder(t *testing.T) {
	of := func(id, order, external, payout string, at time.Time) supplier.LedgerEntry {
		e := entry(id, "10", at)
		e.OrderID, e.OrderExternalID, e.PayoutID = order, external, payout
		return e
	}
	paid := of("p", "", "", "po_1", day(20))
	paid.Kind, paid.DocumentNumber = "payout", "ПД-17"
	folder, october31 := t.TempDir(), november.Add(-time.Hour)
	nothing, err := Open(folder, shop, november)
	require.NoError(t, err)
	found, err := nothing.OfOrder(t.Context(), "ord_1", "KC-1")
	require.NoError(t, err)
	require.Zero(t, found.Until)
	require.Empty(t, found.Entries)

	export(t, folder, shop, Span{To: october}, october.Add(time.Hour), true, of("old", "ord_1", "KC-1", "", september))
	export(t, folder, shop, Span{october, november}, october31, true, of("b", "ord_1", "KC-1", "po_1", day(3)), of("a", "", "KC-1", "po_lost", day(2)),
		of("other", "ord_2", "KC-1", "", day(4)), of("anybody", "", "", "", day(5)), paid)
	b, err := Open(folder, shop, november)
	require.NoError(t, err)
	found, err = b.OfOrder(t.Context(), "ord_1", "KC-1")
	require.NoError(t, err)
	require.Equal(t, []string{"old", "a", "b"}, []string{found.Entries[0].ID, found.Entries[1].ID, found.Entries[2].ID})
	require.Len(t, found.Entries, 3, "that of another order under the same number is none of it")
	require.Len(t, found.Payouts, 1)
	require.Equal(t, "ПД-17", found.Payouts["po_1"].DocumentNumber)
	require.True(t, october31.Equal(found.Until), "the month was not over when it was exported")
	require.False(t, found.Gaps)
	none, err := b.OfOrder(t.Context(), "", "")
	require.NoError(t, err)
	require.Empty(t, none.Entries, "an order without numbers is not every entry without them")

	export(t, folder, shop, Span{october, november}, november, true, of("b", "ord_1", "KC-1", "", day(3)))
	b, err = Open(folder, shop, november)
	require.NoError(t, err)
	found, err = b.OfOrder(t.Context(), "ord_1", "KC-1")
	require.NoError(t, err)
	require.Len(t, found.Entries, 2, "the last export of a time counts")
	require.Empty(t, found.Payouts)
	require.True(t, november.Equal(found.Until))

	require.NoError(t, os.WriteFile(filepath.Join(folder, fileName(owner("shop"), Span{november, december})), []byte("damaged"), 0o600))
	b, err = Open(folder, shop, november)
	require.NoError(t, err)
	found, err = b.OfOrder(t.Context(), "ord_1", "KC-1")
	require.NoError(t, err)
	require.True(t, found.Gaps)
	require.Len(t, found.Entries, 2)
}

// TestOfOrderEnds where nobody waits for it any more.
func TestOfOrderEnds(t *testing.T) {
	folder := t.TempDir()
	var many []supplier.LedgerEntry
	for n := range betweenChecks + 1 {
		many = append(many, entry("e"+time.Duration(n).String(), "1", day(1)))
	}
	export(t, folder, shop, Span{october, november}, november, true, many...)
	b, err := Open(folder, shop, november)
	require.NoError(t, err)
	over, end := context.WithCancel(t.Context())
	end()
	_, err = b.OfOrder(over, "ord_1", "KC-1")
	require.ErrorIs(t, err, context.Canceled)
	found, err := b.OfOrder(t.Context(), "ord_1", "KC-1")
	require.NoError(t, err)
	require.True(t, found.Gaps, "what was before is not remembered")
}
