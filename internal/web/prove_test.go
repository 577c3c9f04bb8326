package web_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/web"
)

// TestProve: a handler that answers goes on, one that hangs does not, whatever its request's time says.
func TestProve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, hang := &pulse.Monitor{}, make(chan struct{})
		var asked atomic.Int64
		var hangs atomic.Bool
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			require.Equal(t, "/healthz", r.URL.Path)
			if asked.Add(1); hangs.Load() {
				<-hang
			}
			http.Error(w, "unhealthy is an answer, too", http.StatusServiceUnavailable)
		})
		ctx, cancel := context.WithCancel(pulse.With(t.Context(), m))
		ended := make(chan error)
		go func() { ended <- web.Prove(ctx, handler) }()
		time.Sleep(time.Hour + time.Second)
		synctest.Wait()
		require.EqualValues(t, 61, asked.Load())
		require.Empty(t, m.Stuck())
		hangs.Store(true)
		time.Sleep(4 * time.Minute)
		require.Empty(t, m.Stuck())
		time.Sleep(3 * time.Minute)
		require.Equal(t, "web", m.Stuck()[0].Name)
		close(hang)
		synctest.Wait()
		require.Empty(t, m.Stuck())
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)
	})
}
