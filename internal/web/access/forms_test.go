package access_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

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
