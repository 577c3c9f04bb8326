package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// mark fills every text, number, time and list of a value; each text has a mark that stands
// nowhere else.
func mark(v reflect.Value, path string) {
	if at, ok := v.Addr().Interface().(*time.Time); ok {
		*at = noon().Add(-time.Hour)
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("MARK<" + path + ">")
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		mark(v.Elem(), path)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		mark(v.Index(0), path)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		mark(key, path+" key")
		mark(value, path)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for n := range v.NumField() {
			mark(v.Field(n), path+"."+v.Type().Field(n).Name)
		}
	}
}

func marked() standing.Snapshot {
	var s standing.Snapshot
	mark(reflect.ValueOf(&s).Elem(), "snapshot")
	s.Now, s.JournalAway = noon(), false
	s.Findings = append(s.Findings, standing.Finding{Code: "rows_refused", Text: "MARK", Orders: []string{"MARK"}}, standing.Finding{Code: "rows_refused"})
	s.Orders["accepted"], s.Orders["unknown"] = 41, 2
	return s
}

// TestStrangersSeeLevelsAndCounts: no text of the config, of files or of the supplier comes
// through anywhere, in a snapshot in which every text is marked.
func TestStrangersSeeLevelsAndCounts(t *testing.T) {
	for _, away := range []bool{false, true} {
		s := marked()
		s.JournalAway = away
		handler := served(web.Options{Source: fixed{snapshot: s}, ResultsDir: t.TempDir(), Now: noon})
		for _, path := range []string{"/", "/status.json", "/metrics", "/healthz", "/login", "/feeds/", "/results/MARK", "/nothing"} {
			for name, r := range map[string]*http.Request{"abroad": abroad("GET", path), "a proxy": request("GET", path), "a key": request("GET", path)} {
				switch name {
				case "a proxy":
					r.Header.Set("X-Forwarded-For", "127.0.0.1")
				case "a key":
					r.Header.Set("Authorization", "Bearer guessed")
				}
				w := ask(handler, r)
				require.NotContains(t, w.Body.String(), "MARK", "%s %s", name, path)
				require.NotContains(t, fmt.Sprint(w.Header()), "MARK")
			}
		}
		require.Contains(t, ask(handler, request("GET", "/")).Body.String(), "MARK", "what is shown to this machine")
	}
	s := marked()
	handler := served(web.Options{Source: fixed{snapshot: s}, Now: noon})
	var o standing.Outline
	require.NoError(t, json.Unmarshal(ask(handler, abroad("GET", "/status.json")).Body.Bytes(), &o))
	require.Equal(t, standing.Failing, o.Level)
	require.Equal(t, map[string]int{"accepted": 41, "unknown": 2, "other": 7}, o.Orders)
	require.Contains(t, o.Findings, standing.Counted{Level: standing.Attention, Code: "rows_refused", Count: 2})
	require.Contains(t, o.Findings, standing.Counted{Level: standing.Attention, Code: "other", Count: 1})
	require.Equal(t, standing.FeedCounts{All: 1, Published: 1, Failed: 1, Offers: 7, Skipped: 7}, o.Feeds)
	require.Equal(t, 7, o.Failed)
	metrics := ask(handler, abroad("GET", "/metrics")).Body.String()
	require.Contains(t, metrics, "dropbridge_orders{state=\"accepted\"} 41\n")
	require.Contains(t, metrics, "dropbridge_findings{code=\"rows_refused\"} 2\n")
	require.NotContains(t, metrics, "dropbridge_feed")
	page := visible(t, ask(handler, abroad("GET", "/")).Body.String())
	require.Contains(t, page, "41 accepted")
	require.Contains(t, page, "no log-in is set up")
	require.Regexp(t, `(?m)^feed_failed: 1$`, ask(handler, abroad("GET", "/healthz")).Body.String())
}

// entrance is a server on which people log in, and programs show keys.
func entrance(t *testing.T, s standing.Snapshot, results string) (http.Handler, string) {
	t.Helper()
	users := accounts.Open(filepath.Join(t.TempDir(), "users.yaml"), nil, nil)
	hash, err := accounts.Hash("several words of anna")
	require.NoError(t, err)
	_, err = users.Put(accounts.Account{Name: "anna", Role: "look", Password: hash})
	require.NoError(t, err)
	keys := keyring.Open(filepath.Join(t.TempDir(), "keys.yaml"), nil, noon, nil)
	key, err := keys.Make(keyring.Key{Name: "prometheus", For: keyring.ForLook})
	require.NoError(t, err)
	return served(web.Options{Source: fixed{snapshot: s}, ResultsDir: results, Now: noon, Keys: keys, Access: access.New(access.Options{Users: users, Programs: keys, Now: noon})}), key
}

// TestWhoLooksSeesEverything from anywhere: by a session, or by a key of a program.
func TestWhoLooksSeesEverything(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "drop prices", dir, "feeds", "out", "partner.csv")
	publish(t, noon(), "names", dir, "results", "a.result.csv")
	handler, key := entrance(t, calm(dir), filepath.Join(dir, "results"))
	hidden := map[string]string{"/": "https://api.supplier.example", "/feeds": "partner.csv", "/status.json": `"partner"`, "/metrics": `feed="partner"`, "/feeds/partner.csv": "drop prices", "/results/a.result.csv": "names"}
	for path, text := range hidden {
		require.NotContains(t, ask(handler, abroad("GET", path)).Body.String(), text, path)
		r := abroad("GET", path)
		r.Header.Set("Authorization", "Bearer "+key)
		require.Contains(t, ask(handler, r).Body.String(), text, path)
	}
	require.Contains(t, visible(t, ask(handler, abroad("GET", "/")).Body.String()), "Log in Who has logged in sees")
	require.Contains(t, ask(handler, request("GET", "/")).Body.String(), `href="/login"`, "this machine looks, and may log in")
}

