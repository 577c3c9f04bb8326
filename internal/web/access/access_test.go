package access_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestWhoIsAsking where nobody is logged in: this machine acts as long as nobody can log in,
// and looks where somebody can; everybody else is a stranger.
func TestWhoIsAsking(t *testing.T) {
	open, closed := newSite(access.Options{}), newSite(access.Options{Users: annaAndBoris()})
	require.Equal(t, " is act by machine", open.browser(t).local().who())
	require.Equal(t, " is look by machine", closed.browser(t).local().who())
	require.Equal(t, http.StatusForbidden, closed.browser(t).local().act())
	for _, s := range []*site{open, closed} {
		require.Equal(t, " is none by ", s.browser(t).who())
		require.Equal(t, http.StatusForbidden, s.browser(t).act())
	}
	require.Equal(t, access.Visitor{}, access.Of(context.Background()))
	require.Empty(t, access.Token(context.Background()))
	require.True(t, access.Of(access.With(context.Background(), access.Visitor{Role: access.Actor})).Acts())
}

// TestLogIn: the session begins under a new id, its cookie is for this server's pages alone,
// and its end is the end of it.
func TestLogIn(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	b := s.browser(t)
	b.cookies["dropbridge_session"] = "an-id-that-somebody-else-chose"
	w := b.logIn("anna", password)
	require.Equal(t, http.StatusSeeOther, w.Code)
	require.Equal(t, "/", w.Header().Get("Location"))
	require.Len(t, b.set, 1)
	cookie := b.set[0]
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	require.NotEqual(t, "an-id-that-somebody-else-chose", cookie.Value)
	require.GreaterOrEqual(t, len(cookie.Value), 43, "256 bits")
	require.Equal(t, "anna is act by password", b.who())
	require.Equal(t, http.StatusOK, b.act())
	require.Equal(t, 1, s.acted)

	first := cookie.Value
	require.Equal(t, http.StatusSeeOther, b.logIn("борис", password).Code)
	require.NotEqual(t, first, b.cookies["dropbridge_session"], "each log-in has its own id")
	require.Equal(t, "борис is look by password", b.who())
	require.Equal(t, http.StatusForbidden, b.act(), "who looks does not act")
	old := s.browser(t)
	old.cookies["dropbridge_session"] = first
	require.Equal(t, " is none by ", old.who(), "the session before is over")
}

// TestASessionIsOver after its log-out, whoever shows its cookie again; after twelve hours
// without use; and after a week in any case.
func TestASessionIsOver(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	b := s.browser(t)
	b.logIn("anna", password)
	thief := s.browser(t)
	thief.cookies["dropbridge_session"] = b.cookies["dropbridge_session"]
	require.Equal(t, "anna is act by password", thief.who())
	w := b.send("POST", "/logout", url.Values{"csrf": {b.token("/")}})
	require.Equal(t, http.StatusSeeOther, w.Code)
	require.NotContains(t, b.cookies, "dropbridge_session")
	require.Equal(t, " is none by ", b.who())
	require.Equal(t, " is none by ", thief.who(), "its cookie opens nothing")

	b.logIn("anna", password)
	s.clock.pass(11 * time.Hour)
	require.Equal(t, "anna is act by password", b.who())
	s.clock.pass(11 * time.Hour)
	require.Equal(t, "anna is act by password", b.who(), "it was used meanwhile")
	s.clock.pass(13 * time.Hour)
	require.Equal(t, " is none by ", b.who())

	b.logIn("anna", password)
	b.header.Set(access.LiveHeader, "1")
	for range 3 { // a page that was left open
		s.clock.pass(5 * time.Hour)
		b.who()
	}
	require.Equal(t, " is none by ", b.who(), "what a page asks by itself is no use of it")
	b.header.Del(access.LiveHeader)

	b.logIn("anna", password)
	for range 16 {
		s.clock.pass(11 * time.Hour)
		b.who()
	}
	require.Equal(t, " is none by ", b.who())
}

// TestTakenAwayMeansOut: a user who was removed, has another password or another role, at
// the next request.
func TestTakenAwayMeansOut(t *testing.T) {
	users := annaAndBoris()
	s := newSite(access.Options{Users: users})
	b := s.browser(t)
	b.logIn("anna", password)
	users.set(access.User{Name: "anna", Role: access.Looker, Stamp: "1"})
	require.Equal(t, "anna is look by password", b.who())
	users.set(access.User{Name: "anna", Role: access.Actor, Stamp: "2"})
	require.Equal(t, " is none by ", b.who())
	b.logIn("anna", password)
	require.Equal(t, "anna is act by password", b.who())
	users.remove("anna")
	require.Equal(t, " is none by ", b.who())
}

