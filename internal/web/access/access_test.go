package access_test

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
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

// TestForgedFormsAreRefused: without a token, with another one, with that of another visitor
// or session, and from another site.
func TestForgedFormsAreRefused(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	b, other := s.browser(t), s.browser(t)
	b.logIn("anna", password)
	other.logIn("anna", password)
	own := b.token("/")
	refused := map[string]func() *httptest.ResponseRecorder{
		"missing":        func() *httptest.ResponseRecorder { return b.send("POST", "/do", url.Values{}) },
		"no form":        func() *httptest.ResponseRecorder { return b.send("POST", "/do", nil) },
		"empty":          func() *httptest.ResponseRecorder { return b.send("POST", "/do", url.Values{"csrf": {""}}) },
		"made up":        func() *httptest.ResponseRecorder { return b.send("POST", "/do", url.Values{"csrf": {"abc"}}) },
		"in the address": func() *httptest.ResponseRecorder { return b.send("POST", "/do?csrf="+own, url.Values{}) },
		"of another session": func() *httptest.ResponseRecorder {
			return b.send("POST", "/do", url.Values{"csrf": {other.token("/")}})
		},
		"of a stranger": func() *httptest.ResponseRecorder {
			return b.send("POST", "/do", url.Values{"csrf": {s.browser(t).token("/login")}})
		},
		"PUT":     func() *httptest.ResponseRecorder { return b.send("PUT", "/do", url.Values{}) },
		"log out": func() *httptest.ResponseRecorder { return b.send("POST", "/logout", url.Values{}) },
		"of another site": func() *httptest.ResponseRecorder {
			b.header.Set("Sec-Fetch-Site", "cross-site")
			defer b.header.Del("Sec-Fetch-Site")
			return b.send("POST", "/do", url.Values{"csrf": {own}})
		},
		"of another origin": func() *httptest.ResponseRecorder {
			b.header.Set("Origin", "https://evil.example")
			defer b.header.Del("Origin")
			return b.send("POST", "/do", url.Values{"csrf": {own}})
		},
		"log in without": func() *httptest.ResponseRecorder {
			return s.browser(t).send("POST", "/login", url.Values{"name": {"anna"}, "password": {password}})
		},
	}
	for name, ask := range refused {
		w := ask()
		require.Equal(t, http.StatusForbidden, w.Code, name)
		require.Contains(t, w.Body.String(), "Load the page anew", name)
	}
	require.Zero(t, s.acted)
	require.Equal(t, "anna is act by password", b.who(), "and nobody is logged out by it")
	require.Equal(t, http.StatusOK, b.send("POST", "/do", url.Values{"csrf": {own}}).Code)
	b.header.Set(access.TokenHeader, own)
	require.Equal(t, http.StatusOK, b.send("POST", "/do", url.Values{}).Code, "a script says it in a header")

	machine := newSite(access.Options{}).browser(t).local()
	require.Equal(t, http.StatusForbidden, machine.send("POST", "/do", url.Values{}).Code, "nor can another site use this machine's own browser")
	require.Equal(t, http.StatusOK, machine.act())
}

// TestATokenEndsWithItsSession: what was loaded before a log-out does nothing after it.
func TestATokenEndsWithItsSession(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	b := s.browser(t)
	b.logIn("anna", password)
	token, session := b.token("/"), b.cookies["dropbridge_session"]
	b.send("POST", "/logout", url.Values{"csrf": {token}})
	b.cookies["dropbridge_session"] = session
	require.Equal(t, http.StatusForbidden, b.send("POST", "/do", url.Values{"csrf": {token}}).Code)
	require.Zero(t, s.acted)
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

// TestGuessingTakesTime: more from one address and more for one name each time, a minute at
// most, and never for where a name has logged in before.
func TestGuessingTakesTime(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris()})
	home := s.browser(t)
	require.Equal(t, http.StatusSeeOther, home.logIn("anna", password).Code)
	home.cookies = map[string]string{}

	guesser := s.browser(t)
	guesser.address = "203.0.113.5:1"
	for n := range 5 {
		require.Equal(t, http.StatusForbidden, guesser.logIn("anna", "a wrong one").Code, n)
	}
	w := guesser.logIn("anna", password)
	require.Equal(t, http.StatusTooManyRequests, w.Code, "also with the right one")
	require.Equal(t, "1", w.Header().Get("Retry-After"))
	require.Contains(t, w.Body.String(), "Try again in a second")
	elsewhere := s.browser(t)
	elsewhere.address = "203.0.113.77:1"
	require.Equal(t, http.StatusTooManyRequests, elsewhere.logIn("anna", "a wrong one").Code, "the name is counted from everywhere")
	require.Equal(t, http.StatusForbidden, elsewhere.logIn("somebody", "a wrong one").Code, "and the address alone is free")
	require.Equal(t, http.StatusSeeOther, home.logIn("anna", password).Code, "whom they guess at home gets in")

	var waits []string
	for range 12 {
		for {
			w := guesser.logIn("борис", "a wrong one")
			if w.Code == http.StatusForbidden {
				break
			}
			waits = append(waits, w.Header().Get("Retry-After"))
			s.clock.pass(61 * time.Second)
		}
	}
	require.Equal(t, []string{"1", "2", "4", "8", "16", "32", "60"}, slices.Compact(waits), "it grows to a minute, and no further")
	s.clock.pass(time.Minute)
	require.Equal(t, http.StatusSeeOther, guesser.logIn("борис", password).Code, "nobody is shut out")
	require.NotContains(t, s.log.String(), password)
	require.NotContains(t, s.log.String(), "a wrong one")
}

