package web_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web"
)

// TestDoor: who comes between two servers waits for the next one.
func TestDoor(t *testing.T) {
	t.Parallel()
	door, err := web.OpenDoor(t.Context(), "127.0.0.1:0", nil)
	require.NoError(t, err)
	require.True(t, door.Leads("127.0.0.1:0"))
	require.True(t, door.Leads(door.Addr().String()))
	require.False(t, door.Leads("127.0.0.1:1"))
	serve := func(answer string) (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- web.Serve(ctx, door, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }), web.Limits{})
		}()
		return func() {
			cancel()
			require.NoError(t, <-ended)
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func() string {
		answer, err := client.Get("http://" + door.Addr().String())
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(text)
	}
	stop := serve("first")
	require.Equal(t, "first", ask())
	stop()
	came := make(chan string, 1)
	go func() { came <- ask() }()
	stop = serve("second")
	require.Equal(t, "second", <-came)
	stop()
	require.NoError(t, door.Close())
	_, err = client.Get("http://" + door.Addr().String())
	require.Error(t, err)
}
