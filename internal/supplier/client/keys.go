package client

import (
	"context"
	"encoding/base64"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// credentials are what the service knows us by.
type credentials struct {
	user       string
	userSecret bool // whether the user's name is a secret, too, as a consumer key is
	token      supplier.Secret
}

// hide redacts them in a text that came from elsewhere.
func (c credentials) hide(text string) string {
	if c.userSecret {
		text = supplier.NewSecret(c.user).Hide(text)
	}
	if c.user != "" {
		text = supplier.NewSecret(base64.StdEncoding.EncodeToString([]byte(c.user + ":" + c.token.Reveal()))).Hide(text)
	}
	return c.token.Hide(text)
}

// keyring holds the credentials, which whoever issues them may change while we run.
type keyring struct {
	mu   sync.Mutex
	now  credentials
	read func() (user string, token supplier.Secret, err error) // nil: they never change
	fits func(credentials) bool
}

func (k *keyring) current() credentials {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

// renew reads the credentials again in place of refused ones, and reports whether there are
// others now. What cannot be read, or used, changes nothing.
func (k *keyring) renew(refused credentials) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.now.user != refused.user || k.now.token.Reveal() != refused.token.Reveal() {
		return true // somebody else has
	}
	if k.read == nil {
		return false
	}
	user, token, err := k.read()
	next := credentials{user, k.now.userSecret, token}
	if err != nil || !k.fits(next) || user == refused.user && token.Reveal() == refused.token.Reveal() {
		return false
	}
	k.now = next
	return true
}

// renewer makes a call once more that was refused for its credentials, where there are
// others by now: a token that rotates needs no restart. A service that refuses the token has
// done nothing of what was asked, so this holds for the creation of an order too.
type renewer struct {
	next caller
	keys *keyring
}

func (w *renewer) call(ctx context.Context, r *request) (*answer, error) {
	by := w.keys.current()
	a, err := w.next.call(ctx, r)
	if supplier.KindOf(err) != supplier.KindUnauthorized || !w.keys.renew(by) {
		return a, err
	}
	return w.next.call(ctx, r)
}
