//go:build linux

package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// yearVariable has this test program play a year: its seed and its days.
const yearVariable = "DROPBRIDGE_TEST_YEAR"

// figureMark begins the lines in which a played year tells what was measured.
const figureMark = "measured: "

// TestYears: `run` is left alone for a year by its clock. Files come, the supplier and the disk fail,
// settings, tokens and the program itself are changed, it is killed, and the clocks are changed. Each order
// is at the supplier once, each file has its result, each feed was built when it was due and never seen
// in part, and nothing grows with time. A process of its own plays it: what it holds is its own.
func TestYears(t *testing.T) {
	if played := os.Getenv(yearVariable); played != "" {
		var seed uint64
		var days int
		_, err := fmt.Sscan(played, &seed, &days)
		require.NoError(t, err)
		playYear(t, seed, days)
		return
	}
	racing.Skip(t) // its process takes minutes under the race detector
	t.Parallel()
	seed, days := long.Seed(1), long.Or(3, 365)
	self, err := os.Executable()
	require.NoError(t, err)
	play := exec.CommandContext(t.Context(), self, "-test.run=^TestYears$", "-test.timeout=0")
	play.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d", yearVariable, seed, days), "TZ=Europe/Kyiv")
	began := time.Now()
	out, err := play.CombinedOutput()
	require.NoError(t, err, "seed %d\n%s", seed, out)
	for line := range strings.Lines(string(out)) {
		if text, found := strings.CutPrefix(line, figureMark); found {
			long.Report(t, strings.TrimSpace(text))
		}
	}
	long.Report(t, fmt.Sprintf("seed %d: %d days in %s, %s of CPU", seed, days, time.Since(began).Round(time.Second), play.ProcessState.UserTime().Round(time.Second)))
}

// misfortune is something that happens to a shop, every so many days.
type misfortune struct {
	name   string
	every  float64 // days
	strike func(*year)
}

// misfortunes are all that happen, the daily ones too.
var misfortunes = []misfortune{
	{"order files", 0.4, (*year).dropOrders},
	{"files again", 9, (*year).dropAgain},
	{"unreadable files", 8, (*year).dropUnreadable},
	{"price lists", 2, (*year).changePrices},
	{"outages", 12, (*year).outage},
	{"hours of errors", 12, (*year).errors},
	{"lost answers", 7, (*year).loseAnswers},
	{"lost requests", 10, (*year).losePosts},
	{"tokens rotated", 30, (*year).rotateToken},
	{"settings changed", 15, (*year).changeSettings},
	{"settings refused", 30, (*year).spoilSettings},
	{"updates", 25, (*year).update},
	{"two processes at once", 30, (*year).runTwice},
	{"kills", 25, (*year).killIdle},
	{"kills while an order is sent", 25, (*year).killSending},
	{"full disks", 20, (*year).fillDisk},
}

// happening is a misfortune at its time.
type happening struct {
	at time.Time
	misfortune
}

// plan draws what happens in some days: all of it at least once.
func plan(random *rand.Rand, from time.Time, days int) (all []happening) {
	for _, m := range misfortunes {
		for range max(1, int(float64(days)/m.every)) {
			all = append(all, happening{from.Add(time.Duration(random.Int64N(int64(days) * int64(24*time.Hour)))), m})
		}
	}
	slices.SortStableFunc(all, func(a, b happening) int { return cmp.Compare(a.at.UnixNano(), b.at.UnixNano()) })
	return all
}

// aYear is how many days a long play has, at least.
const aYear = 365

// playYear plays the days in a bubble: its clock goes on when everything in it waits, and only then.
func playYear(t *testing.T, seed uint64, days int) {
	disk, small := smallDisk(t)
	synctest.Test(t, func(t *testing.T) {
		from := time.Date(2025, 3, 29, 6, 0, 0, 0, time.Local) // the day before clocks are changed
		if days >= aYear {
			from = time.Date(2025, 1, 1, 12, 0, 0, 0, time.Local) // at midnight months are closed, which takes memory
		}
		time.Sleep(time.Until(from))
		y := newYear(t, seed, disk, small)
		defer y.close()
		y.readers = &feedReaders{TB: t, base: "http://127.0.0.1", wants: map[string]int{"shop.yml": fleetProducts, "goods.csv": goods, "night.csv": fleetProducts}}
		y.readers.begin(y.Context(), 4, func() *http.Transport { return &http.Transport{DialContext: y.dial} }, 10*time.Minute, 6*time.Hour)
		for _, h := range plan(y.random, from, days) {
			y.checkMonths(h.at)
			time.Sleep(time.Until(h.at))
			y.happened[h.name]++
			h.strike(y)
		}
		y.checkMonths(from.AddDate(0, 0, days))
		time.Sleep(time.Until(from.AddDate(0, 0, days)))
		y.check()
		y.requireFlat()
		fmt.Print(y.report())
	})
}

// smallDisk is a disk that can be filled without harm to anybody, where this process may make one.
func smallDisk(t *testing.T) (dir string, small bool) {
	dir = t.TempDir()
	out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", dir).CombinedOutput()
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "%s", out)
		t.Logf("no disk is filled: %s", out)
		return dir, false
	}
	t.Cleanup(func() {
		out, err := exec.Command("umount", dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
	})
	return dir, true
}

// checkMonths checks the shop at the ends of months that lie before a moment.
func (y *year) checkMonths(before time.Time) {
	for {
		end := y.checked.AddDate(0, 1, 1-y.checked.Day())
		end = time.Date(end.Year(), end.Month(), 1, 12, 0, 0, 0, time.Local)
		if !end.Before(before) {
			return
		}
		time.Sleep(time.Until(end))
		y.check()
	}
}

// check waits until nothing is left to do, and looks at everything.
func (y *year) check() {
	y.Helper()
	y.settle()
	y.requireOnce()
	y.requireResults()
	y.requireBuilds()
	y.requireBooks()
	y.note()
	y.requireFolders()
	y.checked = time.Now()
}

// names are those of the files in a folder of the shop, but for hidden ones.
func (y *year) names(folder string) (names []string) {
	y.Helper()
	entries, err := os.ReadDir(filepath.Join(y.dir, folder))
	if err != nil && !os.IsNotExist(err) {
		y.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") && !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}
