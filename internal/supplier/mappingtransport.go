package supplier

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// transport compiles how requests are made, whatever they are for.
func (c *compiler) transport(m *Mapping) error {
	for _, part := range []func(*Mapping) error{c.authorization, c.login, c.fixedHeaders} {
		if err := part(m); err != nil {
			return err
		}
	}
	for _, limit := range c.written.Limits {
		parsed, err := ParseLimit(limit.Text)
		if err != nil {
			return c.wrong(limit, "limits: %v", err)
		}
		m.limits = append(m.limits, parsed)
	}
	return nil
}

// authorization compiles where the token goes.
func (c *compiler) authorization(m *Mapping) (err error) {
	w := c.written.Auth
	var given []strictyaml.Scalar
	for _, place := range []strictyaml.Scalar{w.Header, w.Query, w.Body} {
		if place.Text != "" {
			given = append(given, place)
		}
	}
	switch {
	case len(given) == 0:
		return c.wrong(placed(w.Header, w.Query, w.Body, w.Prefix), "auth: want one of header, query and body: where requests carry the token")
	case len(given) > 1:
		return c.wrong(given[1], "auth: want only one of header, query and body: the token goes to one place")
	case w.Header.Text != "" && !headerName(w.Header.Text):
		return c.wrong(w.Header, "auth: header: %q is no header's name", w.Header.Text)
	}
	m.auth = auth{header: w.Header.Text, query: w.Query.Text, prefix: w.Prefix.Text}
	if w.Body.Text == "" {
		return nil
	}
	m.auth.body, err = bodyPath(w.Body.Text)
	if err != nil || many(m.auth.body) {
		return c.wrong(w.Body, "auth: body: want the path of a member of the body, got %q", w.Body.Text)
	}
	for _, request := range c.requests() {
		if strings.HasPrefix(request.Text, "GET ") {
			return c.wrong(request, "auth: body puts the token into the body of POST requests, and %s has none", request.Text)
		}
	}
	return nil
}

// requests are the requests of all operations.
func (c *compiler) requests() (out []strictyaml.Scalar) {
	w := c.written
	for _, op := range []*operationFile{w.Products, w.Search, w.Orders, w.Shipments, w.Ledger} {
		if op != nil {
			out = append(out, op.Request)
		}
	}
	if w.FindOrder != nil {
		out = append(out, w.FindOrder.Request)
	}
	for _, lookup := range w.Lookups {
		if lookup.Request.Text != "" {
			out = append(out, lookup.Request)
		}
	}
	return out
}

// login compiles the call that gives the token.
func (c *compiler) login(m *Mapping) (err error) {
	w := c.written.Auth.Login
	if w == nil {
		return nil
	}
	l := &login{lifetime: w.Lifetime}
	if _, l.path, err = c.request(w.Request, "auth: login", "POST"); err != nil {
		return err
	}
	if w.Lifetime < 0 {
		return c.wrong(w.Request, "auth: login: lifetime is how long a token lives, got %s", w.Lifetime)
	}
	if w.Token.Text == "" {
		return c.wrong(w.Request, "auth: login: token is missing: the path of the token in the answer")
	}
	if l.token, err = answerPaths(w.Token.Text); err != nil {
		return c.wrong(w.Token, "auth: login: token: %v", err)
	}
	secret := false
	var t bodyTree
	for _, one := range w.Body {
		steps, err := bodyPath(one.key.Text)
		if err != nil {
			return c.wrong(one.key, "auth: login: body: %v", err)
		}
		if !t.set(steps, "0") {
			return c.wrong(one.key, "auth: login: body: %s has no place of its own in the body", one.key.Text)
		}
		l.body = append(l.body, loginMember{steps, constantOf(one)})
		l.user = l.user || strings.Contains(one.value.Text, "{user}")
		secret = secret || strings.Contains(one.value.Text, "{secret}")
	}
	if !secret {
		return c.wrong(w.Request, "auth: login: body needs a value with {secret}, where the token of dropbridge.yaml goes, as the password")
	}
	m.auth.login = l
	return nil
}

// placed is the first of some values that the file has, for the line of a mistake.
func placed(values ...strictyaml.Scalar) strictyaml.Scalar {
	for _, value := range values {
		if value.Set {
			return value
		}
	}
	return strictyaml.Scalar{}
}

// ownHeaders are those that the program or HTTP sets.
var ownHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Connection", "Trailer", "Upgrade", "Accept-Encoding", "User-Agent"}

// fixedHeaders compiles the headers of each request.
func (c *compiler) fixedHeaders(m *Mapping) error {
	for _, one := range c.written.Headers {
		name := http.CanonicalHeaderKey(one.key.Text)
		switch {
		case !headerName(one.key.Text):
			return c.wrong(one.key, "headers: %q is no header's name", one.key.Text)
		case slices.Contains(ownHeaders, name) || name == http.CanonicalHeaderKey(m.auth.header) ||
			name == http.CanonicalHeaderKey(c.written.Idempotency.KeyHeader.Text):
			return c.wrong(one.key, "headers: %s is set by the program", one.key.Text)
		case strings.ContainsFunc(one.value.Text, func(r rune) bool { return r < ' ' || r > '~' }):
			return c.wrong(one.value, "headers: %s: want printable ASCII", one.key.Text)
		}
		m.headers = append(m.headers, [2]string{name, one.value.Text})
	}
	return nil
}

// promises compiles what holds for all operations: idempotency and errors.
func (c *compiler) promises(m *Mapping) error {
	idempotency := c.written.Idempotency
	if err := c.choice(idempotency.Kind, "kind of idempotency", IdempotencyNone, IdempotencyExternalID, IdempotencyKey); err != nil {
		return err
	}
	m.idempotency = Idempotency{Kind: idempotency.Kind.Text, Lifetime: idempotency.Lifetime}
	m.keyHeader = idempotency.KeyHeader.Text
	if m.idempotency.Kind == IdempotencyKey && m.keyHeader == "" {
		return c.wrong(idempotency.Kind, "idempotency by key needs key_header, the name of the header")
	}
	if m.keyHeader != "" && !headerName(m.keyHeader) {
		return c.wrong(idempotency.KeyHeader, "idempotency: key_header: %q is no header's name", m.keyHeader)
	}
	refusal, err := compileRecord(c, "errors", c.written.Errors, problemFields(), nil, recordRules{})
	if err != nil {
		return err
	}
	m.problem = refusal.read
	m.said = c.problemPlaces()
	return nil
}