// TestGuessersBehindAProxy are told apart by what the proxy says, and by nothing that they
// say themselves.
func TestGuessersBehindAProxy(t *testing.T) {
	s := newSite(access.Options{Users: annaAndBoris(), Proxy: access.Proxy{From: proxyOf(t, "10.0.0.0/8").From}})
	guess := func(address, forwarded, name string) int {
		b := s.browser(t)
		b.address = address
		b.header.Set("X-Forwarded-For", forwarded)
		return b.logIn(name, "a wrong one").Code
	}
	for n := range 5 {
		require.Equal(t, http.StatusForbidden, guess("10.0.0.1:80", "203.0.113."+string(rune('1'+n))+", 198.51.100.9", "nobody"+string(rune('a'+n))))
	}
	require.Equal(t, http.StatusTooManyRequests, guess("10.0.0.1:80", "1.2.3.4, 198.51.100.9", "nobodyx"), "what stands before is the client's own word")
	require.Equal(t, http.StatusForbidden, guess("10.0.0.1:80", "198.51.100.10", "nobodyy"))
	for n := range 5 {
		require.Equal(t, http.StatusForbidden, guess("[2001:db8::"+string(rune('1'+n))+"]:1", "1.1.1."+string(rune('1'+n)), "other"+string(rune('a'+n))))
	}
	require.Equal(t, http.StatusTooManyRequests, guess("[2001:db8::ff]:1", "1.1.1.9", "otherx"), "64 bits are one client")
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

// endless is a body that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte{'a'}, len(p))), nil }

// TestAFormWithAFile carries its token as any other, and its file comes through.
func TestAFormWithAFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := newSite(access.Options{Users: annaAndBoris()})
	b := s.browser(t)
	b.logIn("anna", password)
	send := func(token string) int {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("file", "orders.csv")
		require.NoError(t, err)
		_, err = file.Write(make([]byte, 3<<20))
		require.NoError(t, err)
		require.NoError(t, form.WriteField("csrf", token))
		require.NoError(t, form.Close())
		r := httptest.NewRequest("POST", "/do", &body)
		r.Host, r.RemoteAddr = b.host, b.address
		r.Header.Set("Content-Type", form.FormDataContentType())
		r.AddCookie(&http.Cookie{Name: "dropbridge_session", Value: b.cookies["dropbridge_session"]})
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, http.StatusForbidden, send("forged"))
	require.Equal(t, http.StatusForbidden, send(""))
	require.Zero(t, s.acted)
	require.Equal(t, http.StatusOK, send(b.token("/")))
	require.Equal(t, 1, s.acted)
	require.EqualValues(t, 3<<20, s.fileSize)
	large := httptest.NewRequest("POST", "/do", io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"), endless{}))
	large.Host, large.RemoteAddr = b.host, b.address
	large.Header.Set("Content-Type", `multipart/form-data; boundary=x`)
	large.AddCookie(&http.Cookie{Name: "dropbridge_session", Value: b.cookies["dropbridge_session"]})
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, large)
	require.Equal(t, http.StatusRequestEntityTooLarge, answer.Code, "a form that is too large is no forged one")
	require.Contains(t, answer.Body.String(), "128")
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left, "nothing of it stays on the disk")
	b.logIn("борис", password)
	require.Equal(t, http.StatusForbidden, send(b.token("/")), "from who may not act no file is taken in")
}
