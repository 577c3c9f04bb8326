package history

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func entry(id, price string, available bool, quantity int64) Entry {
	e := Entry{ID: id, SKU: "S-" + id, Name: "Товар " + id, Available: available, Has: HasImages | HasBrand,
		Quantity: supplier.Opt[int64]{Value: quantity, Known: quantity >= 0}}
	if price != "" {
		e.Price = money.Must(price)
	}
	return e
}

// build compares a feed with the last one and publishes it.
func build(t testing.TB, out string, entries ...Entry) (Summary, string) {
	t.Helper()
	past, err := Open(out)
	require.NoError(t, err)
	return publish(t, past, entries...)
}

func publish(t testing.TB, past *Past, entries ...Entry) (Summary, string) {
	t.Helper()
	var changes bytes.Buffer
	c := past.Compare(&changes, nil)
	defer c.Abort()
	for _, e := range entries {
		require.NoError(t, c.Add(e))
	}
	summary, err := c.Finish()
	require.NoError(t, err)
	require.NoError(t, c.Commit())
	return summary, changes.String()
}

func newFeed(t testing.TB) string { return filepath.Join(t.TempDir(), "prom.yml") }

func rows(lines ...string) string {
	return ChangesHeading + strings.Join(append(lines, ""), "\r\n")
}

func TestPath(t *testing.T) {
	require.Equal(t, filepath.FromSlash("feeds/.prom.yml.published"), Path(filepath.FromSlash("feeds/prom.yml")))
	require.Equal(t, ".prom.yml.published", Path("prom.yml"))
}

func TestFirstBuildIsAllNew(t *testing.T) {
	out := newFeed(t)
	summary, changes := build(t, out, entry("2", "450.10", true, 5), entry("1", "", false, -1))
	require.Equal(t, rows(
		"new,2,S-2,Товар 2,,450.10,,5,in_stock",
		"new,1,S-1,Товар 1,,,,,out_of_stock"), changes)
	require.True(t, summary.First)
	require.Equal(t, Summary{First: true, Is: 2, New: 2, Fields: summary.Fields}, summary)
	require.Equal(t, map[string]Count{"images": {0, 2}, "description": {}, "category": {}, "brand": {0, 2},
		"barcode": {}, "quantity": {0, 1}, "attributes": {}}, summary.Fields)
}

func TestEveryKindOfChange(t *testing.T) {
	out := newFeed(t)
	build(t, out,
		entry("same", "10", true, 1), entry("gone-b", "11", true, 3), entry("up", "100", true, 1), entry("gone-a", "0.05", false, -1),
		entry("half", "100", true, 7), entry("out", "5", true, 4), entry("back", "5", false, 0), entry("pieces", "5", true, 4), entry("unpriced", "7", true, 1))
	summary, changes := build(t, out,
		entry("new,\"one\"", "3", true, 2), entry("up", "200.01", true, 1), entry("same", "10.00", true, 1), entry("half", "49.99", false, 0),
		entry("out", "5", false, 0), entry("back", "5", true, 9), entry("pieces", "5", true, 1), entry("unpriced", "", true, 1))
	require.Equal(t, rows(
		`new,"new,""one""","S-new,""one""","Товар new,""one""",,3.00,,2,in_stock`,
		"repriced,up,S-up,Товар up,100.00,200.01,1,1,in_stock",
		"repriced,half,S-half,Товар half,100.00,49.99,7,0,out_of_stock",
		"sold_out,half,S-half,Товар half,100.00,49.99,7,0,out_of_stock",
		"sold_out,out,S-out,Товар out,5.00,5.00,4,0,out_of_stock",
		"restocked,back,S-back,Товар back,5.00,5.00,0,9,in_stock",
		"repriced,unpriced,S-unpriced,Товар unpriced,7.00,,1,1,in_stock",
		"gone,gone-b,S-gone-b,Товар gone-b,11.00,,3,,",
		"gone,gone-a,S-gone-a,Товар gone-a,0.05,,,,"), changes)
	require.Equal(t, Summary{Was: 9, Is: 8, New: 1, Gone: 2, Repriced: 3, Restocked: 1, SoldOut: 2, Priced: 7, Moved: 3, Fields: summary.Fields}, summary)
	require.Equal(t, Count{8, 8}, summary.Fields["quantity"])
	require.Equal(t, Count{9, 8}, summary.Fields["images"])
}

