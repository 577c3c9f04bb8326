package trade

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestChangesTogetherFailApart: of changes in one transaction the one that fails leaves nothing
// behind, and the others stay.
func TestChangesTogetherFailApart(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{"memory": "", "folder": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st, err := openStore(t.Context(), dir)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, st.close()) })
			broken := errors.New("broken")
			set := func(n int, failed error) *change {
				return &change{run: func(ctx context.Context, tx Querier) error {
					return errors.Join(setSetting(ctx, tx, fmt.Sprint(n), "set"), failed)
				}}
			}
			for range 2 { // statements of the first round are kept for the second one
				batch := []*change{set(1, nil), set(2, broken), set(3, nil)}
				require.NoError(t, st.commit(t.Context(), batch))
				require.NoError(t, batch[0].err)
				require.ErrorIs(t, batch[1].err, broken)
				require.NoError(t, batch[2].err)
			}
			for n, want := range map[int]string{1: "set", 2: "", 3: "set"} {
				value, err := setting(t.Context(), st.Read, fmt.Sprint(n))
				require.NoError(t, err)
				require.Equal(t, want, value, n)
			}
		})
	}
}

// TestWaitingChangesAreCommittedTogether: what comes while a transaction is under way is one more.
func TestWaitingChangesAreCommittedTogether(t *testing.T) {
	t.Parallel()
	var g group
	began, goOn := make(chan struct{}), make(chan struct{})
	var sizes []int
	together := func(batch []*change) error {
		sizes = append(sizes, len(batch))
		if len(sizes) == 1 {
			close(began)
			<-goOn
		}
		for _, c := range batch {
			c.err = nil
		}
		return nil
	}
	ended := make(chan error, 4)
	put := func() { ended <- g.do(&change{}, together) }
	go put()
	<-began
	for range 3 {
		go put()
	}
	require.Eventually(t, func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.waiting) == 3
	}, 10*time.Second, time.Millisecond)
	close(goOn)
	for range 4 {
		require.NoError(t, <-ended)
	}
	require.Equal(t, []int{1, 3}, sizes)
}
