package history

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// published is a small file as a build leaves it.
func published(t testing.TB) (out string, data []byte) {
	t.Helper()
	out = newFeed(t)
	build(t, out, entry("1", "10.5", true, 5), entry("2", "", false, -1), entry("3", "-0.25", true, 0))
	data, err := os.ReadFile(Path(out))
	require.NoError(t, err)
	return out, data
}

// requireUnreadable: the file is refused by name, and a build over it is a first one.
func requireUnreadable(t *testing.T, out, why string) {
	t.Helper()
	past, err := Open(out)
	var unreadable *UnreadableError
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, Path(out), unreadable.Path)
	require.ErrorContains(t, err, why)
	require.NotEmpty(t, unreadable.Hint())
	require.NotContains(t, err.Error(), "\n")
	require.False(t, past.Known())
	past.Close()
}

func TestAnUnreadableFileIsReplaced(t *testing.T) {
	out, data := published(t)
	require.NoError(t, os.WriteFile(Path(out), data[:len(data)-1], 0o644))
	past, err := Open(out)
	require.Error(t, err)
	summary, _ := publish(t, past, entry("1", "10.5", true, 5))
	require.True(t, summary.First)
	require.Zero(t, summary.Was)
	summary, _ = build(t, out, entry("1", "10.5", true, 5))
	require.False(t, summary.First)
}

func TestEveryCutIsNoticed(t *testing.T) {
	out, data := published(t)
	for size := range data {
		require.NoError(t, os.WriteFile(Path(out), data[:size], 0o644))
		requireUnreadable(t, out, "not usable")
	}
	require.NoError(t, os.WriteFile(Path(out), append(data, 'x'), 0o644))
	requireUnreadable(t, out, "bytes instead of")
}

func TestEveryChangedByteIsNoticed(t *testing.T) {
	out, data := published(t)
	for i := range data {
		changed := bytes.Clone(data)
		changed[i] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(Path(out), changed, 0o644))
		requireUnreadable(t, out, "not usable")
	}
}

func TestOtherFiles(t *testing.T) {
	out, data := published(t)
	for _, c := range []struct{ data, why string }{
		{strings.Replace(string(data), magic, magicStart+"2\n", 1), "another version"},
		{strings.Repeat("<yml_catalog>", 10), "not a record"},
		{"", "cut short"},
	} {
		require.NoError(t, os.WriteFile(Path(out), []byte(c.data), 0o644))
		requireUnreadable(t, out, c.why)
	}
}

// file is a whole file around a stream of records, which need not be right.
func file(stream []byte, count uint64) []byte {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	packed := zip.EncodeAll(stream, nil)
	return around(packed, count)
}

func around(packed []byte, count uint64) []byte {
	sum := castagnoli()
	sum.Write(packed)
	return append(header{count, uint64(len(packed)), sum.Sum32()}.bytes(), packed...)
}

func TestWrongRecords(t *testing.T) {
	good := appendRecord(nil, &offer{id: "1", state: state{price: amountFrom(t, "10.5")}})
	out := newFeed(t)
	for name, c := range map[string]struct {
		stream []byte
		count  uint64
		why    string
	}{
		"too few":           {good, 2, "1 records instead of 2"},
		"too many":          {append(good, good...), 1, "2 records instead of 1"},
		"absurd count":      {good, 1 << 62, "1 records instead of"},
		"cut record":        {good[:len(good)-1], 1, "unexpected EOF"},
		"unknown flag":      {[]byte{0x80, 0, 0, 0, 0}, 1, "without a meaning"},
		"unknown field":     {[]byte{0, 0x80, 0, 0, 0}, 1, "without a meaning"},
		"long text":         {[]byte{0, 0, 0x81, 0x08, 0}, 1, "a text of 1025 bytes"},
		"sign of nothing":   {[]byte{flagNegative, 0, 0, 0, 0}, 1, "an absent price with a sign"},
		"longer than need":  {[]byte{flagPriced, 0, 0, 0, 0, 1, 10}, 1, "not in its shortest form"},
		"too many decimals": {[]byte{flagPriced, 0, 0, 0, 0, 20, 11}, 1, "not in its shortest form"},
		"far quantity":      {[]byte{flagCounted, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 1, "beyond what is kept"},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(Path(out), file(c.stream, c.count), 0o644))
			requireUnreadable(t, out, c.why)
		})
	}
}

// TestARecordThatCannotBeReadOn: it is the disk that fails, and not the file that is cut.
func TestARecordThatCannotBeReadOn(t *testing.T) {
	good := appendRecord(nil, &offer{id: "1", name: "Товар"})
	broken := errors.New("bad sector")
	in := bufio.NewReader(io.MultiReader(bytes.NewReader(append(good, good[:5]...)), iotest.ErrReader(broken)))
	var r record
	require.NoError(t, r.read(in))
	require.ErrorIs(t, r.read(in), broken)
}

// FuzzRecord: what is read as a record is written as the same record.
func FuzzRecord(f *testing.F) {
	f.Add(appendRecord(nil, &offer{id: "1", sku: "S", name: "Товар", has: allFields,
		state: state{price: amount{coef: 105, scale: 1, known: true, negative: true}, quantity: -3, counted: true, available: true}}))
	f.Add(appendRecord(nil, &offer{}))
	f.Add([]byte{flagPriced, 0, 0, 0, 0, 1, 10})
	f.Fuzz(func(t *testing.T, data []byte) {
		var r, again record
		if r.read(bufio.NewReader(bytes.NewReader(data))) != nil {
			return
		}
		o := r.offer()
		require.NoError(t, again.read(bufio.NewReader(bytes.NewReader(appendRecord(nil, &o)))))
		require.Equal(t, o, again.offer())
		packed := pack(0, &o.state)
		require.Equal(t, o.state, packed.state())
	})
}

// FuzzFile: any content, behind a header that is right, is read or refused; what is
// read ends at its count.
func FuzzFile(f *testing.F) {
	_, data := published(f)
	f.Add(data[headerSize:], uint64(3), true)
	f.Add(appendRecord(nil, &offer{id: "1"}), uint64(1), false)
	f.Add([]byte{}, uint64(1<<62), false)
	out := newFeed(f)
	f.Fuzz(func(t *testing.T, body []byte, count uint64, packed bool) {
		data := around(body, count)
		if !packed {
			data = file(body, count)
		}
		require.NoError(t, os.WriteFile(Path(out), data, 0o644))
		past, err := Open(out)
		require.NotNil(t, past)
		defer past.Close()
		if err != nil {
			require.ErrorIs(t, err, errUnusable)
			return
		}
		require.Equal(t, count, uint64(past.count))
		if !past.loaded { // its offers are read when something has moved
			if err := past.load(); err != nil {
				require.ErrorIs(t, err, errUnusable)
				return
			}
		}
		require.Len(t, past.offers.hashes, int(count))
		require.Zero(t, past.file.done)
		for err == nil {
			err = past.file.next()
		}
		require.True(t, errors.Is(err, io.EOF), err)
	})
}