// TestAPageForThisMachineAlone: others get feeds and health.
func TestAPageForThisMachineAlone(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "feed", dir, "feeds", "prom.yml")
	handler := served(web.Options{Source: fixed{snapshot: calm(dir)}, LocalPage: true, Now: noon})
	for path, code := range map[string]int{"/": 403, "/status.json": 403, "/metrics": 403, "/login": 403, "/page.css": 403, "/nothing": 403, "/healthz": 200, "/feeds/prom.yml": 200, "/feeds/none": 404} {
		require.Equal(t, code, ask(handler, abroad("GET", path)).Code, path)
	}
	require.Equal(t, http.StatusOK, ask(handler, request("GET", "/")).Code)
}

// TestFeedsNeedNoSnapshot: a feed, an address that is none, a result file and a style are
// served without asking how things stand.
func TestFeedsNeedNoSnapshot(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "feed", dir, "feeds", "prom.yml")
	publish(t, noon(), "names", dir, "results", "a.result.csv")
	handler := served(web.Options{Source: feedsAlone{fixed{snapshot: calm(dir)}, t}, ResultsDir: filepath.Join(dir, "results"), Now: noon})
	for path, code := range map[string]int{"/feeds/prom.yml": 200, "/feeds/none": 404, "/nothing": 404, "/results/a.result.csv": 200, "/results/none.result.csv": 404, "/page.css": 200, "/login": 200} {
		require.Equal(t, code, ask(handler, request("GET", path)).Code, path)
	}
}

// feedsAlone is a source that must not be asked for a snapshot.
type feedsAlone struct {
	fixed
	t *testing.T
}

func (f feedsAlone) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	f.t.Error("the journal was asked")
	return f.fixed.Snapshot(ctx)
}

// TestResultsAreLookedUpByName in their folder, and no link leads out of it.
func TestResultsAreLookedUpByName(t *testing.T) {
	dir := t.TempDir()
	publish(t, noon(), "names", dir, "results", "a.1a2b3c4d.result.csv")
	publish(t, noon(), "refused", dir, "results", "a.1a2b3c4d.rejected.csv")
	publish(t, noon(), "top secret", dir, "results", ".hidden.result.csv")
	publish(t, noon(), "top secret", dir, "results", "notes.txt")
	publish(t, noon(), "top secret", dir, "results", "sub", "b.result.csv")
	publish(t, noon(), "top secret", dir, "secret.result.csv")
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.result.csv"), filepath.Join(dir, "results", "link.result.csv")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "results", "folder.result.csv"), 0o755))
	handler := served(web.Options{Source: fixed{}, ResultsDir: filepath.Join(dir, "results"), Now: noon})
	for path, want := range map[string]string{"a.1a2b3c4d.result.csv": "names", "a.1a2b3c4d.rejected.csv": "refused"} {
		w := ask(handler, request("GET", "/results/"+path))
		require.Equal(t, want, w.Body.String())
		require.Equal(t, "text/csv; charset=utf-8", w.Header().Get("Content-Type"))
		require.Equal(t, http.StatusNotFound, ask(handler, abroad("GET", "/results/"+path)).Code)
	}
	for _, path := range []string{".hidden.result.csv", "notes.txt", "sub/b.result.csv", "sub%2Fb.result.csv", "..%2Fsecret.result.csv", "link.result.csv", "folder.result.csv", "a.result.csv%00", ""} {
		w := ask(handler, request("GET", "/results/"+path))
		require.NotEqual(t, http.StatusOK, w.Code, path)
		require.NotContains(t, w.Body.String(), "top secret", path)
	}
}

// TestAFeedThatNeverWas is told as that, with the way to it; one from before has what its
// file tells.
func TestAFeedThatNeverWas(t *testing.T) {
	s := calm("/srv")
	s.Feeds = []standing.Feed{{Name: "prom", Template: "prom", File: "/srv/prom.yml", Next: noon().Add(5 * time.Minute)}}
	show := func() string {
		return visible(t, ask(pageOf(s), request("GET", "/feeds")).Body.String()+ask(pageOf(s), request("GET", "/")).Body.String())
	}
	require.Contains(t, show(), "Never built yet: there is nothing at its address. The first build is due in 5 min. To build it now: dropbridge export prom")
	s.Feeds[0].Error = "disk full"
	require.Contains(t, show(), "feed prom could not be built and was never published: there is nothing at its address yet. disk full")
	require.Contains(t, show(), "it is tried again every minute")
	require.NotContains(t, show(), "last good feed", "there is none")
	s.Feeds[0].Error, s.Feeds[0].Published, s.Feeds[0].Bytes, s.Feeds[0].FromDisk = "", noon().Add(-2*time.Hour), 5_852_914, true
	text := show()
	require.Contains(t, text, "Built 2 h ago")
	require.Contains(t, text, "5.9 MB")
	require.NotContains(t, text, "Never built")
	require.NotContains(t, text, "Offers", "nobody remembers how many")
	require.NotContains(t, text, "Left out", "nor is that known before the first build")
	s.Feeds[0].Offers = 5988
	require.Contains(t, show(), "Offers 5988")
}

func pageOf(s standing.Snapshot) http.Handler {
	return served(web.Options{Source: fixed{snapshot: s}, Now: noon})
}
