package errand

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// TestErrands: one of a name at a time, and what became of it is known.
func TestErrands(t *testing.T) {
	q := New[struct{}]()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- q.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	begun, go_on := make(chan struct{}), make(chan struct{})
	one := &Errand[struct{}]{Errand: page.Errand{About: "x"}, Name: "a", Most: time.Minute, Do: func(_ context.Context, progress func(int64)) error {
		progress(17)
		close(begun)
		<-go_on
		return errors.New("broken")
	}}
	require.NoError(t, q.Give(one))
	<-begun
	state, _ := q.Find("a")
	require.True(t, state.Running())
	require.EqualValues(t, 17, state.Done)
	err := q.Give(&Errand[struct{}]{Name: "a"})
	require.EqualError(t, err, "this is being done already")
	require.NotEmpty(t, failure.Hint(err))
	close(go_on)
	<-one.Over()
	state, _ = q.Find("a")
	require.False(t, state.Running())
	require.EqualError(t, state.Err, "broken")
	bounded := &Errand[struct{}]{Name: "a", Most: time.Millisecond, Do: func(ctx context.Context, _ func(int64)) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	require.NoError(t, q.Give(bounded))
	<-bounded.Over()
	for n := range 3 * most {
		one := &Errand[struct{}]{Name: string(rune('b' + n)), Most: time.Minute, Do: func(context.Context, func(int64)) error { return nil }}
		require.NoError(t, q.Give(one))
		<-one.Over()
	}
	require.LessOrEqual(t, len(q.last), most)
}