func TestTheSameFeedAgain(t *testing.T) {
	out := newFeed(t)
	feed := []Entry{entry("1", "10", true, 5), entry("2", "20", true, 0), entry("3", "-1.5", false, -7)}
	build(t, out, feed...)
	first, err := os.ReadFile(Path(out))
	require.NoError(t, err)
	summary, changes := build(t, out, feed...)
	require.Equal(t, ChangesHeading, changes)
	require.Equal(t, Summary{Was: 3, Is: 3, Priced: 3, Fields: summary.Fields}, summary)
	again, err := os.ReadFile(Path(out))
	require.NoError(t, err)
	require.Equal(t, first, again, "two builds of the same data leave the same bytes")
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	require.Len(t, left, 1, "no unfinished file stays")
}

func TestAbortKeepsTheOldMemory(t *testing.T) {
	out := newFeed(t)
	build(t, out, entry("1", "10", true, 5))
	past, err := Open(out)
	require.NoError(t, err)
	c := past.Compare(nil, nil)
	require.NoError(t, c.Add(entry("2", "20", true, 1)))
	summary, err := c.Finish()
	require.NoError(t, err)
	require.Equal(t, int64(1), summary.Gone)
	c.Abort()
	c.Abort()
	require.ErrorIs(t, c.Commit(), os.ErrClosed)

	_, changes := build(t, out, entry("1", "10", true, 5))
	require.Equal(t, ChangesHeading, changes)
}

func TestForgottenIsAFirstBuild(t *testing.T) {
	out := newFeed(t)
	build(t, out, entry("1", "10", true, 5))
	past, err := Open(out)
	require.NoError(t, err)
	past.Forget()
	summary, changes := publish(t, past, entry("1", "10", true, 5))
	require.Equal(t, Summary{First: true, Is: 1, New: 1, Fields: summary.Fields}, summary)
	require.Equal(t, Count{0, 1}, summary.Fields["images"])
	require.Equal(t, rows("new,1,S-1,Товар 1,,10.00,,5,in_stock"), changes)
}

func TestEmptyFeeds(t *testing.T) {
	out := newFeed(t)
	build(t, out)
	summary, changes := build(t, out, entry("1", "10", true, 5))
	require.False(t, summary.First, "an empty feed was published")
	require.Equal(t, int64(1), summary.New)
	require.Equal(t, rows("new,1,S-1,Товар 1,,10.00,,5,in_stock"), changes)
	summary, _ = build(t, out)
	require.Equal(t, int64(1), summary.Gone)
}

// TestRepeatedIDs: a feed should not have them, and nothing may break where it does.
func TestRepeatedIDs(t *testing.T) {
	out := newFeed(t)
	twice := []Entry{entry("1", "10", true, 5), entry("1", "10", true, 5), entry("2", "3", true, 1)}
	build(t, out, twice...)
	summary, changes := build(t, out, twice...)
	require.Equal(t, ChangesHeading, changes)
	require.Equal(t, int64(3), summary.Was)
	_, changes = build(t, out, twice[2])
	require.Equal(t, rows("gone,1,S-1,Товар 1,10.00,,5,,"), changes)
}

func TestTextsAreKeptToABound(t *testing.T) {
	out := newFeed(t)
	long := strings.Repeat("й", textKept)
	e := Entry{ID: "x" + long, SKU: "y" + long, Name: long, Quantity: supplier.Some[int64](1 << 60)}
	build(t, out, e)
	_, changes := build(t, out, e)
	require.Equal(t, ChangesHeading, changes, "a long id is known again")
	_, changes = build(t, out)
	half := strings.Repeat("й", textKept/2-1)
	require.Equal(t, rows("gone,x"+half+",y"+half+","+half+"й,,,9007199254740991,,"), changes)
}

func TestFailures(t *testing.T) {
	past, err := Open(filepath.Join(t.TempDir(), "missing", "prom.yml"))
	require.NoError(t, err)
	c := past.Compare(nil, nil)
	require.ErrorIs(t, c.Add(entry("1", "10", true, 5)), os.ErrNotExist)
	_, err = c.Finish()
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorIs(t, c.Commit(), os.ErrNotExist)
	c.Abort()

	out := newFeed(t)
	past, err = Open(out)
	require.NoError(t, err)
	c = past.Compare(fullDisk{}, nil)
	defer c.Abort()
	require.ErrorContains(t, c.Commit(), "not finished")
	require.NoError(t, c.Add(entry("1", "10", true, 5)))
	_, err = c.Finish()
	require.ErrorIs(t, err, errFull)
	require.ErrorIs(t, c.Add(entry("2", "10", true, 5)), errFull)
	require.ErrorIs(t, c.Commit(), errFull)
	require.NoFileExists(t, Path(out))
}

