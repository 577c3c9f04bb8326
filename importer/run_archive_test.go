package importer_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

func TestRunTakesAFileOnceThoughItCannotMoveIt(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.Remove(r.path("archive")))
		r.write("archive", "") // a file where the folder should be
		path := r.write("inbox/orders.csv", orders("1"))
		wait(time.Minute)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.FileExists(t, path)
		require.Contains(t, r.problems(), "it was dealt with and is not posted again")
		require.Equal(t, "accepted", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		require.Equal(t, 1, r.reportOf("orders.csv").Drops)

		require.NoError(t, os.Remove(r.path("archive")))
		require.NoError(t, os.Mkdir(r.path("archive"), 0o755))
		wait(2 * time.Minute)
		require.NoFileExists(t, path)
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.Empty(t, r.problems())
	})
}

func TestRunTakesTheNextFileOfTheSameName(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		for _, number := range []string{"1", "2", "1"} {
			r.write("inbox/orders.csv", orders(number))
			wait(20 * time.Second)
		}
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.posts)
		require.Equal(t, []string{"orders (2).csv", "orders (3).csv", "orders.csv"}, r.names("archive"))
	})
}

func TestRunTakesAFileThatReplacedOneBeingPosted(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.always = notSent
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.Equal(t, "pending", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		r.write("inbox/new.csv", orders("2"))
		require.NoError(t, os.Rename(r.path("inbox/new.csv"), r.path("inbox/orders.csv")))
		wait(20 * time.Second)
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(3 * time.Minute)
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.count())
		first := r.fileWith(orders("1"))
		require.Equal(t, state.PlacedCopied, first.Placed)
		copied := "orders." + first.SHA256[:8] + ".csv"
		require.Equal(t, []string{copied, "orders.csv"}, r.names("archive"))
		require.Equal(t, orders("1"), r.read("archive/"+copied))
		require.Equal(t, orders("2"), r.read("archive/orders.csv"))
		status, err := r.im.Status(t.Context())
		require.NoError(t, err)
		for _, file := range status.Files {
			require.Equal(t, file.Placed == state.PlacedCopied, strings.Contains(file.Note, "was replaced or taken away"), file.Placed)
		}
		require.Empty(t, r.names("inbox"))
	})
}

func TestRunTakesAFileThatComesBackFromTheArchive(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.NoError(t, os.Rename(r.path("archive/orders.csv"), r.path("inbox/orders.csv")))
		wait(20 * time.Second)
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.Equal(t, "duplicate", cellsOf(t, r.reportOf("orders.csv").Result)["1"][0])
		require.Equal(t, 1, r.shop.allPosts())
	})
}

// fileWith is what the journal has of a file with this content.
func (r *rig) fileWith(text string) state.File {
	r.t.Helper()
	sum := sha256.Sum256([]byte(text))
	files, err := r.journal.Files(r.t.Context(), state.FileQuery{Account: "acme", SHA256: hex.EncodeToString(sum[:])})
	require.NoError(r.t, err)
	require.Len(r.t, files, 1)
	return files[0]
}

func (r *rig) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(r.path(name))
	require.NoError(r.t, err)
	return string(data)
}

// TestRunArchivesEachContentOfAFixedName: an export that is written anew under its name, in
// place, while the supplier is slow, and a file that somebody takes away.
func TestRunArchivesEachContentOfAFixedName(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.always = notSent
		var want []string
		for n := range 4 {
			want = append(want, orders(fmt.Sprint(n+1)))
			r.write("inbox/orders.csv", want[n])
			wait(time.Minute)
		}
		r.write("inbox/taken.csv", orders("9"))
		wait(20 * time.Second)
		require.NoError(t, os.Remove(r.path("inbox/taken.csv")))
		require.Empty(t, r.names("archive"))
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(5 * time.Minute)
		require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1, "4": 1, "9": 1}, r.shop.count())
		var got []string
		for _, name := range r.names("archive") {
			got = append(got, r.read("archive/"+name))
		}
		require.ElementsMatch(t, append(want, orders("9")), got)
		require.Equal(t, want[3], r.read("archive/orders.csv"))
		require.Empty(t, r.names("inbox"))
		require.Empty(t, r.problems())
	})
}
