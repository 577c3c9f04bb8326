package sandbox

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// Limit bounds a client to Requests in each Window; the zero Limit does not.
type Limit struct {
	Requests int
	Window   time.Duration
}

// limiter counts the requests of each client in fixed windows.
type limiter struct {
	limit   Limit
	mu      sync.Mutex
	windows map[int64]*window // by client
}

type window struct {
	start int64 // microseconds
	used  int
}

// take counts one request. It returns the headers that tell the client where it
// stands, and a 429 where nothing is left.
func (l *limiter) take(clientID, now int64) (http.Header, error) {
	if l.limit.Requests == 0 {
		return http.Header{}, nil
	}
	length := l.limit.Window.Microseconds()
	l.mu.Lock()
	w := l.windows[clientID]
	if w == nil {
		w = &window{}
		l.windows[clientID] = w
	}
	if start := now - now%length; start != w.start {
		*w = window{start: start}
	}
	w.used++
	left, rest := l.limit.Requests-w.used, w.start+length-now
	l.mu.Unlock()

	reset := seconds(rest)
	header := http.Header{
		"Ratelimit-Policy": {fmt.Sprintf(`"default";q=%d;w=%d`, l.limit.Requests, seconds(length))},
		"Ratelimit":        {fmt.Sprintf(`"default";r=%d;t=%d`, max(left, 0), reset)},
	}
	if left >= 0 {
		return header, nil
	}
	p := contract.Refuse(http.StatusTooManyRequests, "rate_limited", "%d requests in %v are used up", l.limit.Requests, l.limit.Window)
	header.Set("Retry-After", strconv.FormatInt(reset, 10))
	return header, p
}

// seconds rounds microseconds up, so that whoever waits them waits long enough.
func seconds(us int64) int64 { return (us + 999_999) / 1_000_000 }
