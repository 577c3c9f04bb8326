package client

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestClientCredentials: OAuth 2 by form, with the lifetime that the answer gives.
func TestClientCredentials(t *testing.T) {
	const auth = `auth: {header: Authorization, prefix: "Bearer ", login: {request: POST /token, encode: form, body: {grant_type: client_credentials, client_id: "{user}", client_secret: "{secret}"}, token: access_token, expires: expires_in}}`
	clock, logins := newFakeTime(), 0
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			logins++
			require.NoError(t, r.ParseForm())
			require.Equal(t, "client_id=shop&client_secret=p%26w&grant_type=client_credentials", r.PostForm.Encode())
			answerJSON(w, 200, `{"access_token":"t`+strings.Repeat("x", logins)+`","expires_in":3600}`)
			return
		}
		require.Equal(t, "Bearer t"+strings.Repeat("x", logins), r.Header.Get("Authorization"))
		answerJSON(w, 200, `{"data":[]}`)
	}, withMapping(wireMapping(t, auth)), func(o *Options) { o.User, o.Token = "shop", supplier.NewSecret("p&w") }, withClock(clock))
	for _, step := range []struct {
		passes time.Duration
		logins int
	}{{0, 1}, {50 * time.Minute, 1}, {5 * time.Minute, 2}} {
		clock.at = clock.at.Add(step.passes)
		_, err := idsOf(t, c)
		require.NoError(t, err)
		require.Equal(t, step.logins, logins)
	}
}

// TestATokenThatRotates: each answer has the token of the next request.
func TestATokenThatRotates(t *testing.T) {
	const auth = `auth: {header: X-Session, login: {request: POST /session, basic: true, token: session, next: X-Next}}`
	next := "first"
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/session" {
			user, password, _ := r.BasicAuth()
			require.Equal(t, "shop p", user+" "+password)
			answerJSON(w, 200, `{"session":"first"}`)
			return
		}
		require.Equal(t, next, r.Header.Get("X-Session"))
		next += "+"
		w.Header().Set("X-Next", next)
		answerJSON(w, 200, `{"data":[]}`)
	}, withMapping(wireMapping(t, auth)), func(o *Options) { o.User, o.Token = "shop", supplier.NewSecret("p") })
	for range 3 {
		_, err := idsOf(t, c)
		require.NoError(t, err)
	}
	require.Equal(t, "first+++", next)
}

// TestRefusedCredentialsAreReadAgain: once for a refusal, and only where there are others by now.
func TestRefusedCredentialsAreReadAgain(t *testing.T) {
	held, valid, failing, read := "old", "new", false, 0
	renewing := func(o *Options) {
		o.Token = supplier.NewSecret("old")
		o.Renew = func() (string, supplier.Secret, error) {
			read++
			if failing {
				return "", supplier.Secret{}, errors.New("no such file")
			}
			return "", supplier.NewSecret(held), nil
		}
	}
	asked := 0
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Header.Get("X-Key") != valid {
			answerJSON(w, 401, `{}`)
			return
		}
		answerJSON(w, 200, `{"data":[]}`)
	}, withMapping(wireMapping(t)), renewing)
	_, err := idsOf(t, c)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, []int{1, 1}, []int{asked, read}, "the same token is not tried again")
	failing = true
	_, err = idsOf(t, c)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	failing, held = false, "new"
	_, err = idsOf(t, c)
	require.NoError(t, err)
	_, err = idsOf(t, c)
	require.NoError(t, err)
	require.Equal(t, []int{5, 3}, []int{asked, read})
}

// TestASecretUserShowsNowhere: neither as it is nor as Basic sends it.
func TestASecretUserShowsNowhere(t *testing.T) {
	var log bytes.Buffer
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, 422, `{"message":"bad key ck_secret_user and `+r.Header.Get("Authorization")+`"}`)
	}, withMapping(wireMapping(t, "auth: {basic: true}")), func(o *Options) {
		o.User, o.UserSecret, o.Token = "ck_secret_user", true, supplier.NewSecret("cs_secret_word")
		o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	_, err := idsOf(t, c)
	require.ErrorContains(t, err, "bad key [redacted] and Basic [redacted]")
	require.NotContains(t, log.String(), "ck_secret_user")
	require.Contains(t, log.String(), "bad key [redacted]")
}
