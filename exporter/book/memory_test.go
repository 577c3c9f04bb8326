package book

import (
	"archive/zip"
	"bufio"
	"bytes"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestAMillionRows writes more than most ledgers have, in little memory, sums the sheet's
// XML without a float, and finds the sum in the formula's value.
func TestAMillionRows(t *testing.T) {
	racing.Skip(t)
	const most = 60 << 20
	rows := long.Or(100_000, 1_000_000)
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "Виписка", Long: true, Filter: true, Columns: []Column{
		{Heading: "№", Kind: KindWhole}, {Heading: "Сума", Kind: KindMoney}, {Heading: "Час", Kind: KindMoment}, {Heading: "День", Kind: KindDay},
		{Heading: "Операція"}, {Heading: "Замовлення"}, {Heading: "Накладна"}, {Heading: "Документ"}, {Heading: "Валюта"},
		{Heading: "Дебет", Kind: KindMoney}, {Heading: "Кредит", Kind: KindMoney}, {Heading: "Призначення"}}})
	start, sum := time.Date(2026, 10, 1, 0, 0, 0, 0, kyiv), hryvnias("0.00")
	small := make([]money.Amount, 997)
	for i := range small {
		amount, err := hryvnias("0.01").Times(int64(i*i*7919%10_000_000) - 5_000_000)
		require.NoError(t, err)
		small[i] = amount
	}
	for n := range rows {
		amount, at := small[n%len(small)], start.Add(time.Duration(n)*2*time.Second)
		var err error
		if sum, err = sum.Add(amount); err != nil {
			require.NoError(t, err)
		}
		if err := s.Append(Whole(int64(n)), Amount(amount), Moment(at), Day(at), Text("Нараховано"), Text("ord-1000234"), Text("20450000000017"),
			Text("Д-000123"), Text("UAH"), Amount(amount), Cell{}, Text("Замовлення клієнта")); err != nil {
			require.NoError(t, err)
		}
		if (n+1)%(rows/4) == 0 {
			requireHeap(t, most)
		}
	}
	total := sheet(t, b, Layout{Name: "Підсумок", Columns: columns[2:3]})
	require.NoError(t, total.Append(Formula("SUM("+s.Column(1)[0]+")", Amount(sum))))
	result, err := b.Close()
	require.NoError(t, err)
	requireHeap(t, most)
	require.Less(t, result.Bytes, int64(100<<20))
	require.Equal(t, sum, summedColumn(t, b.path, "B"))
}

// requireHeap measures the live heap after a whole garbage collection.
func requireHeap(t *testing.T, most uint64) {
	t.Helper()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("live heap %d KB", m.HeapAlloc>>10)
	require.Less(t, m.HeapAlloc, most)
}

// summedColumn adds up the numbers of a column in a workbook's first sheet.
func summedColumn(t *testing.T, path, column string) money.Amount {
	t.Helper()
	r, err := zip.OpenReader(path)
	require.NoError(t, err)
	defer r.Close()
	in, err := r.Open("xl/worksheets/sheet1.xml")
	require.NoError(t, err)
	rows := bufio.NewScanner(in)
	rows.Buffer(nil, 1<<20)
	rows.Split(func(data []byte, end bool) (int, []byte, error) {
		if i := bytes.Index(data, []byte("</row>")); i >= 0 {
			return i + 6, data[:i], nil
		}
		if end {
			return len(data), nil, nil
		}
		return 0, nil, nil
	})
	sum := hryvnias("0.00")
	for rows.Scan() {
		_, cell, ok := bytes.Cut(rows.Bytes(), []byte(`<c r="`+column))
		value, _, numeric := bytes.Cut(cell, []byte("</v>"))
		if i := bytes.Index(value, []byte("<v>")); ok && numeric && !bytes.Contains(value, []byte("</c>")) {
			amount, err := money.Parse(string(value[i+3:]))
			if err == nil {
				sum, err = sum.Add(amount)
			}
			if err != nil {
				require.NoError(t, err)
			}
		}
	}
	require.NoError(t, rows.Err())
	return sum
}

// BenchmarkAppend is a row of twelve cells.
func BenchmarkAppend(b *testing.B) {
	book, err := Create(filepath.Join(b.TempDir(), "book.xlsx"), made)
	require.NoError(b, err)
	defer book.Abort()
	s, err := book.Sheet(Layout{Name: "S", Columns: make([]Column, 12), Long: true})
	require.NoError(b, err)
	at, amount := time.Date(2026, 10, 1, 9, 0, 0, 0, kyiv), hryvnias("1450.10")
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Append(Whole(1), Amount(amount), Moment(at), Day(at), Text("Нараховано"), Text("ord-1000234"), Text("20450000000017"),
			Text("Д-000123"), Text("UAH"), Amount(amount), Cell{}, Text("Замовлення клієнта"))
	}
	require.NoError(b, book.err)
}
