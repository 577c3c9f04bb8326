package pricelist

import (
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Source is one list. One of URL, File and Folder says where it is.
type Source struct {
	URL    string
	File   string // on this machine
	Folder string // of which the newest whole file counts

	Format  string   // "": as the content says
	Records string   // the path of the records in XML and JSON, "": found
	Sheets  []string // of a workbook: those that are read; none: all that hold goods
	Hints   form.Hints
	Auth    Auth
}

// how is how the list is read, whose name people call it by.
func (s *Source) how(name string, hints *form.Hints) listfile.How {
	return listfile.How{Name: name, Format: s.Format, Records: s.Records, Variants: hints.Apart, Sheets: s.Sheets, Sections: hints.Sections, Whole: hints.Made != nil, Headings: hints}
}

// Auth is how a list's address knows us.
type Auth struct {
	Kind  string // AuthBearer and so on, "" for none
	Field string // the header's or the parameter's name
	User  string // of AuthBasic
	Token supplier.Secret
}

// Kinds of Auth.
const (
	AuthBearer = "bearer"
	AuthBasic  = "basic"
	AuthHeader = "header"
	AuthQuery  = "query"
)

// Shown is what people are told of where a list is: an address without what may be a key.
func (s *Source) Shown() string {
	switch {
	case s.File != "":
		return filepath.Base(s.File)
	case s.Folder != "":
		return filepath.Base(s.Folder)
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return "URL"
	}
	shown := u.Scheme + "://" + u.Host + u.EscapedPath()
	if u.RawQuery != "" {
		shown += "?…"
	}
	return shown
}

// Options are how a Catalogue works.
type Options struct {
	Sources   []Source // at least one; the first has the products
	State     string   // the folder in which fetched lists are kept
	Memory    string   // the file of the columns that somebody looked at
	HTTP      *http.Client
	UserAgent string
	Now       func() time.Time
	Logger    *slog.Logger
}
