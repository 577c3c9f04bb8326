package web_test

import (
	"context"
	"iter"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/browsertest"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
)

// openBrowser starts a browser that prefers a colour scheme.
func openBrowser(t *testing.T, scheme string) context.Context {
	t.Helper()
	return browsertest.Open(t, chromedp.Flag("blink-settings", map[string]string{"dark": "preferredColorScheme=0", "light": "preferredColorScheme=1"}[scheme]))
}

// changing is a source whose snapshot a test replaces.
type changing struct {
	mu sync.Mutex
	fixed
}

func (c *changing) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fixed.Snapshot(ctx)
}

func (c *changing) set(s standing.Snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.snapshot = s
}

func TestPageInBrowser(t *testing.T) {
	ctx := openBrowser(t, "light")
	source := &changing{fixed: fixed{snapshot: hostile("/srv")}}
	server := httptest.NewServer(served(web.Options{Source: source, Now: noon}))
	t.Cleanup(server.Close)
	console := chromedp.Console(ctx)

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/"))
	browsertest.Click(t, ctx, "details summary")
	text := browsertest.Text(t, ctx, "main")
	require.Contains(t, text, "the supplier refused the token <script>window.broken = true</script>")
	require.Contains(t, text, "KB-00012", "the folded list is open")
	require.Contains(t, text, "javascript:alert(1)")
	require.Contains(t, browsertest.Text(t, ctx, "section[aria-labelledby=answers]"), "rrp: <script>window.broken = true</script>")
	require.False(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("window.broken === true")), "a script of the data ran")
	require.Equal(t, "skipped-"+hostile("").Feeds[0].Name, browsertest.Do(t, ctx, chromedp.Evaluate[string]("document.querySelector('details[open]').id")))

	for _, width := range []int64{1280, 768, 390, 320} {
		browsertest.Do(t, ctx, chromedp.EmulateViewport(width, 800))
		overflow := browsertest.Do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
		require.Zero(t, overflow, "at %d px the page scrolls sideways", width)
	}

	// The page renews itself, and what is folded open stays open.
	next := hostile("/srv")
	next.Supplier = "another supplier"
	source.set(next)
	require.True(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("refresh().then(() => document.getElementById('lost').hidden)", chromedp.EvalAwaitPromise)))
	require.Contains(t, browsertest.Text(t, ctx, ".sub"), "another supplier")
	require.True(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("document.querySelector('details').open")))
	requireSilence(t, ctx, console)

	// A server that is gone is said.
	server.Close()
	require.False(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("refresh().then(() => document.getElementById('lost').hidden)", chromedp.EvalAwaitPromise)))
}

// requireSilence holds that nothing was written to the console before this moment:
// a word of our own marks it, and must be the first one heard.
func requireSilence(t *testing.T, ctx context.Context, console iter.Seq2[chromedp.ConsoleMessage, error]) {
	t.Helper()
	browsertest.Do(t, ctx, chromedp.Evaluate[bool]("console.info('now'), true"))
	for message, err := range console {
		require.NoError(t, err)
		require.Equal(t, "info: now", message.String())
		break
	}
}

// A feed opened in the browser is data, even where it holds what would be a script.
func TestFeedInBrowserRunsNoScript(t *testing.T) {
	ctx := openBrowser(t, "light")
	dir := t.TempDir()
	publish(t, noon(), `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>feed</title></head><body><script>document.title = "broken"</script></body></html>`, dir, "feeds", "prom.yml")
	server := httptest.NewServer(served(web.Options{Source: fixed{snapshot: calm(dir)}}))
	t.Cleanup(server.Close)
	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/feeds/prom.yml"))
	require.Equal(t, "feed", browsertest.Do(t, ctx, chromedp.Title()))
}

// TestPageFollowsTheColourScheme also leaves pictures of the page, for a person to
// look at, in the folder that DROPBRIDGE_SCREENSHOTS names.
func TestPageFollowsTheColourScheme(t *testing.T) {
	pages := map[string]standing.Snapshot{"calm": calm("/srv")}
	pictures := os.Getenv("DROPBRIDGE_SCREENSHOTS")
	if pictures != "" {
		pages["hostile"], pages["empty"] = hostile("/srv"), standing.Snapshot{Now: noon(), Supplier: "embedded sandbox"}
	}
	for scheme, ground := range map[string]string{"light": "rgb(245, 246, 248)", "dark": "rgb(18, 22, 29)"} {
		ctx := openBrowser(t, scheme)
		for name, snapshot := range pages {
			server := httptest.NewServer(served(web.Options{Source: fixed{snapshot: snapshot}}))
			t.Cleanup(server.Close)
			browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/"))
			require.Equal(t, ground, browsertest.Do(t, ctx, chromedp.Evaluate[string]("getComputedStyle(document.body).backgroundColor")))
			takePictures(t, ctx, pictures, name+"-"+scheme)
		}
	}
}

func takePictures(t *testing.T, ctx context.Context, dir, name string) {
	t.Helper()
	if dir == "" {
		return
	}
	for label, width := range map[string]int64{"wide": 1280, "phone": 390} {
		browsertest.Do(t, ctx, chromedp.EmulateViewport(width, 844))
		picture := browsertest.Do(t, ctx, chromedp.FullScreenshot(100))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+"-"+label+".png"), picture, 0o644))
	}
}
