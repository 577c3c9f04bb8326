package access

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	issuerPatience = 10 * time.Second
	askAgain       = 5 * time.Second  // after which an issuer that was away is asked again
	journeyEnd     = 10 * time.Minute // in which somebody logs in at the issuer
	journeyCookie  = "dropbridge_oidc"
)

// journey is what a browser takes along to the issuer and back, signed.
type journey struct {
	State    string    `json:"state"`
	Nonce    string    `json:"nonce"`
	Verifier string    `json:"verifier"`
	Next     string    `json:"next"`
	Ends     time.Time `json:"ends"`
}

// stamp tells sessions of another issuer, or of another client or name there, from ours.
func (i *Issuer) stamp() string { return strings.Join([]string{i.URL, i.ClientID, i.Claim}, " ") }

// context is one in which the issuer is asked, with an end of its own.
func (i *Issuer) context(r *http.Request) context.Context {
	client := i.Client
	if client == nil {
		client = &http.Client{Timeout: issuerPatience}
	}
	return oidc.ClientContext(context.WithoutCancel(r.Context()), client)
}

// reach asks the issuer who it is, once.
func (i *Issuer) reach(ctx context.Context, now time.Time) (*oidc.Provider, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.provider != nil || i.failed != nil && now.Sub(i.asked) < askAgain {
		return i.provider, i.failed
	}
	i.asked = now
	i.provider, i.failed = oidc.NewProvider(ctx, i.URL)
	return i.provider, i.failed
}

func (i *Issuer) oauth(provider *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{ClientID: i.ClientID, ClientSecret: i.Secret, Endpoint: provider.Endpoint(), RedirectURL: i.Redirect,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// leave sends the browser to the issuer.
func (a *Access) leave(w http.ResponseWriter, r *http.Request) {
	provider, err := a.Issuer.reach(a.Issuer.context(r), a.Now())
	if err != nil {
		a.Logger.Error("the issuer cannot be asked", "issuer", a.Issuer.URL, "error", err)
		a.showLogin(w, r, http.StatusBadGateway, a.say(r, "issuer_away"))
		return
	}
	j := journey{rand.Text(), rand.Text(), oauth2.GenerateVerifier(), LocalPath(r.URL.Query().Get("next")), a.Now().Add(journeyEnd)}
	data, err := json.Marshal(j)
	if err != nil {
		a.Logger.Error("log-in not begun", "error", err)
		a.showLogin(w, r, http.StatusInternalServerError, a.say(r, "issuer_failed"))
		return
	}
	text := base64.RawURLEncoding.EncodeToString(data)
	a.setJourney(w, r, text+"."+a.sign("journey", text), int(journeyEnd.Seconds()))
	http.Redirect(w, r, a.Issuer.oauth(provider).AuthCodeURL(j.State, oidc.Nonce(j.Nonce), oauth2.S256ChallengeOption(j.Verifier)), http.StatusSeeOther)
}

func (a *Access) setJourney(w http.ResponseWriter, r *http.Request, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{Name: journeyCookie, Value: value, Path: LoginPath, MaxAge: seconds, HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: a.encrypted(r)})
}

// arrive takes what the issuer says of the visitor who comes back from it.
func (a *Access) arrive(w http.ResponseWriter, r *http.Request) {
	a.setJourney(w, r, "", -1) // it serves once
	j, begun := a.journey(r)
	state := r.URL.Query().Get("state")
	if !begun || !hmac.Equal([]byte(state), []byte(j.State)) {
		a.showLogin(w, r, http.StatusForbidden, a.say(r, "issuer_foreign"))
		return
	}
	name, err := a.identity(r, j)
	if err == nil && a.Issuer.Roles.Of(name) == Stranger {
		a.Logger.Warn("log-in refused: no role", "name", name, "address", a.client(r))
		a.showLogin(w, r, http.StatusForbidden, a.say(r, "no_role", name))
		return
	}
	if err == nil {
		err = a.sessions.begin(a, w, r, name, ByIssuer, a.Issuer.stamp())
	}
	if err != nil {
		a.Logger.Warn("log-in at the issuer failed", "address", a.client(r), "error", err)
		key := "issuer_failed"
		if errors.Is(err, errNoName) {
			key = "issuer_unnamed"
		}
		a.showLogin(w, r, http.StatusForbidden, a.say(r, key))
		return
	}
	a.Logger.Info("logged in", "name", name, "via", ByIssuer, "address", a.client(r))
	http.Redirect(w, r, j.Next, http.StatusSeeOther)
}

// journey is the one that the browser began here and has not let end.
func (a *Access) journey(r *http.Request) (j journey, ok bool) {
	cookie, err := r.Cookie(journeyCookie)
	if err != nil {
		return j, false
	}
	text, signature, _ := strings.Cut(cookie.Value, ".")
	if !hmac.Equal([]byte(signature), []byte(a.sign("journey", text))) {
		return j, false
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(data, &j) != nil {
		return j, false
	}
	return j, j.State != "" && a.Now().Before(j.Ends)
}

// errNoName is that the issuer's token does not have the claim that names visitors.
var errNoName = errors.New("the token has no name that can be taken")

// identity exchanges the code for a token, checks that, and gives the visitor's name.
func (a *Access) identity(r *http.Request, j journey) (string, error) {
	if said := r.URL.Query().Get("error"); said != "" {
		return "", fmt.Errorf("the issuer says %q", said)
	}
	ctx := a.Issuer.context(r)
	provider, err := a.Issuer.reach(ctx, a.Now())
	if err != nil {
		return "", err
	}
	granted, err := a.Issuer.oauth(provider).Exchange(ctx, r.URL.Query().Get("code"), oauth2.VerifierOption(j.Verifier))
	if err != nil {
		return "", err
	}
	raw, ok := granted.Extra("id_token").(string)
	if !ok {
		return "", errors.New("the issuer's answer has no id_token")
	}
	token, err := provider.Verifier(&oidc.Config{ClientID: a.Issuer.ClientID, Now: a.Now}).Verify(ctx, raw)
	if err != nil {
		return "", err
	}
	if !hmac.Equal([]byte(token.Nonce), []byte(j.Nonce)) {
		return "", errors.New("the token is of another log-in")
	}
	return a.Issuer.name(token)
}

// name is the visitor's name by a token. An address of mail that is not verified is none: at
// some issuers anybody may enter any.
func (i *Issuer) name(token *oidc.IDToken) (string, error) {
	var claims map[string]any
	if err := token.Claims(&claims); err != nil {
		return "", err
	}
	claim := i.Claim
	if claim == "" {
		claim = "email"
	}
	if claim == "email" && claims["email_verified"] != true {
		return "", fmt.Errorf("%w: email is not verified", errNoName)
	}
	name, _ := claims[claim].(string)
	if !plain(name) {
		return "", fmt.Errorf("%w: %s", errNoName, claim)
	}
	return name, nil
}
