package statement

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func octoberPeriod(t *testing.T) Period { return monthOf2026(t, "10") }

// monthOf2026 is a month in Kyiv.
func monthOf2026(t *testing.T, month string) Period {
	t.Helper()
	p, err := Month("2026-"+month, kyiv(t))
	require.NoError(t, err)
	return p
}

// books is an account whose months are exported one after the other.
type books struct {
	t      *testing.T
	ledger *fakeLedger
	folder string
	now    time.Time
}

func newBooks(t *testing.T, ledger string) *books {
	t.Helper()
	return &books{t: t, ledger: ledgerOf(t, ledger), folder: t.TempDir(), now: time.Date(2026, 12, 10, 9, 0, 0, 0, time.UTC)}
}

// export exports a period, an hour after the export before, and gives what became of it.
func (b *books) export(p Period, change ...func(*Options)) (*Statement, *taken) {
	b.t.Helper()
	b.now, b.ledger.asked = b.now.Add(time.Hour), nil
	o := Options{Period: p, Now: b.now, Memory: b.folder, Account: closed.Account{Name: "shop"}}
	for _, c := range change {
		c(&o)
	}
	k := &taken{}
	s, err := Read(b.t.Context(), b.ledger.client(b.t), o, k.sink())
	require.NoError(b.t, err)
	requireSaid(b.t, s, map[string]bool{})
	requireUkrainian(b.t, s.OpeningFrom.Named())
	require.NoError(b.t, s.Remember(o.Accept))
	s.Forget()
	return s, k
}

func (b *books) month(month string, change ...func(*Options)) *Statement {
	b.t.Helper()
	s, _ := b.export(monthOf2026(b.t, month), change...)
	return s
}

// readsPast reports whether the last export asked for what stands before its period.
func (b *books) readsPast() bool {
	return slices.ContainsFunc(b.ledger.asked, func(q url.Values) bool { return q.Get("from") == "" })
}

// add books an entry, wherever its time puts it.
func (b *books) add(line string) {
	b.t.Helper()
	b.ledger.entries = append(b.ledger.entries, ledgerOf(b.t, line).entries...)
	b.settle()
}

// settle sorts the ledger, and gives its entries their balances.
func (b *books) settle() {
	slices.SortStableFunc(b.ledger.entries, func(x, y supplier.LedgerEntry) int {
		return cmp.Or(x.PostedAt.Compare(y.PostedAt), strings.Compare(x.ID, y.ID))
	})
	b.ledger.balance()
}

func (b *books) drop(id string) {
	b.ledger.entries = slices.DeleteFunc(b.ledger.entries, func(e supplier.LedgerEntry) bool { return e.ID == id })
	b.settle()
}

func (b *books) entry(id string) *supplier.LedgerEntry {
	return &b.ledger.entries[slices.IndexFunc(b.ledger.entries, func(e supplier.LedgerEntry) bool { return e.ID == id })]
}

func accepted(o *Options)     { o.Accept = true }
func fromTheStart(o *Options) { o.FromTheStart = true }

// movedTexts are what moved, without the name of the export.
func movedTexts(s *Statement) (out []string) {
	for _, d := range s.Moved() {
		begin, rest, _ := strings.Cut(d.Message.String(), " export of ")
		_, what, _ := strings.Cut(rest, ")")
		out = append(out, d.Code+": "+begin+what)
	}
	return out
}

const year = `
	a1 correction  1000 2026-09-05T10:00Z
	a2 correction   300 2026-10-05T10:00Z order=o1
	p1 payout_iban -200 2026-10-12T10:00Z payout=P1
	h1 hold_placed  -40 2026-10-20T10:00Z order=o2
	a3 correction    10 2026-11-05T10:00Z`

