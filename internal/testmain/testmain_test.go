package testmain

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// tests stand for those of a package.
type tests func() int

func (t tests) Run() int { return t() }

// roomy says of every folder that it has room.
func roomy(string) bool { return true }

func TestTemporaryFoldersLieThere(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", "")
	t.Setenv("GOTMPDIR", t.TempDir())
	leave, err := intoMemory(dir, roomy)
	require.NoError(t, err)
	require.Equal(t, dir, filepath.Dir(os.TempDir()))
	info, err := os.Stat(os.TempDir())
	require.NoError(t, err)
	require.Equal(t, os.ModeDir|os.ModeSticky|0o777, info.Mode(), "another user may enter")
	t.Run("a test's own", func(t *testing.T) { require.Equal(t, os.TempDir(), filepath.Dir(filepath.Dir(t.TempDir()))) })
	require.NoError(t, os.WriteFile(filepath.Join(os.TempDir(), "left"), nil, 0o600))
	require.NoError(t, leave())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestFoldersOfTheCallerStay(t *testing.T) {
	dir, own := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", own)
	leave, err := intoMemory(dir, roomy)
	require.NoError(t, err)
	require.Equal(t, own, os.TempDir())
	require.NoError(t, leave())
	require.DirExists(t, own)

	t.Setenv("TMPDIR", "")
	_, err = intoMemory(filepath.Join(dir, "none"), spacious)
	require.NoError(t, err)
	require.Empty(t, os.Getenv("TMPDIR"), "there is no such file system")
}

// TestOldFoldersAreSwept: tests that were killed left theirs, and those that run keep them.
func TestOldFoldersAreSwept(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{prefix + "old": forgotten + time.Hour, prefix + "new": time.Hour, "another": 2 * forgotten} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name, "below"), 0o700))
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), now, now.Add(-age)))
	}
	require.NoError(t, sweep(dir, now.Add(-forgotten)))
	require.NoDirExists(t, filepath.Join(dir, prefix+"old"))
	require.DirExists(t, filepath.Join(dir, prefix+"new"))
	require.DirExists(t, filepath.Join(dir, "another"))
}

// TestTestsThatWait: more of them are under way at once.
func TestTestsThatWait(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("GOGC", "50")
	t.Setenv("GORACE", "halt_on_error=1")
	asked := flag.Lookup("test.parallel").Value
	before := asked.String()
	defer func() { require.NoError(t, asked.Set(before)) }()
	require.Equal(t, 7, RunWaiting(tests(func() int {
		require.Equal(t, waiting, asked.String())
		return 7
	})))
}

// TestWhatIsDoneAtTheEnd: the last thing first, an error of one keeps no other from it, and is told.
func TestWhatIsDoneAtTheEnd(t *testing.T) {
	var e ending
	var done []int
	thing := func(n int, err error) func() error {
		return func() error {
			done = append(done, n)
			return err
		}
	}
	require.False(t, e.add(thing(0, nil)), "nobody runs the tests")
	e.begin()
	require.True(t, e.add(thing(1, nil)))
	require.True(t, e.add(thing(2, os.ErrClosed)))
	require.True(t, e.add(thing(3, nil)))
	require.ErrorIs(t, e.come(), os.ErrClosed)
	require.Equal(t, []int{3, 2, 1}, done)
	require.False(t, e.add(thing(4, nil)), "they have ended")
	require.NoError(t, e.come())
}

func TestRunGivesTheirCode(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("GOGC", "")
	t.Setenv("GORACE", "")
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	growth := 0
	code := M{tests(func() int {
		growth = debug.SetGCPercent(100)
		return 7
	})}.Run()
	require.Equal(t, 7, code)
	require.Equal(t, heapGrowth, growth)
	require.Equal(t, raceExit, os.Getenv("GORACE"))

	t.Setenv("GORACE", "halt_on_error=1")
	t.Setenv("GOGC", "50")
	debug.SetGCPercent(50)
	require.Zero(t, Run(tests(func() int {
		growth = debug.SetGCPercent(50)
		return 0
	})))
	require.Equal(t, 50, growth, "the caller's goes before")
	require.Equal(t, "halt_on_error=1", os.Getenv("GORACE"))
}