// TestCookiesOverHTTPS are for HTTPS alone, and one of plain HTTP is none there. Who is not
// trusted cannot say that it is HTTPS.
func TestCookiesOverHTTPS(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris(), Proxy: access.Proxy{From: proxyOf(t, "10.0.0.0/8").From}})
	b := s.browser(t)
	b.header.Set("X-Forwarded-Proto", "https")
	b.logIn("anna", password)
	require.Contains(t, b.cookies, "dropbridge_session", "the address is nobody whom the config trusts")

	b = s.browser(t)
	b.address = "10.1.2.3:80"
	b.header.Set("X-Forwarded-Proto", "https")
	b.logIn("anna", password)
	require.Len(t, b.set, 1)
	require.Equal(t, "__Host-dropbridge_session", b.set[0].Name)
	require.True(t, b.set[0].Secure)
	require.Equal(t, "/", b.set[0].Path)
	require.Empty(t, b.set[0].Domain)
	require.Equal(t, "anna is act by password", b.who())
	b.cookies["dropbridge_session"] = b.cookies["__Host-dropbridge_session"]
	delete(b.cookies, "__Host-dropbridge_session")
	require.Equal(t, " is none by ", b.who())
}

// TestAProxyNamesVisitors at its own addresses alone, once, and in a name that can be shown.
func TestAProxyNamesVisitors(t *testing.T) {
	s := newSite(access.Options{Proxy: proxyOf(t, "10.0.0.0/8")})
	said := func(address string, names ...string) string {
		b := s.browser(t)
		b.address = address
		b.header["X-Remote-User"] = names
		return b.who()
	}
	require.Equal(t, "anna is act by proxy", said("10.1.2.3:80", "anna"))
	require.Equal(t, "petro@shop.example is look by proxy", said("10.1.2.3:80", "petro@shop.example"))
	for name, who := range map[string]string{
		"not at its address": said("11.1.2.3:80", "anna"), "from nowhere": said("@", "anna"), "nobody": said("10.1.2.3:80"), "empty": said("10.1.2.3:80", ""),
		"two": said("10.1.2.3:80", "petro", "anna"), "a line": said("10.1.2.3:80", "an\nna"), "turned": said("10.1.2.3:80", "\u202eanna"),
		"long": said("10.1.2.3:80", strings.Repeat("a", 129)), "not UTF-8": said("10.1.2.3:80", "\xff"), "blank": said("10.1.2.3:80", " anna"),
	} {
		require.Equal(t, " is none by ", who, name)
	}
	b := s.browser(t)
	b.address = "10.1.2.3:80"
	b.header.Set("X-Remote-User", "anna")
	require.Equal(t, http.StatusOK, b.act())
	require.Equal(t, http.StatusForbidden, b.send("POST", "/do", url.Values{}).Code)

	// Who changes at the proxy is not who logged in before.
	both := newSite(access.Options{Users: annaAndBoris(), Proxy: proxyOf(t, "10.0.0.0/8")}).browser(t)
	both.address = "10.1.2.3:80"
	both.logIn("anna", password)
	require.Equal(t, "anna is act by password", both.who())
	both.header.Set("X-Remote-User", "petro")
	require.Equal(t, "petro is look by proxy", both.who())
	both.header.Set("X-Remote-User", "")
	require.Equal(t, " is none by ", both.who())

	// A proxy on this machine that names nobody is not this machine.
	own := newSite(access.Options{Proxy: proxyOf(t, "127.0.0.0/8")}).browser(t).local()
	require.Equal(t, " is none by ", own.who())
	own.header.Set("X-Remote-User", "anna")
	require.Equal(t, "anna is act by proxy", own.who())

	strict := proxyOf(t, "10.0.0.0/8")
	strict.Roles.Others = access.Stranger
	b = newSite(access.Options{Proxy: strict}).browser(t)
	b.address = "10.1.2.3:80"
	b.header.Set("X-Remote-User", "petro")
	require.Equal(t, " is none by ", b.who(), "nobody gave him a role")
}

type oneProgram string

func (p oneProgram) Admits(key string) (string, bool) { return "prometheus", key == string(p) }

