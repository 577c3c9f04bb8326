//go:build linux

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closing"
)

// requireOnce: each order is at the supplier, once.
func (y *year) requireOnce() {
	y.Helper()
	is := y.service.Stats()
	require.Equal(y, y.numbers, is.OrdersStored)
	require.Zero(y, is.DoubledExternalIDs)
	posts := y.witness.Posts()
	require.Len(y, posts, y.numbers)
	ids := map[string]bool{}
	for number, all := range posts {
		for _, post := range all {
			if post.ID != "" {
				require.Equal(y, all[len(all)-1].ID, post.ID, "%s is two orders", number)
				ids[post.ID] = true
			}
		}
	}
	require.Len(y, ids, y.numbers)
}

// requireResults: each file has its result, its original lies in the archive, and each file that cannot
// be read lies beside its reason.
func (y *year) requireResults() {
	y.Helper()
	require.Empty(y, y.unanswered())
	archive := y.names("archive")
	for stem, f := range y.files {
		if !f.at.Before(y.checked) {
			require.Contains(y, archive, stem+".csv")
		}
	}
	failed := y.names("failed")
	for name := range y.bad {
		require.Contains(y, failed, name)
		require.Contains(y, failed, name+".reason.txt")
	}
	clear(y.bad)
}

// requireBuilds: the feed of each night was built in it once, the others as often as they were due, and
// none in its quiet hours.
func (y *year) requireBuilds() {
	y.Helper()
	y.log.mu.Lock()
	defer y.log.mu.Unlock()
	nights, now := map[string]int{}, time.Now()
	for _, at := range y.log.built["night"] {
		nights[at.Format(time.DateOnly)]++
	}
	for day := y.checked.AddDate(0, 0, 1); day.Before(now); day = day.AddDate(0, 0, 1) {
		require.Equal(y, 1, nights[day.Format(time.DateOnly)], "%s", day.Format(time.DateOnly))
	}
	for _, at := range y.log.built["shop"] {
		require.True(y, at.Hour() >= 6 && at.Hour() < 23, "%s", at)
	}
	hours := now.Sub(y.checked).Hours()
	require.Greater(y, float64(len(y.log.built["shop"])), hours/24*9*0.7)
	require.Greater(y, float64(len(y.log.built["goods"])), hours/(3+1./6)*0.7)
	require.Less(y, float64(len(y.log.built["goods"])), hours/3+float64(y.happened["updates"]+y.happened["kills"]+y.happened["kills while an order is sent"]+2*y.happened["settings changed"]+2*y.happened["settings refused"])+2)
	y.builds += len(y.log.built["night"]) + len(y.log.built["shop"]) + len(y.log.built["goods"])
	clear(y.log.built)
}

// requireBooks: each month that was over was closed, once.
func (y *year) requireBooks() {
	y.Helper()
	y.log.mu.Lock()
	defer y.log.mu.Unlock()
	want := y.checked
	if len(y.log.closed) == 0 {
		want = time.Now()
	}
	last := want.AddDate(0, 0, -want.Day()).Format("2006-01")
	require.Contains(y, y.log.closed, last)
	require.Len(y, slices.Compact(slices.Sorted(slices.Values(y.log.closed))), len(y.log.closed))
	for _, month := range y.log.closed {
		require.FileExists(y, filepath.Join(y.dir, "books", "alpha", month, closing.PageFile))
	}
}

// month is what the shop took at the end of a month.
type month struct {
	at                                time.Time
	orders                            int
	heap, journal, all                int64 // bytes; all is of the other files
	goroutines, descriptors, files    int
	archive, results, failed, backups int
}

// note notes what the shop takes.
func (y *year) note() {
	y.Helper()
	m := month{at: time.Now(), orders: y.numbers, goroutines: runtime.NumGoroutine(), archive: len(y.names("archive")), results: len(y.names("results")),
		failed: len(y.names("failed")), backups: len(y.names("backups"))}
	m.heap = liveHeap()
	open, err := os.ReadDir("/proc/self/fd")
	require.NoError(y, err)
	m.descriptors = len(open)
	y.walk(func(path string, info fs.FileInfo) error {
		if strings.HasPrefix(info.Name(), "journal.db") {
			m.journal += info.Size()
			return nil
		}
		m.files++
		m.all += info.Size()
		return nil
	})
	y.months = append(y.months, m)
}

// liveHeap is how many bytes are in use.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // what pools held
	var is runtime.MemStats
	runtime.ReadMemStats(&is)
	return int64(is.HeapAlloc)
}

// kept is how long files lie there, at most: what came is done within three weeks, and kept for a month.
const kept = 55 * 24 * time.Hour

// requireFolders: what is old enough has gone.
func (y *year) requireFolders() {
	y.Helper()
	m, came := y.months[len(y.months)-1], 0
	for _, f := range y.files {
		if time.Since(f.at) < kept {
			came++
		}
	}
	require.LessOrEqual(y, m.archive, came, "%v", y.names("archive"))
	require.LessOrEqual(y, m.results, came)
	require.LessOrEqual(y, m.failed, 2*20)
	require.LessOrEqual(y, m.backups, 7+4+3)
}

