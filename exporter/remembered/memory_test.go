package remembered

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

func day(n int) time.Time { return time.Date(2026, 10, n, 0, 0, 0, 0, time.UTC) }

// row is written as ID DAY STATUS AMOUNT; an amount of - is absent, and a status in capitals void.
func row(t *testing.T, text string) Row {
	t.Helper()
	words, n := strings.Fields(text), 0
	_, err := fmt.Sscan(words[1], &n)
	require.NoError(t, err)
	r := Row{ID: words[0], ExternalID: "X-" + words[0], At: day(n).Add(time.Hour), Status: strings.ToLower(words[2]), Void: words[2] == strings.ToUpper(words[2]), Currency: "UAH",
		Amounts: []money.Amount{{}, money.Must("1.00")}}
	if words[3] != "-" {
		r.Amounts[0] = money.Must(words[3])
	}
	return r
}

// export exports days of October at the given day and tells what changed.
func export(t *testing.T, folder string, from, to, now int, accept bool, rows ...string) (said []string) {
	t.Helper()
	m, err := Open(Options{Folder: folder, Book: "orders", Account: "shop", From: day(from), To: day(to), Now: day(now)})
	require.NoError(t, err)
	tell := func(c *Change) {
		said = append(said, strings.Join([]string{string(c.Kind), c.Was.ID + c.Was.Status, c.Now.ID + c.Now.Status, fmt.Sprint(c.Exported.YearDay() - day(0).YearDay())}, " "))
	}
	for _, text := range rows {
		change, _, err := m.Note(row(t, text))
		require.NoError(t, err)
		if change != nil {
			tell(change)
		}
	}
	for _, gone := range m.Gone() {
		tell(&gone)
	}
	require.NoError(t, m.Keep(accept))
	return said
}

func TestWhatBecameOfRows(t *testing.T) {
	for _, test := range []struct {
		name string
		was  string
		now  []string
		want []string
	}{
		{"the same", "a 3 sent 5.00", []string{"a 3 sent 5.00"}, nil},
		{"on its way", "a 3 sent 5.00", []string{"a 3 done 5.0"}, nil},
		{"void", "a 3 done 5.00", []string{"a 3 RETURNED 5.00"}, []string{"changed adone areturned 33"}},
		{"another amount", "a 3 done 5.00", []string{"a 3 done 4.99"}, []string{"changed adone adone 33"}},
		{"an amount that is absent is no zero", "a 3 done -", []string{"a 3 done 0.00"}, []string{"changed adone adone 33"}},
		{"gone", "a 3 done 5.00", nil, []string{"gone adone  33"}},
		{"late", "a 3 done 5.00", []string{"a 3 done 5.00", "b 4 done 1.00"}, []string{"late  bdone 33"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			require.Empty(t, export(t, folder, 1, 32, 33, false, test.was))
			require.Equal(t, test.want, export(t, folder, 1, 32, 40, false, test.now...))
			require.Equal(t, test.want, export(t, folder, 1, 32, 41, true, test.now...), "until it is accepted")
			require.Empty(t, export(t, folder, 1, 32, 42, false, test.now...))
		})
	}
}

// TestOtherBounds: exports of other days are compared where they overlap, and the last one
// that has a day counts.
func TestOtherBounds(t *testing.T) {
	folder := t.TempDir()
	require.Empty(t, export(t, folder, 1, 32, 33, false, "a 3 done 5.00", "b 20 done 5.00"))
	require.Equal(t, []string{"changed bdone breturned 33"}, export(t, folder, 15, 46, 50, false, "b 20 RETURNED 5.00", "c 40 done 1.00"))
	require.Empty(t, export(t, folder, 32, 46, 50, false, "c 40 done 1.00"), "days that nobody exported")
	require.Equal(t, []string{"changed bdone breturned 33"}, export(t, folder, 15, 46, 51, true, "b 20 RETURNED 5.00", "c 40 done 1.00"))
	require.Empty(t, export(t, folder, 1, 32, 52, false, "a 3 done 5.00", "b 20 RETURNED 5.00"), "accepted there, accepted here")
	require.Equal(t, []string{"gone adone  52"}, export(t, folder, 1, 5, 53, false))
}

