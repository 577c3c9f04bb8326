// Package testmain runs the tests of packages that write much: what they write stays in
// memory, and the garbage collector comes seldom. It is for tests alone.
package testmain

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// heapGrowth is by how many percent the heap grows between collections. The live heap of tests
// is small, and at the usual 100 % they spend a quarter of their time on collecting it.
const heapGrowth = 400

// room is the free memory, in bytes, that there must be at least for the tests' folders.
const room = 4 << 30

// prefix is what the names of the tests' folders in memory begin with.
const prefix = "dropbridge-tests-"

// forgotten is the age from which on a folder was left by tests that somebody killed.
const forgotten = 24 * time.Hour

// raceExit is what GORACE has processes under the race detector that tests start wait at their
// end, for reports that are being written. By itself it is a second.
const raceExit = "atexit_sleep_ms=20"

// shared is where Linux has a file system in memory.
const shared = "/dev/shm"

// runner is the tests of a package: a testing.M, or what stands for one.
type runner interface{ Run() int }

// M is the tests of a package, to be run as Run runs them.
type M struct{ Tests runner }

// Run is the function Run for who wants a method.
func (m M) Run() int { return Run(m.Tests) }

// Run runs the tests of a package and returns their exit code. Temporary folders lie in memory
// where the system has 4 GB of it to spare: the tests wait for no disk at each of their fsyncs,
// and as those that kill processes never stop the kernel, they prove the same. Processes that
// tests start under the race detector end without a second's wait. A TMPDIR, a GOGC and a GORACE of the caller's go before.
func Run(tests runner) int {
	CollectLate()
	var failed error
	if os.Getenv("GORACE") == "" {
		failed = os.Setenv("GORACE", raceExit)
	}
	leave, err := intoMemory(shared, spacious)
	ends.begin()
	code := tests.Run()
	if err = errors.Join(failed, err, ends.come(), leave()); err != nil {
		os.Stderr.WriteString("testmain: " + err.Error() + "\n")
		return max(code, 1)
	}
	return code
}

// waiting is how many tests are under way at once of those that mostly wait.
const waiting = "8"

// RunWaiting is Run for tests that wait more than they work, for a server or for what is due again: more
// of them are under way at once than the machine has processors. A -parallel of the caller's goes before.
func RunWaiting(tests runner) int {
	if err := flag.Set("test.parallel", waiting); err != nil {
		os.Stderr.WriteString("testmain: " + err.Error() + "\n")
		return 1
	}
	return Run(tests)
}

// AtEnd has something done when the tests of the package have ended, the last thing first. It reports
// false where nobody runs them by Run: then nothing is done.
func AtEnd(do func() error) bool { return ends.add(do) }

// ends is what is done when the tests of this package have ended.
var ends ending

type ending struct {
	mu     sync.Mutex
	runs   bool
	things []func() error
}

func (e *ending) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.runs = true
}

func (e *ending) add(do func() error) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.runs {
		e.things = append(e.things, do)
	}
	return e.runs
}

func (e *ending) come() (err error) {
	e.mu.Lock()
	things := e.things
	e.runs, e.things = false, nil
	e.mu.Unlock()
	for _, do := range slices.Backward(things) {
		err = errors.Join(err, do())
	}
	return err
}

// CollectLate has garbage collected seldom, unless the caller's GOGC says how often. It is for
// processes that tests start of themselves, which Run does not reach.
func CollectLate() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}

// intoMemory has temporary folders made in the file system in memory at path. A GOTMPDIR, which
// the folders of a test would be made in before all, is taken away. What it returns removes the
// folders again. Where there is no such file system, it is not roomy, or TMPDIR is set, nothing changes.
func intoMemory(path string, roomy func(string) bool) (leave func() error, err error) {
	leave = func() error { return nil }
	if os.Getenv("TMPDIR") != "" || !roomy(path) {
		return leave, nil
	}
	if err := sweep(path, time.Now().Add(-forgotten)); err != nil {
		return leave, err
	}
	dir, err := os.MkdirTemp(path, prefix)
	if err != nil {
		return leave, err
	}
	leave = func() error { return os.RemoveAll(dir) }
	if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil { // PostgreSQL is another user
		return leave, err
	}
	return leave, errors.Join(os.Unsetenv("GOTMPDIR"), os.Setenv("TMPDIR", dir))
}

// sweep removes the folders of tests that were last written to before the given time.
func sweep(path string, before time.Time) error {
	left, err := filepath.Glob(filepath.Join(path, prefix+"*"))
	for _, dir := range left {
		if info, gone := os.Stat(dir); gone == nil && info.ModTime().Before(before) {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}
	return err
}
