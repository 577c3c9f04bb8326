package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// receiver keeps what is posted to it, by the type of the event.
type receiver struct {
	mu     sync.Mutex
	events map[string][]map[string]any // data, by type
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var event struct {
		Type string         `json:"type"`
		Data map[string]any `json:"data"`
	}
	body, err := io.ReadAll(request.Body)
	if err != nil || json.Unmarshal(body, &event) != nil || request.Header.Get("webhook-signature") == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events[event.Type] = append(r.events[event.Type], event.Data)
}

func (r *receiver) got(kind string) []map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.events[kind]
}

// TestDaemonNotifies: what happened while nobody looked is told by the next run, each thing
// once over restarts.
func TestDaemonNotifies(t *testing.T) {
	dir := t.TempDir()
	to := &receiver{events: map[string][]map[string]any{}}
	server := httptest.NewServer(to)
	t.Cleanup(server.Close)
	t.Setenv("HOOK", "a-secret-of-enough-length")
	config := `
language: en
shop: {name: My shop}
http: {url: 'https://shop.example/db'}
inbox: {settle: 50ms, scan: 100ms, on_result: {url: '` + server.URL + `', secret_env: HOOK}}
notify: {webhook: {url: '` + server.URL + `', secret_env: HOOK}}
`
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "inbox"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "broken.csv"), []byte("a;b\n1;2\n"), 0o644))
	d := startDaemon(t, dir, config)
	require.Eventually(t, func() bool { return d.snapshot(t).Inbox.Failed == 1 }, patience, 100*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop(), "%s", d.errs)

	sample := string(readFile(t, filepath.Join(samplesDir, "orders-utf8.csv")))
	names := []string{"first.csv", "second.csv"}
	for i, name := range names {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(sample, "\n2", "\n"+string(rune('3'+i)))), 0o644))
		code := run(t.Context(), []string{"--config", filepath.Join(dir, "dropbridge.yaml"), "import", file}, os.LookupEnv, nil, io.Discard, io.Discard)
		require.Zero(t, code)
		require.Len(t, to.got("result.complete"), i, "an import by hand calls nobody")
		d = startDaemon(t, dir, config)
		require.Eventually(t, func() bool { return len(to.got("result.complete")) > i && len(to.got("notice.urgent")) > 0 }, patience, 10*time.Millisecond, "%s", d.errs)
		require.Zero(t, d.stop(), "%s", d.errs)
	}
	results, notices := to.got("result.complete"), to.got("notice.urgent")
	require.Len(t, results, 2)
	for i, result := range results {
		require.Equal(t, names[i], result["name"])
		require.Equal(t, map[string]any{"accepted": 6.0}, result["counts"])
		require.Regexp(t, regexp.MustCompile(`^[0-9a-f]{64}$`), result["sha256"])
		require.FileExists(t, filepath.Join(dir, "results", result["file"].(string)))
		require.Equal(t, "https://shop.example/db/results/"+result["file"].(string), result["url"])
	}
	require.Len(t, notices, 1)
	require.Equal(t, "My shop", notices[0]["shop"])
	items := notices[0]["items"].([]any)
	require.Len(t, items, 1)
	item := items[0].(map[string]any)
	require.Equal(t, "file_refused", item["code"])
	require.Contains(t, item["text"], "broken.csv")
	require.Contains(t, item["then"], "nothing of this file is sent")
	require.NotEmpty(t, item["mend"])
}
