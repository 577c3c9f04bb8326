package sandbox

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// openBrowser starts a headless Chromium. Where it is not installed the test is
// skipped, but for CI, where it has to be.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("chromium is not installed: the interactive reference cannot be tested")
		}
		t.Skip("chromium is not installed")
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx), "the browser lives as long as the context of its first use")
	return ctx
}

// browse runs one action and returns its value.
func browse[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	require.NoError(t, err)
	return value
}

// A person issues a token in the cabinet, pastes it into the reference and runs
// requests there as they are offered; nothing comes from another host.
func TestReferenceInBrowser(t *testing.T) {
	f := newFixture(t, Options{Catalog: catalog.Generate(5, 1, newFakeClock().now())})
	server := httptest.NewServer(f.server)
	t.Cleanup(server.Close)
	ctx := openBrowser(t)

	browse(t, ctx, chromedp.Navigate(server.URL+"/cabinet"))
	browse(t, ctx, chromedp.SendKeys("#name", "Довідник"))
	browse(t, ctx, chromedp.Click("form.row button"))
	token := browse(t, ctx, chromedp.Text("code.token"))
	require.Regexp(t, `^dbs_[A-Z2-7]{26,}$`, token)

	browse(t, ctx, chromedp.Navigate(server.URL+"/docs"))
	browse(t, ctx, chromedp.Click("#operations-Orders-listOrders .opblock-summary-control"))
	status, _ := execute(t, ctx, "#operations-Orders-listOrders")
	require.Equal(t, "401", status, "without a token")
	browse(t, ctx, chromedp.Click("#operations-Orders-listOrders .opblock-summary-control"))

	browse(t, ctx, chromedp.Click(".auth-wrapper button.authorize"))
	browse(t, ctx, chromedp.SendKeys(".modal-ux input", token))
	browse(t, ctx, chromedp.Click(".modal-ux button.authorize"))
	browse(t, ctx, chromedp.Click(".modal-ux button.btn-done"))
	for _, tt := range []struct{ operation, status, holds string }{
		{"Products-listProducts", "200", `"KB-01"`},
		{"Products-searchProducts", "200", `"KB-01"`},
		{"Orders-createOrder", "201", `"external_id": "1001"`},
		{"Finance-listLedger", "200", `"hold_placed"`},
	} {
		block := "#operations-" + tt.operation
		browse(t, ctx, chromedp.Click(block+" .opblock-summary-control"))
		status, body := execute(t, ctx, block)
		require.Equal(t, tt.status, status, "%s: %s", tt.operation, body)
		require.Contains(t, body, tt.holds, tt.operation)
		browse(t, ctx, chromedp.Click(block+" .opblock-summary-control")) // folds it again
	}

	foreign := browse(t, ctx, chromedp.Evaluate[[]string](
		`performance.getEntriesByType("resource").map(r => r.name).filter(n => !n.startsWith(location.origin) && !n.startsWith("data:"))`))
	require.Empty(t, foreign)
}

// execute runs the request of an open operation and returns what is shown.
func execute(t *testing.T, ctx context.Context, block string) (status, body string) {
	t.Helper()
	browse(t, ctx, chromedp.Click(block+" button.execute"))
	answer := block + " .live-responses-table tr.response"
	status = browse(t, ctx, chromedp.Text(answer+" .response-col_status"))
	return strings.Fields(status)[0], browse(t, ctx, chromedp.TextContent(answer+" .highlight-code"))
}
