package statement

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// exported is what became of an export.
type exported struct {
	late, gone, changed []Late
	check               Check
}

func remember(t *testing.T, folder, account string, p Period, now time.Time, commit bool, entries ...supplier.LedgerEntry) exported {
	t.Helper()
	m, err := openMemory(folder, account, p, now)
	require.NoError(t, err)
	defer m.abort()
	for i := range entries {
		require.NoError(t, m.note(&entries[i]))
	}
	var out exported
	out.late, out.gone, out.changed, out.check, err = m.finish()
	require.NoError(t, err)
	if commit {
		require.NoError(t, m.commit())
	}
	return out
}

// stated is a check as a report has it.
func stated(c Check) string {
	if c.OK {
		return "OK " + c.Detail.String()
	}
	return "NOT OK " + c.Detail.String()
}

func entryOf(id, amount string, at time.Time) supplier.LedgerEntry {
	return supplier.LedgerEntry{ID: id, Kind: kindAccrual, Amount: money.Must(amount), PostedAt: at, Currency: "UAH", Description: "один, \"два\"\nтри"}
}

func octoberPeriod(t *testing.T) Period {
	t.Helper()
	p, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	return p
}

func only(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 1)
	return filepath.Join(folder, files[0].Name())
}

func TestMemory(t *testing.T) {
	p := octoberPeriod(t)
	folder := filepath.Join(t.TempDir(), "state", "ledger")
	first, second := p.To.Add(time.Hour), p.To.Add(48*time.Hour)
	a, b, c := entryOf("a", "1.50", p.From), entryOf("b", "-2", p.From.Add(time.Hour)), entryOf("c", "3", p.From.Add(2*time.Hour))

	got := remember(t, folder, "shop", p, first, true, a, b)
	require.Equal(t, "OK "+"the period was not exported before", stated(got.check))
	require.Equal(t, "2026-10-01", p.From.Format(time.DateOnly))

	sameA := a
	sameA.Amount, sameA.PostedAt = money.Must("1.500"), a.PostedAt.UTC()
	sameA.PayoutID, sameA.BalanceAfter.Posted = "pay_1", money.Must("7")
	got = remember(t, folder, "shop", p, second, false, sameA, b)
	require.Equal(t, "OK "+"the 2 entries of the export of 2026-11-01 01:00 are the same", stated(got.check))

	changedA, since := a, entryOf("since", "4", first.Add(time.Minute))
	changedA.Description = "інше"
	got = remember(t, folder, "shop", p, second, false, changedA, c, since)
	require.Equal(t, []Late{{ID: "c", PostedAt: c.PostedAt, Amount: c.Amount}}, got.late, "what was booked after the export is not late")
	require.Equal(t, []Late{{ID: "a", PostedAt: a.PostedAt, Amount: a.Amount, Was: a.Amount, OrderID: a.OrderID, ExternalID: a.OrderExternalID}}, got.changed)
	require.Len(t, got.gone, 1)
	require.Equal(t, "b -2.00 "+b.PostedAt.UTC().String(), got.gone[0].ID+" "+got.gone[0].Amount.String()+" "+got.gone[0].PostedAt.String())
	require.Equal(t, "since the export of 2026-11-01 01:00 1 entries came late, 1 were changed and 1 are gone: see the differences, and accept the change once to compare with what there is now", got.check.Detail.String())
	require.False(t, got.check.OK)

	got = remember(t, folder, "shop", p, second, true, a, b, c)
	require.Len(t, got.late, 1, "a failed export is not remembered")
	got = remember(t, folder, "shop", p, second, true, a, b, c)
	require.True(t, got.check.OK)

	require.True(t, remember(t, folder, "other shop", p, second, true).check.OK)
	november, err := Month("2026-11", kyiv(t))
	require.NoError(t, err)
	require.True(t, remember(t, folder, "shop", november, second, true).check.OK)
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 3, "one for each account and period, and nothing unfinished")
	for _, f := range files {
		info, err := f.Info()
		require.NoError(t, err)
		if runtime.GOOS != "windows" {
			require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		}
	}
}

