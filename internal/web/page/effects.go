package page

import (
	"crypto/rand"
	"net/url"
	"sync"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// notice is an effect or a refusal as the next page tells it.
type notice struct {
	Text   string
	Way    string // the way out of a refusal
	Secret []Secret
	Level  standing.Level
}

// effects keeps what was done until the next page has told it.
type effects struct {
	mu   sync.Mutex
	told map[string]notice
	ids  []string // the oldest first
}

// mostEffects bounds those of which the next page was never asked for.
const mostEffects = 200

func newEffects() *effects { return &effects{told: map[string]notice{}} }

// keep keeps an effect, and gives the address of the page that tells it.
func (e *effects) keep(back string, t notice) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := rand.Text()
	e.told[id], e.ids = t, append(e.ids, id)
	if len(e.ids) > mostEffects {
		delete(e.told, e.ids[0])
		e.ids = e.ids[1:]
	}
	u, err := url.Parse(back)
	if err != nil {
		return "/"
	}
	query := u.Query()
	query.Set("done", id)
	u.RawQuery = query.Encode()
	return u.String()
}

// take gives an effect to the page that tells it; nil where there is none. One with a secret
// is told once.
func (e *effects) take(id string) *notice {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, found := e.told[id]
	if !found {
		return nil
	}
	if len(t.Secret) > 0 {
		delete(e.told, id)
	}
	return &t
}
