package dialect

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"
)

// sessions are the tokens that a login gave out; each ends after a while.
type sessions struct {
	now  func() time.Time
	life time.Duration
	seed int64

	mu    sync.Mutex
	count int
	known map[string]session // by token
}

type session struct {
	token string // of the sandbox
	ends  time.Time
}

const mostSessions = 1000

// begin gives out a token that stands for one of the sandbox. It is made of the seed,
// so that runs of a test are alike, and of that token, so that nobody guesses it.
func (s *sessions) begin(token string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= mostSessions {
		s.known = map[string]session{}
	}
	s.count++
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", s.seed, s.count, token))
	own := hex.EncodeToString(sum[:16])
	s.known[own] = session{token: token, ends: s.now().Add(s.life)}
	return own
}

// token is the sandbox's token that a session stands for, while the session lives.
func (s *sessions) token(own string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, ok := s.known[own]
	if !ok || !s.now().Before(held.ends) {
		delete(s.known, own)
		return "", false
	}
	return held.token, true
}
