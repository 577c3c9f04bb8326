package courier_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/inboxtest"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shop is an inbox with two sources behind a server.
type shop struct {
	*inboxtest.Inbox

	server *httptest.Server
	log    bytes.Buffer
	here   error // why another process is to be asked
}

// broken is a Counter whose disk or journal fails.
type broken struct {
	courier.Counter
	err error
}

func (b broken) Take(context.Context, string, string, io.Reader) (intake.Receipt, error) {
	return intake.Receipt{}, b.err
}

func newShop(t *testing.T, fail error) *shop {
	t.Helper()
	s := &shop{Inbox: inboxtest.New(t, t.TempDir())}
	var counter courier.Counter = intake.New(s.Desk)
	if fail != nil {
		counter = broken{counter, fail}
	}
	s.server = httptest.NewServer(courier.New(courier.Options{Counter: counter, Here: func(context.Context) error { return s.here }, Keys: s.Ring, Access: access.New(access.Options{}),
		Language: func(*http.Request) wording.Language { return wording.English },
		Type:     func(string) string { return "text/csv" }, Logger: slog.New(slog.NewTextHandler(&s.log, nil))}))
	t.Cleanup(func() {
		s.server.Close()
		require.NoError(t, s.Journal.Close())
	})
	return s
}

// answer is what the server said.
type answer struct {
	code   int
	header http.Header
	text   string
	json   map[string]any
}

func (s *shop) ask(t *testing.T, method, path, key, body string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.server.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for n := 0; n < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	w, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	require.NoError(t, err)
	a := answer{code: w.StatusCode, header: w.Header, text: string(text)}
	_ = json.Unmarshal(text, &a.json)
	return a
}

func (a answer) problem(t *testing.T) string {
	t.Helper()
	said, ok := a.json["error"].(map[string]any)
	require.True(t, ok, a.text)
	require.NotEmpty(t, said["message"])
	require.NotEmpty(t, said["hint"], "the way out")
	return said["code"].(string)
}

// lying are the names in a folder of the inbox, those of temporary files included.
func (s *shop) lying(t *testing.T, source string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.Desk.Config.Inbox, source))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

func shaOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// record has the journal know a file that lies in the inbox, as the importer does.
func (s *shop) record(t *testing.T, name, content string, st state.FileState, reason string) state.File {
	t.Helper()
	origin := filepath.Join(s.Desk.Config.Inbox, "keycrm", name)
	f := state.File{Account: "a", Source: "keycrm", SHA256: shaOf(content), Name: name, Spool: "x", Origin: origin, Placed: state.PlacedArchive,
		State: st, Reason: reason, CreatedAt: time.Now(), ChangedAt: time.Now(), Result: filepath.Join(s.Desk.Config.Results, name+".result.csv")}
	f, err := s.Journal.Record(t.Context(), f, 0, nil)
	require.NoError(t, err)
	require.NoError(t, os.Remove(origin))
	return f
}
