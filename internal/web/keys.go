package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// Keys open a feed to whoever knows one of them. Only their SHA-256 is kept, so that
// nothing that is shown or logged can hold a key.
type Keys [][sha256.Size]byte

// NewKeys are the keys with these texts.
func NewKeys(texts ...string) Keys {
	var keys Keys
	for _, text := range texts {
		keys = append(keys, sha256.Sum256([]byte(text)))
	}
	return keys
}

// open reports whether one of the keys has that sum. It looks at all of them, so that the
// time tells neither which one fits nor how much of one does.
func (k Keys) open(sum [sha256.Size]byte) bool {
	fits := 0
	for i := range k {
		fits |= subtle.ConstantTimeCompare(k[i][:], sum[:])
	}
	return fits == 1
}

// keyedFeed finds the feed that an address of the form KEY/NAME.ENDING opens, and what of
// its address is left; false where there is none. Every feed's keys are compared, whichever
// name was asked for.
func (s *server) keyedFeed(feeds []standing.Feed, address string) (found standing.Feed, name string, opened bool) {
	key, name, _ := strings.Cut(address, "/")
	sum := sha256.Sum256([]byte(key))
	for _, feed := range feeds {
		fits := s.Keys[feed.Name].open(sum)
		if fits && !feed.Withheld && (name == feedURL(feed) || name == feedURL(feed)+".gz") {
			found, opened = feed, true
		}
	}
	return found, name, opened
}

// keepToPartner tells caches and search engines that an answer is for its reader alone.
func keepToPartner(header http.Header) {
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Robots-Tag", "noindex")
}
