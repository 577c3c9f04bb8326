package importer_test

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// TestOneLimitOfSize: what an upload takes for its size the inbox and the reader take too, and
// what is a byte larger nobody takes.
func TestOneLimitOfSize(t *testing.T) {
	require.Equal(t, 100_000_000, folder.Largest, "100 MB, as the messages and the README say")
	require.EqualValues(t, folder.Largest, cells.Limits{}.OrDefaults().Bytes)
	running(t, func(t *testing.T, r *rig) {
		taken, err := r.im.Upload("", "just.csv", io.NewSectionReader(zeros{}, 0, folder.Largest))
		require.NoError(t, err)
		require.Equal(t, "just.csv", taken)
		_, err = r.im.Upload("", "long.csv", io.NewSectionReader(zeros{}, 0, 2*folder.Largest))
		require.EqualError(t, err, "upload long.csv: the file has more than 100 MB: split it", "of how many is not known")
		over := r.write("over.csv", "")
		require.NoError(t, os.Truncate(over, folder.Largest+1)) // a hole, which takes no room of the disk
		require.NoError(t, os.Rename(over, r.path("inbox/over.csv")))
		wait(time.Minute)
		require.Contains(t, r.problems(), "over.csv is not taken: it has 101 MB, over the limit of 100 MB: split it")
		reason, err := os.ReadFile(r.path("failed/just.csv.reason.txt"))
		require.NoError(t, err, "taken, and read")
		require.NotContains(t, string(reason), "MB")
	})
}
