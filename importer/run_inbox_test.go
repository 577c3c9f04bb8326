package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	realrig "github.com/dropbridge/dropbridge/internal/rig"
)

func TestRunWaitsForAWriter(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/slow.csv", heading)
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer file.Close()
		for _, number := range []string{"1", "2", "3", "4", "5", "6"} {
			wait(2 * time.Second)
			require.Zero(t, r.shop.allPosts(), "a file that still grows is not read")
			_, err = file.WriteString(row(number))
			require.NoError(t, err)
		}
		wait(10 * time.Second)
		require.Len(t, r.shop.count(), 6)
	})
}

// TestRunTakesBackAFileThatGoesOn: a writer that paused for longer than the settle time
// writes on into the archive. Its rows are posted all the same, and none twice.
func TestRunTakesBackAFileThatGoesOn(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/slow.csv", heading+row("1")+row("2"))
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer file.Close()
		wait(time.Minute)
		require.Equal(t, []string{"slow.csv"}, r.names("archive"))
		require.Equal(t, []string{"1", "2"}, r.shop.externals())

		_, err = file.WriteString(row("3") + row("4"))
		require.NoError(t, err)
		wait(time.Minute)
		require.Equal(t, []string{"1", "2", "3", "4"}, r.shop.externals())
		require.Len(t, r.shop.count(), 4)
		require.Equal(t, []string{"slow.csv"}, r.names("archive"))
		require.Empty(t, r.names("inbox"))
		require.Len(t, r.names("results"), 2)
	})
}

func TestRunGivesACutFileMoreTime(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		path := r.write("inbox/cut.csv", heading+row("1")+"2;Петренко")
		wait(10 * time.Second)
		require.FileExists(t, path, "it may go on")
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = file.WriteString(strings.TrimPrefix(row("2"), "2;Петренко"))
		require.NoError(t, err)
		require.NoError(t, file.Close())
		wait(10 * time.Second)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())

		r.write("inbox/cut2.csv", heading+row("3")+"4;Петренко")
		wait(time.Minute)
		require.Equal(t, []string{"cut2.csv", "cut2.csv.reason.txt"}, r.names("failed"))
		require.Len(t, r.shop.count(), 2)
	})
}

func TestRunMovesUnreadableFilesAside(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		for range 2 {
			r.write("inbox/bad.csv", "one,two,three\n1,2,3\n")
			wait(15 * time.Second)
		}
		require.Equal(t, []string{"bad (2).csv", "bad (2).csv.reason.txt", "bad.csv", "bad.csv.reason.txt"}, r.names("failed"))
		reason, err := os.ReadFile(r.path("failed/bad.csv.reason.txt"))
		require.NoError(t, err)
		require.Contains(t, string(reason), "headings_unknown")
		require.Empty(t, r.names("inbox"))
		require.Empty(t, r.names("results"))
	})
}

// TestRunTakesFilesOfAnyName that a file can have, but for those that are none of an order file.
func TestRunTakesFilesOfAnyName(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		var ignored, numbers []string
		for name, fate := range realrig.FileNames() {
			number := fmt.Sprint(len(numbers) + 1)
			if strings.ContainsAny(name, "/\x00") || len(name) > 255 || strings.HasPrefix(name, ".dropbridge.") {
				continue // no file is called so, or our own
			}
			r.write("inbox/"+name, orders(number))
			if fate == realrig.Ignored {
				ignored = append(ignored, name)
				continue
			}
			numbers = append(numbers, number)
		}
		wait(5 * time.Minute)
		require.ElementsMatch(t, numbers, r.shop.externals())
		require.ElementsMatch(t, ignored, r.names("inbox"))
		require.Len(t, r.names("archive"), len(numbers))
		require.Empty(t, r.problems())
	})
}

func TestRunTakesNamesThatAreNotUTF8(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/\xef\xf0\xe8\xe2\xb3\xf2.csv", orders("1"))
		r.write("inbox/-rf \u202ecsv.exe\x1b[31m.csv", orders("2"))
		wait(20 * time.Second)
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
		require.Empty(t, r.names("inbox"))
		for _, name := range append(r.names("archive"), r.names("results")...) {
			require.NotContains(t, "-.", name[:1])
			require.NotContains(t, name, "\x1b")
			require.NotContains(t, name, "\u202e")
			require.True(t, strings.ToValidUTF8(name, "") == name)
		}
	})
}

func TestRunWithEventsIsQuick(t *testing.T) {
	r := newRig(t, func(c *desk.Config) {
		c.Now, c.After = time.Now, time.After
		c.Settle, c.Scan = 20*time.Millisecond, time.Hour // only an event makes a scan
	})
	r.shop.now = time.Now
	stop := r.run()
	defer stop()
	require.Eventually(t, func() bool {
		path := r.path("inbox/orders.csv")
		if _, err := os.Stat(path); err != nil && r.shop.allPosts() == 0 {
			_ = os.WriteFile(filepath.Clean(path), []byte(orders("1")), 0o644)
		}
		return r.shop.allPosts() == 1
	}, patience, 50*time.Millisecond)
}