// TestClosedBooksStayClosed: whatever moves a balance that was exported is named, entry
// by entry, at each export until it is accepted once, and never after that.
func TestClosedBooksStayClosed(t *testing.T) {
	days := func(from, to string) Period {
		p, err := Days("2026-"+from, "2026-"+to, kyiv(t))
		require.NoError(t, err)
		return p
	}
	october, november := monthOf2026(t, "10"), monthOf2026(t, "11")
	late := func(at, amount string) func(*books) {
		return func(b *books) { b.add("x1 fee " + amount + " 2026-" + at + "T10:00Z") }
	}
	for name, c := range map[string]struct {
		first, then Period
		move        func(*books)
		want        []string
		opening     string // how it moved
	}{
		"late in September, October again": {october, october, late("09-20", "-77"), []string{"entry_late: entry x1 of 2026-09-20, -77.00, came after the"}, "1,000.00 (0.00 held), now it is 923.00 (0.00 held)"},
		"late in October, November":        {october, november, late("10-20", "-77"), []string{"entry_late: entry x1 of 2026-10-20, -77.00, came after the"}, "1,060.00 (40.00 held), now it is 983.00 (40.00 held)"},
		"late in October, the quarter":     {october, days("09-01", "11-30"), late("10-20", "-77"), []string{"entry_late: entry x1 of 2026-10-20, -77.00, came after the"}, ""},
		"late in the quarter, October":     {days("08-01", "10-31"), october, late("09-20", "-77"), []string{"entry_late: entry x1 of 2026-09-20, -77.00, came after the"}, "1,000.00 (0.00 held), now it is 923.00 (0.00 held)"},
		"late in the month, ten days":      {october, days("10-11", "10-20"), late("10-15", "5"), []string{"entry_late: entry x1 of 2026-10-15, 5.00, came after the"}, ""},
		"a late hold": {october, november, func(b *books) { b.add("x1 hold_placed -5 2026-10-25T10:00Z") },
			[]string{"entry_late: entry x1 of 2026-10-25, -5.00, came after the"}, "1,060.00 (40.00 held), now it is 1,055.00 (45.00 held)"},
		"a late accrual, held at once": {october, november, func(b *books) {
			b.add("x1 fee 5 2026-10-25T10:00Z\nx2 hold_placed -5 2026-10-25T10:00Z")
		}, []string{"entry_late: entry x1 of 2026-10-25, 5.00, came after the", "entry_late: entry x2 of 2026-10-25, -5.00, came after the"},
			"1,060.00 (40.00 held), now it is 1,060.00 (45.00 held)"},
		"a payout is gone": {october, november, func(b *books) { b.drop("p1") },
			[]string{"entry_gone: entry p1 of 2026-10-12, -200.00, was in the and is gone"}, "1,060.00 (40.00 held), now it is 1,260.00 (40.00 held)"},
		"a payout is gone before": {october, october, func(b *books) { b.drop("a1") },
			[]string{"entry_gone: entry a1 of 2026-09-05, 1,000.00, was in the and is gone"}, "1,000.00 (0.00 held), now it is 0.00 (0.00 held)"},
		"another amount": {october, november, func(b *books) { b.entry("a2").Amount = money.Must("1300.5"); b.settle() },
			[]string{"entry_changed: entry a2 of 2026-10-05, 300.00, was changed since the: amount was 300.00, is 1,300.50"}, "1,060.00 (40.00 held), now it is 2,060.50 (40.00 held)"},
		"another order and operation": {october, october, func(b *books) { e := b.entry("a2"); e.OrderID, e.Operation = "o9", "fee" },
			[]string{`entry_changed: entry a2 of 2026-10-05, 300.00, was changed since the: operation was "correction", is "fee"; order was "o1", is "o9"`}, ""},
		"moved over the border into November": {october, november, func(b *books) { b.entry("a2").PostedAt = november.From.Add(time.Hour).UTC(); b.settle() },
			[]string{"entry_changed: entry a2 of 2026-10-05, 300.00, was changed since the: time was 2026-10-05 13:00, is 2026-11-01 01:00"}, "1,060.00 (40.00 held), now it is 760.00 (40.00 held)"},
		"moved over the border out of September": {october, october, func(b *books) { b.entry("a1").PostedAt = october.From.Add(time.Hour).UTC(); b.settle() },
			[]string{"entry_changed: entry a1 of 2026-09-05, 1,000.00, was changed since the: time was 2026-09-05 13:00, is 2026-10-01 01:00"}, "1,000.00 (0.00 held), now it is 0.00 (0.00 held)"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, silent := range []bool{false, true} {
				b := newBooks(t, year)
				b.ledger.silent = silent
				s, _ := b.export(c.first)
				require.True(t, s.OK(), failed(s))
				s, _ = b.export(c.then)
				require.True(t, s.OK(), failed(s))
				again := newBooks(t, year)
				again.ledger.silent = silent
				again.export(c.first)
				c.move(again)
				for range 2 {
					s, _ = again.export(c.then)
					require.Equal(t, []string{"history_unchanged"}, slices.Collect(maps.Keys(failed(s))), "%v", failed(s))
					require.Equal(t, c.want, movedTexts(s))
					_, opening, _ := strings.Cut(failed(s)["history_unchanged"], "the opening was ")
					require.Equal(t, c.opening, strings.TrimSuffix(opening, ": see the differences, and accept the change once (--accept-change) to compare with what there is now"))
				}
				s, _ = again.export(c.then, accepted)
				require.Equal(t, c.want, movedTexts(s))
				for _, p := range []Period{c.then, c.first, monthOf2026(t, "11"), monthOf2026(t, "12"), days("08-01", "12-31")} {
					s, _ = again.export(p)
					require.True(t, s.OK(), "%v %v", p, failed(s))
				}
			}
		})
	}
}

