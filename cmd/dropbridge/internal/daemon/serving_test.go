package daemon

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// leaving is a journal whose database can be away. What that says names where it is.
type leaving struct {
	state.Journal
	away atomic.Bool
}

var errAway = errors.New("failed to connect to `user=dbuser database=dbname`: 10.9.8.7:5432 (dbhost): dial error")

func (l *leaving) Notes(ctx context.Context, account string) (map[string]string, error) {
	if l.away.Load() {
		return nil, errAway
	}
	return l.Journal.Notes(ctx, account)
}

// opened is a daemon that is not run, for what its server answers, and what it logs.
func opened(t *testing.T, listen, text string) (*Daemon, *leaving, *bytes.Buffer, error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(c.State(), 0o700))
	real, err := journal.Open(t.Context(), c.JournalAddress())
	require.NoError(t, err)
	j := &leaving{Journal: real}
	log := &bytes.Buffer{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	settings, err := c.Importer()
	require.NoError(t, err)
	settings.Logger = logger
	orders, err := importer.New(settings, nil, j)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, orders.Close())
		require.NoError(t, real.Close())
	})
	d, err := New(t.Context(), Program{Version: "v1", Config: c, LookupEnv: os.LookupEnv, Logger: logger, Orders: orders, Supplier: "shop",
		Closer: closerOf(c), Hint: failure.Hint}, listen)
	if err == nil {
		t.Cleanup(func() { d.door.Close() })
	}
	return d, j, log, err
}

// closerOf is the closer of the suppliers of a config, none of whom is asked for anything.
func closerOf(c *config.Config) *books.Closer {
	p := &books.Program{Said: func(err error) (what, way string) { return err.Error(), failure.Hint(err) }, Logger: slog.Default}
	if !c.Several() {
		return p.NewCloser(c, books.Connection{})
	}
	var each []*books.Closer
	for _, one := range c.Suppliers() {
		if one.HasAPI() {
			each = append(each, p.NewCloser(one, books.Connection{}))
		}
	}
	return books.NewClosers(c, each)
}

// ask asks a daemon's server from this machine, or from another one.
func ask(d *Daemon, path, address, key string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host, r.RemoteAddr = "localhost", address
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	w := httptest.NewRecorder()
	d.page().ServeHTTP(w, r)
	return w
}

// publish leaves the daemon's feed as an earlier process would have, with so many offers.
func publish(t *testing.T, d *Daemon, offers int) {
	t.Helper()
	out := d.feeds[0].feed.Out
	require.NoError(t, os.WriteFile(out, []byte("<yml_catalog/>"), 0o600))
	past, err := history.Open(out)
	require.NoError(t, err)
	c := past.Compare(io.Discard, nil)
	for n := range offers {
		require.NoError(t, c.Add(history.Entry{ID: strconv.Itoa(n)}))
	}
	_, err = c.Finish()
	require.NoError(t, err)
	require.NoError(t, c.Commit())
}

const here, there = "127.0.0.1:5000", "198.51.100.7:5000"

// TestTheJournalIsAway: feeds go on, the page shows what is known and says so, and nobody is
// told where the database is; the log is, once.
func TestTheJournalIsAway(t *testing.T) {
	d, j, log, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	publish(t, d, 3)
	require.Equal(t, http.StatusOK, ask(d, "/healthz", here, "").Code)
	j.away.Store(true)
	d.forget()
	for _, address := range []string{here, there} {
		for path, want := range map[string]struct {
			code int
			text string
		}{"/": {200, "the journal of orders cannot be read now"}, "/status.json": {200, "journal_away"}, "/metrics": {200, "dropbridge_healthy 0"}, "/healthz": {503, "journal"},
			"/feeds/shop.yml": {200, "<yml_catalog/>"}, "/feeds/none.yml": {404, ""}} {
			d.forget()
			w := ask(d, path, address, "")
			require.Equal(t, want.code, w.Code, path)
			require.Contains(t, w.Body.String(), want.text, path)
			for _, word := range []string{"dbuser", "dbname", "dbhost", "10.9.8.7"} {
				require.NotContains(t, w.Body.String(), word, path)
			}
		}
	}
	require.Contains(t, ask(d, "/feeds", here, "").Body.String(), "shop.yml", "what is known is shown")
	require.Equal(t, 1, bytes.Count(log.Bytes(), []byte("the journal cannot be read")), "%s", log)
	require.Contains(t, log.String(), "dbhost")
	j.away.Store(false)
	d.forget()
	require.Equal(t, http.StatusOK, ask(d, "/healthz", here, "").Code)
	require.Contains(t, log.String(), "the journal can be read again")
}

