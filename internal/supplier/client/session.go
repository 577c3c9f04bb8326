package client

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// loginBody is the body of a login.
func (s *session) loginBody(by credentials) []byte {
	if len(s.auth.Login.Body) == 0 {
		return nil
	}
	t := &jsonread.Tree{}
	put := strings.NewReplacer("{user}", by.user, "{secret}", by.token.Reveal())
	for _, m := range s.auth.Login.Body {
		raw := m.Value.Raw
		if strings.Contains(m.Value.Text, "{") {
			raw = jsonread.Quote(put.Replace(m.Value.Text))
		}
		t.Set(m.Steps, raw)
	}
	return t.Text(nil)
}

// session gives requests the token of a login. It logs in when there is no token yet or
// it is too old, and once more when a request is refused for its token: a service that
// refuses the token has done nothing of what was asked, so this holds for the creation of
// an order too.
type session struct {
	next caller
	auth tokenPlace
	keys *keyring
	now  func() time.Time
	at   string // the key of the config under which the supplier stands

	// fruitless is set while the newest token was refused: logging in again and again
	// would lock the account.
	fruitless atomic.Bool

	turn   chan struct{} // whoever holds its one element may log in and use what follows
	token  supplier.Secret
	since  time.Time
	ends   time.Time       // when the service said that the token does; zero: it did not
	denied *supplier.Error // the refusal of the last login
	tried  credentials     // by which that was
}

// mostExpiry bounds the seconds for which a service says that a token lives.
const mostExpiry = 10 * 365 * 24 * 3600

// loginPause is how long a login that did not help is not made again.
const loginPause = time.Minute

func newSession(next caller, auth tokenPlace, keys *keyring, now func() time.Time, at string) *session {
	s := &session{next: next, auth: auth, keys: keys, now: now, at: at, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

func (s *session) call(ctx context.Context, r *request) (*answer, error) {
	token, made, err := s.current(ctx, r, supplier.Secret{})
	if err != nil {
		return nil, err
	}
	a, err := s.send(ctx, r, token)
	if supplier.KindOf(err) != supplier.KindUnauthorized {
		return a, err
	}
	if made {
		s.fruitless.Store(true)
		return nil, err
	}
	if token, made, failed := s.current(ctx, r, token); failed != nil {
		return nil, failed
	} else if token.IsSet() {
		a, err = s.send(ctx, r, token)
		if made && supplier.KindOf(err) == supplier.KindUnauthorized {
			s.fruitless.Store(true)
		}
	}
	return a, err
}

// send makes the request with that token.
func (s *session) send(ctx context.Context, r *request, token supplier.Secret) (*answer, error) {
	with := *r
	with.token = token
	a, err := s.next.call(ctx, &with)
	if err == nil {
		s.fruitless.Store(false)
		s.follow(ctx, token, a)
	}
	return a, err
}

// follow takes over the token of the next request, where each answer has one.
func (s *session) follow(ctx context.Context, used supplier.Secret, a *answer) {
	next := s.auth.Login.Next
	if next == "" || !s.auth.carries(a.header.Get(next)) {
		return
	}
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
	case <-ctx.Done():
		return
	}
	if s.token.Reveal() == used.Reveal() {
		s.token = supplier.NewSecret(a.header.Get(next))
	}
}

// current is the token to use in place of a refused one, and whether a login made it just
// now. It is not set where a new login would not help.
func (s *session) current(ctx context.Context, r *request, refused supplier.Secret) (token supplier.Secret, made bool, err error) {
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
	case <-ctx.Done():
		return supplier.Secret{}, false, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Detail: "given up while waiting for the login", Err: ctx.Err()}
	}
	age := s.now().Sub(s.since)
	expired := s.auth.Login.Lifetime > 0 && age >= s.auth.Login.Lifetime || !s.ends.IsZero() && !s.now().Before(s.ends)
	by := s.keys.current()
	if by.user != s.tried.user || by.token.Reveal() != s.tried.token.Reveal() {
		s.denied = nil // others than were refused
		s.fruitless.Store(false)
	}
	switch {
	case s.token.IsSet() && !expired && s.token.Reveal() != refused.Reveal():
		return s.token, false, nil
	case refused.IsSet() && s.fruitless.Load() && age < loginPause:
		return supplier.Secret{}, false, nil
	case s.denied != nil && age < loginPause:
		again := *s.denied
		again.Op = r.op
		return supplier.Secret{}, false, &again
	}
	s.token, s.since, s.tried = supplier.Secret{}, s.now(), by
	token, err = s.login(ctx, by)
	if s.denied = nil; err != nil {
		err = s.failed(r, err)
		if denied, ok := errors.AsType[*supplier.Error](err); ok && denied.Kind == supplier.KindUnauthorized {
			kept := *denied // the caller may add to its own
			s.denied = &kept
		}
		return supplier.Secret{}, false, err
	}
	s.token = token
	return token, true, nil
}

// login asks for a token.
func (s *session) login(ctx context.Context, by credentials) (supplier.Secret, error) {
	l := s.auth.Login
	a, err := s.next.call(ctx, &request{op: "log in", method: "POST", path: l.Path, body: s.loginBody(by), encoding: l.Encoding, login: true})
	if err != nil {
		return supplier.Secret{}, err
	}
	s.ends = time.Time{}
	if l.Expires != nil {
		text, _ := jsonread.FirstText(l.Expires, a.body)
		if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds > 0 {
			s.ends = s.now().Add(time.Duration(min(seconds, mostExpiry)) * time.Second * 9 / 10) // before it is refused
		}
	}
	raw, err := jsonread.First(l.Token, a.body)
	if err != nil {
		return supplier.Secret{}, &supplier.Error{Kind: supplier.KindProtocol, Op: "log in", Detail: "the answer is no JSON", Err: err}
	}
	if text := jsonread.PlainText(raw); s.auth.carries(text) && raw[0] != '{' && raw[0] != '[' {
		return supplier.NewSecret(text), nil
	}
	return supplier.Secret{}, &supplier.Error{Kind: supplier.KindProtocol, Op: "log in", Mend: "check auth.login.token of the mapping",
		Detail: fmt.Sprintf("the answer has no usable token at %s", l.Token[0].Text)}
}

// failed is what a login that failed means for the request that needed it.
func (s *session) failed(r *request, err error) error {
	e, ok := errors.AsType[*supplier.Error](err)
	if !ok {
		e = &supplier.Error{Kind: supplier.KindTransient, Err: err}
	}
	out := *e
	out.Op = r.op
	out.Detail = "log in"
	if e.Detail != "" {
		out.Detail += ": " + e.Detail
	}
	switch e.Kind {
	case supplier.KindRejected, supplier.KindConflict, supplier.KindNotFound, supplier.KindUnauthorized:
		out.Kind, out.Mend = supplier.KindUnauthorized, "the login was refused: check "+s.at+".user, the token (it is the password here) and auth.login of the mapping"
	case supplier.KindTransient, supplier.KindProtocol, supplier.KindAmbiguous:
		if r.creating { // the order itself was not sent
			out.Kind = supplier.KindNotSent
		}
	}
	return &out
}
