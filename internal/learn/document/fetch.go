package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Access says how the service itself is reached.
type Access struct {
	BaseURL string          // "" is not asked
	Token   supplier.Secret // goes to the base address only
	User    supplier.Secret // beside the token in HTTP Basic; without it the token is NAME:SECRET
	Auth    string          // where the token goes: bearer, basic, header:NAME or query:NAME; "" is a bearer token
	Client  *http.Client    // nil is the usual one
}

// maxRequests bounds the requests of one proposal.
const maxRequests = 60

// Reader reads sources and answers of the service: by GET only, and the token goes to the
// base address only.
type Reader struct {
	Base *url.URL     // of the service itself, nil: it is not asked
	Auth service.Auth // where the token goes

	client *http.Client
	token  supplier.Secret
	user   supplier.Secret
	file   string // that is being read, "" for what comes from an address
	left   int    // requests
	words  *lexicon.Lexicon
}

// NewReader makes a reader; the service itself is asked where the access names its address.
func NewReader(access Access, words *lexicon.Lexicon) (*Reader, error) {
	r := &Reader{token: access.Token, user: access.User, left: maxRequests, words: words}
	client := http.Client{}
	if access.Client != nil {
		client = *access.Client
	}
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if len(via) > 5 || !sameOrigin(req.URL, via[0].URL) {
			return fmt.Errorf("it leads on to %s://%s, which is not followed", service.Clean(req.URL.Scheme, 10), service.Clean(req.URL.Host, 80))
		}
		return nil
	}
	r.client = &client
	if access.Auth != "" {
		auth, err := parseAuth(access.Auth)
		if err != nil {
			return nil, err
		}
		r.Auth = auth
	}
	if access.BaseURL == "" {
		return r, nil
	}
	base, err := url.Parse(access.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "https" && base.Scheme != "http") || base.User != nil {
		return nil, &Error{Source: service.Clean(access.BaseURL, 80), Message: wording.NewMessage("learn_source.no_address"), Mend: wording.NewMessage("learn_source.no_address_way")}
	}
	if base.Scheme == "http" && r.token.IsSet() && !loopback.Host(base.Hostname()) {
		return nil, &Error{Source: service.Clean(access.BaseURL, 80), Message: wording.NewMessage("learn_source.readable"), Mend: wording.NewMessage("learn_source.readable_way")}
	}
	r.Base = base
	return r, nil
}

// parseAuth reads bearer, basic, header:NAME and query:NAME.
func parseAuth(text string) (service.Auth, error) {
	kind, name, _ := strings.Cut(text, ":")
	switch {
	case kind == "bearer" && name == "":
		return service.Auth{Header: "Authorization", Prefix: "Bearer ", Evidence: "as given"}, nil
	case kind == "basic" && name == "":
		return service.Auth{Basic: true, Evidence: "as given"}, nil
	case kind == "header" && headerName(name):
		return service.Auth{Header: name, Evidence: "as given"}, nil
	case kind == "query" && name != "":
		return service.Auth{Query: name, Evidence: "as given"}, nil
	}
	return service.Auth{}, &Error{Source: "--auth", Message: wording.NewMessage("learn_source.auth", service.Clean(text, 40)), Mend: wording.NewMessage("learn_source.auth_way")}
}

func sameOrigin(a, b *url.URL) bool { return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host) }

// fetched is an answer.
type fetched struct {
	status int
	header http.Header
	body   []byte
}

// get reads an address; the token goes along where it is the base address's.
func (r *Reader) get(ctx context.Context, u *url.URL) (*fetched, error) {
	op := "learn from " + service.Clean(u.Redacted(), 120)
	if r.left--; r.left < 0 {
		return nil, &supplier.Error{Kind: supplier.KindRejected, Op: op, Detail: "too many requests for one proposal"}
	}
	target := *u
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindRejected, Op: op, Err: err}
	}
	req.Header.Set("Accept", "application/json, application/yaml;q=0.8, text/html;q=0.5, */*;q=0.1")
	req.Header.Set("User-Agent", "dropbridge")
	if r.Base != nil && r.token.IsSet() && sameOrigin(u, r.Base) {
		r.sign(req)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		var where *url.Error
		if errors.As(err, &where) {
			err = where.Err // its text would hold the address with the token in the query
		}
		return nil, &supplier.Error{Kind: supplier.KindTransient, Op: op, Err: err}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxDocument+1))
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindTransient, Op: op, Err: fmt.Errorf("reading the answer: %w", err)}
	}
	if len(body) > MaxDocument {
		return nil, &Error{Source: service.Clean(u.Redacted(), 120), Message: wording.NewMessage("learn_source.answer_too_large", wording.Megabytes(MaxDocument)), Mend: wording.NewMessage("learn_source.answer_too_large_way")}
	}
	return &fetched{resp.StatusCode, resp.Header, body}, nil
}

func (r *Reader) sign(req *http.Request) {
	switch {
	case r.Auth.Basic && r.user.IsSet():
		req.SetBasicAuth(r.user.Reveal(), r.token.Reveal())
	case r.Auth.Basic:
		user, secret, _ := strings.Cut(r.token.Reveal(), ":")
		req.SetBasicAuth(user, secret)
	case r.Auth.Query != "":
		query := req.URL.Query()
		query.Set(r.Auth.Query, r.token.Reveal())
		req.URL.RawQuery = query.Encode()
	case r.Auth.Header != "":
		req.Header.Set(r.Auth.Header, r.Auth.Prefix+r.token.Reveal())
	default:
		req.Header.Set("Authorization", "Bearer "+r.token.Reveal())
	}
}

// refused is the error of an answer that is none, nil for a good one.
func (a *fetched) refused(u *url.URL) error {
	if a.status >= 200 && a.status < 300 {
		return nil
	}
	kind, hint := supplier.KindRejected, ""
	switch {
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden:
		kind, hint = supplier.KindUnauthorized, "is the token set, and does it go where --auth says? bearer, basic, header:X-API-KEY or query:api_key"
	case a.status == http.StatusNotFound:
		kind = supplier.KindNotFound
	case a.status == http.StatusTooManyRequests:
		kind = supplier.KindThrottled
	case a.status >= 500:
		kind = supplier.KindTransient
	}
	return &supplier.Error{Kind: kind, Op: "learn from " + service.Clean(u.Redacted(), 120), Status: a.status, Detail: service.Clean(string(a.body[:min(len(a.body), 300)]), 160), Mend: hint}
}

// Ask reads a list of the service, which answers in JSON.
func (r *Reader) Ask(ctx context.Context, u *url.URL) (answer any, header http.Header, err error) {
	a, err := r.get(ctx, u)
	if err == nil {
		err = a.refused(u)
	}
	if err != nil {
		return nil, nil, err
	}
	if answer, err = decodeJSON(a.body); err != nil {
		return nil, nil, &supplier.Error{Kind: supplier.KindProtocol, Op: "learn from " + service.Clean(u.Redacted(), 120), Detail: "the answer is no JSON",
			Mend: "is that the address of the API, and not of a page?"}
	}
	return answer, a.header, nil
}
