package bucket

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
)

// Versions is what a store keeps of objects that were written over or taken away.
type Versions int

// The kinds of it.
const (
	VersionsNone    Versions = iota // nothing
	VersionsKept                    // their older contents, until a rule of the store takes them away
	VersionsUnknown                 // the store does not say, or not to this key
)

// versioned is a Store that says whether it keeps older contents.
type versioned interface {
	keepsVersions(ctx context.Context) (bool, error)
}

// Versions asks the store what it keeps. Who may read and write objects need not be allowed to know.
func (b *Bucket) Versions(ctx context.Context) (kept Versions, err error) {
	store, asks := b.store.(versioned)
	switch {
	case b.address.Scheme == "file":
		return VersionsNone, nil
	case !asks:
		return VersionsUnknown, nil
	}
	err = b.again(ctx, "", 0, func(ctx context.Context, _ int) error {
		keeps, err := store.keepsVersions(ctx)
		if keeps {
			kept = VersionsKept
		}
		return err
	})
	switch reasonOf(err) {
	case Forbidden, Refused, NotThere:
		return VersionsUnknown, nil
	case NoCompare: // a server that has no such thing
		return VersionsNone, nil
	}
	return kept, err
}

// keepsVersions is GetBucketVersioning. What was kept before it was suspended stays.
func (s *s3Store) keepsVersions(ctx context.Context) (bool, error) {
	var answer struct {
		XMLName xml.Name `xml:"VersioningConfiguration"`
		Status  string
	}
	err := s.read(ctx, s3Call{method: http.MethodGet, query: url.Values{"versioning": {""}}}, &answer)
	return answer.Status != "", err
}
