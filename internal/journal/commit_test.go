package journal_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// TestOneProcessorSharesCommits: those who write at once share commits where a single processor has
// them come one after the other, too.
func TestOneProcessorSharesCommits(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal.db"))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const writers, each = 50, 3
	before := j.Commits()
	var group errgroup.Group
	for n := range writers {
		group.Go(func() error {
			for m := range each {
				if err := j.SetNote(t.Context(), "acme", fmt.Sprint(n), fmt.Sprint(m)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
	require.Less(t, j.Commits()-before, int64(writers*each/10))
	notes, err := j.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.Len(t, notes, writers)
}
