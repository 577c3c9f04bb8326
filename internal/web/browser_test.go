package web_test

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/browsertest"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/web/access"
)

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

// TestPageInBrowser: what is hostile stays text, nothing scrolls sideways, and the page keeps
// what a person has begun while it renews itself, until the server is gone, which is said.
func TestPageInBrowser(t *testing.T) {
	ctx := browsertest.Open(t)
	source := &changing{fixed: fixed{snapshot: hostile("/srv")}}
	var lively atomic.Int32
	handler := served(web.Options{Source: source, Now: noon})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(access.LiveHeader) == "1" {
			lively.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	console := chromedp.Console(ctx)

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/feeds"))
	browsertest.Click(t, ctx, `details[id$="-left"] summary`)
	require.Contains(t, browsertest.Text(t, ctx, "main"), "KB-00012", "the folded list is open")
	require.Equal(t, "feed-"+hostile("").Feeds[0].Name+"-left", browsertest.Do(t, ctx, chromedp.Evaluate[string]("document.querySelector('details[open]').id")))
	requireFits(t, ctx)
	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/"))
	text := browsertest.Text(t, ctx, "main")
	require.Contains(t, text, "supplier refused the token <script>window.broken = true</script>")
	require.Contains(t, text, "javascript:alert(1)")
	require.Contains(t, browsertest.Text(t, ctx, "table.drift"), "<script>window.broken = true</script>")
	require.False(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("window.broken === true")), "a script of the data ran")
	requireFits(t, ctx)

	next := hostile("/srv")
	next.Supplier, next.Problems = "another supplier", append(next.Problems, standing.Problem{Text: "one more"})
	requireKept(t, ctx, func() { source.set(next) })
	require.Positive(t, lively.Load(), "it says that nobody asked")
	requireSilence(t, ctx, console)

	server.Close()
	browsertest.Do(t, ctx, chromedp.Evaluate[bool]("htmx.trigger('#main', 'live'), true"))
	browsertest.Until(t, ctx, "!document.getElementById('lost').hidden")
}

// requireFits holds that at no width the page scrolls sideways.
func requireFits(t *testing.T, ctx context.Context) {
	t.Helper()
	for _, width := range []int64{320, 390, 768, 1280} {
		browsertest.Do(t, ctx, chromedp.EmulateViewport(width, 800))
		overflow := browsertest.Do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
		require.Zero(t, overflow, "at %d px the page scrolls sideways", width)
	}
}

// requireKept holds that an exchange of the live part keeps an open detail, focus, scroll and
// a half-written answer, and that title and icon tell the new count. A selection holds it off.
func requireKept(t *testing.T, ctx context.Context, change func()) {
	t.Helper()
	browsertest.Do(t, ctx, chromedp.EmulateViewport(390, 300))
	before := browsertest.Do(t, ctx, chromedp.Evaluate[string](`(() => {
		const detail = document.querySelector("main details"); detail.open = true;
		const q = document.getElementById("q"); q.value = "half a wo"; q.focus({preventScroll: true}); q.setSelectionRange(2, 5);
		window.scrollTo(0, 200);
		window.kept = () => [detail.isConnected && detail.open, document.activeElement.id, q.value, q.selectionStart, q.selectionEnd, window.scrollY].join();
		return window.kept();
	})()`))
	require.Equal(t, "true,q,half a wo,2,5,200", before)
	needs := browsertest.Do(t, ctx, chromedp.Evaluate[string]("document.getElementById('main').dataset.needs"))
	change()
	browsertest.Do(t, ctx, chromedp.Evaluate[bool]("htmx.trigger('#main', 'live'), true"))
	browsertest.Until(t, ctx, "document.querySelector('.sub').textContent.includes('another supplier')")
	require.Equal(t, before, browsertest.Do(t, ctx, chromedp.Evaluate[string]("window.kept()")))
	browsertest.Until(t, ctx, "document.getElementById('main').dataset.needs !== '"+needs+"' && document.title.startsWith('(' + document.getElementById('main').dataset.needs + ') ')")
	browsertest.Until(t, ctx, "document.querySelector('link[rel=icon]').href.includes('needs=' + document.getElementById('main').dataset.needs + '&level=failing')")
	require.True(t, browsertest.Do(t, ctx, chromedp.Evaluate[bool]("window.getSelection().selectAllChildren(document.querySelector('h1')), busy()")), "who selects is not disturbed")
	browsertest.Do(t, ctx, chromedp.Evaluate[bool]("window.getSelection().removeAllRanges(), document.activeElement.blur(), true"))
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
	ctx := browsertest.Open(t)
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
	ctx := browsertest.Open(t)
	for scheme, ground := range map[string]string{"light": "rgb(245, 246, 248)", "dark": "rgb(18, 22, 29)"} {
		browsertest.Prefer(t, ctx, scheme)
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
