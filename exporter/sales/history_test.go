package sales

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// remembering exports orders or shipments in November, on the given day, with a memory.
func remembering(t *testing.T, dir string, source *fake, shipments bool, day int, accept bool) (said []string, ok bool) {
	t.Helper()
	o := october(t, filepath.Join(dir, "o.xlsx"))
	o.Memory, o.Account, o.Accept, o.Now = filepath.Join(dir, "memory"), "shop", accept, time.Date(2026, 11, day, 8, 0, 0, 0, time.UTC)
	write := Orders
	if shipments {
		write = Shipments
	}
	report, err := write(t.Context(), source, o)
	require.NoError(t, err)
	for _, d := range report.Differences {
		said = append(said, d.Code+": "+d.Message)
		require.NotContains(t, d.said.In(wording.Ukrainian), "%!")
		require.NotEqual(t, d.Message, d.said.In(wording.Ukrainian))
	}
	last := report.Checks[len(report.Checks)-1]
	require.Equal(t, checkHistory, last.Name)
	require.Equal(t, last.OK, len(said) == 0, last)
	return said, report.OK()
}

// TestAReturnThatChangesAClosedMonth: what an order adds to the sums of a month that was
// exported is the same at each export, or is named until it is accepted; its way through
// the statuses is no change.
func TestAReturnThatChangesAClosedMonth(t *testing.T) {
	dir := t.TempDir()
	lines := []string{"1 completed prepaid 100 150 50 - pickup", "2 delivered prepaid 100 150 50 - pickup", "3 completed prepaid 10 30 20 - pickup"}
	source := func() *fake { return trade(t, strings.Join(lines, "\n"), "") }
	said, _ := remembering(t, dir, source(), false, 2, false)
	require.Empty(t, said)
	lines[1] = "2 completed prepaid 100 150 50 - pickup"
	said, _ = remembering(t, dir, source(), false, 3, false)
	require.Empty(t, said, "an order that was delivered is completed")

	lines[0], lines[2] = "1 returned prepaid 100 150 50 - pickup", "4 new prepaid 1 2 1 - pickup"
	want := []string{
		"order_changed: order X-1 is another one in the sums since the export of 2026-11-03 10:00: status completed → returned; Drop total: 100.00 → 0.00; " +
			"Retail total: 150.00 → 0.00; Profit: 50.00 → 0.00; --accept-change accepts it",
		"order_late: order X-4 came into the period after the export of 2026-11-03 10:00 (new, 1.00); --accept-change accepts that",
		"order_gone: order X-3 was in the export of 2026-11-03 10:00 (completed, 20.00) and is gone; --accept-change accepts that",
	}
	for day := 4; day < 6; day++ {
		said, ok := remembering(t, dir, source(), false, day, day == 5)
		require.Equal(t, want, said)
		require.False(t, ok)
	}
	said, ok := remembering(t, dir, source(), false, 6, false)
	require.Empty(t, said, "it was accepted")
	require.True(t, ok)

	lines[1] = "2 completed prepaid 100.00 150 49.5 - pickup"
	said, _ = remembering(t, dir, source(), false, 7, false)
	require.Contains(t, strings.Join(said, "\n"), "Profit: 50.00 → 49.50; --accept-change")
	require.NotContains(t, strings.Join(said, "\n"), "status")
}

func TestShipmentsOfAClosedMonth(t *testing.T) {
	dir := t.TempDir()
	said, _ := remembering(t, dir, trade(t, "", "1 in_transit 150 expected\n2 delivered 20 collected"), true, 2, false)
	require.Empty(t, said)
	said, _ = remembering(t, dir, trade(t, "", "1 delivered 150 collected\n2 delivered 20 paid_out"), true, 3, false)
	require.Empty(t, said, "the money moves as it should")
	waiting := trade(t, "", "1 delivered 150 collected\n2 delivered 20 paid_out\n3 created 5 expected")
	waiting.shipments[2].ShippedAt = time.Time{}
	said, _ = remembering(t, dir, waiting, true, 4, false)
	require.Empty(t, said, "what was not sent belongs to no period for good")
	said, _ = remembering(t, dir, trade(t, "", "1 returned 150 none\n2 delivered 20 paid_out"), true, 5, false)
	require.Equal(t, []string{"shipment_changed: shipment 20450000000000 is another one in the sums since the export of 2026-11-04 10:00: status delivered → returned; " +
		"Cash on delivery: 150.00 → 0.00; --accept-change accepts it"}, said)
}

// TestAMemoryThatCannotBeUsed: the book is written all the same, and says so.
func TestAMemoryThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	source := trade(t, "1 new prepaid 100 150 50 - pickup", "")
	remembering(t, dir, source, false, 2, false)
	files, err := filepath.Glob(filepath.Join(dir, "memory", "*", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, os.Truncate(files[0], 20))
	said, ok := remembering(t, dir, source, false, 3, false)
	require.Contains(t, fmt.Sprint(said), "history_unchanged: an earlier export is damaged and cannot be compared: ")
	require.False(t, ok)
	said, _ = remembering(t, dir, source, false, 4, false)
	require.Empty(t, said, "it was put aside")

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "memory")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory"), nil, 0o600))
	said, _ = remembering(t, dir, source, false, 5, false)
	require.Contains(t, fmt.Sprint(said), "give the program rights to that folder")
}