// TestAProgramLooks by its key, and does nothing by this machine's or a session's rights.
func TestAProgramLooks(t *testing.T) {
	s := newSite(access.Options{Programs: oneProgram("A-KEY")})
	b := s.browser(t)
	b.header.Set("Authorization", "Bearer A-KEY")
	require.Equal(t, "prometheus is look by key", b.who())
	require.Equal(t, http.StatusForbidden, b.send("PUT", "/do", nil).Code, "it may not act")
	b.header.Set("Authorization", "Bearer ANOTHER")
	require.Equal(t, " is none by ", b.who())
	b.local()
	require.Equal(t, " is none by ", b.who(), "a wrong key is not made good by the machine")
	require.Zero(t, s.acted)
	b.header.Set("Authorization", "Basic abc")
	require.Equal(t, " is act by machine", b.who())
}

// TestHostileNames break out of nothing: of no page and no log, and lead nowhere else.
func TestHostileNames(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	for _, name := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "an\nna", "\x1b[31m", "\u202eanna", strings.Repeat("a", 5000), "\xff", ""} {
		w := s.browser(t).logIn(name, password)
		require.Contains(t, []int{http.StatusForbidden, http.StatusTooManyRequests}, w.Code)
		require.NotContains(t, w.Body.String(), "<script>alert")
		require.NotContains(t, w.Body.String(), "<img src=x")
		s.clock.pass(time.Hour)
	}
	require.NotContains(t, s.log.String(), "\x1b")
	require.NotContains(t, s.log.String(), "\u202e")
	b := s.browser(t)
	require.Equal(t, http.StatusForbidden, b.logIn("anna", strings.Repeat("x", 2000)).Code)
	s.clock.pass(2 * time.Hour)
	page := b.get("/login?next=" + url.QueryEscape(`"><script>alert(1)</script>`)).Body.String()
	require.NotContains(t, page, "<script>")

	for next, want := range map[string]string{"/orders?state=unknown": "/orders?state=unknown", "//evil.example": "/", "https://evil.example/": "/", `/\evil.example`: "/",
		"/\t/evil.example": "/", "javascript:alert(1)": "/", "": "/", "/logout": "/", "/login": "/"} {
		b := s.browser(t)
		w := b.send("POST", "/login", url.Values{"csrf": {b.token("/login")}, "name": {"anna"}, "password": {password}, "next": {next}})
		require.Equal(t, http.StatusSeeOther, w.Code)
		require.Equal(t, want, w.Header().Get("Location"), next)
	}
}

// TestThePageToLogIn is said in the browser's language, has no script, and says what to do
// where nobody can log in.
func TestThePageToLogIn(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris(), Language: func(r *http.Request) wording.Language { return access.Preferred(r, wording.English) }})
	b := s.browser(t)
	for asked, want := range map[string]string{"uk-UA,uk;q=0.9,en;q=0.8": "Увійти", "en-GB": "Log in", "": "Log in", "de": "Log in", "garbage;;;": "Log in", "ru,uk;q=0.5": "Увійти"} {
		b.header.Set("Accept-Language", asked)
		page := b.get("/login").Body.String()
		require.Contains(t, page, want, asked)
		require.NotContains(t, page, "<script")
		require.NotContains(t, page, "style=")
	}
	require.Equal(t, "no-store", b.get("/login").Header().Get("Cache-Control"))
	b.header.Set("Accept-Language", "en")
	require.Contains(t, b.get("/login").Body.String(), "can be overheard")
	b.logIn("anna", password)
	require.Contains(t, b.get("/login").Body.String(), "You are logged in as <bdi>anna</bdi>")
	none := newSite(access.Options{}).browser(t)
	require.Contains(t, none.get("/login").Body.String(), "dropbridge user add NAME --role act")
	require.Equal(t, http.StatusNotFound, none.send("POST", "/login", url.Values{"csrf": {none.token("/")}, "name": {"anna"}}).Code)
}

func TestRoles(t *testing.T) {
	for text, want := range map[string]access.Role{"look": access.Looker, "act": access.Actor} {
		role, known := access.ParseRole(text)
		require.True(t, known)
		require.Equal(t, want, role)
		require.Equal(t, text, role.String())
	}
	for _, text := range []string{"", "none", "Act", "admin"} {
		_, known := access.ParseRole(text)
		require.False(t, known, text)
	}
}
