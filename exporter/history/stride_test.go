package history

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// edits are what may become of a feed until it is published again.
var edits = map[string]func(random *rand.Rand, feed []Entry) []Entry{
	"nothing": func(_ *rand.Rand, feed []Entry) []Entry { return feed },
	"some prices and stocks": func(random *rand.Rand, feed []Entry) []Entry {
		for range 5 {
			i := random.IntN(len(feed))
			feed[i] = entry(feed[i].ID, []string{"", "1", "10.50", "99"}[random.IntN(4)], random.IntN(2) == 0, int64(random.IntN(9)-1))
		}
		return feed
	},
	"a name and what it has": func(random *rand.Rand, feed []Entry) []Entry {
		e := &feed[random.IntN(len(feed))]
		e.Name, e.Has = e.Name+" новий", e.Has^HasImages
		return feed
	},
	"one gone": func(random *rand.Rand, feed []Entry) []Entry {
		i := random.IntN(len(feed))
		return slices.Delete(feed, i, i+1)
	},
	"one new": func(random *rand.Rand, feed []Entry) []Entry {
		return slices.Insert(feed, random.IntN(len(feed)+1), entry("new", "5", true, 1))
	},
	"two that change places": func(random *rand.Rand, feed []Entry) []Entry {
		i, k := random.IntN(len(feed)), random.IntN(len(feed))
		feed[i], feed[k] = feed[k], feed[i]
		return feed
	},
	"the end gone": func(random *rand.Rand, feed []Entry) []Entry { return feed[:random.IntN(len(feed))] },
	"more at the end": func(random *rand.Rand, feed []Entry) []Entry {
		for i := range random.IntN(blockRecords + 2) {
			feed = append(feed, entry("n"+strconv.Itoa(i), "7", true, 2))
		}
		return feed
	},
}

// TestBlocksTellWhatOffersTell: whether blocks are compared, or each offer is looked for by its
// id, the summary, the changes and the new memory are the same.
func TestBlocksTellWhatOffersTell(t *testing.T) {
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			for _, size := range []int{1, 3, blockRecords - 1, blockRecords, blockRecords + 1, 2*blockRecords + 100, 3 * blockRecords} {
				var old []Entry
				for i := range size {
					old = append(old, entry(strconv.Itoa(i), []string{"", "1", "10.50", "7"}[i%4], i%3 > 0, int64(i%5-1)))
				}
				now := edit(random, slices.Clone(old))
				blocks, offers := newFeed(t), newFeed(t)
				build(t, blocks, old...)
				require.NoError(t, os.WriteFile(Path(offers), file(recordsIn(t, blocks), uint64(size)), 0o644))
				summary, changes := build(t, blocks, now...)
				wanted, wantedChanges := build(t, offers, now...)
				require.Equal(t, wanted, summary, "%d offers", size)
				require.Equal(t, wantedChanges, changes, "%d offers", size)
				want, gone := expected(old, now)
				require.Equal(t, want, changes, "%d offers", size)
				require.Equal(t, gone, summary.Gone)
				if len(now) > 0 {
					require.Equal(t, recordsIn(t, offers), recordsIn(t, blocks))
				}
			}
		})
	}
}

// TestWhatStaysIsNotUnpacked: neither the table of the last feed nor its states are made while
// nothing moves, and the table is from the first offer that does.
func TestWhatStaysIsNotUnpacked(t *testing.T) {
	for name, c := range map[string]struct {
		edit   func([]Entry)
		loaded bool
	}{
		"nothing": {func([]Entry) {}, false},
		"a price": {func(e []Entry) { e[700] = entry("700", "11", true, 0) }, false},
		"an id":   {func(e []Entry) { e[700].ID = "other" }, true},
	} {
		t.Run(name, func(t *testing.T) {
			out := newFeed(t)
			build(t, out, manyEntries()...)
			past, err := Open(out)
			require.NoError(t, err)
			require.False(t, past.loaded)
			comparison := past.Compare(nil, nil)
			defer comparison.Abort()
			entries := manyEntries()
			c.edit(entries)
			for _, e := range entries {
				require.NoError(t, comparison.Add(e))
			}
			_, err = comparison.Finish()
			require.NoError(t, err)
			require.Equal(t, c.loaded, past.loaded)
		})
	}
}

// TestABlockThatCannotBeUnpacked is an error of the comparison: its sum was right when the file
// was opened.
func TestABlockThatCannotBeUnpacked(t *testing.T) {
	zip, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	for name, second := range map[string][]byte{
		"no frame":        []byte("nothing that zstd knows"),
		"without an end":  zip.EncodeAll(make([]byte, 2*maxWindow), nil),
		"not of records":  zip.EncodeAll([]byte("records of something else"), nil),
		"a record is cut": zip.EncodeAll([]byte{0, 0, 1}, nil),
	} {
		t.Run(name, func(t *testing.T) {
			out := newFeed(t)
			build(t, out, manyEntries()...)
			blocks, packed := blocksIn(t, Path(out))
			packed[1], blocks[1].packed = second, uint32(len(second))
			body := appendIndex(bytes.Join(packed, nil), blocks)
			require.NoError(t, os.WriteFile(Path(out), around(body, uint64(len(manyEntries()))), 0o644))
			past, err := Open(out)
			require.NoError(t, err)
			c := past.Compare(nil, nil)
			defer c.Abort()
			entries := manyEntries()
			entries[700] = entry("700", "11", true, 0)
			for _, e := range entries {
				if err = c.Add(e); err != nil {
					break
				}
			}
			require.ErrorIs(t, err, errUnusable)
			require.ErrorContains(t, err, "read it again")
			require.Contains(t, failure.Hint(err), "delete "+Path(out))
		})
	}
}
