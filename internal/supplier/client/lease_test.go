package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestLostLease: an order whose turn is over is not sent, not even where that turns out between
// the connection and the body.
func TestLostLease(t *testing.T) {
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		from   int32 // the how many-th question is answered so first
		bodies int32 // that came whole
	}{"at once": {1, 0}, "before the body": {2, 0}, "never": {99, 1}} {
		t.Run(name, func(t *testing.T) {
			var asked, bodies atomic.Int32
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.ReadAll(r.Body); err == nil {
					bodies.Add(1)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, testAnswer)
			}))
			ctx := supplier.WithLease(t.Context(), func() error {
				if asked.Add(1) >= c.from {
					return lost
				}
				return nil
			})
			_, err := clientOf(t, service.URL).CreateOrder(ctx, []byte(testBody), "")
			service.Close()
			require.Equal(t, c.bodies, bodies.Load())
			if c.bodies == 1 {
				require.NoError(t, err)
				require.Equal(t, int32(2), asked.Load())
				return
			}
			require.ErrorIs(t, err, lost)
			require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
		})
	}
}

// TestLeaseIsOfCreationsAlone: what only reads goes on.
func TestLeaseIsOfCreationsAlone(t *testing.T) {
	require.NoError(t, supplier.CheckLease(context.Background()))
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":[],"meta":{"total":0,"page":1,"size":100,"total_pages":0}}`)
	}))
	defer service.Close()
	ctx := supplier.WithLease(t.Context(), func() error { return errors.New("lost") })
	for _, err := range clientOf(t, service.URL).Orders(ctx, supplier.OrderQuery{ExternalIDs: []string{"1"}}) {
		require.NotContains(t, err.Error(), "lost")
	}
}
