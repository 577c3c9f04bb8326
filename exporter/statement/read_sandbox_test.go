package statement

import (
	"fmt"
	"iter"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// sandboxAt is the embedded service with a clock that the test moves, and a client of it.
func sandboxAt(t *testing.T, now *time.Time) *client.Client {
	t.Helper()
	clock := func() time.Time { return *now }
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"token-1"}, Catalog: catalog.Generate(50, 7, *now), Now: clock, Seed: 7, AcceptAnySKU: true})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() { web.Close(); require.NoError(t, server.Close()) })
	data, err := os.ReadFile("../../templates/suppliers/default.yaml")
	require.NoError(t, err)
	mapping, err := mapping.Compile("default.yaml", data)
	require.NoError(t, err)
	c, err := client.New(client.Options{BaseURL: web.URL, Token: supplier.NewSecret("token-1"), Mapping: mapping})
	require.NoError(t, err)
	return c
}

func sendOrder(t *testing.T, c *client.Client, n int) {
	t.Helper()
	branch := "12"
	o := supplier.NewOrder{ExternalID: fmt.Sprintf("KC-%03d", n), Items: []supplier.NewItem{{SKU: "KB-01", Quantity: int64(1 + n%3), Price: money.Must("450.37")}},
		Recipient: supplier.Recipient{Name: "Петренко Іван", Phone: "+380670000101",
			Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Київ", BranchNumber: &branch}},
		Payment: supplier.Payment{Method: supplier.PaymentPrepaid}}
	if n%8 > 0 { // enough paid on delivery to leave something to pay out
		o.Payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must(fmt.Sprintf("%d.00", 900+450*(n%3)))}
	}
	body, err := c.EncodeOrder(o)
	require.NoError(t, err)
	_, err = c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
}

// TestTheSandboxAddsUp: the embedded service's ledger of a month of orders has no fault,
// in each of the months that it goes over.
func TestTheSandboxAddsUp(t *testing.T) {
	now := time.Date(2026, 9, 20, 9, 0, 0, 0, time.UTC)
	c := sandboxAt(t, &now)
	for n := range 60 {
		sendOrder(t, c, n)
		now = now.Add(13 * time.Hour)
	}
	var closing supplier.Balance
	entries, payouts := int64(0), 0
	for i, month := range []string{"2026-09", "2026-10"} {
		p, err := Month(month, kyiv(t))
		require.NoError(t, err)
		s, err := Read(t.Context(), c, Options{Period: p, Now: now, Orders: true}, Sink{Payout: func(p *Payout, covered iter.Seq2[Covered, error]) error {
			payouts++
			require.Zero(t, p.Rest.Sign(), p.Entry.ID)
			n := int64(0)
			for _, err := range covered {
				require.NoError(t, err)
				n++
			}
			require.Equal(t, p.Covered, n)
			return nil
		}})
		require.NoError(t, err)
		problems := failed(s)
		require.Empty(t, problems)
		require.Empty(t, s.Differences)
		require.Equal(t, "history_unchanged: exports are not remembered", unchecked(s)[len(s.Unchecked)-1])
		require.Equal(t, now.Before(p.To), len(s.Unchecked) == 2, "a month that goes on may still get entries")
		if i > 0 {
			require.Equal(t, balanceText(closing), balanceText(s.Opening))
		}
		closing, entries = s.Closing, entries+s.Entries
	}
	require.Greater(t, entries, int64(120))
	require.Positive(t, payouts)
}
