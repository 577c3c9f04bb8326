package web

import (
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/mediatype"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
)

// serveFeed serves a feed of the config, and nothing else: the path is compared with the
// known addresses and never becomes a file name. A private feed is not found by clients that
// may not have it, and a wrong key is an address like any other that is not there.
func (s *server) serveFeed(w http.ResponseWriter, r *http.Request) {
	name, feeds := r.PathValue("name"), s.Source.Feeds()
	for _, feed := range feeds {
		if feed.Private && !s.PrivateFeeds && !access.Of(r.Context()).Sees() {
			continue
		}
		if s.serveNamed(w, r, feed, name) {
			return
		}
	}
	if feed, name, opened := s.keyedFeed(feeds, name); opened {
		keepToPartner(w.Header())
		s.serveNamed(w, r, feed, name)
		return
	}
	s.refuse(w, r, http.StatusNotFound, "no_feed")
}

// serveNamed serves a feed or its packed copy where that is its name, and says whether it is.
func (s *server) serveNamed(w http.ResponseWriter, r *http.Request, feed standing.Feed, name string) bool {
	file := within(s.FeedsDir, feed.File)
	switch name {
	case feedURL(feed):
		s.serveFile(w, r, file, negotiable, os.Open)
	case feedURL(feed) + ".gz":
		s.serveFile(w, r, file+".gz", asIs, os.Open)
	default:
		return false
	}
	return true
}

// serveResult serves the result or the refused rows of an order file, by its name in their
// folder, to those who may look: it holds people's names and phones. Links out of the folder
// are not followed.
func (s *server) serveResult(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if access.Of(r.Context()).Sees() && s.ResultsDir != "" && resultName(name) {
		if s.FetchResult != nil {
			s.FetchResult(name)
		}
		if folder, err := os.OpenRoot(s.ResultsDir); err == nil {
			defer folder.Close()
			if info, err := folder.Stat(name); err == nil && info.Mode().IsRegular() {
				s.serveFile(w, r, name, asIs, folder.Open)
				return
			}
		}
	}
	s.refuse(w, r, http.StatusNotFound, "no_result")
}

// resultName reports whether a name can be that of a result or of refused rows: one part of
// a path, not hidden.
func resultName(name string) bool {
	return filepath.IsLocal(name) && filepath.Base(name) == name && !strings.HasPrefix(name, ".") &&
		(strings.Contains(name, folder.ResultMark) || strings.Contains(name, folder.RejectedMark))
}

func within(dir, file string) string {
	if dir == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// coding says whether a packed sibling may be sent in a file's place.
type coding int

const (
	asIs coding = iota
	negotiable
)

// serveFile answers with a file that open opens, with ranges and conditional requests.
// Published files are replaced whole, so size and time of change tell one version from another.
func (s *server) serveFile(w http.ResponseWriter, r *http.Request, file string, c coding, open func(string) (*os.File, error)) {
	header := w.Header()
	header.Set("Content-Type", ContentType(file))
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	if c == negotiable {
		header.Set("Vary", "Accept-Encoding")
		if packed := file + ".gz"; acceptsGzip(r) && fresh(packed, file) {
			header.Set("Content-Encoding", "gzip")
			file = packed
		}
	}
	f, err := open(file)
	if err != nil {
		s.refuseFile(w, r, file, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", file)
	}
	if err != nil {
		s.refuseFile(w, r, file, err)
		return
	}
	header.Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
	http.ServeContent(w, r, "", info.ModTime(), f)
}

func (s *server) refuseFile(w http.ResponseWriter, r *http.Request, file string, err error) {
	w.Header().Del("Content-Encoding")
	w.Header().Del("Content-Type")
	if errors.Is(err, fs.ErrNotExist) {
		s.refuse(w, r, http.StatusNotFound, "not_published")
		return
	}
	s.Logger.Error("published file not served", "file", file, "error", err)
	s.refuse(w, r, http.StatusInternalServerError, "unreadable")
}

// acceptsGzip reports whether the client takes gzip; with a range it gets the plain
// file, since a part of a packed file is of little use.
func acceptsGzip(r *http.Request) bool {
	if r.Header.Get("Range") != "" {
		return false
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "gzip" {
			quality = strings.ReplaceAll(quality, " ", "")
			return quality != "q=0" && !strings.HasPrefix(quality, "q=0.0")
		}
	}
	return false
}

// fresh reports whether a packed sibling is there and not older than the file.
func fresh(packed, file string) bool {
	small, err := os.Stat(packed)
	if err != nil || !small.Mode().IsRegular() {
		return false
	}
	plain, err := os.Stat(file)
	return err == nil && !small.ModTime().Before(plain.ModTime())
}

// ContentType is the media type of a file. What a browser could run as a page is not told to be one.
func ContentType(file string) string {
	if known := mediatype.Of(file); known != "" {
		return known
	}
	if known := mime.TypeByExtension(strings.ToLower(filepath.Ext(file))); strings.HasPrefix(known, "text/plain") {
		return known
	}
	return "application/octet-stream"
}