// TestAPeriodThatGoesOn is not kept: all of it may change yet.
func TestAPeriodThatGoesOn(t *testing.T) {
	folder := t.TempDir()
	require.Empty(t, export(t, folder, 1, 32, 20, false, "a 3 done 5.00"))
	require.Empty(t, export(t, folder, 1, 32, 33, false, "a 3 RETURNED 5.00", "b 4 done 1.00"))
	require.Len(t, export(t, folder, 1, 32, 34, false), 2)
}

func TestAnotherAccountAndBook(t *testing.T) {
	folder := t.TempDir()
	export(t, folder, 1, 32, 33, false, "a 3 done 5.00")
	for _, o := range []Options{{Book: "orders", Account: "other"}, {Book: "shipments", Account: "shop"}} {
		o.Folder, o.From, o.To, o.Now = folder, day(1), day(32), day(40)
		m, err := Open(o)
		require.NoError(t, err)
		require.Empty(t, m.Gone())
		m.Abort()
	}
}

// TestADamagedExport is said once, and put aside.
func TestADamagedExport(t *testing.T) {
	folder := t.TempDir()
	export(t, folder, 1, 32, 33, false, "a 3 done 5.00", "b 4 done 1.00")
	files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		broken := slices.Clone(whole)
		if at := random.IntN(len(broken)); random.IntN(2) == 0 {
			broken = broken[:at]
		} else {
			broken[at] ^= 1 << random.IntN(8)
		}
		require.NoError(t, os.WriteFile(files[0], broken, 0o600))
		m, err := Open(Options{Folder: folder, Book: "orders", Account: "shop", From: day(1), To: day(32), Now: day(40)})
		require.NoError(t, err)
		if m.Damaged() == nil { // a bit that says nothing
			require.Len(t, m.Gone(), 2)
		}
		m.Abort()
	}
	require.NoError(t, os.WriteFile(files[0], whole[:len(whole)/2], 0o600))
	m, err := Open(Options{Folder: folder, Book: "orders", Account: "shop", From: day(1), To: day(32), Now: day(40)})
	require.NoError(t, err)
	require.ErrorContains(t, m.Damaged(), files[0])
	require.NoError(t, m.Keep(false))
	require.FileExists(t, files[0]+damagedSuffix)
	require.FileExists(t, files[0])
	left, err := filepath.Glob(filepath.Join(folder, "*", ".*"))
	require.NoError(t, err)
	require.Empty(t, left, "no unfinished file stays")
}

// TestWhatIsRememberedTakesLittle: a row of an earlier export takes some hundred bytes
// while it is compared, and a tenth of that on the disk.
func TestWhatIsRememberedTakesLittle(t *testing.T) {
	const count = 50_000
	o := Options{Folder: t.TempDir(), Book: "orders", Account: "shop", From: day(1), To: day(32), Now: day(33)}
	m, err := Open(o)
	require.NoError(t, err)
	amounts := []money.Amount{money.Must("100.00"), money.Must("150.00"), money.Must("50.00"), {}}
	for i := range count {
		_, _, err := m.Note(Row{ID: fmt.Sprint("ord_", 10_000_000+i), ExternalID: fmt.Sprint("KC-", i), At: day(1 + i%31), Status: "completed", Currency: "UAH", Amounts: amounts})
		require.NoError(t, err)
	}
	require.NoError(t, m.Keep(false))
	before := heap()
	m, err = Open(o)
	require.NoError(t, err)
	each := (heap() - before) / count
	require.Len(t, m.known, count)
	m.Abort()
	require.Less(t, each, uint64(700))
	files, err := filepath.Glob(filepath.Join(o.Folder, "*", "*"))
	require.NoError(t, err)
	info, err := os.Stat(files[0])
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(40*count))
	t.Logf("%d bytes a row, %d on the disk", each, info.Size()/count)
}

func heap() uint64 {
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	return mem.HeapAlloc
}
