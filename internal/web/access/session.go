package access

import (
	"context"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
)

const (
	idleEnd = 12 * time.Hour     // after which a session ends that nobody uses
	lastEnd = 7 * 24 * time.Hour // after which every one does
)

// LiveHeader marks what a page asks by itself to stay fresh: a page that is only left open
// does not keep its session from ending.
const LiveHeader = "X-Live"

// sessions are those of all visitors; a restart does not end them. Over HTTPS a cookie has
// another name, under which no browser takes one that was set without it.
type sessions struct {
	store         *store
	plain, secure *scs.SessionManager
}

func newSessions(store *store) *sessions {
	s := &sessions{store: store, plain: newManager(store), secure: newManager(store)}
	s.plain.Cookie.Name = "dropbridge_session"
	s.secure.Cookie.Name, s.secure.Cookie.Secure = "__Host-dropbridge_session", true
	return s
}

// newManager is what scs.New makes, but for the store in memory that this brings along: it looks
// through itself each minute for as long as the process lives, one more after each reload.
func newManager(store *store) *scs.SessionManager {
	return &scs.SessionManager{Store: store, IdleTimeout: idleEnd, Lifetime: lastEnd, Codec: codec{},
		Cookie: scs.SessionCookie{HttpOnly: true, Path: "/", SameSite: http.SameSiteLaxMode, Persist: true}}
}

func (s *sessions) manager(encrypted bool) *scs.SessionManager {
	if encrypted {
		return s.secure
	}
	return s.plain
}

// load is the session of a request, in the context that its manager wants; "" where it has
// none that lives.
func (s *sessions) load(a *Access, r *http.Request) (ctx context.Context, m *scs.SessionManager, token string) {
	m = s.manager(a.encrypted(r))
	cookie, err := r.Cookie(m.Cookie.Name)
	if err != nil {
		return r.Context(), m, ""
	}
	ctx, err = m.Load(r.Context(), cookie.Value)
	if err != nil || m.GetString(ctx, "name") == "" {
		return r.Context(), m, ""
	}
	return ctx, m, m.Token(ctx)
}

// current is the visitor of the request's session. What a user may do is asked anew each
// time, so that one who was taken away, or has another password, is out at once.
func (s *sessions) current(a *Access, r *http.Request) (Visitor, string) {
	ctx, m, token := s.load(a, r)
	if token == "" {
		return Visitor{}, ""
	}
	v := Visitor{Name: m.GetString(ctx, "name"), Via: Via(m.GetString(ctx, "via"))}
	switch v.Via {
	case ByPassword:
		if user, known := a.user(v.Name); known && user.Stamp == m.GetString(ctx, "stamp") {
			v.Role = user.Role
		}
	case ByIssuer:
		if a.Issuer != nil && a.Issuer.stamp() == m.GetString(ctx, "stamp") {
			v.Role = a.Issuer.Roles.Of(v.Name)
		}
	}
	if v.Role == Stranger {
		return Visitor{}, ""
	}
	if r.Header.Get(LiveHeader) == "" {
		s.store.extend(token, a.Now().Add(idleEnd), m.Deadline(ctx))
	}
	return v, token
}

// user is the user of that name.
func (a *Access) user(name string) (User, bool) {
	if a.Users == nil {
		return User{}, false
	}
	return a.Users.Find(name)
}

// begin begins a session under an id of its own, whatever session the browser has had.
func (s *sessions) begin(a *Access, w http.ResponseWriter, r *http.Request, name string, via Via, stamp string) error {
	s.end(a, w, r)
	m := s.manager(a.encrypted(r))
	ctx, err := m.Load(r.Context(), "")
	if err != nil {
		return err
	}
	m.Put(ctx, "name", name)
	m.Put(ctx, "via", string(via))
	m.Put(ctx, "stamp", stamp)
	token, _, err := m.Commit(ctx)
	if err != nil {
		return err
	}
	m.WriteSessionCookie(ctx, w, token, m.Deadline(ctx)) // the store ends it earlier where nobody uses it
	return nil
}

// end ends the request's session, so that its cookie opens nothing any more.
func (s *sessions) end(a *Access, w http.ResponseWriter, r *http.Request) {
	ctx, m, token := s.load(a, r)
	if token == "" {
		return
	}
	if err := m.Destroy(ctx); err != nil {
		a.Logger.Error("session not ended", "error", err)
	}
	m.WriteSessionCookie(ctx, w, "", time.Time{})
}
