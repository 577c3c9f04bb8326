package rig

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// echo is a server that says each line again, and counts them.
func echo(t *testing.T) (address string, lines *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	lines = &atomic.Int64{}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for in := bufio.NewReader(conn); ; {
					line, err := in.ReadString('\n')
					if err != nil {
						return
					}
					lines.Add(1)
					io.WriteString(conn, line)
				}
			}()
		}
	}()
	return listener.Addr().String(), lines
}

// wire is a connection through a proxy.
type wire struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, p *Proxy) *wire {
	t.Helper()
	conn, err := net.Dial("tcp", p.Address)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return &wire{conn, bufio.NewReader(conn)}
}

// say says a line, and gives the one that comes back.
func (w *wire) say(line string) (string, error) {
	if _, err := io.WriteString(w, line+"\n"); err != nil {
		return "", err
	}
	return w.in.ReadString('\n')
}

func TestProxy(t *testing.T) {
	t.Parallel()
	address, lines := echo(t)
	p := StartProxy(t, address)
	w := dial(t, p)
	got, err := w.say("one")
	require.NoError(t, err)
	require.Equal(t, "one\n", got)
	require.Equal(t, 1, p.Turns())

	p.Lose(1)
	_, err = w.say("two")
	require.Error(t, err, "the answer is lost")
	require.EqualValues(t, 2, lines.Load(), "what was asked has come")
	require.Equal(t, 1, p.Lost())
	require.Equal(t, 2, p.Turns())

	w = dial(t, p)
	_, err = w.say("three")
	require.NoError(t, err)
	p.Cut()
	_, err = w.say("four")
	require.Error(t, err)

	p.Refuse(true)
	_, err = dial(t, p).say("five")
	require.Error(t, err)
	require.EqualValues(t, 3, lines.Load())
	p.Heal()

	w = dial(t, p)
	p.Pause(true)
	answered := make(chan error, 1)
	go func() {
		_, err := w.say("six")
		answered <- err
	}()
	select {
	case <-answered:
		t.Fatal("nothing may pass")
	case <-time.After(20 * time.Millisecond):
	}
	require.EqualValues(t, 3, lines.Load())
	p.Pause(false)
	require.NoError(t, <-answered)

	p.Mute(true)
	go func() {
		_, err := w.say("dumb")
		answered <- err
	}()
	require.Eventually(t, func() bool { return lines.Load() == 5 }, time.Minute, time.Millisecond, "what is asked comes")
	require.Empty(t, answered)
	p.Mute(false)
	require.NoError(t, <-answered)

	p.Delay(20 * time.Millisecond)
	began := time.Now()
	_, err = w.say("seven")
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(began), 40*time.Millisecond, "there and back")
}

// TestHappen: the seed says what happens.
func TestHappen(t *testing.T) {
	t.Parallel()
	happened := func() (out []int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		note := func(n int) func() {
			return func() {
				if out = append(out, n); len(out) == 20 {
					cancel()
				}
			}
		}
		Happen(ctx, rand.New(rand.NewPCG(1, 1)), time.Millisecond, note(0), note(1), note(2))
		return out[:20]
	}
	first := happened()
	require.Equal(t, first, happened())
	for from := 0; from < 18; from += 3 {
		require.ElementsMatch(t, []int{0, 1, 2}, first[from:from+3], "each as often as the others")
	}
}
