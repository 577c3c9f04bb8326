package access_test

import (
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// people are users of whom a test takes some away.
type people struct {
	mu   sync.Mutex
	all  map[string]access.User // by name
	word map[string]string      // passwords
}

func (p *people) Check(name, password string) (access.User, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	user, known := p.all[name]
	return user, known && p.word[name] == password
}

func (p *people) Find(name string) (access.User, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	user, known := p.all[name]
	return user, known
}

func (p *people) Any() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all) > 0
}

func (p *people) set(user access.User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[user.Name] = user
}

func (p *people) remove(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, name)
}

const password = "a few words of anna"

func annaAndBoris() *people {
	return &people{all: map[string]access.User{"anna": {Name: "anna", Role: access.Actor, Stamp: "1"}, "борис": {Name: "борис", Role: access.Looker, Stamp: "1"}},
		word: map[string]string{"anna": password, "борис": password}}
}

// clock is the time of a test.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// site is a server that tells who asks at /, and lets who may act do so at /do.
type site struct {
	http.Handler
	clock *clock
	log   *strings.Builder
	acted int

	fileSize int64 // of the last file that came with a form
}

func newSite(o access.Options) *site { return newSiteAt(o, &clock{at: time.Now()}) }

// newSiteAt is a site that begins at the time of a clock.
func newSiteAt(o access.Options, at *clock) *site {
	s := &site{clock: at, log: &strings.Builder{}}
	o.Now, o.Logger = s.clock.now, slog.New(slog.NewTextHandler(s.log, nil))
	if o.Language == nil {
		o.Language = func(*http.Request) wording.Language { return wording.English }
	}
	a := access.New(o)
	mux := http.NewServeMux()
	a.Handle(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		v, token := access.Of(r.Context()), access.Token(r.Context())
		fmt.Fprintf(w, "%s is %s by %s\n", v.Name, v.Role, v.Via)
		fmt.Fprintf(w, `<input name="csrf" value="%s">`, token)
	})
	do := func(w http.ResponseWriter, r *http.Request) {
		if !access.Of(r.Context()).Acts() {
			http.Error(w, "not you", http.StatusForbidden)
			return
		}
		s.acted++
		if _, file, err := r.FormFile("file"); err == nil {
			s.fileSize = file.Size
		}
	}
	mux.HandleFunc("POST /do", do)
	mux.HandleFunc("PUT /do", do)
	s.Handler = a.Wrap(mux)
	return s
}

// browser asks a site from an address and keeps cookies, as browsers do.
type browser struct {
	t       *testing.T
	site    *site
	address string // of the other end of the connection
	host    string
	header  http.Header // sent with each request
	cookies map[string]string
	set     []*http.Cookie // of the last answer
}

func (s *site) browser(t *testing.T) *browser {
	return &browser{t: t, site: s, address: "198.51.100.7:4000", host: "shop.example", header: http.Header{}, cookies: map[string]string{}}
}

// local makes it a browser on the server's own machine.
func (b *browser) local() *browser {
	b.address, b.host = "127.0.0.1:50000", "localhost:8080"
	return b
}

func (b *browser) send(method, path string, form url.Values) *httptest.ResponseRecorder {
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r := httptest.NewRequest(method, path, body)
	r.Host, r.RemoteAddr = b.host, b.address
	for key, values := range b.header {
		r.Header[key] = values
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.site.ServeHTTP(w, r)
	b.set = w.Result().Cookies()
	for _, cookie := range b.set {
		if cookie.MaxAge < 0 {
			delete(b.cookies, cookie.Name)
		} else {
			b.cookies[cookie.Name] = cookie.Value
		}
	}
	return w
}

func (b *browser) get(path string) *httptest.ResponseRecorder { return b.send("GET", path, nil) }

var tokenField = regexp.MustCompile(`name="csrf" value="([^"]*)"`)

// token is the one of the first form of a page.
func (b *browser) token(path string) string {
	b.t.Helper()
	found := tokenField.FindStringSubmatch(b.get(path).Body.String())
	require.NotNil(b.t, found, path)
	return html.UnescapeString(found[1])
}

// logIn fills in the form to log in.
func (b *browser) logIn(name, password string) *httptest.ResponseRecorder {
	b.t.Helper()
	return b.send("POST", "/login", url.Values{"csrf": {b.token("/login")}, "name": {name}, "password": {password}})
}

// act presses a button.
func (b *browser) act() int {
	b.t.Helper()
	return b.send("POST", "/do", url.Values{"csrf": {b.token("/")}}).Code
}

// who is the visitor that the site sees.
func (b *browser) who() string {
	line, _, _ := strings.Cut(b.get("/").Body.String(), "\n")
	return line
}

func proxyOf(t *testing.T, from string) access.Proxy {
	t.Helper()
	return access.Proxy{Header: "X-Remote-User", From: []netip.Prefix{netip.MustParsePrefix(from)},
		Roles: access.Roles{Named: map[string]access.Role{"anna": access.Actor}, Others: access.Looker}}
}
