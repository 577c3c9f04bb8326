package rig

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Proxy is a wire between processes and a server of any protocol, which can be cut. It may be
// used by many at once.
type Proxy struct {
	// Address is where it listens, on 127.0.0.1.
	Address string
	target  string

	listener net.Listener
	wires    sync.WaitGroup

	mu      sync.Mutex
	changed *sync.Cond // of paused, muted and closed
	open    map[net.Conn]bool
	refused bool
	paused  bool
	muted   bool
	closed  bool
	delay   time.Duration
	lose    int // answers that are still to be lost
	lost    int
	turns   int
}

// piece is how many bytes pass at once.
const piece = 32 << 10

// StartProxy starts a proxy before a server, until the test ends.
func StartProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &Proxy{Address: listener.Addr().String(), target: target, listener: listener, open: map[net.Conn]bool{}}
	p.changed = sync.NewCond(&p.mu)
	p.wires.Go(p.accept)
	t.Cleanup(p.close)
	return p
}

func (p *Proxy) close() {
	p.mu.Lock()
	p.closed = true
	p.changed.Broadcast()
	p.mu.Unlock()
	p.listener.Close()
	p.Cut()
	p.wires.Wait()
}

// Cut ends every connection that is open; others may be made.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		conn.Close()
	}
}

// Refuse lets no connection in, or lets them in again. Those that are open stay so.
func (p *Proxy) Refuse(refuse bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = refuse
}

// Pause lets nothing pass, or lets everything pass again.
func (p *Proxy) Pause(pause bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = pause
	p.changed.Broadcast()
}

// Mute lets no answer pass, or lets answers pass again: what is asked comes to the server when it
// is asked.
func (p *Proxy) Mute(mute bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.muted = mute
	p.changed.Broadcast()
}

// Delay makes each piece of data wait for so long.
func (p *Proxy) Delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = d
}

// Lose lets the next n answers be lost: what was asked has come to the server, and the
// connection ends instead of the answer.
func (p *Proxy) Lose(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = n
}

// Lost is how many answers were lost so far.
func (p *Proxy) Lost() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

// Turns is how often a client spoke first or after an answer: the ways there and back, where each
// question waits for the answer to the one before.
func (p *Proxy) Turns() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turns
}

// Heal ends every fault.
func (p *Proxy) Heal() {
	p.Refuse(false)
	p.Pause(false)
	p.Mute(false)
	p.Delay(0)
	p.Lose(0)
}

func (p *Proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.wires.Go(func() { p.serve(conn) })
	}
}

// serve joins a client to the server until one of them ends.
func (p *Proxy) serve(client net.Conn) {
	defer client.Close()
	p.mu.Lock()
	refused := p.refused || p.closed
	p.mu.Unlock()
	if refused {
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	p.note(true, client, server)
	defer p.note(false, client, server)
	asked := make(chan struct{})
	var asking atomic.Bool
	go func() {
		defer close(asked)
		p.pass(client, server, false, &asking)
		server.Close() // the other direction ends as well
	}()
	p.pass(server, client, true, &asking)
	client.Close()
	<-asked
}

func (p *Proxy) note(open bool, conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		if open {
			p.open[conn] = true
		} else {
			delete(p.open, conn)
		}
	}
}

// pass carries data in one direction. asking is whether the client spoke last.
func (p *Proxy) pass(from, to net.Conn, answers bool, asking *atomic.Bool) {
	data := make([]byte, piece)
	for {
		n, err := from.Read(data)
		if n > 0 && !p.admit(answers) {
			return
		}
		if n > 0 {
			if !asking.Swap(!answers) && !answers {
				p.noteTurn()
			}
			if _, err := to.Write(data[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *Proxy) noteTurn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns++
}

// admit waits for the turn of a piece, and says whether it may pass.
func (p *Proxy) admit(answer bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.delay > 0 {
		d := p.delay
		p.mu.Unlock()
		time.Sleep(d)
		p.mu.Lock()
	}
	for (p.paused || p.muted && answer) && !p.closed {
		p.changed.Wait()
	}
	if answer && p.lose > 0 {
		p.lose--
		p.lost++
		return false
	}
	return !p.closed
}

// Happen lets one of some things happen after another, each as often as the others, at random
// moments that are so far apart at most, until ctx ends. The seed of random tells which and when.
func Happen(ctx context.Context, random *rand.Rand, apart time.Duration, things ...func()) {
	for next := random.Perm(len(things)); ; next = next[1:] {
		if len(next) == 0 {
			next = random.Perm(len(things))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(random.Int64N(int64(apart)) + 1)):
		}
		things[next[0]]()
	}
}