// TestWhatLiesOnTheDisk of a feed is known before the first build of a process.
func TestWhatLiesOnTheDisk(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	require.True(t, d.Feeds()[0].NeverBuilt())
	publish(t, d, 3)
	at := time.Now().Add(-2 * time.Hour).Truncate(time.Second)
	require.NoError(t, os.Chtimes(d.feeds[0].feed.Out, at, at))
	d.feeds = nil
	require.NoError(t, d.openFeeds(nil))
	feed := d.Feeds()[0]
	require.True(t, feed.FromDisk)
	require.False(t, feed.NeverBuilt())
	require.EqualValues(t, 14, feed.Bytes)
	require.Equal(t, 3, feed.Offers)
	require.True(t, feed.Published.Equal(at))
}

// TestAPublicServerNeedsALogIn, or keeps its page to itself; users and keys that are made and
// taken away meanwhile count at once.
func TestAPublicServerNeedsALogIn(t *testing.T) {
	_, _, _, err := opened(t, "0.0.0.0:0", "{}")
	require.ErrorContains(t, err, "is open to other machines")
	require.Contains(t, failure.Hint(err), "dropbridge user add")
	d, _, _, err := opened(t, "0.0.0.0:0", "http: {page: local}")
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, ask(d, "/", there, "").Code)
	require.Equal(t, http.StatusOK, ask(d, "/healthz", there, "").Code)

	d, _, _, err = opened(t, "127.0.0.1:0", "{}")
	require.NoError(t, err)
	users := d.Config.Accounts(nil)
	require.Contains(t, ask(d, "/", there, "").Body.String(), "no log-in is set up")
	_, err = users.Put(accounts.Account{Name: "anna", Role: "act", Password: "x"})
	require.NoError(t, err)
	require.Contains(t, ask(d, "/", there, "").Body.String(), `href="/login"`)
	keys, err := d.Config.Keyring(os.LookupEnv, nil)
	require.NoError(t, err)
	key, err := keys.Make(keyring.Key{Name: "prometheus", For: keyring.ForLook})
	require.NoError(t, err)
	require.Contains(t, ask(d, "/metrics", there, key).Body.String(), `dropbridge_build_info{version="v1"}`)
	_, err = keys.Revoke("prometheus")
	require.NoError(t, err)
	require.NotContains(t, ask(d, "/metrics", there, key).Body.String(), "dropbridge_build_info")
}

// TestTheLogInSpeaksAsThePages: in the language that was chosen there, else the browser's, else
// the config's.
func TestTheLogInSpeaksAsThePages(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "language: uk\n")
	require.NoError(t, err)
	for lang, header := range map[string][2]string{"uk": {"Accept-Language", "fr"}, "en": {"Cookie", "language=en"}} {
		r := httptest.NewRequest(http.MethodGet, "/login", nil)
		r.Host, r.RemoteAddr = "localhost", here
		r.Header.Set(header[0], header[1])
		w := httptest.NewRecorder()
		d.page().ServeHTTP(w, r)
		require.Contains(t, w.Body.String(), `<html lang="`+lang+`">`)
	}
}

// TestProgramsHandInFiles with a key of their source, from anywhere and without a form's token.
func TestProgramsHandInFiles(t *testing.T) {
	s := working(t, "http: {page: local}\ninbox: {sources: {keycrm: {template: generic}}}\n")
	said, err := s.ask(t, page.DoMakeKey, "name", "crm", "purpose", "orders/keycrm")
	require.NoError(t, err)
	require.Contains(t, said, " /inbox/keycrm/")
	key := strings.Fields(strings.TrimSuffix(said, " /inbox/keycrm/"))
	r := httptest.NewRequest(http.MethodPut, "/inbox/keycrm/a.csv", strings.NewReader("order;sku\n1;KB-1\n"))
	r.Host, r.RemoteAddr = "localhost", there
	r.SetBasicAuth("crm", key[len(key)-1])
	w := httptest.NewRecorder()
	s.page().ServeHTTP(w, r)
	require.Equal(t, http.StatusCreated, w.Code, w.Body.String())
	require.FileExists(t, filepath.Join(s.Config.Path(s.Config.Inbox.Dir), "keycrm", "a.csv"))
	require.Equal(t, http.StatusAccepted, ask(s.Daemon, "/results/keycrm/a.csv", there, key[len(key)-1]).Code)
	require.Equal(t, http.StatusUnauthorized, ask(s.Daemon, "/results/keycrm/a.csv", there, "").Code)
	require.Equal(t, http.StatusForbidden, ask(s.Daemon, "/results/a.csv", there, "").Code, "people's results stay with the page")
	require.Equal(t, http.StatusNotFound, ask(s.Daemon, "/results/a.csv", here, "").Code)
}
