// Package sheet is what the config says of Google sheets that order files come from: the keys
// under google_sheet of a source, and what they come to.
package sheet

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Settings are the keys, as they are written.
type Settings struct {
	timing.Timing `yaml:",inline"` // when the sheet is read

	URL    strictyaml.Scalar `yaml:"url"`
	Sheet  strictyaml.Scalar `yaml:"sheet"`  // the tab's name
	Settle strictyaml.Scalar `yaml:"settle"` // for how long an order's rows must be unchanged before they are taken
	Result *Result           `yaml:"result"` // nil: nothing is written

	// The key of a service account; without one the link is read as everybody may.
	CredentialsFile strictyaml.Scalar `yaml:"credentials_file"`
	CredentialsEnv  strictyaml.Scalar `yaml:"credentials_env"`

	Endpoint strictyaml.Scalar `yaml:"endpoint"` // stands in for Google's hosts
}

// Result is where statuses and waybills are written.
type Result struct {
	Columns bool              `yaml:"columns"` // to columns of the same tab
	Sheet   strictyaml.Scalar `yaml:"sheet"`   // or to another tab, of that name
}

// Place is the config that the keys stand in.
type Place struct {
	File      string // its name in messages
	Path      func(string) string
	Zone      *time.Location
	LookupEnv func(string) (string, bool) // nil: keys of accounts are not read
}

// Where nothing is said.
const (
	usualEvery    = 5 * time.Minute
	usualSettle   = time.Minute
	longestSettle = 24 * time.Hour
	shortestEvery = 30 * time.Second // Google lets nobody ask without end
)

// Plans are what all sources' keys come to, by source; "" is the inbox itself, and nil none. A
// mistake is an error of kind failure.Config with its place.
func Plans(at Place, all map[string]*Settings) (map[string]sheets.Plan, error) {
	plans := map[string]sheets.Plan{}
	sources := map[string]string{}
	for _, source := range slices.Sorted(maps.Keys(all)) {
		s := all[source]
		if s == nil {
			continue
		}
		key := "inbox.sources." + source + ".google_sheet"
		if source == "" {
			key = "inbox.google_sheet"
		}
		plan, err := s.plan(at, key)
		if err != nil {
			return nil, err
		}
		same := strings.Join([]string{plan.Link.ID, plan.Link.GID, plan.Tab}, "\n")
		if other, known := sources[same]; known {
			return nil, s.URL.Wrong(at.File, "%s.url: %s reads this sheet, too", key, other).With("name it once: under two sources each of its orders would be posted twice")
		}
		sources[same], plans[source] = key, plan
	}
	return plans, nil
}

// plan is what the keys of one source come to.
func (s *Settings) plan(at Place, key string) (p sheets.Plan, err error) {
	if p.Link, err = gsheet.ParseLink(s.URL.Text); err != nil {
		return p, s.URL.Wrong(at.File, "%s.url: %v", key, err).With(failure.Hint(err))
	}
	if p.When, err = s.Schedule(at.File, key, usualEvery, at.Zone); err != nil {
		return p, err
	}
	if every := p.When.Interval(); every > 0 && every < shortestEvery && s.Endpoint.Text == "" {
		return p, s.Every.Wrong(at.File, "%s.every: %s is too short for Google", key, every).With("write it like 5m, 30s at least")
	}
	p.Settle = usualSettle
	if text := s.Settle.Text; text != "" {
		if p.Settle, err = time.ParseDuration(text); err != nil || p.Settle < 0 || p.Settle > longestSettle {
			return p, s.Settle.Wrong(at.File, "%s.settle: %q is no time for which rows must be unchanged", key, text).With("write it like 1m, 24h at most; 0s takes them as they are found")
		}
	}
	if p.Endpoint, err = s.endpoint(at.File, key); err != nil {
		return p, err
	}
	p.Tab = s.Sheet.Text
	if err := s.results(at.File, key, &p); err != nil {
		return p, err
	}
	return p, s.account(at, key, &p)
}

// results are where results go.
func (s *Settings) results(file, key string, p *sheets.Plan) error {
	if s.Result == nil {
		return nil
	}
	p.Columns, p.Results, p.Write = s.Result.Columns, s.Result.Sheet.Text, true
	if p.Columns == (p.Results != "") {
		return s.URL.Wrong(file, "%s.result needs one of columns and sheet", key).With("write result: {columns: true} for columns of the same tab, or result: {sheet: NAME} for another tab; without result nothing is written")
	}
	if p.Results != "" && p.Results == p.Tab {
		return s.Result.Sheet.Wrong(file, "%s.result.sheet is the tab of the orders", key).With("write result: {columns: true} for columns of the same tab, or name another tab")
	}
	return nil
}

// account reads the key of the account, where there is one.
func (s *Settings) account(at Place, key string, p *sheets.Plan) error {
	file, env := s.CredentialsFile, s.CredentialsEnv
	switch alone := file.Text == "" && env.Text == ""; {
	case alone && p.Tab != "":
		return s.Sheet.Wrong(at.File, "%s.sheet goes with credentials_file", key).With("by link alone the tab is the gid at the end of its address: open the tab and copy the address from the browser")
	case alone && p.Write:
		return s.URL.Wrong(at.File, "%s.result goes with credentials_file", key).With("only a service account may write to the sheet; without result the results are files of the folder results")
	case alone:
		return nil
	case p.Link.Published:
		_, err := gsheet.New(gsheet.Options{Link: p.Link, Account: new(gsheet.Account)})
		return s.URL.Wrong(at.File, "%s.url: %v", key, err).With(failure.Hint(err))
	case file.Text != "" && env.Text != "":
		return env.Wrong(at.File, "%s.credentials_env stands beside credentials_file", key).With("keep one of both")
	case at.LookupEnv == nil:
		return nil
	}
	data, from, where, err := s.credentials(at)
	if err != nil {
		return from.Wrong(at.File, "%s.%s: %v", key, where, err).With("put the key of the service account there, the JSON file that Google Cloud gave")
	}
	if p.Account, err = gsheet.ParseKey(data); err != nil {
		return from.Wrong(at.File, "%s.%s: %v", key, where, err).With(failure.Hint(err))
	}
	return nil
}

// endpoint is the address that stands in for Google: one on this machine, or with TLS.
func (s *Settings) endpoint(file, key string) (string, error) {
	text := strings.TrimSuffix(s.Endpoint.Text, "/")
	if text == "" {
		return "", nil
	}
	address, err := url.Parse(text)
	local := err == nil && loopback.Host(address.Hostname())
	if err != nil || address.Host == "" || address.Path != "" || address.User != nil || address.Scheme != "https" && (address.Scheme != "http" || !local) {
		return "", s.Endpoint.Wrong(file, "%s.endpoint: %q is no address that could stand in for Google", key, cmp.Or(text, s.Endpoint.Text)).With("leave it out: Google itself is asked; a stand-in for trials is written like http://127.0.0.1:8099")
	}
	return text, nil
}