// TestTheOldFileChangesMeanwhile: what is gone can then not be named, and nothing is
// remembered.
func TestTheOldFileChangesMeanwhile(t *testing.T) {
	out := newFeed(t)
	build(t, out, entry("1", "10", true, 5))
	past, err := Open(out)
	require.NoError(t, err)
	c := past.Compare(nil, nil)
	defer c.Abort()
	require.NoError(t, os.Truncate(Path(out), int64(headerSize)))
	_, err = c.Finish()
	require.ErrorContains(t, err, "compare with what was last published: ")
	require.Error(t, c.Commit())
}

func TestFinishTwice(t *testing.T) {
	past, err := Open(newFeed(t))
	require.NoError(t, err)
	c := past.Compare(nil, nil)
	defer c.Abort()
	_, err = c.Finish()
	require.NoError(t, err)
	_, err = c.Finish()
	require.ErrorContains(t, err, "finished already")
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestTwoBuildsAtOnce: whoever commits last wins, and the file is whole.
func TestTwoBuildsAtOnce(t *testing.T) {
	out := newFeed(t)
	build(t, out, entry("old", "1", true, 1))
	var builders sync.WaitGroup
	for n := range 4 {
		builders.Go(func() {
			for round := range 5 {
				past, err := Open(out)
				if err != nil {
					t.Error(err)
					return
				}
				c := past.Compare(nil, nil)
				for i := range 100 {
					err = errors.Join(err, c.Add(entry(fmt.Sprint(n, "-", i), fmt.Sprint(round), true, 1)))
				}
				_, finishErr := c.Finish()
				if err = errors.Join(err, finishErr, c.Commit()); err != nil {
					t.Error(err)
				}
				c.Abort()
			}
		})
	}
	builders.Wait()
	past, err := Open(out)
	require.NoError(t, err)
	defer past.Close()
	require.Equal(t, int64(100), past.count)
}

func TestSummaryJSON(t *testing.T) {
	data, err := json.Marshal(Summary{Was: 1, Is: 2, SoldOut: 3, Fields: map[string]Count{"images": {1, 2}}})
	require.NoError(t, err)
	require.JSONEq(t, `{"first":false,"was":1,"is":2,"new":0,"gone":0,"repriced":0,"restocked":0,"sold_out":3,"priced":0,"moved":0,"fields":{"images":{"was":1,"is":2}}}`, string(data))
}

// TestAddAllocatesNothing: neither for an offer that stayed, nor for a row of changes.
func TestAddAllocatesNothing(t *testing.T) {
	out := newFeed(t)
	const offers = 2000
	feed := func(price string) (entries []Entry) {
		for i := range offers {
			entries = append(entries, entry(fmt.Sprint(i), price, true, int64(i)))
		}
		return entries
	}
	build(t, out, feed("10")...)
	for name, price := range map[string]string{"same": "10", "repriced": "12.5"} {
		t.Run(name, func(t *testing.T) {
			past, err := Open(out)
			require.NoError(t, err)
			var sink countingWriter
			c := past.Compare(&sink, nil)
			defer c.Abort()
			entries, next := feed(price), 0
			for ; next < offers/2; next++ { // lets the buffers grow
				require.NoError(t, c.Add(entries[next]))
			}
			allocs := testing.AllocsPerRun(offers/2-10, func() {
				if err := c.Add(entries[next]); err != nil {
					panic(err)
				}
				next++
			})
			require.Zero(t, allocs)
		})
	}
}

type countingWriter int64

func (w *countingWriter) Write(b []byte) (int, error) {
	*w += countingWriter(len(b))
	return len(b), nil
}

// FuzzChanges: an independent reader finds every text of a row again.
func FuzzChanges(f *testing.F) {
	f.Add("id", "sku", "name")
	f.Add("=1+1", "a,b\"", "рядок\r\nдругий")
	f.Add("", " ", "\"")
	f.Fuzz(func(t *testing.T, id, sku, name string) {
		var out bytes.Buffer
		c := newChangeRows(&out)
		require.NoError(t, c.add(changeNew, &offer{id: id, sku: sku, name: name}, nil, &state{}))
		require.NoError(t, c.flush())
		reader := csv.NewReader(&out)
		got, err := reader.ReadAll()
		require.NoError(t, err)
		unix := strings.NewReplacer("\r\n", "\n") // what encoding/csv makes of line breaks in a cell
		shown := func(text string) string { return unix.Replace(spreadsheet.Defuse(text)) }
		require.Equal(t, []string{"new", shown(id), shown(sku), shown(name), "", "", "", "", "out_of_stock"}, got[1])
	})
}
