package closed

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// set is the entries of a reading, as a map.
type set map[string]*member

type member struct {
	content uint64
	met     bool
}

func (s set) Content(id string) (uint64, bool) {
	if m := s[id]; m != nil {
		return m.content, true
	}
	return 0, false
}

func (s set) Mark(id string) bool {
	first := !s[id].met
	s[id].met = true
	return first
}

func (s set) Marked(id string) bool { return s[id].met }

var (
	september = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	october   = september.AddDate(0, 1, 0)
	november  = september.AddDate(0, 2, 0)
	december  = september.AddDate(0, 3, 0)
	shop      = Account{Name: "shop"}
)

func entry(id, amount string, at time.Time) supplier.LedgerEntry {
	return supplier.LedgerEntry{ID: id, Number: "1", Kind: "accrual", Operation: "fee", Amount: money.Must(amount), PostedAt: at, Currency: "UAH",
		Description: "one, \"two\"\nthree", BalanceAfter: supplier.Balance{Available: money.Must("7.00")}}
}

// export compares the entries of a span with what is remembered, and keeps them where
// asked to.
func export(t *testing.T, folder string, account Account, s Span, now time.Time, keep bool, entries ...supplier.LedgerEntry) (Findings, *Books) {
	t.Helper()
	b, err := Open(folder, account, now)
	require.NoError(t, err)
	w, err := b.Begin(s)
	require.NoError(t, err)
	defer w.Abort()
	read, hasher := set{}, Hasher{}
	for i := range entries {
		require.NoError(t, w.Add(&entries[i]))
		read[entries[i].ID] = &member{content: hasher.Content(&entries[i])}
	}
	balance := supplier.Balance{Posted: money.Must("1"), Held: money.Must("2"), Available: money.Must("-1")}
	require.NoError(t, w.End(supplier.Balance{Posted: money.Must("3"), Held: money.Must("0"), Available: money.Must("3")}, balance))
	found, err := b.Compare(Reading{Span: s, Entries: read, Files: []*Writer{w}, MostEach: 3})
	require.NoError(t, err)
	if keep {
		require.NoError(t, w.Commit())
	}
	return found, b
}

func said(f Findings) (out []string) {
	for _, l := range f.Late {
		out = append(out, "late "+l.Now.ID)
	}
	for _, l := range f.Gone {
		out = append(out, "gone "+l.Was.ID+" "+l.Was.Amount.String())
	}
	for _, l := range f.Changed {
		text := "changed " + l.Was.ID
		for _, c := range l.Changes {
			text += fmt.Sprintf(" %s:%s>%s", c.Field, c.Was, c.Now)
		}
		out = append(out, text)
	}
	return out
}

func day(n int) time.Time { return october.AddDate(0, 0, n-1).Add(9 * time.Hour) }