// TestThePastIsNotReadAgain: what was exported is gone on from where the supplier opens the
// period with it, and read where it does not, states nothing, or was asked to.
func TestThePastIsNotReadAgain(t *testing.T) {
	b := newBooks(t, year)
	require.Equal(t, OpeningEntries, b.month("10").OpeningFrom.Source)
	require.True(t, b.readsPast())
	s := b.month("11")
	require.False(t, b.readsPast())
	require.Equal(t, "1060.00", s.Opening.Available.String())
	require.Equal(t, "what the export of 2026-10-01 to 2026-10-31 (made 2026-12-10 12:00) ended with", s.OpeningFrom.Named().String())
	report := s.Report("", 0, "")
	require.Equal(t, ReportOpening{Source: "memory", Exported: "2026-12-10T10:00:00Z"}, report.OpeningFrom)
	require.Equal(t, OpeningEntries, b.month("11", fromTheStart).OpeningFrom.Source)
	require.True(t, b.readsPast())
	b.month("12")
	require.False(t, b.readsPast())
	b.ledger.change = func(_ url.Values, a *fakeAnswer) { delete(a.meta, "opening") }
	b.month("11")
	require.False(t, b.readsPast(), "the first entry's balance tells it as well")
	b.month("12")
	require.True(t, b.readsPast(), "nothing tells it")
	b.ledger.change = func(q url.Values, a *fakeAnswer) {
		if q.Get("from") != "" {
			a.meta["opening"] = "1"
		}
	}
	s = b.month("11")
	require.True(t, b.readsPast())
	require.Contains(t, failed(s)["opening_agrees"], "come to 1,060.00, the supplier says 1.00")
	require.Contains(t, stated(checkOf(t, s, "history_unchanged")), "OK the 5 entries of the exports before are the same")
	b.ledger.change = nil
	require.True(t, b.month("11").OK())
	require.False(t, b.readsPast())
}

// TestAMonthThatIsNotOver is compared with, and not gone on from.
func TestAMonthThatIsNotOver(t *testing.T) {
	b := newBooks(t, year)
	b.now = time.Date(2026, 10, 15, 9, 0, 0, 0, time.UTC)
	require.NotContains(t, failed(b.month("10")), "history_unchanged")
	b.now = time.Date(2026, 12, 15, 9, 0, 0, 0, time.UTC)
	require.Equal(t, OpeningEntries, b.month("11").OpeningFrom.Source)
	b.add("x1 fee 1 2026-10-14T10:00Z\nx2 fee 1 2026-10-16T10:00Z")
	s := b.month("10")
	require.Len(t, s.Late, 2, "November's export knows better")
	require.Len(t, b.month("12").Late, 2)
}

// TestMonthsThroughTheMemory: month after month with the memory, every figure is that of
// reading from the start.
func TestMonthsThroughTheMemory(t *testing.T) {
	racing.Skip(t)
	zone := kyiv(t)
	for seed := range uint64(long.Or(8, 60)) {
		b := newBooks(t, "")
		b.ledger = randomLedger(rand.New(rand.NewPCG(seed, 7)), zone)
		b.now = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)
		for i, month := range []string{"08", "09", "10", "11", "12"} {
			p := monthOf2026(t, month)
			with, rows := b.export(p)
			require.Equal(t, i == 0, b.readsPast(), "%d %s", seed, month)
			fresh := newBooks(t, "")
			fresh.ledger, fresh.now = b.ledger, b.now.Add(-time.Hour)
			from, want := fresh.export(p)
			require.Equal(t, want.lines, rows.lines)
			require.Equal(t, want.payouts, rows.payouts)
			require.Equal(t, figures(from), figures(with), "%d %s", seed, month)
		}
	}
}

