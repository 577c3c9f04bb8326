package client

import (
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
)

// tokenPlace puts the token where the mapping wants it.
type tokenPlace struct{ *access.Auth }

// carries reports whether a token can stand where it has to.
func (a tokenPlace) carries(token string) bool {
	if a.Header != "" {
		return token != "" && headerText(token)
	}
	return token != "" && !strings.ContainsFunc(token, unicode.IsControl)
}

// place puts the token on a request whose JSON body is that text, and gives the body.
func (a tokenPlace) place(req *http.Request, body string, by credentials) (string, error) {
	value := a.Prefix + by.token.Reveal()
	switch {
	case a.Basic:
		req.SetBasicAuth(by.user, by.token.Reveal())
	case a.Sign != nil: // when the body is as it goes out
	case a.Header != "":
		req.Header.Set(a.Header, value)
	case a.Query != "":
		a.intoQuery(req.URL, value)
	case body != "":
		return jsonread.WithMember(body, a.Body, jsonread.Quote(value))
	}
	return body, nil
}

// sign signs a request whose body is that text as it goes out.
func (a tokenPlace) sign(req *http.Request, body string, by credentials, now time.Time) {
	if a.Sign == nil {
		return
	}
	query := req.URL.Query()
	put := func(at access.Spot, value string) {
		switch {
		case at.Header != "":
			req.Header.Set(at.Header, value)
		case at.Query != "":
			query.Set(at.Query, value)
		}
	}
	query.Del(a.Sign.Place.Query)
	at := a.Sign.Clock(now)
	put(a.Sign.Time, at)
	put(a.Sign.User, by.user)
	put(a.Sign.Place, a.Sign.Signature(access.Signed{Method: req.Method, Path: req.URL.EscapedPath(), Query: query, Body: body, User: by.user, Time: at}, by.token.Reveal()))
	req.URL.RawQuery = query.Encode()
}

// intoQuery puts the token into an address; one that the service wrote itself otherwise
// stays as it is.
func (a tokenPlace) intoQuery(to *url.URL, value string) {
	if query := to.Query(); query.Has(a.Query) {
		query.Set(a.Query, value)
		to.RawQuery = query.Encode()
		return
	}
	if to.RawQuery != "" {
		to.RawQuery += "&"
	}
	to.RawQuery += url.Values{a.Query: {value}}.Encode()
}

// redacted is a body as it may be kept and shown: a service that wants the token in the query
// writes it into the addresses of its answers.
func (a tokenPlace) redacted(body string, token supplier.Secret) string {
	const shortest = 8 // a shorter text stands in an answer for other reasons
	if a.Query == "" || len(token.Reveal()) < shortest {
		return body
	}
	return token.Hide(body)
}

// auth is where requests carry the token.
func (h *httpCaller) auth() tokenPlace { return tokenPlace{&h.mapping.Auth} }

// credentialsOf are those that a request carries; a login has them in its own body.
func (h *httpCaller) credentialsOf(r *request) credentials {
	switch {
	case r.login:
		return credentials{}
	case h.mapping.Auth.Login != nil:
		return credentials{token: r.token}
	}
	return h.keys.current()
}

// hide redacts what is secret about a request in a text that came from elsewhere.
func (h *httpCaller) hide(r *request, text string) string {
	return r.token.Hide(h.keys.current().hide(text))
}

// headerText reports whether text can stand in a header as it is.
func headerText(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