// TestCompareWithWhatWasExported: whatever the bounds, an entry is held against the export
// that was made last of its time.
func TestCompareWithWhatWasExported(t *testing.T) {
	a, b, c := entry("a", "1.50", day(1)), entry("b", "-2", day(11)), entry("c", "3", day(21))
	changed, moved := a, b
	changed.Amount, changed.OrderID = money.Must("1.51"), "o1"
	moved.PostedAt = november.Add(time.Hour)
	same := a
	same.Amount, same.PayoutID, same.BalanceAfter = money.Must("1.500"), "p1", supplier.Balance{}
	month, quarter, later := Span{october, november}, Span{september, december}, november.AddDate(0, 0, 3)
	for name, test := range map[string]struct {
		span Span
		now  []supplier.LedgerEntry
		want []string
	}{
		"the same":                       {month, []supplier.LedgerEntry{same, b}, nil},
		"late":                           {month, []supplier.LedgerEntry{a, b, c}, []string{"late c"}},
		"late in a quarter":              {quarter, []supplier.LedgerEntry{a, b, c}, []string{"late c"}},
		"late in ten days":               {Span{day(20), day(30)}, []supplier.LedgerEntry{c}, []string{"late c"}},
		"gone in ten days":               {Span{day(10), day(20)}, nil, []string{"gone b -2.00"}},
		"nothing in other days":          {Span{day(12), day(20)}, nil, nil},
		"changed, and what":              {quarter, []supplier.LedgerEntry{changed, b}, []string{"changed a amount:1.50>1.51 order_id:>o1"}},
		"moved out of the month":         {month, []supplier.LedgerEntry{a}, []string{"gone b -2.00"}},
		"moved over the month's border":  {quarter, []supplier.LedgerEntry{a, moved}, []string{"changed b posted_at:2026-10-11T09:00:00Z>2026-11-01T01:00:00Z"}},
		"from the ledger's beginning on": {Span{To: december}, []supplier.LedgerEntry{a, entry("z", "1", september), c}, []string{"late c", "gone b -2.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "state", "ledger")
			first, _ := export(t, folder, shop, month, later, true, a, b)
			require.Zero(t, first.Exports)
			found, _ := export(t, folder, shop, test.span, later.AddDate(0, 1, 0), false, test.now...)
			require.Equal(t, test.want, said(found))
			require.Equal(t, []any{1, later}, []any{found.Exports, found.LastAt})
			other, _ := export(t, folder, Account{Name: "other"}, test.span, later, false, test.now...)
			require.Zero(t, other.Exports)
		})
	}
}

// TestTheLastExportCounts: what was accepted in a quarter is not said again in a month.
func TestTheLastExportCounts(t *testing.T) {
	folder, a, b := t.TempDir(), entry("a", "1", day(1)), entry("b", "2", day(2))
	month, quarter := Span{october, november}, Span{september, december}
	export(t, folder, shop, month, november, true, a)
	found, _ := export(t, folder, shop, quarter, november.AddDate(0, 0, 1), true, a, b)
	require.Equal(t, []string{"late b"}, said(found))
	found, _ = export(t, folder, shop, month, november.AddDate(0, 0, 2), true, a, b)
	require.Empty(t, said(found))
	since := entry("c", "3", november.AddDate(0, 0, 1).Add(time.Hour))
	found, _ = export(t, folder, shop, quarter, november.AddDate(0, 0, 3), false, a, b, since)
	require.Empty(t, said(found), "what was booked after the export is not late")
	found, _ = export(t, folder, shop, quarter, november.AddDate(0, 0, 3), false, a, b, entry("d", "3", november.Add(time.Hour)))
	require.Equal(t, []string{"late d"}, said(found))
}

// TestUntil: the past is known where every moment of it was exported when it was over.
func TestUntil(t *testing.T) {
	folder, a, b, c := t.TempDir(), entry("a", "1.00", september), entry("b", "2.000", day(2)), entry("c", "3.00", november)
	b.Description, b.OrderID = "two\r\nlines \\r", "\r"
	_, books := export(t, folder, shop, Span{october, november}, november.AddDate(0, 0, 1), true, b)
	_, known := books.Until(november)
	require.False(t, known, "nothing was exported then")
	_, books = export(t, folder, shop, Span{To: october}, november.AddDate(0, 0, 1), true, a)
	_, known = books.Until(november)
	require.False(t, known, "what is before October is not remembered")
	_, books = export(t, folder, shop, Span{november, december}, november.AddDate(0, 0, 9), true, c)
	for moment, want := range map[time.Time]string{october: "a", november: "ab", day(2): "a", day(3): "ab", september: ""} {
		past, known := books.Until(moment)
		require.True(t, known)
		ids := ""
		for e, err := range past.Entries() {
			require.NoError(t, err)
			want := map[string]supplier.LedgerEntry{"a": a, "b": b}[e.ID]
			require.Equal(t, want, e.Clone(), "with all that it says")
			ids += e.ID
		}
		require.Equal(t, want, ids)
	}
	_, books = export(t, folder, shop, Span{december, december.AddDate(0, 1, 0)}, december, false)
	_, known = books.Until(december)
	require.False(t, known, "November was not over when it was exported")
	balance, from := books.BalanceAt(november)
	require.Equal(t, "3.00 0.00 3.00", balance.Posted.String()+" "+balance.Held.String()+" "+balance.Available.String(), "November was exported last")
	require.Equal(t, november, from.From)
	_, from = books.BalanceAt(day(2))
	require.Nil(t, from)
}

