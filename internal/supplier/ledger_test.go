package supplier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

func TestLedgerEntryClone(t *testing.T) {
	e := LedgerEntry{ID: "a", Kind: "hold", Amount: money.Must("1"), DocumentDate: "2026-11-01", CounterpartyName: "Н", ReversesEntryID: "r"}
	require.Equal(t, e, e.Clone())
	require.Equal(t, LedgerEntry{}, (&LedgerEntry{}).Clone())
}