func TestNoMemory(t *testing.T) {
	require.Equal(t, "history_unchanged", remember(t, "", "shop", octoberPeriod(t), time.Now(), true, entryOf("a", "1", time.Now())).check.Name)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := openMemory(filepath.Join(file, "folder"), "shop", octoberPeriod(t), time.Now())
	require.ErrorContains(t, err, "remember the ledger: ")
}

// TestDamagedMemory: wherever the file is cut or a bit of it is turned, it is named and
// made anew, and what was there is never compared with.
func TestDamagedMemory(t *testing.T) {
	p, folder := octoberPeriod(t), t.TempDir()
	var entries []supplier.LedgerEntry
	for i := range 8 {
		entries = append(entries, entryOf(fmt.Sprintf("led_%d", i), "5", p.From.Add(time.Duration(i)*time.Hour)))
	}
	remember(t, folder, "shop", p, p.To, true, entries...)
	path := only(t, folder)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	plain := remember(t, folder, "shop", p, p.To, false, entries[:3]...)
	require.Len(t, plain.gone, 5)
	damage := func(data []byte) (harmless bool) {
		t.Helper()
		require.NoError(t, os.WriteFile(path, data, 0o600))
		got := remember(t, folder, "shop", p, p.To, false, entries[:3]...)
		if got.check.Detail.String() == plain.check.Detail.String() {
			require.Equal(t, plain, got)
			return true
		}
		require.False(t, got.check.OK)
		require.Contains(t, got.check.Detail.String(), path)
		require.Contains(t, got.check.Detail.String(), "made anew")
		require.Empty(t, got.gone)
		return false
	}
	for cut := range len(whole) {
		require.False(t, damage(whole[:cut]))
	}
	harmless := 0
	for i := range whole {
		turned := append([]byte{}, whole...)
		turned[i] ^= 1
		if damage(turned) {
			harmless++
		}
	}
	require.LessOrEqual(t, harmless, 2, "only bits of the frame's header say nothing of its content")
	require.False(t, damage(append(append([]byte{}, whole...), "x"...)))
	require.False(t, remember(t, folder, "shop", p, p.To, true, entries...).check.OK)
	require.True(t, remember(t, folder, "shop", p, p.To, true, entries...).check.OK, "it was made anew")
}

// TestMemoryOfAMillion: the heap holds hashes only, and a list of findings is bounded.
func TestMemoryOfAMillion(t *testing.T) {
	racing.Skip(t)
	n := long.Or(100_000, 1_000_000)
	p, folder := octoberPeriod(t), t.TempDir()
	run := func(from int) (late, gone []Late, c Check, peak uint64) {
		m, err := openMemory(folder, "shop", p, p.To)
		require.NoError(t, err)
		defer m.abort()
		e := entryOf("", "123.45", p.From)
		for i := from; i < from+n; i++ {
			e.ID = fmt.Sprintf("led_%08d", i)
			e.Number = e.ID
			require.NoError(t, m.note(&e))
			if i%(n/4) == 0 {
				runtime.GC()
				var mem runtime.MemStats
				runtime.ReadMemStats(&mem)
				peak = max(peak, mem.HeapAlloc)
			}
		}
		late, gone, _, c, err = m.finish()
		require.NoError(t, errors.Join(err, m.commit()))
		return late, gone, c, peak
	}
	run(0)
	late, gone, c, peak := run(5000)
	require.Len(t, late, maxFindings)
	require.Len(t, gone, maxFindings)
	require.Contains(t, c.Detail.String(), "5000 entries came late, 0 were changed and 5000 are gone")
	require.Less(t, peak, uint64(60<<20))
	info, err := os.Stat(only(t, folder))
	require.NoError(t, err)
	t.Logf("peak %d MB, file %d MB", peak>>20, info.Size()>>20)
}
