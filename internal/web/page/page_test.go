package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// still is a shop that always stands the same, and keeps what it is asked to do.
type still struct {
	snapshot standing.Snapshot
	orders   map[string][]overview.OrderStatus // by source/number
	requests []mapping.DryRun
	files    []overview.FileStatus
	shelf
	sources   []string
	suppliers []string
	config    ConfigFile
	why       map[string]exporter.Shown // by feed/SKU
	figures   state.Figures
	unclear   []overview.Unclear
	done      []Action
	refuse    error
	effect    Effect // of an action; its text where it has none says what was done

	stillKeeper
}

func (s *still) Standing(context.Context, wording.Language) (standing.Snapshot, error) {
	return s.snapshot, nil
}

func (s *still) Find(_ context.Context, _ wording.Language, source, number string) ([]overview.OrderStatus, error) {
	return s.orders[source+"/"+number], nil
}

func (s *still) Decidable(_ context.Context, _ wording.Language, about []standing.Subject) (list []overview.OrderStatus, err error) {
	for _, a := range about {
		list = append(list, s.orders[a.Source+"/"+a.Order]...)
	}
	return list, nil
}

func (s *still) Requests(context.Context) ([]mapping.DryRun, error) { return s.requests, nil }

func (s *still) Figures(context.Context, time.Time, time.Time) (state.Figures, error) {
	return s.figures, nil
}

func (s *still) Unclear(context.Context) ([]overview.Unclear, error) { return s.unclear, nil }

func (s *still) Sources() []string { return s.sources }

func (s *still) Suppliers() []string { return s.suppliers }

func (s *still) Upload(_ context.Context, a Action, name string, content io.Reader) (Effect, error) {
	data, err := io.ReadAll(content)
	if strings.HasPrefix(name, "refused") {
		return Effect{}, errors.New("it is not wanted")
	}
	a.Values["name"], a.Values["content"] = name, string(data)
	s.done = append(s.done, a)
	return Effect{Text: "uploaded " + name}, err
}

func (s *still) ConfigFile() ConfigFile { return s.config }

func (s *still) CheckConfig(text string) error {
	if strings.Contains(text, "wrong") {
		return errors.New("line 1: wrong")
	}
	return nil
}

func (s *still) Why(_ context.Context, feed, sku string) (Look, error) {
	if s.reading.Running() {
		return Look{Reading: s.reading}, nil
	}
	if shown, found := s.why[feed+"/"+sku]; found {
		return Look{Shown: []exporter.Shown{shown}}, nil
	}
	return Look{Missing: true}, nil
}

func (s *still) Do(_ context.Context, a Action) (Effect, error) {
	s.done = append(s.done, a)
	if s.effect.Text != "" {
		return s.effect, s.refuse
	}
	return Effect{Text: "done: <b>" + a.Kind}, s.refuse
}

func noon() time.Time { return time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC) }

func get(h http.Handler, address string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	for n := 0; n < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func post(h http.Handler, address string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestLanguage: the person's choice goes before the browser's, and that before the shop's.
func TestLanguage(t *testing.T) {
	h := New(Options{Shop: &still{}, Language: wording.Ukrainian})
	require.Contains(t, get(h, "/").Body.String(), `<html lang="uk">`)
	require.Contains(t, get(h, "/", "Accept-Language", "fr, en;q=0.7, uk;q=0.2").Body.String(), `<html lang="en">`)
	require.Contains(t, get(h, "/", "Accept-Language", "fr").Body.String(), `<html lang="uk">`)
	require.Contains(t, get(h, "/", "Accept-Language", "en", "Cookie", "language=uk").Body.String(), `<html lang="uk">`)

	chosen := post(h, "/language", url.Values{"to": {"en"}, "back": {"/orders?q=1"}})
	require.Equal(t, http.StatusSeeOther, chosen.Code)
	require.Equal(t, "/orders?q=1", chosen.Header().Get("Location"))
	require.Contains(t, chosen.Header().Get("Set-Cookie"), "language=en;")
	for _, foreign := range []string{"https://elsewhere.example/", "//elsewhere.example/", `/\elsewhere.example`, "javascript:alert(1)"} {
		require.Equal(t, "/", post(h, "/language", url.Values{"to": {"en"}, "back": {foreign}}).Header().Get("Location"), foreign)
	}
	require.Empty(t, post(h, "/language", url.Values{"to": {"fr"}}).Header().Get("Set-Cookie"))
}

// TestActions: what a form says reaches the shop, and what became of it stands on the next page.
func TestActions(t *testing.T) {
	shop := &still{}
	h := New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return Visitor{Name: "olena", Sees: true, Acts: true} }})
	answer := post(h, "/act", url.Values{"act": {"resolve"}, "order": {"1001"}, "back": {"/orders?q=1001"}, "csrf": {"x"}})
	require.Equal(t, http.StatusSeeOther, answer.Code)
	require.Equal(t, Action{Kind: "resolve", Values: map[string]string{"order": "1001"}, Person: "olena", From: "192.0.2.1:1234", Language: wording.English}, shop.done[0])
	require.Regexp(t, `^/orders\?done=\w+&q=1001$`, answer.Header().Get("Location"))
	next := get(h, "/?"+strings.SplitN(answer.Header().Get("Location"), "?", 2)[1]).Body.String()
	require.Contains(t, next, "done: &lt;b&gt;resolve")
	require.Contains(t, next, `role="status"`)
	require.NotContains(t, next, "hx-get=\"/?done", "the page that refreshes itself does not tell it again")

	shop.refuse = errors.New("the order is final")
	answer = post(h, "/act", url.Values{"act": {"resolve"}})
	next = get(h, answer.Header().Get("Location")).Body.String()
	require.Contains(t, next, "the order is final")
	require.Contains(t, next, `role="alert"`)
}