// figures are all that a statement comes to, but for where its opening comes from.
func figures(s *Statement) []any {
	var texts []string
	for _, c := range s.Checks {
		if c.Name != "history_unchanged" {
			texts = append(texts, c.Name+" "+stated(c)+" "+c.Expected.String()+" "+c.Found.String())
		}
	}
	for _, d := range s.Differences {
		texts = append(texts, d.Message.String())
	}
	for _, h := range s.Holds {
		texts = append(texts, fmt.Sprint(h.Entry.ID, h.Amount, h.Age, h.Entry.PostedAt.Unix(), h.Entry.OrderID, h.Entry.Description))
	}
	for _, d := range s.Days {
		texts = append(texts, dayText(d))
	}
	return []any{balanceText(s.Opening), balanceText(s.Closing), fmt.Sprint(s.Turnover), groupTexts(s), s.Entries, s.Currency, texts}
}

// stated is a check as a report has it.
func stated(c Check) string {
	if c.OK {
		return "OK " + c.Detail.String()
	}
	return "NOT OK " + c.Detail.String()
}

// TestDamagedMemory: a past that is damaged is named and read anew, and the month after it
// goes on.
func TestDamagedMemory(t *testing.T) {
	b := newBooks(t, year)
	b.month("10")
	for _, name := range filesOf(t, b.folder) {
		require.NoError(t, os.Truncate(filepath.Join(b.folder, name), 20))
	}
	s := b.month("11")
	require.True(t, b.readsPast())
	require.Contains(t, failed(s)["history_unchanged"], "the period was not exported before; some of what was exported before cannot be compared: ")
	require.Contains(t, failed(s)["history_unchanged"], "csv.zst: it is cut short; ")
	require.True(t, b.month("12").OK())
	require.False(t, b.readsPast())
	require.True(t, b.month("11").OK())
}

// TestMovesThatLeaveTheOpening: where what moved over the border leaves the opening as it
// was, the way out is said, and reading from the start names all of it.
func TestMovesThatLeaveTheOpening(t *testing.T) {
	b := newBooks(t, year)
	b.month("10")
	b.add("x1 correction 300 2026-10-06T10:00Z")
	b.entry("a2").PostedAt = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	b.settle()
	s := b.month("11")
	require.Equal(t, "1 came twice and were changed in between, the first counts: a2 of 2026-11-02; some were exported before the period: export with --from-the-start", failed(s)["entries_unique"])
	s = b.month("11", fromTheStart)
	require.Equal(t, []string{"entry_late: entry x1 of 2026-10-06, 300.00, came after the",
		"entry_changed: entry a2 of 2026-10-05, 300.00, was changed since the: time was 2026-10-05 13:00, is 2026-11-02 11:00"}, movedTexts(s))
	require.Contains(t, failed(s)["history_unchanged"], "entries late: 1, changed: 1, gone: 0: see")
}

// TestMovedEntriesAsData: a report for machines has what changed, and since which export.
func TestMovedEntriesAsData(t *testing.T) {
	b := newBooks(t, year)
	b.month("10")
	b.entry("a2").Amount, b.entry("a2").OrderID = money.Must("301"), ""
	b.entry("a1").Operation = "fee"
	b.settle()
	require.Len(t, b.month("10").Moved(), 1, "what moved no balance before the period shows where it is read")
	report := b.month("10", fromTheStart).Report("", 0, "")
	require.Equal(t, []string{"entry_changed", "entry_changed"}, []string{report.Differences[0].Code, report.Differences[1].Code})
	require.Equal(t, ReportExport{To: "2026-09-30", Made: "2026-12-10T10:00:00Z"}, *report.Differences[0].Export)
	require.Equal(t, []ReportChange{{"operation", "correction", "fee"}}, report.Differences[0].Changes)
	require.Equal(t, ReportExport{From: "2026-10-01", To: "2026-10-31", Made: "2026-12-10T10:00:00Z"}, *report.Differences[1].Export)
	require.Equal(t, []ReportChange{{"amount", "300.00", "301.00"}, {"order_id", "o1", ""}}, report.Differences[1].Changes)
	require.Contains(t, report.Differences[1].Message, `order was "o1", is nothing`)
}

// TestAFolderThatIsTakenAway: a statement is worth more than its comparison.
func TestAFolderThatIsTakenAway(t *testing.T) {
	b := newBooks(t, year)
	b.month("10")
	s, err := Read(t.Context(), b.ledger.client(t), Options{Period: monthOf2026(t, "10"), Now: b.now, Memory: b.folder, Account: closed.Account{Name: "shop"}}, Sink{
		Entry: func(*Line) error { return os.RemoveAll(b.folder) }})
	require.NoError(t, err)
	require.Contains(t, failed(s)["history_unchanged"], "cannot be compared, and this one is not remembered")
	require.Equal(t, "1060.00", s.Closing.Available.String())
	require.NoError(t, s.Remember(true))
}