// writeHashed writes an export as the first version did.
func writeHashed(t *testing.T, folder, account string, s Span, at time.Time, entries ...supplier.LedgerEntry) string {
	t.Helper()
	path := filepath.Join(folder, fileName(owner(account), s))
	file, err := os.Create(path)
	require.NoError(t, err)
	defer file.Close()
	packed, err := zstd.NewWriter(file)
	require.NoError(t, err)
	lines, hasher := csv.NewWriter(packed), Hasher{}
	require.NoError(t, lines.Write([]string{formatHashed, at.Format(time.RFC3339Nano), "", ""}))
	for i := range entries {
		e := &entries[i]
		require.NoError(t, lines.Write([]string{e.ID, strconv.FormatUint(hasher.Content(e), 36), e.PostedAt.Format(time.RFC3339Nano), e.Amount.String()}))
	}
	require.NoError(t, lines.Write([]string{"", strconv.Itoa(len(entries)), "", ""}))
	lines.Flush()
	require.NoError(t, packed.Close())
	return path
}

// TestTheFirstVersion: its files are compared with, under whatever name of the account,
// and replaced.
func TestTheFirstVersion(t *testing.T) {
	folder, month := t.TempDir(), Span{october, november}
	a, b, c := entry("a", "1.50", day(1)), entry("b", "-2", day(11)), entry("c", "3", day(21))
	old := writeHashed(t, folder, "http://shop/", month, november, a, b, c)
	changed, worded := b, c
	changed.Amount, worded.Description = money.Must("5"), "other"
	account := Account{Name: "http://shop", Former: []string{"http://shop/", "http://shop"}}
	found, books := export(t, folder, account, month, november.AddDate(0, 0, 1), false, changed, worded)
	require.Equal(t, []string{"gone a 1.50", "changed b amount:-2.00>5.00", "changed c unknown:>"}, said(found))
	_, known := books.Until(november)
	require.False(t, known)
	found, _ = export(t, folder, account, month, november.AddDate(0, 0, 1), true, a, b, c)
	require.Empty(t, said(found))
	require.NoFileExists(t, old)
	found, _ = export(t, folder, Account{Name: "http://shop"}, month, november.AddDate(0, 0, 2), false, a, changed, c)
	require.Equal(t, []string{"changed b amount:-2.00>5.00"}, said(found))
}

// TestHashesStay: a file of any version keeps its meaning.
func TestHashesStay(t *testing.T) {
	e := entry("a", "1.50", day(1))
	require.Equal(t, uint64(0x5c825b7be6a2d33c), new(Hasher).Content(&e))
}

// TestDamagedExport: wherever the file is cut or a bit of it is turned, it is named, never
// compared with, and set aside by the next export.
func TestDamagedExport(t *testing.T) {
	folder, month := t.TempDir(), Span{october, november}
	var entries []supplier.LedgerEntry
	for i := range 8 {
		entries = append(entries, entry(fmt.Sprintf("led_%d", i), "5", day(1).Add(time.Duration(i)*time.Hour)))
	}
	export(t, folder, shop, month, november, true, entries...)
	path := filepath.Join(folder, fileName(owner("shop"), month))
	info, err := os.Stat(path)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	sound, err := os.ReadFile(path)
	require.NoError(t, err)
	plain, _ := export(t, folder, shop, month, november, false, entries[:3]...)
	require.EqualValues(t, 5, plain.Losses)
	require.Len(t, plain.Gone, 3, "no more are kept")
	damage := func(data []byte) (harmless bool) {
		t.Helper()
		require.NoError(t, os.WriteFile(path, data, 0o600))
		found, books := export(t, folder, shop, month, november, false, entries[:3]...)
		if len(books.Damaged) == 0 {
			require.Equal(t, said(plain), said(found))
			return true
		}
		require.Equal(t, path, books.Damaged[0].Path)
		require.True(t, books.Damaged[0].Span.From.Equal(october))
		require.Empty(t, said(found))
		return false
	}
	for end := range len(sound) {
		require.False(t, damage(sound[:end]))
	}
	harmless := 0
	for i := range sound {
		turned := append([]byte{}, sound...)
		turned[i] ^= 1
		if damage(turned) {
			harmless++
		}
	}
	require.LessOrEqual(t, harmless, 2, "only bits of the frame's header say nothing of its content")
	require.False(t, damage(append(append([]byte{}, sound...), "x"...)))
	export(t, folder, shop, month, november, true, entries...)
	require.FileExists(t, path+DamagedEnding)
	found, books := export(t, folder, shop, month, november, false, entries...)
	require.Empty(t, books.Damaged)
	require.EqualValues(t, 8, found.Compared)
}

