package gsheet

import (
	"net/url"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// docsHost is where links to spreadsheets lead.
const docsHost = "docs.google.com"

// Link is the address of a spreadsheet.
type Link struct {
	ID        string // of the spreadsheet, or of its publication
	Published bool   // made by Publish to web: the API does not know the ID
	GID       string // the number of the tab; "" where the link names none
}

// The paths of links. An account of several may stand before: /spreadsheets/u/0/d/ID/edit.
var (
	ordinaryPath  = pattern.Lazy(`^/spreadsheets/(?:u/\d+/)?d/([A-Za-z0-9_-]{15,200})(?:/(?:edit|view|preview|htmlview|export|copy|gviz/tq)?)?$`)
	publishedPath = pattern.Lazy(`^/spreadsheets/(?:u/\d+/)?d/e/([A-Za-z0-9_-]{15,200})/(?:pub|pubhtml)$`)
	gidNumber     = pattern.Lazy(`^\d{1,12}$`)
)

// ParseLink reads a link as the browser shows it. Any other address is a *Fault of code BadLink.
func ParseLink(text string) (l Link, err error) {
	bad := newFault(BadLink, oneline.Clean(text, 100))
	address, err := url.Parse(strings.TrimSpace(text))
	if err != nil || address.Scheme != "https" || address.Host != docsHost || address.User != nil {
		return l, bad
	}
	switch path := address.Path; {
	case publishedPath().MatchString(path):
		l.ID, l.Published = publishedPath().FindStringSubmatch(path)[1], true
	case ordinaryPath().MatchString(path):
		l.ID = ordinaryPath().FindStringSubmatch(path)[1]
	default:
		return l, bad
	}
	for _, named := range [][]string{address.Query()["gid"], fragmentOf(address)["gid"]} {
		for _, gid := range named {
			if !gidNumber().MatchString(gid) || l.GID != "" && l.GID != gid {
				return l, bad
			}
			l.GID = gid
		}
	}
	return l, nil
}

// fragmentOf are the values behind # in an address; what is none is passed over, as browsers do.
func fragmentOf(address *url.URL) url.Values {
	values, _ := url.ParseQuery(address.Fragment)
	return values
}

// Address is the link as a person opens it.
func (l Link) Address() string {
	if l.Published {
		return "https://" + docsHost + "/spreadsheets/d/e/" + l.ID + "/pubhtml" + l.with("?gid=")
	}
	return "https://" + docsHost + "/spreadsheets/d/" + l.ID + "/edit" + l.with("#gid=")
}

func (l Link) with(mark string) string {
	if l.GID == "" {
		return ""
	}
	return mark + l.GID
}

// export is where the tab is read as CSV, behind a host. Without a number of the tab it is the
// first one.
func (l Link) export() string {
	if l.Published {
		one := ""
		if l.GID != "" {
			one = "&single=true&gid=" + l.GID
		}
		return "/spreadsheets/d/e/" + l.ID + "/pub?output=csv" + one
	}
	return "/spreadsheets/d/" + l.ID + "/export?format=csv" + l.with("&gid=")
}
