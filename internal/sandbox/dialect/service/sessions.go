package service

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Sessions are the tokens that a login gave out; each ends after a while.
type Sessions struct {
	Now  func() time.Time
	Life time.Duration
	Seed int64

	mu    sync.Mutex
	count int
	known map[string]session // by token
}

type session struct {
	token string // of the sandbox
	ends  time.Time
}

const mostSessions = 1000

// Begin gives out a token that stands for one of the sandbox. It is made of the seed,
// so that runs of a test are alike, and of that token, so that nobody guesses it.
func (s *Sessions) Begin(token string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= mostSessions {
		s.known = map[string]session{}
	}
	s.count++
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", s.Seed, s.count, token))
	own := hex.EncodeToString(sum[:16])
	s.known[own] = session{token: token, ends: s.Now().Add(s.Life)}
	return own
}

// Token is the sandbox's token that a session stands for, while the session lives.
func (s *Sessions) Token(own string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, ok := s.known[own]
	if !ok || !s.Now().Before(held.ends) {
		delete(s.known, own)
		return "", false
	}
	return held.token, true
}

// Next ends a session and gives out the token of the one that follows it, for the same token
// of the sandbox.
func (s *Sessions) Next(own, token string) string {
	s.mu.Lock()
	delete(s.known, own)
	s.mu.Unlock()
	return s.Begin(token)
}

// Known reports whether the sandbox takes a token, which the exchange then has.
func (x *Exchange) Known(token string) (bool, error) {
	x.Token = token
	_, err := x.Page(ProductsPath, nil, 1, 1)
	var refused *Problem
	if errors.As(err, &refused) && refused.Status == http.StatusUnauthorized {
		return false, nil
	}
	return err == nil, err
}
