package sandbox

import (
	"crypto/rand"
	"sync"
)

// issuedToken is a token on its way to the one page that shows it.
type issuedToken struct{ Name, Token string }

// flash holds the last issued token until it is shown, once. An older one that
// nobody fetched is lost; it can be revoked and issued again.
type flash struct {
	mu    sync.Mutex
	key   string
	token issuedToken
}

func (f *flash) keep(t issuedToken) (key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.key, f.token = rand.Text(), t
	return f.key
}

func (f *flash) take(key string) issuedToken {
	f.mu.Lock()
	defer f.mu.Unlock()
	if key == "" || key != f.key {
		return issuedToken{}
	}
	t := f.token
	f.key, f.token = "", issuedToken{}
	return t
}
