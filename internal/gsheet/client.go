package gsheet

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Options say which tab is meant, and who asks.
type Options struct {
	Link    Link
	Tab     string   // its title; "": that of the link, or the only one
	Account *Account // nil: the link is read as everybody may
	Write   bool     // the account asks to be allowed to write as well

	// Endpoint stands in for all of Google's hosts, such as http://127.0.0.1:8099; "": they are
	// asked themselves.
	Endpoint  string
	UserAgent string
	Transport http.RoundTripper // nil: http.DefaultTransport
}

// Sheet is a tab that is read and written. Use New. Its methods may be called concurrently.
type Sheet struct {
	o      Options
	client *http.Client
	tokens oauth2.TokenSource // nil without an account
}

// The limits of a request.
const (
	patience    = time.Minute
	largest     = 64_000_000 // bytes of an answer
	mostFollows = 5          // redirects
)

// New is the sheet of some options. Options that cannot go together are a *Fault.
func New(o Options) (*Sheet, error) {
	if o.Account != nil && o.Link.Published {
		return nil, newFault(NotLasting)
	}
	s := &Sheet{o: o}
	s.client = &http.Client{Timeout: patience, Transport: o.Transport, CheckRedirect: s.follow}
	if o.Account != nil {
		scope := scopeRead
		if o.Write {
			scope = scopeWrite
		}
		at := ""
		if o.Endpoint != "" {
			at = o.Endpoint + "/token"
		}
		s.tokens = o.Account.source(s.client, at, scope)
	}
	return s, nil
}

// Link is where a person opens the sheet.
func (s *Sheet) Link() Link { return s.o.Link }

// Email is the address of the account, "" without one.
func (s *Sheet) Email() string {
	if s.o.Account == nil {
		return ""
	}
	return s.o.Account.Email
}

var (
	errSignIn    = errors.New("a page to sign in")
	errElsewhere = errors.New("another host")
)

// follow allows redirects to Google's hosts that hold what is exported, and says of a page to
// sign in what it is. The stand-in may lead to itself.
func (s *Sheet) follow(next *http.Request, before []*http.Request) error {
	host := next.URL.Hostname()
	switch {
	case host == "accounts.google.com" || strings.HasSuffix(next.URL.Path, "/ServiceLogin"):
		return errSignIn
	case len(before) >= mostFollows || next.Method != http.MethodGet || before[0].Header.Get("Authorization") != "":
		return errElsewhere
	case s.o.Endpoint != "":
		if at, err := url.Parse(s.o.Endpoint); err == nil && at.Host == next.URL.Host && at.Scheme == next.URL.Scheme {
			return nil
		}
	case next.URL.Scheme == "https" && next.URL.Port() == "" && (host == docsHost || strings.HasSuffix(host, ".googleusercontent.com")):
		return nil
	}
	return errElsewhere
}

// at is an address of one of Google's hosts, or of what stands in for it.
func (s *Sheet) at(host, path string) string {
	return cmp.Or(s.o.Endpoint, "https://"+host) + path
}

// do makes a request and gives its answer, whatever that says; whoever calls closes it.
func (s *Sheet) do(request *http.Request) (*http.Response, error) {
	request.Header.Set("User-Agent", s.o.UserAgent)
	response, err := s.client.Do(request)
	switch {
	case errors.Is(err, errSignIn):
		return nil, newFault(NotShared)
	case errors.Is(err, errElsewhere):
		return nil, newFault(Elsewhere)
	case err != nil && request.Context().Err() != nil:
		return nil, request.Context().Err()
	case err != nil:
		return nil, newFault(Away, reason(err)).because(err)
	}
	return response, nil
}

// body reads an answer to its end. One that ends too early, or is too large, is a *Fault.
func body(response *http.Response) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(response.Body, largest+1))
	switch {
	case err != nil:
		return nil, newFault(Cut).because(err)
	case len(data) > largest:
		return nil, newFault(TooLarge, wording.Megabytes(largest))
	}
	return data, nil
}

// statusFault is the fault of an answer that asks to wait, or comes of something that fails.
func statusFault(response *http.Response) *Fault {
	if response.StatusCode == http.StatusTooManyRequests {
		f := newFault(Throttled)
		f.Wait = waitOf(response.Header.Get("Retry-After"), time.Now())
		return f
	}
	f := newFault(Away, strconv.Itoa(response.StatusCode)+" "+oneline.Clean(http.StatusText(response.StatusCode), 50))
	f.Wait = waitOf(response.Header.Get("Retry-After"), time.Now())
	return f
}

// waitOf is how long a Retry-After asks to wait: a number of seconds or a time (RFC 9110).
func waitOf(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil {
		return max(0, min(time.Duration(min(seconds, int(longestWait/time.Second)))*time.Second, longestWait))
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0
	}
	return max(0, min(at.Sub(now), longestWait))
}
