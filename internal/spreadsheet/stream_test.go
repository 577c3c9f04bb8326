package spreadsheet

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzCombineCRC(f *testing.F) {
	f.Add([]byte("a"), []byte("b"))
	f.Add([]byte{}, []byte("b"))
	f.Add([]byte("a"), []byte{})
	f.Add(bytes.Repeat([]byte("first"), 100), bytes.Repeat([]byte{0}, 70000))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		want := crc32.ChecksumIEEE(append(bytes.Clone(a), b...))
		require.Equal(t, want, combineCRC(crc32.ChecksumIEEE(a), crc32.ChecksumIEEE(b), int64(len(b))))
	})
}

// TestSheetPart reads a part that was put together in all ways with a zip reader, which
// checks its size and its sum.
func TestSheetPart(t *testing.T) {
	var spool, file bytes.Buffer
	rows := NewStream(&spool)
	var blocks Deflater
	for _, text := range []string{"one ", strings.Repeat("two ", 1000)} {
		b, err := blocks.Add([]byte(text), nil)
		require.NoError(t, err)
		require.NoError(t, rows.Append(b, blocks.Bytes(b)))
	}
	require.EqualValues(t, 4004, rows.Plain())
	w := zip.NewWriter(&file)
	part, err := CreateSheetPart(w, 7)
	require.NoError(t, err)
	require.NoError(t, part.ReserveOpening([]byte("<opening>")))
	require.NoError(t, part.AppendText([]byte("head ")))
	require.NoError(t, part.AppendStream(rows, &spool))
	require.NoError(t, part.AppendText([]byte("tail")))
	require.NoError(t, part.Finish([]byte("<opening>")))
	require.NoError(t, w.Close())
	r, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	in, err := r.Open("xl/worksheets/sheet7.xml")
	require.NoError(t, err)
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, "<opening>head one "+strings.Repeat("two ", 1000)+"tail", string(text))
}

func TestStreamRefusesWhatReadersCannotCount(t *testing.T) {
	var out bytes.Buffer
	s := NewStream(&out)
	s.plain = MaxPartBytes - 1<<20 - 3
	require.NoError(t, s.AppendText([]byte("abc")))
	written := out.Len()
	require.ErrorIs(t, s.AppendText([]byte("d")), ErrSheetTooLarge)
	require.Equal(t, written, out.Len(), "nothing of it is written")
	other := NewStream(io.Discard)
	require.NoError(t, other.AppendText([]byte("e")))
	require.ErrorIs(t, other.AppendStream(s, strings.NewReader("")), ErrSheetTooLarge)
}

func TestStreamNoticesALostSpool(t *testing.T) {
	var spool bytes.Buffer
	rows := NewStream(&spool)
	require.NoError(t, rows.AppendText([]byte("rows")))
	require.ErrorIs(t, NewStream(io.Discard).AppendStream(rows, bytes.NewReader(spool.Bytes()[1:])), io.ErrUnexpectedEOF)
}
