package deflate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	klauspost "github.com/klauspost/compress/flate"
	"github.com/stretchr/testify/require"
)

// FuzzAppend compresses a text with hints of any kind, twice by one encoder, and reads it with
// the standard library.
func FuzzAppend(f *testing.F) {
	f.Add([]byte(""), []byte{})
	f.Add([]byte("a"), []byte{0, 1})
	f.Add([]byte("1234567"), []byte{3, 255})
	f.Add(bytes.Repeat([]byte("a"), 1000), []byte{1, 1, 200, 200})
	f.Add([]byte(strings.Repeat("<c r=\"A1\"><v>чайник</v></c>", 20)), []byte{30, 30, 30, 30, 35, 12})
	f.Add(randomBytes(500), []byte{})
	f.Fuzz(func(t *testing.T, text, guesses []byte) {
		hints := []Hint{{At: -3, From: 5}}
		at := int32(0)
		for ; len(guesses) > 1; guesses = guesses[2:] {
			at += int32(guesses[0])
			hints = append(hints, Hint{At: at, From: at - int32(int8(guesses[1]))*5})
		}
		var e Encoder
		twice := e.Append(nil, text, hints)
		length := len(twice)
		twice = e.Append(twice, text, nil)
		requireInflated(t, text, twice[:length])
		requireInflated(t, append(bytes.Clone(text), text...), twice)
	})
}

// requireInflated reads blocks, ended by an empty last one.
func requireInflated(t *testing.T, text, blocks []byte) {
	t.Helper()
	got, err := io.ReadAll(flate.NewReader(io.MultiReader(bytes.NewReader(blocks), bytes.NewReader([]byte{3, 0}))))
	require.NoError(t, err)
	require.True(t, bytes.Equal(text, got), "of %d bytes there are %d", len(text), len(got))
}

func randomBytes(n int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var out []byte
	for len(out) < n {
		out = binary.LittleEndian.AppendUint64(out, random.Uint64())
	}
	return out[:n]
}

// TestMatchesOfAllLengthsAndDistances lays a match of each length as far back as can be, and one
// byte more, so that every symbol and all of its bits are written.
func TestMatchesOfAllLengthsAndDistances(t *testing.T) {
	var e Encoder
	for n := minMatch; n <= maxMatch+2; n++ {
		text := append(randomBytes(n+40), 'x')
		at := int32(len(text))
		text = append(append(text, text[20:20+n]...), "the end of it"...)
		requireInflated(t, text, e.Append(nil, text, []Hint{{At: at, From: 20}}))
	}
	for distance := 1; distance <= window+1; distance += 1 + distance/7 {
		requireFarMatch(t, &e, distance, distance <= window)
	}
	requireFarMatch(t, &e, window, true)
	requireFarMatch(t, &e, window+1, false)
}

// requireFarMatch repeats the beginning of bytes that cannot be compressed after so many.
func requireFarMatch(t *testing.T, e *Encoder, distance int, matches bool) {
	t.Helper()
	text := randomBytes(distance)
	for range 100 {
		text = append(text, text[len(text)-distance])
	}
	text = append(text, "the end of it"...)
	at := int32(distance)
	blocks := e.Append(nil, text, []Hint{{At: at, From: 0}})
	requireInflated(t, text, blocks)
	if distance > 1000 {
		require.Equal(t, matches, len(blocks) < len(e.Append(nil, text[:distance], nil))+50, "%d bytes back", distance)
	}
}

// TestLongTexts: blocks end while the text goes on, and codes are long where bytes are rare.
func TestLongTexts(t *testing.T) {
	var e Encoder
	var skewed []byte // each byte half as often as the one before
	for i := range 1 << 18 {
		skewed = append(skewed, byte(19-min(19, len(fmt.Sprintf("%b", i&-i)))))
	}
	for _, text := range [][]byte{randomBytes(200_000), skewed, []byte(strings.Repeat("чайник ", 50_000)), bytes.Repeat([]byte{0}, 1<<20)} {
		blocks := e.Append(nil, text, nil)
		requireInflated(t, text, blocks)
		require.Less(t, len(blocks), len(text)+len(text)/100+100)
	}
}

// TestPlacesBeginAnew: after 2 GiB of texts places are counted from the beginning.
func TestPlacesBeginAnew(t *testing.T) {
	text := []byte(strings.Repeat("one and the same text ", 100))
	var e Encoder
	first := e.Append(nil, text, nil)
	e.known.next = 1<<31 + 5
	require.Equal(t, first, e.Append(nil, text, nil))
	require.Less(t, e.known.next, uint32(1<<20))
	require.Equal(t, first, e.Append(nil, text, nil), "nothing of the text before is used")
}

// TestNoGarbage: an encoder that has grown allocates nothing.
func TestNoGarbage(t *testing.T) {
	text := []byte(strings.Repeat("some text, again and again. ", 1000))
	var e Encoder
	out := e.Append(nil, text, nil)
	require.Zero(t, testing.AllocsPerRun(10, func() { out = e.Append(out[:0], text, nil) }))
}

// BenchmarkAppend sets the encoder beside the library's on words in any order, without hints;
// with hints: BenchmarkRows of package spreadsheet.
func BenchmarkAppend(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("чайник скляний на 1,7 л із підсвіткою та фільтром, гарантія 24 місяці від виробника UAH in_stock")
	var text []byte
	for len(text) < 300_000 {
		text = append(append(text, words[random.IntN(len(words))]...), ' ')
	}
	var out []byte
	b.Run("ours", func(b *testing.B) {
		var e Encoder
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			out = e.Append(out[:0], text, nil)
		}
		b.ReportMetric(float64(len(out)), "bytes")
	})
	b.Run("klauspost at level 6", func(b *testing.B) {
		var out bytes.Buffer
		w, err := klauspost.NewWriter(&out, 6)
		require.NoError(b, err)
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			out.Reset()
			w.Reset(&out)
			_, err := w.Write(text)
			require.NoError(b, err)
			require.NoError(b, w.Flush())
		}
		b.ReportMetric(float64(out.Len()), "bytes")
	})
}
