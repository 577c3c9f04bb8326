package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// TestBooksOnThePage: a month that cannot be closed makes the program unhealthy, with the
// way out; one that differs asks for attention alone; without a day of closing there is no
// such section.
func TestBooksOnThePage(t *testing.T) {
	dir := t.TempDir()
	ask := func(s standing.Snapshot, path string) *httptest.ResponseRecorder {
		return serve(s, request(http.MethodGet, path))
	}
	s := calm(dir)
	require.NotContains(t, ask(s, "/").Body.String(), `id="books"`)

	s.Books = &standing.Books{Month: "2026-10", Closed: noon().Add(-time.Hour), Page: "books/2026-10/close.html", Next: noon().AddDate(0, 0, 13)}
	page := ask(s, "/").Body.String()
	require.Contains(t, page, "The month 2026-10 was closed")
	require.Contains(t, page, "books/2026-10/close.html")
	require.Equal(t, http.StatusOK, ask(s, "/healthz").Code)
	require.NotContains(t, ask(s, "/status.json").Body.String(), "books_differ")

	s.Books.Differences = 2
	require.Contains(t, ask(s, "/").Body.String(), "2 things do not fit in the closed month 2026-10")
	require.Equal(t, http.StatusOK, ask(s, "/healthz").Code)
	require.Contains(t, ask(s, "/status.json").Body.String(), `"code": "books_differ"`)

	s.Books.Failing, s.Books.Error, s.Books.Mend = "2026-11", "the supplier <b>is away</b>", ""
	health := ask(s, "/healthz")
	require.Equal(t, http.StatusServiceUnavailable, health.Code)
	require.Contains(t, health.Body.String(), "the month 2026-11 is not closed: the supplier")
	page = ask(s, "/").Body.String()
	require.Contains(t, page, "it is tried again; nothing is lost")
	require.NotContains(t, page, "<b>is away")
	s.Books.Mend = "take it away"
	require.Contains(t, ask(s, "/").Body.String(), "take it away")
}
