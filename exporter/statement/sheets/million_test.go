package sheets

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// bigLedger is a ledger that is made as it is asked for. Entry i is posted i seconds
// after its beginning.
type bigLedger struct {
	begin   time.Time
	entries int
	pages   []bigBalance // before each two hundredth entry
	body    []byte
	metas   map[[2]int]string
}

type bigBalance struct{ posted, held int64 }

func (b *bigBalance) take(i int) {
	kind, _, amount, _ := bigEntry(i)
	if kind == "hold" {
		b.held -= amount
	} else {
		b.posted += amount
	}
}

// bigEntry is what entry i is, its amount in kopecks. A hold of place 3 is released in
// place 6, every second one of place 8 stays.
func bigEntry(i int) (kind, operation string, amount int64, reverses int) {
	amount = int64(uint32(i)*2654435761%9_999_999) + 1
	switch at := i % 1000; {
	case at == 999:
		return "payout", "payout_iban", -amount, -1
	case at%10 == 3:
		return "hold", "hold_placed", -amount, -1
	case at%10 == 6:
		_, _, held, _ := bigEntry(i - 3)
		return "hold", "hold_released", -held, i - 3
	case at == 8:
		return "hold", "hold_placed", -amount, -1
	case at%10 == 7:
		return "accrual", "fee", -amount % 10_000, -1
	}
	return "accrual", "order_margin", amount, -1
}

func newBigLedger(begin time.Time, entries int) *bigLedger {
	l := &bigLedger{begin: begin, entries: entries, metas: map[[2]int]string{}}
	var b bigBalance
	for i := range entries {
		if i%200 == 0 {
			l.pages = append(l.pages, b)
		}
		b.take(i)
	}
	return l
}

