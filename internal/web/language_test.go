package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Each sentence that the page asks for is in the catalogue, in both languages.
func TestPageSaysNothingUnknown(t *testing.T) {
	asked := map[string]bool{}
	for file, pattern := range map[string]string{"page.html": `\{\{t "([a-z_]+)"`, "outline.html": `\{\{t "([a-z_]+)"`, "page.go": `say\(l, "([a-z_]+)"`, "../standing/judge.go": `say\(l, "([a-z_]+)"`} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(data, -1) {
			asked["page."+string(m[1])] = true
		}
	}
	for _, state := range states() {
		asked["page."+state.About] = true
	}
	require.Greater(t, len(asked), 60)
	for key := range asked {
		m := wording.Message{Key: key}
		require.NotEqual(t, key, m.In(wording.English), key)
	}
}

// told is a source that always tells the same.
type told struct{ state standing.Snapshot }

func (s told) Snapshot(context.Context) (standing.Snapshot, error) { return s.state, nil }

func (s told) Feeds() []standing.Feed { return s.state.Feeds }

// The page of a Ukrainian shop is Ukrainian; what programs read stays English.
func TestPageInUkrainian(t *testing.T) {
	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	source := told{standing.Snapshot{Now: now, Started: now.Add(-2 * time.Hour), Supplier: "https://supplier.example", Orders: map[string]int{"accepted": 2, "unknown": 1},
		Feeds:  []standing.Feed{{Name: "prom", File: "prom.yml", Template: "prom", Published: now.Add(-5 * time.Minute), Offers: 3, Bytes: 123456, Error: "disk full"}},
		Files:  []standing.File{{Name: "a.csv", State: "settled", At: now.Add(-3 * time.Minute), Counts: map[string]int{"duplicate": 1, "skipped": 1}}},
		Recent: []standing.Order{{ExternalID: "1", State: "conflict", OrderStatus: "cancelled", OrderID: "ord_1", File: "a.csv", Row: 2}}}}
	handler := New(Options{Source: source, Language: wording.Ukrainian})
	get := func(path string) string {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host, r.RemoteAddr = "localhost", "127.0.0.1:1"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Body.String()
	}
	page := get("/")
	for _, want := range []string{`<html lang="uk">`, "Щось не працює", "Що зробити", "фід prom не вдалося зібрати: disk full", "5 хв тому", "працює 2 год", "123 кБ",
		"оброблено", "вже було", "пропущено", "з розбіжністю", "скасовано", "рядок 2", "доля одного замовлення невідома", "Останні замовлення"} {
		require.Contains(t, page, want)
	}
	for _, english := range []string{"Orders", "What to do", "ago", "Built", "accepted", "conflict<", "waiting", "Result"} {
		require.NotContains(t, page, english)
	}
	require.Contains(t, get("/healthz"), "feed prom could not be built")
	require.Contains(t, get("/status.json"), "1 order has an unknown outcome")
}
