package bucket

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Address names a bucket and the prefix of the keys in it.
type Address struct {
	Scheme string // s3, gs, azblob, file or mem
	Name   string // of the bucket or container; of file the folder's path
	Prefix string // of every key, without slashes at its ends; "" where there is none
	Query  url.Values
}

// Schemes are those that an address may have. mem is a store in memory, for tests.
var schemes = []string{"s3", "gs", "azblob", "file", "mem"}

// ParseAddress reads an address such as s3://shop/orders?region=eu-central-1. A mistake is an
// error of kind failure.Config. Keys and passwords do not belong into it: they come from the
// environment, as the provider's own tools have them.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil, u.Opaque != "", !slices.Contains(schemes, u.Scheme):
		return Address{}, mistake("bucket.address", text)
	case u.User != nil:
		return Address{}, mistake("bucket.address_secret", u.Redacted())
	case u.Fragment != "":
		return Address{}, mistake("bucket.address", text)
	}
	a := Address{Scheme: u.Scheme, Name: u.Host, Prefix: strings.Trim(u.Path, "/"), Query: u.Query()}
	if a.Scheme == "file" {
		if a.Name != "" || !strings.HasPrefix(u.Path, "/") {
			return Address{}, mistake("bucket.address_file", text)
		}
		a.Name, a.Prefix = path.Clean(u.Path), ""
	}
	if a.Name == "" && a.Scheme != "mem" {
		return Address{}, mistake("bucket.address", text)
	}
	if a.Prefix != "" && CheckKey(a.Prefix) != nil {
		return Address{}, mistake("bucket.address_prefix", text)
	}
	return a, nil
}

// String is the address without its query, as messages and the journal name it.
func (a Address) String() string {
	if a.Scheme == "file" {
		return "file://" + a.Name
	}
	return strings.TrimSuffix(a.Scheme+"://"+a.Name+"/"+a.Prefix, "/")
}

// Place is the address by which a bucket is told from others: that of String, with the server
// where the address names one.
func (a Address) Place() string {
	out, before := a.String(), "?"
	for _, name := range []string{"domain", "endpoint", "storage_account"} {
		if value := a.Query.Get(name); value != "" {
			out, before = out+before+name+"="+value, "&"
		}
	}
	return out
}

// mistake is an error of an address: what it is, and as its way out what one looks like.
func mistake(key, text string) error {
	return refusal.New(failure.Config, wording.NewMessage(key, text), wording.NewMessage("bucket.address.way"))
}