// index is how many entries stand before a moment; an absent one is at the end given.
func (l *bigLedger) index(text string, absent int) int {
	if text == "" {
		return absent
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return min(max(int(at.Sub(l.begin)/time.Second), 0), l.entries)
}

func (l *bigLedger) answer(r *http.Request) []byte {
	q := r.URL.Query()
	from, to := l.index(q.Get("from"), 0), l.index(q.Get("to"), l.entries)
	page, err := strconv.Atoi(q.Get("page"))
	if err != nil {
		panic(err)
	}
	first, last := from+(page-1)*200, min(from+page*200, to)
	balance := l.pages[min(first/200, len(l.pages)-1)] // a page behind the last has no entries
	for i := first / 200 * 200; i < first; i++ {
		balance.take(i)
	}
	b := append(l.body[:0], `{"data":[`...)
	for i := first; i < last; i++ {
		if i > first {
			b = append(b, ',')
		}
		kind, operation, amount, reverses := bigEntry(i)
		balance.take(i)
		b = fmt.Appendf(b, `{"id":"led_%08d","number":"%08d","kind":%q,"operation":%q,"currency":"UAH","document_number":"Д-%d","amount":`, i, i+1, kind, operation, i)
		b = appendKopecks(b, amount)
		b = append(l.begin.Add(time.Duration(i)*time.Second).AppendFormat(append(b, `,"posted_at":"`...), time.RFC3339), '"')
		if reverses >= 0 {
			b = fmt.Appendf(b, `,"reverses_entry_id":"led_%08d"`, reverses)
		}
		b = appendKopecks(append(b, `,"balance_after":{"posted":`...), balance.posted)
		b = appendKopecks(append(b, `,"held":`...), balance.held)
		b = append(appendKopecks(append(b, `,"available":`...), balance.posted-balance.held), "}}"...)
	}
	l.body = fmt.Appendf(b, `],"meta":{"total":%d,"total_pages":%d,%s}}`, to-from, (to-from+199)/200, l.meta(from, to))
	return l.body
}

func appendKopecks(b []byte, n int64) []byte {
	b = append(b, '"')
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	return append(append(append(strconv.AppendInt(b, n/100, 10), '.'), byte('0'+n/10%10), byte('0'+n%10)), '"')
}

// meta sums up in whole kopecks what the statement sums up in decimals.
func (l *bigLedger) meta(from, to int) string {
	if known := l.metas[[2]int{from, to}]; known != "" {
		return known
	}
	sums := l.sums(from, to)
	opening := l.sums(0, from)
	text := func(n *big.Int) string { return string(appendKopecks(nil, n.Int64())) }
	out := fmt.Sprintf(`"opening":%s,"closing":%s,"turnover":{"accrual":%s,"hold":%s,"payout":%s}`, text(opening["all"]),
		text(new(big.Int).Add(opening["all"], sums["all"])), text(sums["accrual"]), text(sums["hold"]), text(sums["payout"]))
	l.metas[[2]int{from, to}] = out
	return out
}

func (l *bigLedger) sums(from, to int) map[string]*big.Int {
	sums := map[string]*big.Int{"all": {}, "accrual": {}, "hold": {}, "payout": {}, "debit": {}, "credit": {}}
	for i := from; i < to; i++ {
		kind, _, n, _ := bigEntry(i)
		amount := big.NewInt(n)
		sums["all"].Add(sums["all"], amount)
		sums[kind].Add(sums[kind], amount)
		switch {
		case kind == "hold":
		case n < 0:
			sums["credit"].Sub(sums["credit"], amount)
		default:
			sums["debit"].Add(sums["debit"], amount)
		}
	}
	return sums
}

// TestAMillionEntries: the cells of the sheet, the lines, the groups, the supplier's own
// sums and an independent sum of whole kopecks are equal over a million entries, in
// bounded memory.
func TestAMillionEntries(t *testing.T) {
	racing.Skip(t)
	before, within := long.Or(5000, 50_000), long.Or(40_000, 1_000_000)
	p, err := statement.Days("2026-10-01", "2026-10-20", kyiv(t))
	require.NoError(t, err)
	l := newBigLedger(p.From.Add(-time.Duration(before)*time.Second), before+within)
	want, opening := l.sums(before, before+within), l.sums(0, before)
	c := ledgertest.ClientOf(t, ledgertest.Answers(l.answer))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	start, most := m.HeapAlloc, uint64(0)
	var lines, paid, covered adding
	path := filepath.Join(t.TempDir(), "million.xlsx")
	w, err := NewWorkbook(path, p, p.To, Manner{})
	require.NoError(t, err)
	defer w.Abort()
	s, err := statement.Read(t.Context(), c, statement.Options{Period: p, Now: p.To}, statement.Sink{
		Entry: func(line *statement.Line) error {
			if line.Number%int64(within/4) == 0 {
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc-min(start, m.HeapAlloc))
			}
			lines.add(line.Entry.Amount)
			return errors.Join(lines.err, w.line(line))
		},
		Payout: func(p *statement.Payout, entries iter.Seq2[statement.Covered, error]) error {
			paid.add(p.Amount)
			covered.add(p.Rest)
			for c, err := range entries {
				if err != nil {
					return err
				}
				covered.add(c.Amount)
			}
			return errors.Join(covered.err, w.payout(p, entries))
		},
	})
	require.NoError(t, err)
	_, err = w.Close(s)
	require.NoError(t, err)
	t.Logf("%d MB of live heap", most>>20)
	require.Less(t, most, uint64(100<<20))
	found := failed(s)
	delete(found, "payouts_covered") // they pay whatever the numbers give
	require.Empty(t, found)
	require.EqualValues(t, within, s.Entries)
	kopecks := func(n *big.Int) string { return new(big.Rat).SetFrac(n, big.NewInt(100)).FloatString(2) }
	require.Equal(t, kopecks(want["all"]), lines.total.String())
	require.Equal(t, kopecks(opening["all"]), s.Opening.Available.String())
	require.Equal(t, kopecks(new(big.Int).Add(opening["all"], want["all"])), s.Closing.Available.String())
	require.Equal(t, []string{kopecks(want["accrual"]), kopecks(want["hold"]), kopecks(want["payout"]), kopecks(want["debit"]), kopecks(want["credit"])},
		[]string{s.Turnover.Accrual.String(), s.Turnover.Hold.String(), s.Turnover.Payout.String(), s.Turnover.Debit.String(), s.Turnover.Credit.String()})
	require.Equal(t, []string{kopecks(want["debit"]), kopecks(want["credit"]), kopecks(want["hold"]), kopecks(want["all"])},
		columnSums(t, path, lineDebit, lineCredit, lineHold, lineSigned), "the sum of the sheet's cells")
	var groups, closings, open adding
	for _, g := range s.Groups {
		groups.add(g.Debit)
		groups.add(g.Credit.Negated())
		groups.add(g.Hold)
		closings.add(g.Closing)
	}
	for _, h := range s.Holds {
		open.add(h.Amount)
	}
	require.Equal(t, kopecks(want["all"]), groups.total.String())
	require.Equal(t, s.Closing.Available.String(), closings.total.String())
	require.Equal(t, s.Closing.Held.String(), open.total.String())
	require.Equal(t, kopecks(new(big.Int).Neg(want["payout"])), paid.total.String())
	require.Equal(t, paid.total.String(), covered.total.String())
	require.Equal(t, kopecks(new(big.Int).Neg(new(big.Int).Add(opening["hold"], want["hold"]))), open.total.String())
}

