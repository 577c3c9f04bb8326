package supplier

import (
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// auth is where requests carry the token: in one of header, query and body.
type auth struct {
	header string
	query  string
	body   []step // of a POST
	prefix string // before the token
	login  *login // where the token comes from, nil: it is the one of the options
}

// login is the call that gives the token.
type login struct {
	path     string
	body     []loginMember
	user     bool // whether the body names the user
	token    []path
	lifetime time.Duration // 0: until a request is refused
}

// loginMember is a value of the login's body; {user} and {secret} stand for those.
type loginMember struct {
	steps []step
	value constant
}

// loginBody is the body of a login.
func (s *session) loginBody() []byte {
	t := &bodyTree{}
	put := strings.NewReplacer("{user}", s.user, "{secret}", s.secret.Reveal())
	for _, m := range s.auth.login.body {
		raw := m.value.raw
		if strings.Contains(m.value.text, "{") {
			raw = quote(put.Replace(m.value.text))
		}
		t.set(m.steps, raw)
	}
	return t.text(nil)
}

// tokenPlace puts the token where the mapping wants it.
type tokenPlace struct{ *auth }

// carries reports whether a token can stand where it has to.
func (a tokenPlace) carries(token string) bool {
	if a.header != "" {
		return token != "" && headerText(token)
	}
	return token != "" && !strings.ContainsFunc(token, unicode.IsControl)
}

// place puts the token on a request whose body is that text, and gives the body.
func (a tokenPlace) place(req *http.Request, body string, token Secret) (string, error) {
	value := a.prefix + token.Reveal()
	switch {
	case a.header != "":
		req.Header.Set(a.header, value)
	case a.query != "":
		a.intoQuery(req.URL, value)
	case body != "":
		return withMember(body, a.body, quote(value))
	}
	return body, nil
}

// intoQuery puts the token into an address; one that the service wrote itself otherwise
// stays as it is.
func (a tokenPlace) intoQuery(to *url.URL, value string) {
	if query := to.Query(); query.Has(a.query) {
		query.Set(a.query, value)
		to.RawQuery = query.Encode()
		return
	}
	if to.RawQuery != "" {
		to.RawQuery += "&"
	}
	to.RawQuery += url.Values{a.query: {value}}.Encode()
}

// kept is a body as it may be kept and shown: a service that wants the token in the query
// writes it into the addresses of its answers.
func (a tokenPlace) kept(body string, token Secret) string {
	const shortest = 8 // a shorter text stands in an answer for other reasons
	if a.query == "" || len(token.Reveal()) < shortest {
		return body
	}
	return token.hide(body)
}
