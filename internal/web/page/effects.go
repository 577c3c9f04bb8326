package page

import (
	"crypto/rand"
	"net/url"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// notice is an effect or a refusal as the next page tells it.
type notice struct {
	Text   string
	Way    string // the way out of a refusal
	Secret []Secret
	Level  standing.Level
}

// Effects keeps what was done until the next page has told it. Use NewEffects.
type Effects struct {
	mu   sync.Mutex
	told map[string]notice
	ids  []string // the oldest first
}

// mostEffects bounds those of which the next page was never asked for.
const mostEffects = 200

// NewEffects has nothing to tell yet.
func NewEffects() *Effects { return &Effects{told: map[string]notice{}} }

// keep keeps an effect, and gives the address of the page that tells it.
func (e *Effects) keep(back string, t notice) string {
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
func (e *Effects) take(id string) *notice {
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

// Errand is work that takes longer than a request, and what became of it. Its zero value is
// one that nobody has asked for.
type Errand struct {
	About string // a month, a file, "" where that goes without saying
	Began time.Time
	Ended time.Time // zero while it goes on
	Done  int64     // how many things of its list were read
	Err   error     // why it came to nothing
}

// Running reports whether it waits or goes on.
func (e Errand) Running() bool { return !e.Began.IsZero() && e.Ended.IsZero() }

// errandView is an errand as its template asks for it.
type errandView struct {
	Says   string  // while it goes on
	Failed *notice // nil where it did not
}

// errand tells of an errand by the sentence of a key, which takes what it is about, since how
// long it goes on, and how much was read.
func (f *frame) errand(e Errand, key string) errandView {
	switch {
	case e.Running():
		return errandView{Says: say(f.Language, key, e.About, span(f.Language, f.Snapshot.Now.Sub(e.Began)), e.Done)}
	case e.Err != nil:
		failed := asNotice(f.Language, e.Err)
		return errandView{Failed: &failed}
	}
	return errandView{}
}
