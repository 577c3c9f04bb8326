package access_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

// restart is the site of a program that begins anew.
func (b *browser) restart(o access.Options) {
	b.site = newSiteAt(o, b.site.clock)
}

// TestSessionsOutliveARestart: whoever was logged in still is, with the forms that are open; who
// logged out, was taken away or has another password is not. The file lets nobody in.
func TestSessionsOutliveARestart(t *testing.T) {
	users, file := annaAndBoris(), filepath.Join(t.TempDir(), "state", "sessions.json")
	o := access.Options{Users: users, Sessions: file}
	s := newSite(o)
	anna, boris, left := s.browser(t), s.browser(t), s.browser(t)
	anna.logIn("anna", password)
	boris.logIn("борис", password)
	left.logIn("anna", password)
	open, over := anna.token("/"), left.cookies["dropbridge_session"]
	left.send("POST", "/logout", url.Values{"csrf": {left.token("/")}})
	left.cookies["dropbridge_session"] = over

	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NotContains(t, string(text), anna.cookies["dropbridge_session"])
	require.NotContains(t, string(text), password)

	for _, b := range []*browser{anna, boris, left} {
		b.restart(o)
	}
	require.Equal(t, "anna is act by password", anna.who())
	require.Equal(t, http.StatusOK, anna.send("POST", "/do", url.Values{"csrf": {open}}).Code, "a form that was open before")
	require.Equal(t, "борис is look by password", boris.who())
	require.Equal(t, " is none by ", left.who())

	users.set(access.User{Name: "anna", Role: access.Actor, Stamp: "2"})
	users.remove("борис")
	for _, b := range []*browser{anna, boris} {
		b.restart(o)
		require.Equal(t, " is none by ", b.who())
	}
	anna.restart(access.Options{Sessions: file})
	require.Equal(t, " is none by ", anna.who(), "nobody has a password any more")
}

// TestKeptSessionsEnd as all do: twelve hours after they were last used, however often the program
// began anew, and a week after they began.
func TestKeptSessionsEnd(t *testing.T) {
	o := access.Options{Users: annaAndBoris(), Sessions: filepath.Join(t.TempDir(), "sessions.json")}
	b := newSite(o).browser(t)
	b.logIn("anna", password)
	for range 15 {
		b.site.clock.pass(11 * time.Hour)
		b.restart(o)
		require.Equal(t, "anna is act by password", b.who(), "it was used meanwhile")
	}
	b.site.clock.pass(11 * time.Hour)
	b.restart(o)
	require.Equal(t, " is none by ", b.who())

	b.logIn("anna", password)
	b.site.clock.pass(13 * time.Hour)
	b.restart(o)
	require.Equal(t, " is none by ", b.who())
	b.site.clock.pass(-2 * time.Hour)
	require.Equal(t, " is none by ", b.who(), "what had ended is not taken in")
}

// TestASessionOfAnotherIssuer is none here, nor one of an issuer where there is none any more.
func TestASessionOfAnotherIssuer(t *testing.T) {
	i := newStandIn(t)
	o := access.Options{Issuer: i.issuer(), Sessions: filepath.Join(t.TempDir(), "sessions.json")}
	b := newSite(o).browser(t)
	query, code := i.visit(b.leave("/"))
	require.Equal(t, http.StatusSeeOther, b.back(query.Get("state"), code).Code)
	require.Equal(t, "anna@shop.example is act by oidc", b.who())
	b.restart(o)
	require.Equal(t, "anna@shop.example is act by oidc", b.who())
	other := i.issuer()
	other.ClientID = "another"
	b.restart(access.Options{Issuer: other, Sessions: o.Sessions})
	require.Equal(t, " is none by ", b.who())
	b.restart(access.Options{Users: annaAndBoris(), Sessions: o.Sessions})
	require.Equal(t, " is none by ", b.who())
}

// TestSessionsThatCannotBeKept: a file that is damaged lets nobody in, and where none can be
// written people log in all the same; both are said.
func TestSessionsThatCannotBeKept(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "sessions.json")
	o := access.Options{Users: annaAndBoris(), Sessions: file}
	for _, text := range []string{"{", `{"secret":"","sessions":{}}`, `{"secret":"c2hvcnQ=","sessions":{}}`} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		b := newSite(o).browser(t)
		require.Contains(t, b.site.log.String(), "log in again")
		b.logIn("anna", password)
		b.restart(o)
		require.Equal(t, "anna is act by password", b.who(), "the next session replaces it")
		require.Empty(t, b.site.log.String())
	}

	blocked := filepath.Join(file, "below", "sessions.json") // a file is no folder
	o.Sessions = blocked
	b := newSite(o).browser(t)
	require.Equal(t, http.StatusSeeOther, b.logIn("anna", password).Code)
	require.Contains(t, b.site.log.String(), "has to log in again after a restart")
	require.Equal(t, "anna is act by password", b.who())
	b.restart(o)
	require.Equal(t, " is none by ", b.who())
}

// TestAnEndedSessionDoesNotComeBack where its end could not be written.
func TestAnEndedSessionDoesNotComeBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	o := access.Options{Users: annaAndBoris(), Sessions: filepath.Join(folder, "sessions.json")}
	b := newSite(o).browser(t)
	b.logIn("anna", password)
	token := b.cookies["dropbridge_session"]
	moved := folder + "-away"
	require.NoError(t, os.Rename(folder, moved))
	require.NoError(t, os.WriteFile(folder, nil, 0o600)) // no file can be written there
	b.send("POST", "/logout", url.Values{"csrf": {b.token("/")}})
	require.Contains(t, b.site.log.String(), "sessions are not kept")
	b.cookies["dropbridge_session"] = token
	require.Equal(t, " is none by ", b.who())
}

// TestASessionOfAnotherForm: whom an earlier version of the program logged in has to log in again,
// and can.
func TestASessionOfAnotherForm(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "sessions.json")
	o := access.Options{Users: annaAndBoris(), Sessions: file}
	anna := newSite(o).browser(t)
	anna.logIn("anna", password)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	other := regexp.MustCompile(`"data": *"[^"]*"`).ReplaceAll(text, []byte(`"data":"BAgA/w=="`))
	require.NotEqual(t, text, other)
	require.NoError(t, os.WriteFile(file, other, 0o600))

	anna.restart(o)
	require.Equal(t, " is none by ", anna.who())
	anna.logIn("anna", password)
	require.Equal(t, "anna is act by password", anna.who())
}
