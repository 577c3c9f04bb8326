package sales

import (
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// TestTheSandboxsBooksFit: of a service whose figures are right nothing is reported, at
// any time of its orders' lives.
func TestTheSandboxsBooksFit(t *testing.T) {
	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"token-1"}, Catalog: catalog.Generate(20, 7, now), Now: func() time.Time { return now }, Seed: 7, AcceptAnySKU: true})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	defer func() { web.Close(); require.NoError(t, server.Close()) }()
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	mapping, err := mapping.Compile(file, data)
	require.NoError(t, err)
	client, err := client.New(client.Options{BaseURL: web.URL, Token: supplier.NewSecret("token-1"), Mapping: mapping})
	require.NoError(t, err)

	states := map[string]bool{}
	for step := range 24 {
		placeOrder(t, client, step)
		now = now.Add(7 * time.Hour)
		o := october(t, filepath.Join(t.TempDir(), "o.csv"))
		o.Now = now
		orders, err := Orders(t.Context(), client, o)
		require.NoError(t, err)
		require.True(t, orders.OK(), "%v %v", orders.Checks, orders.Differences)
		require.EqualValues(t, step+1, *orders.Orders)
		shipments, err := Shipments(t.Context(), client, o)
		require.NoError(t, err)
		require.True(t, shipments.OK(), "%v %v", shipments.Checks, shipments.Differences)
		require.Equal(t, orders.Totals.CODPaidOut.String(), shipments.Totals.CODPaidOut.String())
		for order, err := range client.Orders(t.Context(), supplier.OrderQuery{}) {
			require.NoError(t, err)
			states[order.Status] = true
		}
	}
	for _, status := range []string{"shipped", "completed"} {
		require.Contains(t, states, status, "the orders lived")
	}
}

func placeOrder(t *testing.T, client *client.Client, n int) {
	t.Helper()
	branch := "12"
	payment := supplier.Payment{Method: supplier.PaymentPrepaid}
	if n%2 == 0 {
		payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: m("900.50")}
	}
	body, err := client.EncodeOrder(supplier.NewOrder{ExternalID: fmt.Sprint("S-", n), Payment: payment,
		Recipient: supplier.Recipient{Name: "Отримувач Пробний", Phone: "+380670000101",
			Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Київ", BranchNumber: &branch}},
		Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 1 + int64(n%3), Price: m("450.25")}, {SKU: "MS-02", Quantity: 1, Price: m("99.95")}}})
	require.NoError(t, err)
	_, err = client.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
}
