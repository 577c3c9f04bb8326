package page

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/browsertest"
)

// TestPlacesInBrowser: what a person has opened and chosen stays while the page renews itself,
// each button asks once and then does what it says, and a new key is seen once.
func TestPlacesInBrowser(t *testing.T) {
	ctx := browsertest.Open(t)
	shop := busyShop()
	shop.effect = Effect{Text: "the key is made", Secret: []Secret{{"Key", "SECRETSECRET"}}}
	server := httptest.NewServer(New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return Visitor{Name: "olena", Sees: true, Acts: true} }}))
	t.Cleanup(server.Close)
	see := func(script string) { browsertest.Until(t, ctx, script) }

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/settings"))
	browsertest.Click(t, ctx, "#keys-make_key-0 > summary")
	see(`document.querySelector("#keys-make_key-0-0").value = "crm 2", document.querySelector("#keys-make_key-0-1").value = "orders/keycrm", true`)
	see(`document.querySelector("#text").value += "# half", true`)
	see(`window.renewed = 0, document.body.addEventListener("htmx:afterSettle", () => window.renewed++), htmx.trigger("#main", "live"), true`)
	see(`window.renewed > 0`)
	see(`document.querySelector("#keys-make_key-0").open && document.querySelector("#keys-make_key-0-0").value === "crm 2" && document.querySelector("#keys-make_key-0-1").value === "orders/keycrm"`)
	see(`document.querySelector("#text").value.endsWith("# half")`)
	browsertest.Click(t, ctx, "#keys-make_key-0 button.sure")
	see(`document.querySelector("#secret-0")?.value === "SECRETSECRET"`)
	require.Equal(t, map[string]string{"name": "crm 2", "purpose": "orders/keycrm"}, shop.done[0].Values)
	browsertest.Do(t, ctx, chromedp.Reload())
	see(`document.readyState === "complete" && document.querySelector("#secret-0") === null`)

	browsertest.Do(t, ctx, chromedp.Navigate(server.URL+"/money"))
	browsertest.Click(t, ctx, "#month-2026-10-close_month-0 > summary")
	see(`document.querySelector("#month-2026-10-close_month-0-0").value = "yes", true`)
	browsertest.Click(t, ctx, "#month-2026-10-close_month-0 button.sure")
	see(`document.querySelector("#effect") !== null`)
	require.Equal(t, DoCloseMonth, shop.done[1].Kind)
	require.Equal(t, map[string]string{"month": "2026-10", "accept": "yes"}, shop.done[1].Values)
}