// requireFlat: nothing grows with the time for which the program runs, but for the journal with the
// orders that must not be posted again.
func (y *year) requireFlat() {
	y.Helper()
	if len(y.months) < 12 {
		return
	}
	early, late := y.months[1], y.months[len(y.months)-1]
	require.LessOrEqual(y, late.goroutines, early.goroutines+5)
	require.LessOrEqual(y, late.descriptors, early.descriptors+5)
	require.LessOrEqual(y, float64(late.files), 1.5*float64(early.files))
	require.LessOrEqual(y, float64(late.all), 1.5*float64(early.all))
	require.LessOrEqual(y, float64(late.heap), 1.5*float64(early.heap))
}

// report is what was measured, a line each.
func (y *year) report() string {
	var text strings.Builder
	for _, m := range y.months {
		fmt.Fprintf(&text, "%s%s: %d orders, heap %.1f MB, %d goroutines, %d descriptors, journal %.2f MB, %d other files of %.2f MB, archive %d, results %d, failed %d, backups %d\n", figureMark,
			m.at.Format(time.DateOnly), m.orders, float64(m.heap)/1e6, m.goroutines, m.descriptors, float64(m.journal)/1e6, m.files, float64(m.all)/1e6, m.archive, m.results, m.failed, m.backups)
	}
	for _, name := range slices.Sorted(maps.Keys(y.happened)) {
		fmt.Fprintf(&text, "%s%s: %d\n", figureMark, name, y.happened[name])
	}
	fmt.Fprintf(&text, "%s%d files, %d feeds built, %d read whole, %d not changed, %d parts, %d months closed, %d denied\n", figureMark, len(y.files), y.builds,
		y.readers.whole.Load(), y.readers.same.Load(), y.readers.parts.Load(), len(y.log.closed), y.wire.denied)
	for _, said := range slices.Sorted(maps.Keys(y.log.errors)) {
		fmt.Fprintf(&text, "%slog: %s: %d\n", figureMark, said, y.log.errors[said])
	}
	return text.String()
}

// yearReaders are the marketplaces that read the feeds.
type yearReaders struct {
	sync.WaitGroup
	over               chan struct{}
	whole, same, parts atomic.Int64
}

// end ends the reading.
func (r *yearReaders) end() {
	close(r.over)
	r.Wait()
}

// read has some readers read the feeds from now on.
func (y *year) read(readers int) {
	y.readers = &yearReaders{over: make(chan struct{})}
	for n := range readers {
		random := rand.New(rand.NewPCG(uint64(n), 2))
		transport := &http.Transport{DialContext: y.dial, DisableCompression: true}
		r := &yearReader{year: y, random: random, client: &http.Client{Transport: transport}, seen: map[string]document{}}
		y.readers.Go(func() {
			defer transport.CloseIdleConnections()
			for {
				select {
				case <-y.readers.over:
					return
				case <-time.After(10*time.Minute + time.Duration(random.Int64N(int64(2*time.Hour)))):
				}
				if err := r.read([]string{"shop.yml", "goods.csv", "night.csv"}[random.IntN(3)]); err != nil {
					y.Errorf("%s: %v", time.Now(), err)
				}
			}
		})
	}
}

// yearReader is one of them.
type yearReader struct {
	*year
	random *rand.Rand
	client *http.Client
	seen   map[string]document // by the feed
}

// document is a feed as it was read last.
type document struct {
	tag  string
	body []byte
}

// read reads a feed as readers do: whole, only if it has changed, or a part of it.
func (r *yearReader) read(feed string) error {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://127.0.0.1/feeds/"+feed, nil)
	if err != nil {
		return err
	}
	known, from := r.seen[feed], -1
	switch way := r.random.IntN(3); {
	case known.tag == "" || way == 0:
	case way == 1:
		request.Header.Set("If-None-Match", known.tag)
	default:
		from = r.random.IntN(len(known.body))
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
		request.Header.Set("If-Range", known.tag)
	}
	answer, err := r.client.Do(request)
	if err != nil {
		return nil // the program is not there just now
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("%s breaks off: %w", feed, err)
	}
	switch answer.StatusCode {
	case http.StatusOK:
		r.readers.whole.Add(1)
		r.seen[feed] = document{answer.Header.Get("ETag"), body}
		return wholeFeed(feed, body)
	case http.StatusNotModified:
		r.readers.same.Add(1)
	case http.StatusPartialContent:
		r.readers.parts.Add(1)
		if !bytes.Equal(body, known.body[from:]) {
			return fmt.Errorf("%s is another one from byte %d on, under the same ETag", feed, from)
		}
	case http.StatusNotFound:
		if known.tag != "" {
			return fmt.Errorf("%s is gone", feed)
		}
	default:
		return fmt.Errorf("%s: %s: %s", feed, answer.Status, body)
	}
	return nil
}

// wholeFeed reads a feed to its end.
func wholeFeed(feed string, data []byte) error {
	if want, found := map[string]int{"goods.csv": goods, "night.csv": fleetProducts}[feed]; found {
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err == nil && len(rows) != want+1 {
			err = fmt.Errorf("%s has %d rows", feed, len(rows))
		}
		return err
	}
	offers := 0
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && offers == fleetProducts:
			return nil
		case err != nil:
			return fmt.Errorf("%s has %d offers: %w", feed, offers, err)
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == "offer" {
			offers++
		}
	}
}
