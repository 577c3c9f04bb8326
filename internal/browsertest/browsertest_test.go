package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestUntilOverNavigations: a look at a page that is being replaced by another one is no failure.
func TestUntilOverNavigations(t *testing.T) {
	ctx := Open(t)
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if asked.Add(1) < 25 {
			fmt.Fprint(w, `<!DOCTYPE html><title>going on</title><script>location.reload()</script>`)
			return
		}
		fmt.Fprint(w, `<!DOCTYPE html><title>there</title><p>arrived</p>`)
	}))
	t.Cleanup(server.Close)
	Do(t, ctx, chromedp.Navigate("about:blank"))
	Do(t, ctx, chromedp.Evaluate[bool](fmt.Sprintf("setTimeout(() => location.href = %q), true", server.URL)))
	Until(t, ctx, "document.title === 'there'")
}
