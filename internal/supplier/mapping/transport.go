package mapping

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// transport compiles how requests are made, whatever they are for.
func (c *compiler) transport(m *Program) error {
	for _, part := range []func(*Program) error{c.authorization, c.login, c.fixedHeaders} {
		if err := part(m); err != nil {
			return err
		}
	}
	for _, limit := range c.written.Limits {
		parsed, err := supplier.ParseLimit(limit.Text)
		if err != nil {
			return c.Wrong(limit, "limits: %v", err)
		}
		m.Limits = append(m.Limits, parsed)
	}
	return nil
}

// authorization compiles where the token goes.
func (c *compiler) authorization(m *Program) (err error) {
	w := c.written.Auth
	var given []strictyaml.Scalar
	for _, place := range []strictyaml.Scalar{w.Header, w.Query, w.Body} {
		if place.Text != "" {
			given = append(given, place)
		}
	}
	switch {
	case len(given) == 0:
		return c.Wrong(placed(w.Header, w.Query, w.Body, w.Prefix), "auth: want one of header, query and body: where requests carry the token")
	case len(given) > 1:
		return c.Wrong(given[1], "auth: want only one of header, query and body: the token goes to one place")
	case w.Header.Text != "" && !headerName(w.Header.Text):
		return c.Wrong(w.Header, "auth: header: %q is no header's name", w.Header.Text)
	}
	m.Auth = Auth{Header: w.Header.Text, Query: w.Query.Text, Prefix: w.Prefix.Text}
	if w.Body.Text == "" {
		return nil
	}
	m.Auth.Body, err = jsonread.ParseMemberPath(w.Body.Text)
	if err != nil || jsonread.Many(m.Auth.Body) {
		return c.Wrong(w.Body, "auth: body: want the path of a member of the body, got %q", w.Body.Text)
	}
	for _, request := range c.requests() {
		if strings.HasPrefix(request.Text, "GET ") {
			return c.Wrong(request, "auth: body puts the token into the body of POST requests, and %s has none", request.Text)
		}
	}
	return nil
}

// requests are the requests of all operations.
func (c *compiler) requests() (out []strictyaml.Scalar) {
	w := c.written
	for _, op := range []*written.Operation{w.Products, w.Search, w.Orders, w.Shipments, w.Ledger.Reading()} {
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
func (c *compiler) login(m *Program) (err error) {
	w := c.written.Auth.Login
	if w == nil {
		return nil
	}
	l := &Login{Lifetime: w.Lifetime}
	if _, l.Path, err = c.request(w.Request, "auth: login", "POST"); err != nil {
		return err
	}
	if w.Lifetime < 0 {
		return c.Wrong(w.Request, "auth: login: lifetime is how long a token lives, got %s", w.Lifetime)
	}
	if w.Token.Text == "" {
		return c.Wrong(w.Request, "auth: login: token is missing: the path of the token in the answer")
	}
	if l.Token, err = answerPaths(w.Token.Text); err != nil {
		return c.Wrong(w.Token, "auth: login: token: %v", err)
	}
	secret := false
	var t jsonread.Tree
	for _, one := range w.Body {
		steps, err := jsonread.ParseMemberPath(one.Key.Text)
		if err != nil {
			return c.Wrong(one.Key, "auth: login: body: %v", err)
		}
		if !t.Set(steps, "0") {
			return c.Wrong(one.Key, "auth: login: body: %s has no place of its own in the body", one.Key.Text)
		}
		l.Body = append(l.Body, LoginMember{steps, constantOf(one)})
		l.User = l.User || strings.Contains(one.Value.Text, "{user}")
		secret = secret || strings.Contains(one.Value.Text, "{secret}")
	}
	if !secret {
		return c.Wrong(w.Request, "auth: login: body needs a value with {secret}, where the token of dropbridge.yaml goes, as the password")
	}
	m.Auth.Login = l
	return nil
}

// ownHeaders are those that the program or HTTP sets.
var ownHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Connection", "Trailer", "Upgrade", "Accept-Encoding", "User-Agent"}

// fixedHeaders compiles the headers of each request.
func (c *compiler) fixedHeaders(m *Program) error {
	for _, one := range c.written.Headers {
		name := http.CanonicalHeaderKey(one.Key.Text)
		switch {
		case !headerName(one.Key.Text):
			return c.Wrong(one.Key, "headers: %q is no header's name", one.Key.Text)
		case slices.Contains(ownHeaders, name) || name == http.CanonicalHeaderKey(m.Auth.Header) ||
			name == http.CanonicalHeaderKey(c.written.Idempotency.KeyHeader.Text):
			return c.Wrong(one.Key, "headers: %s is set by the program", one.Key.Text)
		case strings.ContainsFunc(one.Value.Text, func(r rune) bool { return r < ' ' || r > '~' }):
			return c.Wrong(one.Value, "headers: %s: want printable ASCII", one.Key.Text)
		}
		m.Headers = append(m.Headers, [2]string{name, one.Value.Text})
	}
	return nil
}

// promises compiles what holds for all operations: idempotency and errors.
func (c *compiler) promises(m *Program) error {
	idempotency := c.written.Idempotency
	if err := c.Choice(idempotency.Kind, "kind of idempotency", supplier.IdempotencyNone, supplier.IdempotencyExternalID, supplier.IdempotencyKey); err != nil {
		return err
	}
	m.Idempotency = supplier.Idempotency{Kind: idempotency.Kind.Text, Lifetime: idempotency.Lifetime}
	m.KeyHeader = idempotency.KeyHeader.Text
	if m.Idempotency.Kind == supplier.IdempotencyKey && m.KeyHeader == "" {
		return c.Wrong(idempotency.Kind, "idempotency by key needs key_header, the name of the header")
	}
	if m.KeyHeader != "" && !headerName(m.KeyHeader) {
		return c.Wrong(idempotency.KeyHeader, "idempotency: key_header: %q is no header's name", m.KeyHeader)
	}
	refusal, err := compileRecord(c, "errors", c.written.Errors, problemFields(), nil, recordRules{})
	if err != nil {
		return err
	}
	m.problem = refusal.read
	m.said = c.problemPlaces()
	return nil
}