// TestLookersDoNotAct: a form of somebody who may only look changes nothing.
func TestLookersDoNotAct(t *testing.T) {
	shop := &still{}
	h := New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return Visitor{Name: "guest", Sees: true} }})
	require.Equal(t, http.StatusForbidden, post(h, "/act", url.Values{"act": {"resolve"}}).Code)
	require.Empty(t, shop.done)
}

// TestIcon: the count of what needs a person stands on it, and nothing of the address does.
func TestIcon(t *testing.T) {
	h := New(Options{Shop: &still{}})
	require.Contains(t, get(h, "/icon.svg?needs=7&level=failing").Body.String(), ">7</text>")
	require.Contains(t, get(h, "/icon.svg?needs=1000&level=attention").Body.String(), ">99+</text>")
	for _, plain := range []string{"/icon.svg", "/icon.svg?needs=0&level=fine", "/icon.svg?needs=3&level=%3Cscript%3E", "/icon.svg?needs=%3Cb%3E&level=failing"} {
		require.NotContains(t, get(h, plain).Body.String(), "<text", plain)
	}
}

// TestLibraries: the libraries are the published files that are named beside them.
func TestLibraries(t *testing.T) {
	names, err := fs.Glob(files, "static/*.min.js")
	require.NoError(t, err)
	require.Len(t, names, 2)
	list, err := os.ReadFile("static/LIBRARIES.md")
	require.NoError(t, err)
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		require.NoError(t, err)
		require.Contains(t, string(list), fmt.Sprintf("| %x | %s |", sha256.Sum256(data), filepath.Base(name)))
	}
}

// TestPagesSayNothingUnknown: each sentence that the pages ask for is in the catalogue.
func TestPagesSayNothingUnknown(t *testing.T) {
	asked := map[string]bool{}
	collect := func(pattern string, files ...string) {
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(data, -1) {
				asked["page."+string(m[1])] = true
			}
		}
	}
	glob := func(pattern string) []string {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		return names
	}
	collect(`\bt "([a-z_.]+)"`, append(glob("templates/*.html"), glob("templates/pages/*.html")...)...)
	collect(`say\([\w.]+, "([a-z_.]+)"[,)]`, glob("*.go")...)
	require.Greater(t, len(asked), 25)
	for key := range asked {
		for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
			require.NotEqual(t, key, wording.Message{Key: key}.In(l), key)
		}
	}
}

