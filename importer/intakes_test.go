package importer_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/long"
)

// TestAFileThatTakesLongKeepsNobodyWaiting, and is said while it does.
func TestAFileThatTakesLongKeepsNobodyWaiting(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		var slow atomic.Bool
		r.ports.atPoints(func(point string) error {
			if point == pointsAfter[0] && slow.CompareAndSwap(false, true) {
				time.Sleep(2 * time.Minute) // no time of ours
			}
			return nil
		})
		r.write("inbox/a huge one.csv", orders("1001"))
		r.write("inbox/b.csv", orders("1002"))
		r.write("inbox/keycrm/c.csv", orders("3"))
		wait(20 * time.Second)
		require.Equal(t, []string{"1002", "KC-3"}, r.shop.externals())
		r.write("inbox/d.csv", orders("1004"))
		wait(30 * time.Second)
		require.Equal(t, []string{"1002", "1004", "KC-3"}, r.shop.externals())
		status, err := r.im.Status(t.Context())
		require.NoError(t, err)
		require.Len(t, status.Problems, 1)
		require.True(t, status.Problems[0].Minor)
		require.Contains(t, status.Problems[0].Text, "a huge one.csv is still being read, since 2000-01-01 00:00:")

		wait(2 * time.Minute)
		require.Equal(t, []string{"1001", "1002", "1004", "KC-3"}, r.shop.externals())
		require.Empty(t, r.problems())
	})
}

// TestFilesAreRecordedInTheirOrder: of files that name one order the first by name decides.
func TestFilesAreRecordedInTheirOrder(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		const files = 30
		for n := range files {
			r.write(fmt.Sprintf("inbox/%02d.csv", n), heading+rowOf("1001", "KB-01", n+1)+row(fmt.Sprint(2000+n)))
		}
		wait(time.Minute)
		for n := range files {
			shown := cellsOf(t, r.reportOf(fmt.Sprintf("%02d.csv", n)).Result)
			require.Equal(t, map[bool]string{true: "accepted", false: "conflict"}[n == 0], shown["1001"][0], n)
			require.Equal(t, "accepted", shown[fmt.Sprint(2000+n)][0])
		}
		require.Equal(t, 1, r.shop.count()["1001"])
	})
}

// TestEqualFilesOfSourcesHaveTheirOwnResults although they are recorded side by side.
func TestEqualFilesOfSourcesHaveTheirOwnResults(t *testing.T) {
	sources := map[string]desk.Source{}
	for n := range 8 {
		sources[fmt.Sprint("s", n)] = desk.Source{Prefix: fmt.Sprint("S", n, "-")}
	}
	running(t, func(t *testing.T, r *rig) {
		for source := range sources {
			r.write("inbox/"+source+"/orders.csv", orders("1"))
		}
		wait(time.Minute)
		require.Len(t, r.shop.externals(), len(sources))
		require.Len(t, r.names("results"), len(sources))
	}, func(c *desk.Config) { c.Sources = sources })
}

// TestAFloodOfFiles: many small files come in at once, and each is taken once.
func TestAFloodOfFiles(t *testing.T) {
	files := long.Or(100, 2000)
	running(t, func(t *testing.T, r *rig) {
		for n := range files {
			r.write(fmt.Sprintf("inbox/%04d.csv", n), strings.Join([]string{heading, row(fmt.Sprint(n))}, ""))
		}
		for range 200 {
			if wait(10 * time.Second); len(r.names("inbox")) <= 1 {
				break
			}
		}
		require.Len(t, r.shop.count(), files)
		require.Len(t, r.names("archive"), files)
		require.Empty(t, r.problems())
	})
}