// TestAMillionRememberedEntries: a million entries are remembered, compared again one by one,
// and gone on from without being asked for, all within 250 MB.
func TestAMillionRememberedEntries(t *testing.T) {
	racing.Skip(t)
	before, within := long.Or(5000, 50_000), long.Or(40_000, 1_000_000)
	month, err := statement.Days("2026-10-01", "2026-10-20", kyiv(t))
	require.NoError(t, err)
	next, err := statement.Days("2026-10-21", "2026-10-31", kyiv(t))
	require.NoError(t, err)
	l := newBigLedger(month.From.Add(-time.Duration(before)*time.Second), before+within)
	asked := 0
	c := ledgertest.ClientOf(t, ledgertest.Answers(func(r *http.Request) []byte { asked++; return l.answer(r) }))
	o := statement.Options{Account: closed.Account{Name: "shop"}, Memory: t.TempDir(), Now: next.To}
	most := uint64(0)
	export := func(p statement.Period) *statement.Statement {
		o.Period, asked = p, 0
		s, err := statement.Read(t.Context(), c, o, statement.Sink{Entry: func(line *statement.Line) error {
			if line.Number%int64(within/4) == 0 {
				most = max(most, liveHeap())
			}
			return nil
		}})
		require.NoError(t, err)
		most = max(most, liveHeap())
		require.NoError(t, s.Remember(false))
		found := failed(s)
		delete(found, "payouts_covered") // they pay whatever the numbers give
		require.Empty(t, found)
		return s
	}
	first, again := export(month), export(month)
	require.Equal(t, []int64{int64(within), int64(within)}, []int64{first.Entries, again.Entries})
	require.Equal(t, statement.OpeningRemembered, again.OpeningFrom.Source)
	require.Less(t, asked, within/200+10, "what stands before is not asked for")
	after := export(next)
	require.Equal(t, statement.OpeningRemembered, after.OpeningFrom.Source)
	require.Less(t, asked, 10, "none of the million is asked for")
	require.Equal(t, first.Closing.Available.String(), after.Opening.Available.String())
	require.Equal(t, first.Closing.Held.String(), after.Opening.Held.String())
	t.Logf("%d MB of live heap", most>>20)
	require.Less(t, most, uint64(250<<20))
}

// liveHeap is what is in use once what is not has been let go of.
func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// columnSums sums columns of the first sheet from the text of their cells.
func columnSums(t *testing.T, path string, columns ...int) (texts []string) {
	t.Helper()
	file, err := zip.OpenReader(path)
	require.NoError(t, err)
	defer file.Close()
	in, err := file.Open("xl/worksheets/sheet1.xml")
	require.NoError(t, err)
	sums := map[string]*adding{}
	for _, i := range columns {
		sums[spreadsheet.ColumnName(i)] = &adding{total: money.Must("0.00")}
	}
	cells := bufio.NewReader(in)
	for {
		cell, err := cells.ReadString('>') // up to the end of a tag
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil { // not for each of millions of tags
			require.NoError(t, err)
		}
		ref, found := strings.CutPrefix(cell, `<c r="`)
		if !found {
			continue
		}
		sum := sums[ref[:strings.IndexAny(ref, "0123456789")]]
		if next, err := cells.Peek(3); sum == nil || err != nil || string(next) != "<v>" {
			continue
		}
		_, _ = cells.Discard(3)
		text, err := cells.ReadString('<')
		if err != nil {
			require.NoError(t, err)
		}
		amount, err := money.Parse(strings.TrimSuffix(text, "<"))
		if err != nil {
			require.NoError(t, err)
		}
		sum.add(amount)
	}
	for _, i := range columns {
		require.NoError(t, sums[spreadsheet.ColumnName(i)].err)
		texts = append(texts, sums[spreadsheet.ColumnName(i)].total.String())
	}
	return texts
}

// adding is a sum.
type adding struct {
	total money.Amount
	err   error
}

func (a *adding) add(m money.Amount) {
	if sum, err := a.total.Add(m); err != nil {
		a.err = err
	} else {
		a.total = sum
	}
}
