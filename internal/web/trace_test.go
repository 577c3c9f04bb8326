package web_test

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
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestRequestsHaveAnID: that of the proxy in front, or one of their own where it has none that may
// stand in a log; and each is counted by its place, of which strangers make up no new ones.
func TestRequestsHaveAnID(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(correlation.Handler{Handler: slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})})
	handler := served(web.Options{Source: fixedSource{standing.Snapshot{}}, Logger: logger, Meter: measure.New()})
	ask := func(path, id string) *httptest.ResponseRecorder {
		r := request(http.MethodGet, path)
		r.Header.Set(correlation.Header, id)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		return answer
	}
	require.Equal(t, "proxy-17", ask("/healthz", "proxy-17").Header().Get("X-Request-Id"))
	require.Contains(t, log.String(), `"msg":"answered","method":"GET","place":"healthz","status":200,`)
	require.Contains(t, log.String(), `"request_id":"proxy-17"`)
	own := ask("/feeds/none", "a\nb").Header().Get("X-Request-Id")
	require.Len(t, own, 16)
	ask("/madeup/one", "")
	metrics := ask("/metrics", "").Body.String()
	require.Contains(t, metrics, `dropbridge_http_answer_seconds_count{place="healthz",status="200"} 1`)
	require.Contains(t, metrics, `dropbridge_http_answer_seconds_count{place="feeds",status="404"} 1`)
	require.NotContains(t, metrics, "madeup")
	require.Contains(t, metrics, "go_goroutines ")
}

// TestReadiness: what keeps this process from its work, and not what waits for a person.
func TestReadiness(t *testing.T) {
	own := standing.Process{Own: true, Waits: map[string]string{"post": "a disk"}}
	for want, s := range map[string]standing.Snapshot{
		"ready\n": {Problems: []standing.Problem{{Text: "the token is refused"}}},
		"journal_away: the journal cannot be read: the log says why\n": {JournalAway: true},
		"role_waits: the role post: a disk\n":                          {Processes: []standing.Process{own}},
	} {
		answer := httptest.NewRecorder()
		served(web.Options{Source: fixedSource{s}}).ServeHTTP(answer, request(http.MethodGet, "/readyz"))
		require.Equal(t, want, answer.Body.String())
		require.Equal(t, want == "ready\n", answer.Code == http.StatusOK)
		require.Equal(t, "no-store", answer.Header().Get("Cache-Control"))
	}
	answer := httptest.NewRecorder()
	served(web.Options{Source: fixedSource{standing.Snapshot{Processes: []standing.Process{own}}}}).ServeHTTP(answer, abroad(http.MethodGet, "/readyz"))
	require.Equal(t, http.StatusServiceUnavailable, answer.Code)
	require.Equal(t, "role_waits\n", answer.Body.String(), "strangers are told no names")
}

// TestProfiles are for this machine alone, under a name of this machine, and end with the work.
func TestProfiles(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "shop.example:0", "127.0.0.1"} {
		err := web.BesideProfiles(t.Context(), address, nil, nil)
		refused, ok := errors.AsType[*web.ProfilesError](err)
		require.True(t, ok, address)
		require.Equal(t, address, refused.Address)
		uk, _ := refused.Say(wording.Ukrainian)
		require.Contains(t, uk, "профілі за адресою "+address+" недоступні: ")
		if address == "0.0.0.0:0" {
			require.EqualError(t, err, "profiles at 0.0.0.0:0: other machines would reach them")
			require.Contains(t, uk, ": їх побачили б інші машини")
		}
	}
	var at string
	spoken := ""
	ask := func(host string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at+"goroutine?debug=1", nil)
		require.NoError(t, err)
		r.Host = host
		r.Header.Set("Accept-Language", spoken)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, errors.Join(err, answer.Body.Close()))
		return answer.StatusCode, string(body)
	}
	worked := errors.New("worked")
	require.ErrorIs(t, web.BesideProfiles(t.Context(), "127.0.0.1:0", func(context.Context) error {
		status, body := ask("localhost")
		require.Equal(t, http.StatusOK, status)
		require.Contains(t, body, "goroutine profile: total ")
		status, body = ask("rebound.example")
		require.Equal(t, http.StatusMisdirectedRequest, status)
		require.Equal(t, "this server answers to localhost and to IP addresses\n", body)
		spoken = "uk"
		_, body = ask("rebound.example")
		require.Equal(t, "цей сервер відповідає на localhost і на IP-адреси\n", body)
		return worked
	}, func(url string) { at = url }), worked)
	_, err := http.Get(at)
	require.Error(t, err, "nobody answers any more")
}

// sending is an answer that sends files by itself.
type sending struct {
	*httptest.ResponseRecorder
	sent int64
}

// ReadFrom implements io.ReaderFrom.
func (s *sending) ReadFrom(from io.Reader) (n int64, err error) {
	n, err = s.ResponseRecorder.Body.ReadFrom(from)
	s.sent += n
	return n, err
}

// TestFeedsAreSentByTheSystem: what counts answers does not come between a file and the socket.
func TestFeedsAreSentByTheSystem(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "prom.yml")
	require.NoError(t, os.WriteFile(file, []byte("<yml_catalog/>"), 0o600))
	s := standing.Snapshot{Feeds: []standing.Feed{{Name: "prom", File: file, Published: time.Now()}}}
	answer := &sending{ResponseRecorder: httptest.NewRecorder()}
	served(web.Options{Source: fixedSource{s}}).ServeHTTP(answer, request(http.MethodGet, "/feeds/prom.yml"))
	require.Equal(t, http.StatusOK, answer.Code)
	require.Equal(t, "<yml_catalog/>", answer.Body.String())
	require.Equal(t, int64(len("<yml_catalog/>")), answer.sent)
}
