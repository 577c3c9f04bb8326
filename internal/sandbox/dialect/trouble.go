package dialect

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// trouble is what goes wrong for a while and then right: bursts of 429, an error or a
// text in place of an answer. A request meets at most two of them in a row.
type trouble struct {
	soil
	mu       sync.Mutex
	requests map[string]*attempts // by what is asked for
	turns    map[string]int       // of second pages, by path
}

// attempts are how often one thing was asked for.
type attempts struct {
	served int  // well
	left   int  // of the trouble under way
	owed   bool // the next answer is a good one
	kind   ill
}

type ill int

const (
	well ill = iota
	throttled
	busy
	chatter // a text in place of an answer
)

const mostRequests = 10_000

// readIlls are what happens to reading requests: the others of sixteen go well.
// Of an order a text in place of an answer would leave open whether it exists.
var (
	readIlls  = []ill{throttled, throttled, busy, busy, chatter}
	orderIlls = []ill{throttled, throttled, busy, busy}
)

// meet says what of some ills befalls a request.
func (t *trouble) meet(key string, ills []ill) ill {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.requests == nil || len(t.requests) >= mostRequests {
		t.requests = map[string]*attempts{}
	}
	a := t.requests[key]
	if a == nil {
		a = &attempts{}
		t.requests[key] = a
	}
	switch {
	case a.left > 0:
		a.left--
		return a.kind
	case a.owed:
		a.owed = false
		a.served++
		return well
	}
	serial := strconv.Itoa(a.served)
	a.kind = well
	if fate := t.roll(16, key, serial); fate < uint64(len(ills)) {
		a.kind = ills[fate]
	}
	if a.kind == well {
		a.served++
		return well
	}
	a.owed = true
	if a.kind == throttled {
		a.left = int(t.roll(2, key, serial, "more")) //nolint:gosec // 0 or 1
	}
	return a.kind
}

// moved says that a row has come before the second page of a list while it is read:
// for each third reading, the first among them.
func (t *trouble) moved(path string, number int) bool {
	if number != 2 {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil {
		t.turns = map[string]int{}
	}
	t.turns[path]++
	return t.turns[path]%3 == 1
}

// answer writes what goes wrong, and reports whether anything does.
func (t *trouble) answer(x *service.Exchange, key string, ills []ill) bool {
	switch t.meet(key, ills) {
	case throttled:
		x.Writer.Header().Set("X-RateLimit-Reset", strconv.FormatInt(x.Service.Now().Unix()+1, 10))
		x.Text(http.StatusTooManyRequests, "You exceeded the rate limit")
	case busy:
		_ = x.JSON(http.StatusOK, object{"status": "error", "error": object{"code": "busy", "text": "the data is being updated, come again"}})
	case chatter:
		x.Text(http.StatusOK, "Сервіс оновлюється, зачекайте хвилинку")
	default:
		return false
	}
	return true
}
