package orderfile

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestMemoryOfALongFile holds what an order of a long file costs in memory once the file
// is read: 100,000 of them must leave room under 150 MB for what comes and goes meanwhile. Once
// the orders were let go, the lines alone are left, without the text of the file.
func TestMemoryOfALongFile(t *testing.T) {
	racing.Skip(t)
	const orders, mostBytes, mostOfLine = 20_000, 900, 130
	rows := [][]any{texts(heads)}
	var text strings.Builder
	text.WriteString(heads + "\n")
	for i := range orders {
		line := fmt.Sprintf("%d;Коваль Олена;0670%06d;Кропивницький;Відділення №%d;KB-%05d;2;450,00", i, i, i%300+1, i)
		text.WriteString(line + "\n")
		rows = append(rows, texts(line))
	}
	for name, path := range map[string]string{
		"text":     writeTemp(t, "orders.csv", []byte(text.String())),
		"workbook": writeTemp(t, "orders.xlsx", oneSheet(rows...).build(t)),
	} {
		t.Run(name, func(t *testing.T) {
			before := liveHeap()
			r, err := Read(context.Background(), path, name, Options{})
			require.NoError(t, err)
			require.Len(t, r.Orders, orders)
			each := (liveHeap() - before) / orders
			t.Logf("%d bytes an order", each)
			require.Less(t, each, uint64(mostBytes))
			r.Orders = nil
			held := liveHeap()
			r.lines = nil
			each = (held - liveHeap()) / orders
			t.Logf("%d bytes a line", each)
			require.Less(t, each, uint64(mostOfLine))
			runtime.KeepAlive(r)
		})
	}
	runtime.KeepAlive(rows)
}

// liveHeap is what is in use after whole collections.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestOrdersStandOnce: the orders are written where they stay, and none moves while a
// later row may still change it, whatever is refused between them.
func TestOrdersStandOnce(t *testing.T) {
	text := []string{heads}
	var want []string
	for i := range 40 {
		phone := fmt.Sprintf("06700001%02d", i)
		if i%4 == 1 {
			phone = "?"
		} else {
			want = append(want, fmt.Sprintf("%d [%d %d] Коваль Олена +38%s Київ/branch/12 KB-01×2@450.00 KB-02×1@ prepaid", 2000+i, 2*i+2, 2*i+3, phone))
		}
		text = append(text, fmt.Sprintf("%d;Коваль Олена;%s;Київ;12;KB-01;2;450,00", 2000+i, phone), ";;;;;KB-02;1;")
	}
	r := readText(t, lines(text...))
	require.Equal(t, want, summaries(r))
	require.Len(t, r.Orders, 30)
	requireLines(t, r)
	require.Equal(t, "2001", r.Lines()[2].ExternalID, "a refused order's lines keep its number")
}
