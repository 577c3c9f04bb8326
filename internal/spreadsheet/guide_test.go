package spreadsheet

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// goods appends rows as those of a catalogue: codes that rise, words, sums, addresses; some
// cells are absent, and some have a style alone.
func goods(b []byte, g *Guide, first, rows int) []byte {
	random := rand.New(rand.NewPCG(uint64(first), 2))
	words := []string{"Чайник", "Лампа", "Рюкзак", "скляний", "міський", "з фільтром", "&lt;p&gt;опис&lt;/p&gt;"}
	word := func() string { return words[random.IntN(len(words))] }
	for number := first; number < first+rows; number++ {
		id := strconv.Itoa(100000 + number)
		b = fmt.Appendf(b, `<row r="%d">`, number)
		for column, value := range []string{"BN-" + id, word() + " " + word() + ", " + word(), word(), "UAH", "", fmt.Sprint(random.IntN(90000)), "",
			"https://img.example/" + id + "/1.jpg", "https://img.example/" + id + "/2.jpg"} {
			if column == 2 && random.IntN(3) == 0 || column == 0 && number%50 == 7 {
				continue
			}
			b = appendCell(b, g, column, number, value)
		}
		b = append(b, "</row>"...)
	}
	return b
}

func appendCell(b []byte, g *Guide, column, number int, value string) []byte {
	b = append(append(b, `<c r="`...), ColumnName(column)...)
	at := CellPlace{Digits: len(b)}
	b = strconv.AppendInt(b, int64(number), 10)
	at.Markup = len(b)
	opening, closing := `" s="1" t="inlineStr"><is><t>`, "</t></is></c>"
	switch {
	case column == 5:
		opening, closing = `" s="2"><v>`, "</v></c>"
	case value == "":
		opening, closing = `" s="3`, `"/>`
	}
	b = append(b, opening...)
	at.Value = len(b)
	b = append(b, value...)
	at.End = len(b)
	b = append(b, closing...)
	g.Cell(b, column, at)
	return b
}

// TestGuidedRowsAreSmall: rows are what they were, about as small as a library's level 6 makes them
// and much smaller than without a guide.
func TestGuidedRowsAreSmall(t *testing.T) {
	guided, plain, library := Deflater{}, Deflater{}, Deflater{Level: 6}
	g := NewGuide(0)
	text := []byte("what stood before")
	for page := range 10 {
		from := len(text)
		g.Begin(from)
		text = goods(text, g, 2+200*page, 200)
		block, err := guided.Add(text[from:], g)
		require.NoError(t, err)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(append(bytes.Clone(guided.Bytes(block)), 3, 0))))
		require.NoError(t, err)
		require.True(t, bytes.Equal(text[from:], got))
		_, err = plain.Add(text[from:], nil)
		require.NoError(t, err)
		_, err = library.Add(text[from:], nil)
		require.NoError(t, err)
	}
	t.Logf("%d bytes with a guide, %d without, %d of the library", len(guided.out), len(plain.out), len(library.out))
	require.Less(t, len(guided.out), len(library.out)*103/100)
	require.Less(t, len(guided.out), len(plain.out)*90/100)
}

// TestGuideFollowsTheRows: what a row has in common with the one above is guessed.
func TestGuideFollowsTheRows(t *testing.T) {
	g := NewGuide(0)
	text := []byte("ahead")
	g.Begin(len(text))
	text = goods(text, g, 10, 30)
	hints := g.Hints()
	require.NotEmpty(t, hints)
	rows, right := text[5:], 0
	for i, h := range hints {
		require.True(t, i == 0 || h.At > hints[i-1].At, "in order")
		require.True(t, 0 < h.From && h.From < h.At)
		if bytes.Equal(rows[h.At:h.At+4], rows[h.From:h.From+4]) {
			right++
		}
	}
	require.Greater(t, right, len(hints)*9/10)
	g.Begin(0)
	require.Empty(t, g.Hints(), "nothing of the rows before")
}

// TestNoGuide: a level that was asked for is the library's.
func TestNoGuide(t *testing.T) {
	g := NewGuide(9)
	g.Begin(0)
	text := goods(nil, g, 2, 100)
	require.Empty(t, g.Hints())
	sizes := map[int]int{}
	for _, level := range []int{1, 9} {
		d := Deflater{Level: level}
		for range 2 {
			block, err := d.Add(text, g)
			require.NoError(t, err)
			sizes[level] = len(d.Bytes(block))
		}
	}
	require.Less(t, sizes[9], sizes[1])
}

// TestGuideMakesNoGarbage: once it has seen a page.
func TestGuideMakesNoGarbage(t *testing.T) {
	racing.Skip(t)
	g := NewGuide(0)
	text := goods(nil, g, 2, 50)
	var places []CellPlace
	for at := 0; len(places) < 50; {
		at += bytes.Index(text[at:], []byte(`<c r="D`)) + 7
		places = append(places, CellPlace{at, at + 1, at + 2, at + 3})
	}
	require.Zero(t, testing.AllocsPerRun(10, func() {
		g.Begin(0)
		for _, at := range places {
			g.Cell(text, 3, at)
		}
	}))
}

// BenchmarkRows sets the compression of guided rows beside that of a library's level.
func BenchmarkRows(b *testing.B) {
	g := NewGuide(0)
	text := goods(nil, g, 2, 200)
	for name, level := range map[string]int{"guided": 0, "level 6": 6} {
		b.Run(name, func(b *testing.B) {
			d := Deflater{Level: level}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				d.Reset()
				_, err := d.Add(text, g)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(len(d.out)), "bytes")
		})
	}
}
