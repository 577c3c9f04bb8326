package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/xmlanswer"
)

// Options say which service a Client talks to and how. BaseURL, Token and Mapping
// are needed; everything else has a default.
type Options struct {
	BaseURL     string               // https, or http on a loopback address
	User        string               // for services that want one beside the token
	UserSecret  bool                 // whether the user is a secret, too
	Token       supplier.Secret      // the token, or the password of a login
	Mapping     *mapping.Program     // the service's names
	At          string               // the key of the config under which the supplier stands, for hints; default "supplier"
	Limits      []supplier.Limit     // all of them hold at once; nil: as the mapping says
	Idempotency supplier.Idempotency // what the supplier promises; zero: as the mapping says
	UserAgent   string               // default "dropbridge"
	Timeout     time.Duration        // of one attempt, reading the answer included; default 30 s
	Retries     int                  // attempts of a read after the first; 0 is the default of 4, negative is none
	Logger      *slog.Logger         // default: nothing is logged

	// Told is told of each attempt at a request: by what was asked for, and how long it took.
	// nil: nobody is.
	Told func(op string, err error, took time.Duration)

	// Renew reads the user and the token once more where the service has refused them: what
	// rotates needs no restart. nil: they never change.
	Renew func() (user string, token supplier.Secret, err error)

	// Permits are asked for leave before each request, where several processes share the limits.
	// nil: this one has them alone.
	Permits Permits

	// PostingAllowed is asked before each order that is posted; its error stops posting and
	// burns no order. nil: allowed.
	PostingAllowed func() error

	Transport http.RoundTripper // default: a transport of the client's own
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error // returns early with the context's error
	Rand      func() float64                             // in [0,1), spreads retries
}

// Client makes calls to one supplier's service with one token. It is safe for
// concurrent use.
type Client struct {
	mapping     *mapping.Program
	idempotency supplier.Idempotency
	base        *url.URL
	reads       *retrier
	once        caller    // one attempt
	goods       *skuIndex // by SKU, for orders that name products by ids
	now         func() time.Time
	calls       *calls.Tally
	limits      []supplier.Limit
	at          string // the key of the config under which the supplier stands

	postingAllowed func() error
}

const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 4
	maxRedirects   = 5
	// idleConns is how many connections wait for their next request: as many as
	// workers may read or post at once.
	idleConns = 16
)

// New checks the options and makes a client; it does not connect yet.
func New(o Options) (*Client, error) {
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	if o.Mapping == nil {
		return nil, errors.New("a supplier client needs a mapping")
	}
	if err := o.credentials(); err != nil {
		return nil, err
	}
	o.fill()
	c := &Client{mapping: o.Mapping, idempotency: o.Idempotency, base: base, now: o.Now, postingAllowed: o.PostingAllowed, goods: &skuIndex{}, calls: calls.New(o.Now), limits: o.Limits, at: o.At}
	if c.idempotency.Kind == "" {
		c.idempotency = o.Mapping.Idempotency
	}
	if c.idempotency.Kind == supplier.IdempotencyKey && o.Mapping.KeyHeader == "" {
		return nil, fmt.Errorf("idempotency by key: the mapping %s names no key_header", o.Mapping.Name())
	}
	keys := &keyring{now: credentials{o.User, o.UserSecret, o.Token}, read: o.Renew, fits: func(c credentials) bool {
		return (&Options{Mapping: o.Mapping, User: c.user, Token: c.token}).credentials() == nil
	}}
	attempt := &httpCaller{client: &http.Client{Transport: o.Transport, CheckRedirect: tokenPlace{&o.Mapping.Auth}.redirect}, base: base,
		keys: keys, agent: o.UserAgent, timeout: o.Timeout, mapping: o.Mapping, shapes: xmlanswer.Compile(o.Mapping.Written), now: o.Now, at: o.At}
	c.once = newLimiter(permitted{&logged{attempt, o.Now, o.Logger, c.calls, o.Told}, o.Permits}, o.Limits, o.Now, o.Sleep)
	if o.Mapping.Auth.Login != nil {
		c.once = newSession(c.once, tokenPlace{&o.Mapping.Auth}, keys, o.Now, o.At)
	}
	if o.Renew != nil {
		c.once = &renewer{c.once, keys}
	}
	c.once = &placer{c.once, o.At}
	c.reads = &retrier{next: c.once, again: max(0, o.Retries), worth: passing, sleep: o.Sleep, random: o.Rand, logger: o.Logger}
	return c, nil
}