// TestSettings: what a text would change is shown before anything is written, and what is
// written is what was shown.
func TestSettings(t *testing.T) {
	shop := &still{config: ConfigFile{File: "dropbridge.yaml", Text: "# mine\na: 1\nb: 2\n"}}
	acts := true
	h := New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return Visitor{Sees: true, Acts: acts} }})
	require.Contains(t, get(h, "/settings").Body.String(), "# mine\na: 1")

	proposal := post(h, "/settings", url.Values{"text": {"# mine\r\na: 1\r\nb: <3>\r\n"}}).Body.String()
	require.Contains(t, proposal, "<del>b: 2\n</del><ins>b: &lt;3&gt;\n</ins>")
	require.Contains(t, proposal, `name="act" value="save_config"`)
	require.Contains(t, proposal, `name="before" value="# mine`)
	require.Empty(t, shop.done)

	require.NotContains(t, proposal, `hx-trigger="live"`, "renewed, it would be the page without the text")
	wrong := post(h, "/settings", url.Values{"text": {"wrong: 1"}}).Body.String()
	require.NotContains(t, wrong, `hx-trigger="live"`)
	require.Contains(t, wrong, "line 1: wrong")
	require.NotContains(t, wrong, "save_config")
	require.NotContains(t, post(h, "/settings", url.Values{"text": {shop.config.Text}}).Body.String(), "save_config")

	shop.refuse = refusal.New(failure.Other, wording.Literal("not written: read-only"), wording.Literal("let it be written"))
	shop.config.ReadOnly = "open dropbridge.yaml: read-only"
	kept := post(h, "/act", url.Values{"act": {DoSaveConfig}, "before": {shop.config.Text}, "text": {"# typed\r\nb: <3>\r\n"}, "back": {"/settings"}})
	require.Equal(t, http.StatusOK, kept.Code)
	require.Contains(t, kept.Body.String(), `spellcheck="false"># typed`+"\nb: &lt;3&gt;\n</textarea>", "what was typed stays, and can be tried again")
	require.Contains(t, kept.Body.String(), "<button>"+say(wording.English, "config_check"))
	require.Regexp(t, `<bdi>not written: read-only</bdi></p><p class="mend"><bdi>let it be written</bdi>`, kept.Body.String())
	require.Contains(t, kept.Body.String(), "<bdi>open dropbridge.yaml: read-only</bdi>")
	require.NotContains(t, kept.Body.String(), `hx-trigger="live"`)
	require.Contains(t, get(h, "/settings").Body.String(), `spellcheck="false" readonly>`)

	acts = false
	require.NotContains(t, get(h, "/settings").Body.String(), "# mine", "a config may hold keys")
	require.Equal(t, http.StatusForbidden, post(h, "/settings", url.Values{"text": {"a: 1"}}).Code)
}

// TestChangesShowWhatIsAround: of what stays only the lines beside a change are shown.
func TestChangesShowWhatIsAround(t *testing.T) {
	var before, after strings.Builder
	for n := range 30 {
		fmt.Fprintf(&before, "line %d\n", n)
		if n == 15 {
			fmt.Fprintf(&after, "new\n")
			continue
		}
		fmt.Fprintf(&after, "line %d\n", n)
	}
	require.Equal(t, []change{{"", "⋯\nline 12\nline 13\nline 14\n"}, {"del", "line 15\n"}, {"ins", "new\n"}, {"", "line 16\nline 17\nline 18\n⋯\n"}},
		changes(before.String(), after.String()))
}

// TestUploads: files reach the shop whole, under the last part of their names, with the source.
func TestUploads(t *testing.T) {
	shop := &still{sources: []string{"keycrm"}}
	h := New(Options{Shop: shop})
	send := func(names ...string) *httptest.ResponseRecorder {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		require.NoError(t, form.WriteField("source", "keycrm"))
		for _, name := range names {
			part, err := form.CreateFormFile("file", name)
			require.NoError(t, err)
			_, err = part.Write([]byte("content of " + name))
			require.NoError(t, err)
		}
		require.NoError(t, form.Close())
		r := httptest.NewRequest(http.MethodPost, "/upload", &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	answer := send("orders.csv", `..\..\c.csv`)
	require.Equal(t, http.StatusSeeOther, answer.Code)
	require.Contains(t, get(h, answer.Header().Get("Location")).Body.String(), "uploaded orders.csv uploaded c.csv")
	require.Len(t, shop.done, 2)
	require.Equal(t, map[string]string{"source": "keycrm", "name": "c.csv", "content": `content of ..\..\c.csv`}, shop.done[1].Values)
	require.Contains(t, get(h, send().Header().Get("Location")).Body.String(), "No file was chosen")

	mixed := get(h, send("a.csv", "refused <b>.csv", "z.csv").Header().Get("Location")).Body.String()
	require.Contains(t, mixed, "uploaded a.csv The file refused &lt;b&gt;.csv was not taken: it is not wanted. uploaded z.csv", "one that is refused keeps no other out")
	require.Contains(t, mixed, `class="effect failing"`)
	require.Len(t, shop.done, 4)
	require.Contains(t, get(h, send(slices.Repeat([]string{"a.csv"}, mostUploads+1)...).Header().Get("Location")).Body.String(), "20 at once at most")
	require.Len(t, shop.done, 4)
}

// TestAPageThatCannotBeRendered: that is said in the language of whoever asks.
func TestAPageThatCannotBeRendered(t *testing.T) {
	p := &pages{Options: Options{Logger: slog.New(slog.DiscardHandler)}}
	for language, want := range map[string]string{"en": "the page cannot be rendered\n", "uk": "сторінку неможливо показати\n"} {
		r, answer := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		r.Header.Set("Accept-Language", language)
		p.render(answer, r, http.StatusOK, "none", nil)
		require.Equal(t, http.StatusInternalServerError, answer.Code)
		require.Equal(t, want, answer.Body.String())
	}
}
