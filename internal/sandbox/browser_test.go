package sandbox

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/browsertest"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// A person issues a token in the cabinet, pastes it into the reference and runs
// requests there as they are offered; nothing comes from another host.
func TestReferenceInBrowser(t *testing.T) {
	t.Parallel()
	f := newFixture(t, Options{Catalog: catalog.Generate(5, 1, newFakeClock().now())})
	server := httptest.NewServer(f.server)
	t.Cleanup(server.Close)
	ctx := browsertest.Open(t)

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/cabinet"))
	browsertest.Do(t, ctx, chromedp.SendKeys("#name", "Довідник"))
	browsertest.Click(t, ctx, "form.row button")
	token := browsertest.Text(t, ctx, "code.token")
	require.Regexp(t, `^dbs_[A-Z2-7]{26,}$`, token)

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/docs"))
	browsertest.Click(t, ctx, "#operations-Orders-listOrders .opblock-summary-control")
	status, _ := execute(t, ctx, "#operations-Orders-listOrders")
	require.Equal(t, "401", status, "without a token")
	browsertest.Click(t, ctx, "#operations-Orders-listOrders .opblock-summary-control")

	browsertest.Click(t, ctx, ".auth-wrapper button.authorize")
	browsertest.Do(t, ctx, chromedp.SendKeys(".modal-ux input", token))
	browsertest.Click(t, ctx, ".modal-ux button.authorize")
	browsertest.Click(t, ctx, ".modal-ux button.btn-done")
	for _, tt := range []struct{ operation, status, holds string }{
		{"Products-listProducts", "200", `"KB-01"`},
		{"Products-searchProducts", "200", `"KB-01"`},
		{"Orders-createOrder", "201", `"external_id": "1001"`},
		{"Finance-listLedger", "200", `"hold_placed"`},
	} {
		block := "#operations-" + tt.operation
		browsertest.Click(t, ctx, block+" .opblock-summary-control")
		status, body := execute(t, ctx, block)
		require.Equal(t, tt.status, status, "%s: %s", tt.operation, body)
		require.Contains(t, body, tt.holds, tt.operation)
		browsertest.Click(t, ctx, block+" .opblock-summary-control") // folds it again
	}

	foreign := browsertest.Do(t, ctx, chromedp.Evaluate[[]string](
		`performance.getEntriesByType("resource").map(r => r.name).filter(n => !n.startsWith(location.origin) && !n.startsWith("data:"))`))
	require.Empty(t, foreign)
}

// resolved is true once the reference knows all of an open operation. A request that is run
// before is lost: the reference says OperationNotFoundError and shows its wheel for ever.
const resolved = `(block => {
	const path = block.querySelector("[data-path]").dataset.path.replaceAll("\u200b", "");
	const method = block.querySelector(".opblock-summary-method").innerText.toLowerCase();
	return !!window.ui.getSystem().specSelectors.specResolvedSubtree(["paths", path, method]);
})(document.querySelector(%q))`

// execute runs the request of an open operation and returns what is shown.
func execute(t *testing.T, ctx context.Context, block string) (status, body string) {
	t.Helper()
	browsertest.Until(t, ctx, fmt.Sprintf(resolved, block))
	browsertest.Click(t, ctx, block+" button.execute")
	answer := block + " .live-responses-table tr.response"
	status = browsertest.Text(t, ctx, answer+" .response-col_status")
	return strings.Fields(status)[0], browsertest.Text(t, ctx, answer+" .highlight-code")
}
