package history

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// manyEntries fill three blocks and begin a fourth.
func manyEntries() (entries []Entry) {
	for i := range 3*blockRecords + 5 {
		entries = append(entries, entry(strconv.Itoa(i), "10.50", true, int64(i%50)))
	}
	return entries
}

// blocksIn are the blocks of a file, and each as it is packed.
func blocksIn(t *testing.T, path string) (blocks []block, packed [][]byte) {
	t.Helper()
	r, err := openReader(path)
	require.NoError(t, err)
	defer r.close()
	all, err := openBlocks(r)
	require.NoError(t, err)
	blocks = all.left
	for i := range blocks {
		one, ok, err := all.take(nil, &blocks[i])
		require.NoError(t, err)
		require.True(t, ok)
		packed = append(packed, one)
	}
	return blocks, packed
}

// repack packs each block of a file by another level, so that one that is copied is known.
func repack(t *testing.T, path string) (packed [][]byte) {
	t.Helper()
	blocks, old := blocksIn(t, path)
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderCRC(false))
	require.NoError(t, err)
	unzip, err := zstd.NewReader(nil)
	require.NoError(t, err)
	defer unzip.Close()
	var body []byte
	for i := range blocks {
		records, err := unzip.DecodeAll(old[i], nil)
		require.NoError(t, err)
		packed = append(packed, zip.EncodeAll(records, nil))
		require.NotEqual(t, old[i], packed[i])
		blocks[i].packed = uint32(len(packed[i]))
		body = append(body, packed[i]...)
	}
	data := around(appendIndex(body, blocks), uint64(len(manyEntries())))
	require.NoError(t, os.WriteFile(path, data, 0o644))
	return packed
}

// TestEqualBlocksAreCopied: as they are packed in the last file; what differs in any part of an
// offer is packed anew, and the changes are the same either way.
func TestEqualBlocksAreCopied(t *testing.T) {
	for name, c := range map[string]struct {
		change func([]Entry) []Entry
		copied []bool
		rows   string
	}{
		"nothing":          {func(e []Entry) []Entry { return e }, []bool{true, true, true, true}, rows()},
		"a price":          {func(e []Entry) []Entry { e[700] = entry("700", "11", true, 0); return e }, []bool{true, false, true, true}, rows("repriced,700,S-700,Товар 700,10.50,11.00,0,0,in_stock")},
		"a name, in short": {func(e []Entry) []Entry { e[3].Name = "Т"; return e }, []bool{false, true, true, true}, rows()},
		"what it has":      {func(e []Entry) []Entry { e[3*blockRecords].Has = 0; return e }, []bool{true, true, true, false}, rows()},
		"the last gone": {func(e []Entry) []Entry { return e[:len(e)-1] }, []bool{true, true, true, false},
			rows("gone,1540,S-1540,Товар 1540,10.50,,40,,")},
		"the last block gone": {func(e []Entry) []Entry { return e[:3*blockRecords-1] }, []bool{true, true, false}, ""},
		"a full block more": {func(e []Entry) []Entry {
			for i := range blockRecords - 5 {
				e = append(e, entry("n"+strconv.Itoa(i), "1", true, 1))
			}
			return e
		}, []bool{true, true, true, false}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			out := newFeed(t)
			build(t, out, manyEntries()...)
			packed := repack(t, Path(out))
			entries := c.change(manyEntries())
			_, changes := build(t, out, entries...)
			if c.rows != "" {
				require.Equal(t, c.rows, changes)
			}
			_, now := blocksIn(t, Path(out))
			require.Len(t, now, len(c.copied))
			for i, copied := range c.copied {
				require.Equal(t, copied, bytes.Equal(packed[i], now[i]), "block %d", i)
			}
			summary, changes := build(t, out, entries...)
			require.Equal(t, rows(), changes, "what was copied is read as it was written")
			require.EqualValues(t, len(entries), summary.Was)
			fresh := newFeed(t)
			build(t, fresh, entries...)
			require.Equal(t, recordsIn(t, fresh), recordsIn(t, out))
		})
	}
}

// recordsIn are the records of a feed's memory, unpacked.
func recordsIn(t *testing.T, out string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(out))
	require.NoError(t, err)
	unzip, err := zstd.NewReader(nil)
	require.NoError(t, err)
	defer unzip.Close()
	records, err := unzip.DecodeAll(data[headerSize:], nil)
	require.NoError(t, err)
	return records
}

// TestFilesWithoutAnIndex, as older programs wrote them, are read, and packed anew.
func TestFilesWithoutAnIndex(t *testing.T) {
	out := newFeed(t)
	build(t, out, manyEntries()...)
	records := recordsIn(t, out)
	require.NoError(t, os.WriteFile(Path(out), file(records, uint64(len(manyEntries()))), 0o644))
	blocks, _ := blocksIn(t, Path(out))
	require.Empty(t, blocks)
	summary, changes := build(t, out, manyEntries()...)
	require.Equal(t, rows(), changes)
	require.EqualValues(t, len(manyEntries()), summary.Was)
	blocks, _ = blocksIn(t, Path(out))
	require.Len(t, blocks, 4)
	require.Equal(t, records, recordsIn(t, out))
}

func TestIndex(t *testing.T) {
	blocks := []block{newBlock([]byte("a")), newBlock([]byte("b"))}
	blocks[0].packed, blocks[1].packed = 7, 300
	index := appendIndex(nil, blocks)
	require.Equal(t, blocks, parseIndex(index, 307))
	require.Empty(t, parseIndex(index, 308), "of other bytes")
	require.Empty(t, parseIndex(appendIndex(nil, nil), 0))
	for _, at := range []int{0, 4} { // its magic and its size
		changed := bytes.Clone(index)
		changed[at]++
		require.Empty(t, parseIndex(changed, 307))
	}
}
