package web_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web"
)

// pipes is a listener of connections in memory, so that a test's clock rules their times.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.done:
	default:
		close(p.done)
	}
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// inMemory serves a handler to one client in a bubble of time of its own.
func inMemory(t *testing.T, handler http.Handler, client func(t *testing.T, conn net.Conn)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		listener := &pipes{make(chan net.Conn), make(chan struct{})}
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- web.Serve(ctx, listener, handler, web.Limits{}) }()
		ours, theirs := net.Pipe()
		listener.conns <- theirs
		client(t, ours)
		ours.Close()
		stop()
		require.NoError(t, <-served)
	})
}

// TestASlowDownloadIsWhole however long it takes, as long as it moves.
func TestASlowDownloadIsWhole(t *testing.T) {
	dir := t.TempDir()
	feed := bytes.Repeat([]byte("offer 0123456789\n"), 100_000) // 1.7 MB
	publish(t, noon(), string(feed), dir, "feeds", "prom.yml")
	handler := served(web.Options{Source: fixed{snapshot: calm(dir)}, Now: noon})
	inMemory(t, handler, func(t *testing.T, conn net.Conn) {
		began := time.Now()
		go fmt.Fprint(conn, "GET /feeds/prom.yml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
		require.NoError(t, err)
		var got bytes.Buffer
		for got.Len() < len(feed) {
			time.Sleep(20 * time.Second)
			_, err := io.CopyN(&got, answer.Body, min(100_000, int64(len(feed)-got.Len())))
			require.NoError(t, err, "after %s", time.Since(began))
		}
		require.True(t, bytes.Equal(feed, got.Bytes()))
		require.Greater(t, time.Since(began), 5*time.Minute)
	})
}

// TestAClientThatStandsStillIsLetGo: one that takes nothing of its answer, one that does not
// end its headers, one that asks nothing more, and one whose form stops coming.
func TestAClientThatStandsStillIsLetGo(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), strings.Repeat("x", 2<<20), dir, "feeds", "prom.yml")
	pages := served(web.Options{Source: fixed{snapshot: calm(dir)}, Now: noon})
	for name, c := range map[string]struct {
		said string
		most time.Duration
	}{
		"takes nothing":    {"GET /feeds/prom.yml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 3 * time.Minute},
		"endless headers":  {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", 11 * time.Second},
		"says nothing":     {"", 3 * time.Minute},
		"stops in a form":  {"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nna", 3 * time.Minute},
		"asks nothing new": {"GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 3 * time.Minute},
	} {
		inMemory(t, pages, func(t *testing.T, conn net.Conn) {
			began := time.Now()
			go fmt.Fprint(conn, c.said)
			if name != "takes nothing" {
				_, err := io.Copy(io.Discard, conn)
				require.NoError(t, err, name)
			} else {
				time.Sleep(c.most)
				n, _ := io.Copy(io.Discard, conn)
				require.Less(t, n, int64(2<<20), "it was cut")
			}
			require.LessOrEqual(t, time.Since(began), c.most, name)
		})
	}
}

// TestASlowUploadIsWhole as long as it moves.
func TestASlowUploadIsWhole(t *testing.T) {
	got := make(chan int64, 1)
	inMemory(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			n = -1
		}
		got <- n
	}), func(t *testing.T, conn net.Conn) {
		fmt.Fprint(conn, "PUT /inbox/a.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")
		for range 10 {
			time.Sleep(25 * time.Second)
			_, err := conn.Write(make([]byte, 100))
			require.NoError(t, err)
		}
		require.Equal(t, int64(1000), <-got)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
	})
}

// TestALongWaitForAnAnswerEndsNothing: reading the state may take longer than any time of a
// client.
func TestALongWaitForAnAnswerEndsNothing(t *testing.T) {
	inMemory(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(5 * time.Minute):
			fmt.Fprint(w, "at last")
		case <-r.Context().Done():
			fmt.Fprint(w, "given up")
		}
	}), func(t *testing.T, conn net.Conn) {
		fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.Equal(t, "at last", string(text))
	})
}

// TestServingAFileInParts serves just the part that was asked for, over a real connection,
// where the system sends the file by itself.
func TestServingAFileInParts(t *testing.T) {
	dir := t.TempDir()
	feed := bytes.Repeat([]byte("0123456789"), 100_000)
	publish(t, noon(), string(feed), dir, "feeds", "prom.yml")
	server := listening(t, served(web.Options{Source: fixed{snapshot: calm(dir)}, ResultsDir: filepath.Join(dir, "results"), Now: noon}), web.Limits{PerAddress: 20})
	for header, want := range map[string][]byte{"": feed, "bytes=5-600004": feed[5:600005], "bytes=-3": feed[len(feed)-3:]} {
		request, err := http.NewRequest("GET", "http://"+server+"/feeds/prom.yml", nil)
		require.NoError(t, err)
		if header != "" {
			request.Header.Set("Range", header)
		}
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		got, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.True(t, bytes.Equal(want, got), header)
	}
}
