package web

import (
	"net/http"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// keyedFeed finds the feed that an address of the form KEY/NAME.ENDING opens, and what of
// its address is left; false where there is none.
func (s *server) keyedFeed(feeds []standing.Feed, address string) (found standing.Feed, name string, opened bool) {
	key, name, _ := strings.Cut(address, "/")
	if s.Keys == nil || name == "" {
		return found, name, false
	}
	for _, feed := range feeds {
		ours := !feed.Withheld && (name == feedURL(feed) || name == feedURL(feed)+".gz")
		if ours && s.Keys.Opens(feed.Name, key) {
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

// feedURL is the address of a feed on this server: its name with the ending of its
// file, so that an address stays when the file moves.
func feedURL(f standing.Feed) string { return f.Name + filepath.Ext(f.File) }