// Limits are those that requests keep to, all at once.
func (c *Client) Limits() []supplier.Limit { return c.limits }

// Calls is what the service was asked for in the last 24 hours.
func (c *Client) Calls() []calls.Line { return c.calls.Lines() }

// credentials refuses a user and a token that the service cannot be given.
func (o *Options) credentials() error {
	if len(o.Mapping.Unset) > 0 {
		return fmt.Errorf("the mapping %s wants a value for %s: %s.params", o.Mapping.Name(), strings.Join(o.Mapping.Unset, ", "), cmp.Or(o.At, supplier.DefaultPlace))
	}
	token, login := o.Token.Reveal(), o.Mapping.Auth.Login
	switch {
	case token == "", login == nil && !tokenPlace{&o.Mapping.Auth}.carries(token):
		return errors.New("the supplier's token is empty or holds a character that no token has")
	case o.Mapping.NeedsUser() && o.User == "":
		return fmt.Errorf("the mapping %s wants a user's name beside the token: %s.user is missing", o.Mapping.Name(), cmp.Or(o.At, supplier.DefaultPlace))
	case o.Mapping.Auth.Basic && strings.Contains(o.User, ":"):
		return errors.New("the supplier's user holds a colon, which HTTP Basic cannot send")
	}
	return nil
}

// fill sets the defaults.
func (o *Options) fill() {
	o.At = cmp.Or(o.At, supplier.DefaultPlace)
	if o.Limits == nil {
		o.Limits = o.Mapping.Limits
	}
	if o.UserAgent == "" {
		o.UserAgent = "dropbridge"
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Retries == 0 {
		o.Retries = defaultRetries
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Transport == nil {
		o.Transport = newTransport()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	if o.Told == nil {
		o.Told = func(string, error, time.Duration) {}
	}
	if o.PostingAllowed == nil {
		o.PostingAllowed = func() error { return nil }
	}
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          2 * idleConns,
		MaxIdleConnsPerHost:   idleConns,
		IdleConnTimeout:       60 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	pulse.Rest(ctx, d)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// parseBase accepts an address that the token may be sent to.
func parseBase(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	switch {
	case err != nil || base.Host == "":
		return nil, fmt.Errorf("supplier address %q: want an address such as https://api.supplier.example", oneline.Clean(text, 80))
	case base.User != nil:
		return nil, errors.New("supplier address: a user name or password does not belong into it")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("supplier address %q: want it without ? and #", oneline.Clean(text, 80))
	case base.Scheme == "https", base.Scheme == "http" && local(base.Hostname()):
		if base.Path == "" {
			base.Path = "/" // what is joined to it begins with a slash then
		}
		return base, nil
	case base.Scheme == "http":
		return nil, fmt.Errorf("supplier address %q: want https, as the token would be readable on the way", oneline.Clean(text, 80))
	}
	return nil, fmt.Errorf("supplier address %q: want https", oneline.Clean(text, 80))
}

// local reports whether a host is this machine, also by a name under localhost, by which some
// give each service of theirs its own.
func local(host string) bool { return loopback.Host(host) || loopback.Below(host) }

// redirect follows reads to the same host only, and the creation of an order nowhere.
func (a tokenPlace) redirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	req.Header.Del("Referer") // it would show a token in the query
	if first.Method != http.MethodGet {
		return http.ErrUseLastResponse
	}
	if req.URL.Host != first.URL.Host || req.URL.Scheme != first.URL.Scheme {
		return fmt.Errorf("%w: to %s://%s", errForeignRedirect, oneline.Clean(req.URL.Scheme, 20), oneline.Clean(req.URL.Host, 80))
	}
	if len(via) > maxRedirects {
		return fmt.Errorf("%w: more than %d times", errForeignRedirect, maxRedirects)
	}
	if a.Query != "" && first.URL.Query().Has(a.Query) {
		a.intoQuery(req.URL, first.URL.Query().Get(a.Query))
	}
	return nil
}

// Idempotency is what the supplier promises about an order that is sent twice.
func (c *Client) Idempotency() supplier.Idempotency { return c.idempotency }

// Mapping is what the client was made with.
func (c *Client) Mapping() *mapping.Program { return c.mapping }

// String names the service, and never the token.
func (c *Client) String() string { return "supplier at " + c.base.Redacted() }

// GoString is String.
func (c *Client) GoString() string { return c.String() }

// LogValue is String.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.String()) }
