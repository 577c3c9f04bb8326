package web_test

import (
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/browsertest"
)

// TestLogInInBrowser, by the keyboard alone: the page fits each width, a wrong password is
// said, the right one leads to the page, and out again.
func TestLogInInBrowser(t *testing.T) {
	ctx := browsertest.Open(t)
	handler, _ := entrance(t, calm("/srv"), "")
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/"))
	browsertest.Click(t, ctx, ".who > a")
	browsertest.Until(t, ctx, "document.activeElement?.id === 'name'")
	for _, width := range []int64{1280, 390, 320} {
		browsertest.Do(t, ctx, chromedp.EmulateViewport(width, 800))
		require.Zero(t, browsertest.Do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - document.documentElement.clientWidth")), "at %d px", width)
	}
	takePictures(t, ctx, os.Getenv("DROPBRIDGE_SCREENSHOTS"), "login")
	browsertest.Do(t, ctx, chromedp.KeyEvent("anna\tanother password\r"))
	browsertest.Until(t, ctx, "document.querySelector('[role=alert]') !== null && document.readyState === 'complete' && document.activeElement?.id === 'name'")
	browsertest.Do(t, ctx, chromedp.KeyEvent("anna\tseveral words of anna\r"))
	browsertest.Until(t, ctx, `location.pathname === '/' && document.querySelector('form[action="/logout"]') !== null`)
	require.Contains(t, browsertest.Text(t, ctx, ".who"), "anna")
	browsertest.Click(t, ctx, "form[action='/logout'] button")
	browsertest.Until(t, ctx, "location.pathname === '/login' && document.querySelector('#name') !== null")
}
