package rig

import (
	"context"
	"io"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPipes: who dials reaches who listens, waits while he may not accept, and is turned away from a
// closed door. All of it works in a bubble.
func TestPipes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pipes := &Pipes{}
		_, err := pipes.Dial(t.Context(), "tcp", "shop:80")
		require.Error(t, err)
		listener := pipes.Listen()
		require.NoError(t, listener.SetDeadline(time.Unix(1, 0)))
		_, err = listener.Accept()
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		_, err = pipes.Dial(ctx, "tcp", "shop:80")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		cancel()
		require.NoError(t, listener.SetDeadline(time.Time{}))

		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.RemoteAddr) })}
		go server.Serve(listener)
		client := &http.Client{Transport: &http.Transport{DialContext: pipes.Dial, DisableKeepAlives: true}}
		answer, err := client.Get("http://shop/")
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, "127.0.0.1:40000", string(text))
		require.NoError(t, server.Close())
		_, err = client.Get("http://shop/")
		require.Error(t, err)
	})
}

// TestWithin: a handler answers without a network. Who asked hears that it breaks off, and need not wait.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := &http.Client{Transport: Within{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/broken":
				panic(http.ErrAbortHandler)
			case "/slow":
				time.Sleep(time.Hour)
			}
			w.WriteHeader(http.StatusTeapot)
			_, _ = io.Copy(w, r.Body)
		})}}
		answer, err := client.Post("http://shop/", "", http.NoBody)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusTeapot, answer.StatusCode)
		_, err = client.Get("http://shop/broken")
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		client.Timeout = time.Minute
		_, err = client.Get("http://shop/slow")
		require.True(t, os.IsTimeout(err), "%v", err)
		time.Sleep(time.Hour)
	})
}