// TestTwoExportsSetAside: two exports at once may be of the time of one damaged file.
func TestTwoExportsSetAside(t *testing.T) {
	folder, quarter := t.TempDir(), Span{september, december}
	path := filepath.Join(folder, fileName(owner("shop"), quarter))
	require.NoError(t, os.WriteFile(path, []byte("no export"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, owner("shop")+"-notes.txt"), nil, 0o600))
	b, err := Open(folder, shop, november)
	require.NoError(t, err)
	require.Len(t, b.Damaged, 1)
	for _, s := range []Span{{To: october}, {october, november}} {
		w, err := b.Begin(s)
		require.NoError(t, err)
		require.NoError(t, w.End(supplier.Balance{}, supplier.Balance{}))
		require.NoError(t, w.Commit())
		w.Abort()
	}
	require.NoFileExists(t, path)
	require.FileExists(t, path+DamagedEnding)
}

func TestAFolderThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(filepath.Join(file, "folder"), shop, november)
	require.ErrorContains(t, err, "remember the ledger: ")
}

// TestAMillion: comparing holds none of the books' entries in memory.
func TestAMillion(t *testing.T) {
	racing.Skip(t)
	n := long.Or(100_000, 1_000_000)
	folder, month := t.TempDir(), Span{october, november}
	write := func(from int) (*Books, *Writer) {
		b, err := Open(folder, shop, november)
		require.NoError(t, err)
		w, err := b.Begin(month)
		require.NoError(t, err)
		e := entry("", "123.45", october)
		for i := from; i < from+n; i++ {
			e.ID = fmt.Sprintf("led_%08d", i)
			require.NoError(t, w.Add(&e))
		}
		require.NoError(t, w.End(supplier.Balance{}, supplier.Balance{}))
		return b, w
	}
	_, w := write(0)
	require.NoError(t, w.Commit())
	b, w := write(5000)
	defer w.Abort()
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // what is not collected yet counts, too
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	read := &numbered{from: 5000, to: 5000 + n, met: make([]bool, n)}
	e := entry("", "123.45", october)
	found, err := b.Compare(Reading{Span: month, Entries: read, Files: []*Writer{w}, MostEach: 1000})
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Equal(t, []int64{5000, 5000, int64(n) - 5000}, []int64{found.Lates, found.Losses, found.Changes}, "all that are in both differ, as %s has a content of its own", e.ID)
	require.Len(t, found.Late, 1000)
	require.Less(t, after.HeapInuse, before.HeapInuse+20<<20)
}

// numbered is a set of the ids of some numbers, of no content that was ever read.
type numbered struct {
	from, to int
	met      []bool
}

func (s *numbered) place(id string) int {
	n, err := strconv.Atoi(id[len("led_"):])
	if err != nil || n < s.from || n >= s.to {
		return -1
	}
	return n - s.from
}

func (s *numbered) Content(id string) (uint64, bool) { return 1, s.place(id) >= 0 }

func (s *numbered) Mark(id string) bool {
	first := !s.met[s.place(id)]
	s.met[s.place(id)] = true
	return first
}

func (s *numbered) Marked(id string) bool { return s.met[s.place(id)] }
