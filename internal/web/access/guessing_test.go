package access_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

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
