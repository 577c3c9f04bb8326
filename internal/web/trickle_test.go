package web

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhatTricklesMakesRoom where the limits are reached, and no sooner: a body that hardly moves holds
// no connection that somebody else asks for.
func TestWhatTricklesMakesRoom(t *testing.T) {
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	g := &gate{Listener: listener, limits: Limits{Connections: 2}}
	server := &http.Server{ConnContext: withVisit, ReadHeaderTimeout: headersIn, Handler: keepMoving(noteRequests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			fmt.Fprint(w, "whole")
		}
	})))}
	go func() { _ = server.Serve(g) }()
	defer server.Close()
	coming := func() (list []*visit) {
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, v := range g.open {
			if !v.comes.IsZero() {
				list = append(list, v)
			}
		}
		return list
	}
	var slow []net.Conn
	for n := range 2 {
		conn, err := net.Dial("tcp", listener.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		fmt.Fprint(conn, "PUT /inbox/a.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
		slow = append(slow, conn)
		require.Eventually(t, func() bool { return len(coming()) == n+1 }, 10*time.Second, time.Millisecond)
	}
	ask := func() error {
		answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Post("http://"+listener.Addr().String()+"/", "text/plain", nil)
		if err == nil {
			err = answer.Body.Close()
		}
		return err
	}
	require.Error(t, ask(), "both have begun just now")
	first := coming()[0]
	first.receive(time.Now().Add(-tricklesAfter))
	require.NoError(t, ask())
	require.Len(t, coming(), 1)
	_, err = slow[0].Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "it was closed")
	fmt.Fprintf(slow[1], "%099d", 0)
	text := make([]byte, 15)
	_, err = io.ReadFull(slow[1], text)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 200 OK", string(text), "the other one goes on")
	require.Empty(t, coming())
}
