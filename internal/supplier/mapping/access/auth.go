package access

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Auth is where requests carry the token: in one of header, query and body, beside a
// user's name (Basic), or not at all but as the key of a signature (Sign).
type Auth struct {
	Header string
	Query  string
	Body   []jsonread.Step // of a POST
	Prefix string          // before the token
	Basic  bool            // the user and the token as RFC 7617 has it
	Sign   *Sign           // nil: requests are not signed
	Login  *Login          // where the token comes from, nil: it is the one of the options
}

// NeedsUser reports whether requests carry a user's name, beside the token.
func (a *Auth) NeedsUser() bool {
	signs := a.Sign != nil && (a.Sign.User.IsSet() || strings.Contains(a.Sign.over, "{user}"))
	return a.Basic || signs || a.Login != nil && a.Login.User
}

// Shown says where the token goes, for people, and in which headers.
func (a *Auth) Shown() (place string, headers []string) {
	switch {
	case a.Basic:
		return "header Authorization (HTTP Basic, with the user)", []string{"Authorization"}
	case a.Sign != nil:
		for _, spot := range []Spot{a.Sign.Place, a.Sign.Time, a.Sign.User} {
			if spot.Header != "" {
				headers = append(headers, spot.Header)
			}
		}
		return "nowhere: it is the key of the signature", headers
	case a.Header != "":
		return "header " + a.Header, []string{a.Header}
	case a.Query != "":
		return "query " + a.Query, nil
	}
	names := make([]string, len(a.Body))
	for i, step := range a.Body {
		names[i] = step.Name
	}
	return "body " + strings.Join(names, "."), nil
}

// Login is the call that gives the token.
type Login struct {
	Path     string
	Body     []LoginMember
	Encoding wire.Encoding
	User     bool // whether the body names the user
	Basic    bool // whether the user and the secret stand in Authorization (RFC 6749, 2.3.1)
	Token    []jsonread.Path
	Lifetime time.Duration   // 0: until a request is refused
	Expires  []jsonread.Path // where the answer has the lifetime in seconds, nil: nowhere
	Next     string          // the header of each answer that has the token of the next request, "" where it stays
}

// LoginMember is a value of the login's body; {user} and {secret} stand for those.
type LoginMember struct {
	Steps []jsonread.Step
	Value written.Constant
}

// Access is all that a mapping says of the way to a service.
type Access struct {
	Auth    Auth
	Headers [][2]string // fixed ones of each request
}

// Compile compiles the head of a mapping. Requests are those of its operations, of which
// none may be a GET where the body holds the token.
func Compile(m written.Mistakes, w *written.File, params Params, requests []strictyaml.Scalar) (out Access, err error) {
	c := &compiler{m, w, params}
	if out.Auth, err = c.authorization(requests); err != nil {
		return out, err
	}
	if out.Auth.Login, err = c.login(); err != nil {
		return out, err
	}
	out.Headers, err = c.fixedHeaders(&out.Auth)
	return out, err
}

// authorization compiles where the token goes.
func (c *compiler) authorization(requests []strictyaml.Scalar) (out Auth, err error) {
	w := c.written.Auth
	var given []strictyaml.Scalar
	for _, place := range []strictyaml.Scalar{w.Header, w.Query, w.Body} {
		if place.Text != "" {
			given = append(given, place)
		}
	}
	ways := len(given)
	if w.Basic {
		ways++
	}
	if w.Sign != nil {
		ways++
	}
	switch {
	case ways == 0:
		return out, c.Wrong(written.Placed(w.Header, w.Query, w.Body, w.Prefix), "auth: want one of header, query and body, where requests carry the token, or basic: true, or sign")
	case ways > 1:
		return out, c.Wrong(written.Placed(append(given, w.Prefix)[min(1, len(given)):]...), "auth: want only one of header, query, body, basic and sign: the token goes to one place")
	case w.Header.Text != "" && !HeaderName(w.Header.Text):
		return out, c.Wrong(w.Header, "auth: header: %q is no header's name", w.Header.Text)
	case (w.Basic || w.Sign != nil) && w.Login != nil:
		return out, c.Wrong(w.Login.Request, "auth: login gives a token: want header, query or body, where requests carry it")
	}
	out = Auth{Header: w.Header.Text, Query: w.Query.Text, Prefix: w.Prefix.Text, Basic: w.Basic}
	if w.Sign != nil {
		out.Sign, err = c.sign(w.Sign)
		return out, err
	}
	if w.Body.Text == "" {
		return out, nil
	}
	out.Body, err = jsonread.ParseMemberPath(w.Body.Text)
	if err != nil || jsonread.Many(out.Body) {
		return out, c.Wrong(w.Body, "auth: body: want the path of a member of the body, got %q", w.Body.Text)
	}
	for _, request := range requests {
		if strings.HasPrefix(request.Text, "GET ") {
			return out, c.Wrong(request, "auth: body puts the token into the body of POST requests, and %s has none", request.Text)
		}
	}
	return out, nil
}

// login compiles the call that gives the token.
func (c *compiler) login() (_ *Login, err error) {
	w := c.written.Auth.Login
	if w == nil {
		return nil, nil
	}
	l := &Login{Lifetime: w.Lifetime, Basic: w.Basic, User: w.Basic, Next: w.Next.Text}
	if _, l.Path, err = c.params.Request(c.Mistakes, w.Request, "auth: login", nil, "POST"); err != nil {
		return nil, err
	}
	if l.Encoding, err = wire.Compile(c.Mistakes, "auth: login", w.Encode, w.Root, w.JSON); err != nil {
		return nil, err
	}
	switch {
	case w.Lifetime < 0:
		return nil, c.Wrong(w.Request, "auth: login: lifetime is how long a token lives, got %s", w.Lifetime)
	case w.Token.Text == "":
		return nil, c.Wrong(w.Request, "auth: login: token is missing: the path of the token in the answer")
	case w.Next.Text != "" && !HeaderName(w.Next.Text):
		return nil, c.Wrong(w.Next, "auth: login: next: want the name of a header, got %q", w.Next.Text)
	}
	if l.Token, err = AnswerPaths(w.Token.Text); err != nil {
		return nil, c.Wrong(w.Token, "auth: login: token: %v", err)
	}
	if w.Expires.Text != "" {
		if l.Expires, err = AnswerPaths(w.Expires.Text); err != nil {
			return nil, c.Wrong(w.Expires, "auth: login: expires: %v", err)
		}
	}
	return l, c.loginBody(l, w)
}

func (c *compiler) loginBody(into *Login, w *written.Login) error {
	secret := w.Basic
	var t jsonread.Tree
	for _, one := range w.Body {
		steps, err := jsonread.ParseMemberPath(one.Key.Text)
		if err != nil {
			return c.Wrong(one.Key, "auth: login: body: %v", err)
		}
		if !t.Set(steps, "0") {
			return c.Wrong(one.Key, "auth: login: body: %s has no place of its own in the body", one.Key.Text)
		}
		into.Body = append(into.Body, LoginMember{steps, one.Constant()})
		into.User = into.User || strings.Contains(one.Value.Text, "{user}")
		secret = secret || strings.Contains(one.Value.Text, "{secret}")
	}
	if !secret {
		return c.Wrong(w.Request, "auth: login: body needs a value with {secret}, where the token of dropbridge.yaml goes, as the password (or basic: true)")
	}
	return nil
}
