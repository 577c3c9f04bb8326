//go:build linux

package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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
	require.Greater(y, float64(len(y.log.built["shop"])), hours/24*6*0.7)
	require.Greater(y, float64(len(y.log.built["goods"])), hours/(6+1.0/6)*0.7)
	require.LessOrEqual(y, float64(len(y.log.built["goods"])), hours/6+float64(y.begun)+1)
	y.begun = 0
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
	heap, journal, books, all         int64 // bytes; all is of the other files, but for copies of the journal
	goroutines, descriptors, files    int
	closed                            int // months whose books lie there
	archive, results, failed, backups int
}

// note notes what the shop takes.
func (y *year) note() {
	y.Helper()
	m := month{at: time.Now(), orders: y.numbers, goroutines: runtime.NumGoroutine(), archive: len(y.names("archive")), results: len(y.names("results")),
		failed: len(y.names("failed")), backups: len(y.names("backups"))}
	closed, err := filepath.Glob(filepath.Join(y.dir, "books", "alpha", "*"))
	require.NoError(y, err)
	m.closed = len(closed)
	m.heap = liveHeap()
	open, err := os.ReadDir("/proc/self/fd")
	require.NoError(y, err)
	m.descriptors = len(open)
	y.walk(func(path string, info fs.FileInfo) error {
		switch {
		case strings.HasPrefix(info.Name(), "journal.db"):
			m.journal += info.Size()
			return nil
		case strings.HasPrefix(info.Name(), "journal-"): // a copy of it
			return nil
		case y.isOf(path, "books", "state/books", "state/ledger"): // what accountants keep, and what it was made of
			m.books += info.Size()
			return nil
		}
		m.files++
		m.all += info.Size()
		return nil
	})
	y.months = append(y.months, m)
	fmt.Printf("%s%s: %d orders, heap %.1f MB, %d goroutines, %d descriptors, journal %.2f MB, books of %d months %.2f MB, %d other files of %.2f MB, archive %d, results %d, failed %d, backups %d\n", figureMark,
		m.at.Format(time.DateOnly), m.orders, float64(m.heap)/1e6, m.goroutines, m.descriptors, float64(m.journal)/1e6, m.closed, float64(m.books)/1e6, m.files, float64(m.all)/1e6, m.archive, m.results, m.failed, m.backups)
}

// isOf reports whether a file lies in one of some folders of the shop.
func (y *year) isOf(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return strings.HasPrefix(path, filepath.Join(y.dir, filepath.FromSlash(folder))+string(filepath.Separator))
	})
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
	require.LessOrEqual(y, m.archive, came)
	require.LessOrEqual(y, m.results, came)
	require.LessOrEqual(y, m.failed, 2*20)
	require.LessOrEqual(y, m.backups, 7+4+3)
}

// The journal may have this many bytes, with what it writes beside itself, and so many more of each order.
const (
	journalLeast = 6_000_000
	journalOrder = 4000
)

// requireFlat: nothing grows with the time for which the program runs, but for the journal with the
// orders that must not be posted again, and the books, of which each month has its own, with the ledger that they were made of.
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
	require.Positive(y, early.closed)
	require.LessOrEqual(y, float64(late.books)/float64(late.closed), 1.5*float64(early.books)/float64(early.closed))
	require.LessOrEqual(y, late.journal, int64(journalLeast+journalOrder*late.orders))
}

// report is what was measured, a line each.
func (y *year) report() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(y.happened)) {
		fmt.Fprintf(&text, "%s%s: %d\n", figureMark, name, y.happened[name])
	}
	fmt.Fprintf(&text, "%s%d files, %d feeds built, %s, %d months closed, %d requests denied\n", figureMark, len(y.files), y.builds, y.readers, len(y.log.closed), y.wire.denied)
	for _, said := range slices.Sorted(maps.Keys(y.log.errors)) {
		fmt.Fprintf(&text, "%slog: %s: %d\n", figureMark, said, y.log.errors[said])
	}
	return text.String()
}
