package pricelist

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// fetched is a list that lies on this machine.
type fetched struct {
	path  string
	stamp string // tells it from any other state of the list
	name  string // for people, where a folder has several

	place      *kept // where a fresh copy is kept once it proved whole; nil for a file of the user's
	validators validators
}

// validators are what a server says of a list, to be asked with the next time.
type validators struct {
	Address      string `json:"address"` // the hash of the address that said it
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	SHA256       string `json:"sha256"`
}

// kept is the folder of one list by link: the last copy that proved whole, and its validators.
type kept struct{ dir string }

func (k *kept) list() string { return filepath.Join(k.dir, "list") }
func (k *kept) said() string { return filepath.Join(k.dir, "validators.json") }

// known are the validators of the copy that is kept, zero where there is none of the address.
func (k *kept) known(address string) validators {
	var v validators
	data, err := os.ReadFile(k.said())
	if err != nil || json.Unmarshal(data, &v) != nil || v.Address != address {
		return validators{}
	}
	if _, err := os.Stat(k.list()); err != nil {
		return validators{}
	}
	return v
}

// keep puts a fresh copy in the place of the older one. Its validators follow: where they are
// lost, the list is fetched once more.
func (k *kept) keep(f *fetched) error {
	if err := os.Remove(k.said()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(f.path, k.list()); err != nil {
		return err
	}
	f.path = k.list()
	return durable.WriteFile(k.said(), func(w io.Writer) error { return json.NewEncoder(w).Encode(f.validators) })
}

// leftAfter is how old a download is that a killed process left behind: none takes so long.
const leftAfter = 24 * time.Hour

// tidy removes downloads that nobody finishes any more. What cannot be removed only takes room.
func (k *kept) tidy(now time.Time) {
	left, _ := filepath.Glob(filepath.Join(k.dir, ".fetching-*"))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > leftAfter {
			_ = os.Remove(path)
		}
	}
}

// attempts is how often a list is asked for: a download that was cut is mostly whole the next
// time.
const attempts = 3

// fetch gets a list by its link, or finds that the copy which is kept has not changed.
func (c *Catalogue) fetch(ctx context.Context, s *Source) (*fetched, error) {
	hash := sha256.Sum256([]byte(s.URL))
	place := &kept{dir: filepath.Join(c.State, hex.EncodeToString(hash[:8]))}
	if err := os.MkdirAll(place.dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep the price list: %w", err)
	}
	place.tidy(c.Now())
	var err error
	for range attempts {
		var got *fetched
		if got, err = c.ask(ctx, s, place, hex.EncodeToString(hash[:])); err == nil {
			return got, nil
		}
		fault, again := errors.AsType[*listfile.Fault](err)
		if ctx.Err() != nil || !again || fault.Code == listfile.Refused {
			break
		}
	}
	return nil, err
}

// ask makes one request.
func (c *Catalogue) ask(ctx context.Context, s *Source, place *kept, address string) (*fetched, error) {
	request, err := c.request(ctx, s)
	if err != nil {
		return nil, err
	}
	known := place.known(address)
	if known.ETag != "" {
		request.Header.Set("If-None-Match", known.ETag)
	}
	if known.LastModified != "" {
		request.Header.Set("If-Modified-Since", known.LastModified)
	}
	response, err := c.clientFor(s).Do(request)
	if err != nil {
		return nil, c.unreachable(s, err)
	}
	defer response.Body.Close()
	switch status := response.StatusCode; {
	case status == http.StatusNotModified && known.SHA256 != "":
		return &fetched{path: place.list(), stamp: known.SHA256, name: s.Shown()}, nil
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return nil, listfile.Faultf(listfile.Refused, "", s.Shown(), status, s.Hints.Key)
	case status != http.StatusOK:
		return nil, listfile.Faultf(listfile.Unreachable, "status", s.Shown(), status)
	}
	return c.download(s, place, response, validators{Address: address, ETag: response.Header.Get("ETag"), LastModified: response.Header.Get("Last-Modified")})
}

// errRedirected is the error of an answer that sends us, with a key, to another host.
var errRedirected = errors.New("it leads to another host, which the key does not follow to")

// mostRedirects is how often an address may lead elsewhere.
const mostRedirects = 10

// clientFor is the HTTP client for a list. A link may lead to another host, as those of sheets
// do, but not with a key.
func (c *Catalogue) clientFor(s *Source) *http.Client {
	client := *c.HTTP
	client.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		if s.Auth.Kind != "" && next.URL.Host != before[0].URL.Host || len(before) == mostRedirects {
			return errRedirected
		}
		return nil
	}
	return &client
}

// request is the request for a list, with what its address knows us by.
func (c *Catalogue) request(ctx context.Context, s *Source) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return nil, c.unreachable(s, err)
	}
	request.Header.Set("User-Agent", c.UserAgent)
	switch token := s.Auth.Token.Reveal(); s.Auth.Kind {
	case AuthBearer:
		request.Header.Set("Authorization", "Bearer "+token)
	case AuthBasic:
		request.SetBasicAuth(s.Auth.User, token)
	case AuthHeader:
		request.Header.Set(s.Auth.Field, token)
	case AuthQuery:
		query := request.URL.Query()
		query.Set(s.Auth.Field, token)
		request.URL.RawQuery = query.Encode()
	}
	return request, nil
}

// unreachable is the fault of a request that came to nothing. The cause of the HTTP client
// names the address, which may hold a key: only what lies below is said.
func (c *Catalogue) unreachable(s *Source, err error) *listfile.Fault {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return listfile.Faultf(listfile.Unreachable, "", s.Shown(), oneline.Clean(err.Error(), 200))
}

// download writes an answer's body beside the copy that is kept.
func (c *Catalogue) download(s *Source, place *kept, response *http.Response, said validators) (*fetched, error) {
	file, err := os.CreateTemp(place.dir, ".fetching-*")
	if err != nil {
		return nil, fmt.Errorf("keep the price list: %w", err)
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, sum), response.Body)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name())
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, listfile.Faultf(listfile.Incomplete, "download", s.Shown())
		}
		return nil, c.unreachable(s, err)
	}
	said.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return &fetched{path: file.Name(), stamp: said.SHA256, name: s.Shown(), place: place, validators: said}, nil
}

// drop removes a fresh copy that is not kept.
func (k *kept) drop(f *fetched) error {
	if f.path == k.list() {
		return nil
	}
	return os.Remove(f.path)
}
