package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web"
)

// listening serves a handler on this machine until the test ends.
func listening(t *testing.T, handler http.Handler, limits web.Limits) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, listener, handler, limits) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-served)
	})
	return listener.Addr().String()
}

// from is a client at another address of this machine.
func from(t *testing.T, address string) *http.Client {
	t.Helper()
	transport := &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).DialContext}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

// crowd opens connections that say so much and no more.
func crowd(t *testing.T, server string, n int, said string) []net.Conn {
	t.Helper()
	var all []net.Conn
	for range n {
		conn, err := net.Dial("tcp", server)
		require.NoError(t, err)
		t.Cleanup(func() { conn.Close() })
		_, _ = io.WriteString(conn, said) // it may be closed already
		all = append(all, conn)
	}
	return all
}

// open counts the connections that the server has not closed.
func open(conns []net.Conn) int {
	n := 0
	for _, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			n++
		}
	}
	return n
}

// TestACrowdStopsNobody: 250 clients that only hold a connection, and 250 that never end
// their headers, from one address.
func TestACrowdStopsNobody(t *testing.T) {
	server := listening(t, served(web.Options{Source: fixed{snapshot: calm("/srv")}, Now: noon}), web.Limits{Connections: 200, PerAddress: 20})
	neighbour := from(t, "127.0.0.2")
	for _, said := range []string{"", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "} {
		conns := crowd(t, server, 250, said)
		began := time.Now()
		answer, err := neighbour.Get("http://" + server + "/feeds")
		require.NoError(t, err)
		page, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.Contains(t, string(page), "feeds")
		require.Less(t, time.Since(began), 5*time.Second)
		require.Eventually(t, func() bool { return open(conns) <= 20 }, 10*time.Second, 10*time.Millisecond)
		require.Positive(t, open(conns), "they may have their share")
		answer, err = http.Get("http://" + server + "/healthz") // from their own address
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
	}
}

// TestWhatIsAnsweredIsNotClosed for somebody new: a download goes on, and the server is full
// only where all connections are being answered.
func TestWhatIsAnsweredIsNotClosed(t *testing.T) {
	var asked sync.WaitGroup
	asked.Add(2)
	release := make(chan struct{})
	server := listening(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			asked.Done()
			<-release
		}
		fmt.Fprint(w, "done")
	}), web.Limits{Connections: 2, PerAddress: 2})
	answers := make(chan string, 2)
	for _, address := range []string{"127.0.0.1", "127.0.0.2"} {
		client := from(t, address)
		go func() {
			answer, err := client.Get("http://" + server + "/slow")
			if err != nil {
				answers <- err.Error()
				return
			}
			defer answer.Body.Close()
			text, _ := io.ReadAll(answer.Body)
			answers <- string(text)
		}()
	}
	asked.Wait()
	_, err := from(t, "127.0.0.3").Get("http://" + server + "/")
	require.Error(t, err, "both are being answered")
	close(release)
	require.Equal(t, "done", <-answers)
	require.Equal(t, "done", <-answers)
	answer, err := from(t, "127.0.0.4").Get("http://" + server + "/")
	require.NoError(t, err, "one of those that wait for nothing makes room")
	require.NoError(t, answer.Body.Close())
}

// TestLimitsMayBeOff: 0 is any number.
func TestLimitsMayBeOff(t *testing.T) {
	server := listening(t, http.NotFoundHandler(), web.Limits{})
	conns := crowd(t, server, 60, "")
	answer, err := http.Get("http://" + server + "/")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, 60, open(conns))
}

// TestHeadersAreBounded in size.
func TestHeadersAreBounded(t *testing.T) {
	server := listening(t, http.NotFoundHandler(), web.Limits{})
	conn, err := net.Dial("tcp", server)
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: %s\r\n\r\n", make([]byte, 64<<10))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil { // it may be cut off before its answer is read
		require.GreaterOrEqual(t, answer.StatusCode, 400)
		require.NoError(t, answer.Body.Close())
	}
}
