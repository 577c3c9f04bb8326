package sheets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
)

func checkOf(t *testing.T, s *statement.Statement, name string) statement.Check {
	t.Helper()
	i := slices.IndexFunc(s.Checks, func(c statement.Check) bool { return c.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return s.Checks[i]
}

// only is the file of a folder in which the autumn is remembered.
func only(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*-20260930T210000Z-20261130T220000Z.csv.zst"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	return files[0]
}

// TestChangeIsSaidUntilItIsAccepted: whoever exports a closed month again learns what
// changed, however often somebody did before.
func TestChangeIsSaidUntilItIsAccepted(t *testing.T) {
	server, memory := ledgertest.New(t, ledgertest.Autumn()), t.TempDir()
	export := func(accept bool) *statement.Statement {
		_, s := autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory, o.Accept = memory, accept })
		return s
	}
	require.True(t, checkOf(t, export(false), "history_unchanged").OK)
	changed := ledgertest.Autumn().Written[2].ID
	server.Change(changed, 99999)
	for range 2 {
		s := export(false)
		require.False(t, checkOf(t, s, "history_unchanged").OK)
		require.Len(t, s.Changed, 1)
		d := s.Moved()[0]
		require.Equal(t, []string{"entry_changed", changed, "999.99"}, []string{d.Code, d.EntryID, d.Found.String()})
		require.Contains(t, d.Message.String(), "): amount was 1,450.10, is 999.99")
	}
	require.False(t, checkOf(t, export(true), "history_unchanged").OK, "it is said once more")
	require.True(t, checkOf(t, export(false), "history_unchanged").OK)
}

// TestUnusableMemory: without what was exported before there is a statement all the same,
// and it says so. A damaged memory is kept aside.
func TestUnusableMemory(t *testing.T) {
	server, dir := ledgertest.New(t, ledgertest.Autumn()), t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, s := autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = file })
	c := checkOf(t, s, "history_unchanged")
	require.False(t, c.OK)
	require.Contains(t, c.Detail.String(), "this one is not remembered: remember the ledger: mkdir "+file)

	memory := filepath.Join(dir, "memory")
	autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = memory })
	path := only(t, memory)
	require.NoError(t, os.WriteFile(path, []byte("damaged"), 0o600))
	_, s = autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = memory })
	require.False(t, checkOf(t, s, "history_unchanged").OK)
	kept, err := os.ReadFile(path + ".damaged")
	require.NoError(t, err)
	require.Equal(t, "damaged", string(kept))
	_, s = autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = memory })
	require.True(t, checkOf(t, s, "history_unchanged").OK)
}

// TestIncompleteReadingDrawsNoConclusions: the supplier is not asked for entries that the
// reading missed, and the next export is not compared with it.
func TestIncompleteReadingDrawsNoConclusions(t *testing.T) {
	server, memory := ledgertest.New(t, ledgertest.Autumn()), t.TempDir()
	server.Break(ledgertest.Faults{Skip: 3})
	_, s := autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = memory })
	require.True(t, s.Partial())
	require.Empty(t, s.Differences)
	var unchecked []string
	for _, u := range s.Unchecked {
		unchecked = append(unchecked, u.Name)
	}
	require.Subset(t, unchecked, []string{"orders_have_accruals", "holds_have_reason", "history_unchanged"})
	server.Break(ledgertest.Faults{})
	_, s = autumnBook(t, server, Manner{}, func(o *statement.Options) { o.Memory = memory })
	require.Equal(t, "the period was not exported before", checkOf(t, s, "history_unchanged").Detail.String())
}

func TestCutTextsAreCounted(t *testing.T) {
	l := ledgertest.Autumn()
	l.Written[len(l.Written)-1].Description = strings.Repeat("x", 40_000)
	period, err := statement.Days("2026-10-01", "2026-11-30", kyiv(t))
	require.NoError(t, err)
	_, report, err := WriteWorkbook(t.Context(), ledgertest.New(t, l).Client(t), statement.Options{Period: period, Now: period.To}, Manner{}, filepath.Join(t.TempDir(), "cut.xlsx"))
	require.NoError(t, err)
	require.EqualValues(t, 1, report.Cut)
}
