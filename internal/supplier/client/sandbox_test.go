package client_test

import (
	"errors"
	"net/http/httptest"
	"os"
	"slices"
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

// shop is the embedded sandbox with a clock that the test moves, and a client of it.
type shop struct {
	*client.Client
	catalog *catalog.Catalog
	server  *sandbox.Server
	now     time.Time
}

func openShop(t *testing.T, products int) *shop {
	t.Helper()
	s := &shop{now: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)}
	s.catalog = catalog.Generate(products, 7, s.now)
	var err error
	s.server, err = sandbox.New(sandbox.Options{Tokens: []string{"token-1"}, Catalog: s.catalog, Now: func() time.Time { return s.now }, Seed: 7})
	require.NoError(t, err)
	web := httptest.NewServer(s.server)
	t.Cleanup(func() { web.Close(); require.NoError(t, s.server.Close()) })
	data, err := os.ReadFile("../../../templates/suppliers/default.yaml")
	require.NoError(t, err)
	mapping, err := mapping.Compile("default.yaml", data)
	require.NoError(t, err)
	s.Client, err = client.New(client.Options{BaseURL: web.URL, Token: supplier.NewSecret("token-1"), Mapping: mapping})
	require.NoError(t, err)
	return s
}

func (s *shop) order(t *testing.T, externalID string) []byte {
	t.Helper()
	branch := "12"
	body, err := s.EncodeOrder(supplier.NewOrder{ExternalID: externalID,
		Recipient: supplier.Recipient{Name: "Петренко Іван", Phone: "+380670000101",
			Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Київ", BranchNumber: &branch}},
		Items:   []supplier.NewItem{{SKU: "KB-01", Quantity: 2, Price: money.Must("450.00")}},
		Payment: supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("900.00")}})
	require.NoError(t, err)
	return body
}

// TestSandboxProducts: every product of the catalogue is found again, field by field.
func TestSandboxProducts(t *testing.T) {
	s := openShop(t, 450)
	got := map[string]supplier.Product{}
	for p, err := range s.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		got[p.ID] = *p
	}
	require.Len(t, got, len(s.catalog.Products))
	for _, want := range s.catalog.Products {
		requireSame(t, want, got[want.ID])
	}
}

func requireSame(t *testing.T, want catalog.Product, p supplier.Product) {
	t.Helper()
	require.Equal(t, []string{want.ID, want.SKU, want.GroupID, want.Name, want.Description, want.Brand, want.Country, want.Barcode, want.Currency, want.Availability, want.URL},
		[]string{p.ID, p.SKU, p.GroupID, p.Name, p.Description, p.Brand, p.Country, p.Barcode, p.Currency, p.Availability, p.URL})
	require.Equal(t, supplier.Texts{UK: want.Names["uk"], RU: want.Names["ru"], EN: want.Names["en"]}, p.Names)
	require.Equal(t, supplier.Texts{UK: want.Descriptions["uk"], RU: want.Descriptions["ru"], EN: want.Descriptions["en"]}, p.Descriptions)
	if want.Category != nil {
		require.Equal(t, supplier.Category{ID: want.Category.ID, Name: want.Category.Name, Path: want.Category.Path}, p.Category)
	} else {
		require.Empty(t, p.Category.ID+p.Category.Name)
	}
	require.Equal(t, want.DropPrice.Pad(2).String(), p.DropPrice.String())
	require.Equal(t, want.RRP != nil, p.RRP.IsSet())
	if want.RRP != nil {
		require.Equal(t, want.RRP.Pad(2).String(), p.RRP.String())
	}
	require.Len(t, p.Tiers, len(want.Tiers))
	for i, tier := range want.Tiers {
		require.EqualValues(t, tier.MinQuantity, p.Tiers[i].MinQuantity)
		require.Equal(t, tier.Price.Pad(2).String(), p.Tiers[i].Price.String())
	}
	require.EqualValues(t, max(want.MinOrder, 1), p.MinOrder)
	require.True(t, slices.Equal(want.Images, p.Images))
	require.Len(t, p.Attributes, len(want.Attributes))
	for i, a := range want.Attributes {
		require.Equal(t, supplier.Attribute(a), p.Attributes[i])
	}
	for _, n := range []struct {
		want *int
		got  supplier.Opt[int64]
	}{{want.Quantity, p.Quantity}, {want.WeightG, p.WeightG}, {want.LengthMM, p.LengthMM}, {want.WidthMM, p.WidthMM}, {want.HeightMM, p.HeightMM}} {
		require.Equal(t, n.want != nil, n.got.Known)
		if n.want != nil {
			require.EqualValues(t, *n.want, n.got.Value)
		}
	}
	require.True(t, want.CreatedAt.Equal(p.CreatedAt))
	require.True(t, want.UpdatedAt.Equal(p.UpdatedAt))
}

func TestSandboxSearch(t *testing.T) {
	s := openShop(t, 200)
	found, err := s.Search(t.Context(), supplier.SearchQuery{Text: "KB-0", Availability: supplier.InStock, PriceField: "rrp",
		PriceMin: money.Must("0.01"), PriceMax: money.Must("1000000"), Sort: "-rrp", PerPage: 3})
	require.NoError(t, err)
	require.NotEmpty(t, found.Products)
	require.GreaterOrEqual(t, found.Total.Value, int64(5)) // KB-01 to KB-05
	for i, p := range found.Products {
		require.Contains(t, p.SKU, "KB-0")
		require.True(t, i == 0 || found.Products[i-1].RRP.Cmp(p.RRP) >= 0)
	}
	fields := map[string]supplier.Facet{}
	for _, f := range found.Facets {
		fields[f.Field] = f
	}
	require.NotEmpty(t, fields["brand"].Values)
	require.True(t, fields["drop_price"].Min.IsSet())
	brand := fields["brand"].Values[0]
	again, err := s.Search(t.Context(), supplier.SearchQuery{Text: "KB-0", Availability: supplier.InStock, Brands: []string{brand.Value}})
	require.NoError(t, err)
	require.Equal(t, brand.Count >= 1, again.Total.Value >= 1)
	attribute := s.catalog.Products[0].Attributes[0]
	byAttr, err := s.Search(t.Context(), supplier.SearchQuery{Attrs: map[string][]string{attribute.Name: {attribute.Value}}})
	require.NoError(t, err)
	require.Positive(t, byAttr.Total.Value)
}

func TestSandboxOrders(t *testing.T) {
	s := openShop(t, 50)
	body := s.order(t, "KC-1")
	created, err := s.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.False(t, created.Replayed)
	require.Equal(t, "KC-1", created.Order.ExternalID)
	require.Equal(t, "900.00", created.Order.Payment.CODAmount.String())
	replayed, err := s.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)
	require.True(t, replayed.Replayed)
	require.Equal(t, created.Order.ID, replayed.Order.ID)

	other := []byte(string(body[:len(body)-1]) + `,"comment":"інше"}`)
	_, err = s.CreateOrder(t.Context(), other, "")
	refusal, _ := errors.AsType[*supplier.Error](err)
	require.Equal(t, supplier.KindConflict, refusal.Kind)
	require.Equal(t, created.Order.ID, refusal.ExistingOrderID)
	_, err = s.CreateOrder(t.Context(), []byte(`{"external_id":"KC-2","items":[{"sku":"none","quantity":1}]}`), "")
	refusal, _ = errors.AsType[*supplier.Error](err)
	require.Equal(t, supplier.KindRejected, refusal.Kind)
	require.NotEmpty(t, refusal.Fields)
	require.NotEmpty(t, refusal.RequestID)

	s.now = s.now.Add(60 * 24 * time.Hour)
	n := 0
	for o, err := range s.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"KC-1", "unknown"}}) {
		require.NoError(t, err)
		require.Equal(t, created.Order.ID, o.ID)
		require.True(t, supplier.OrderFinal(o.Status), o.Status)
		require.Len(t, o.WaybillNumber, 14)
		require.Equal(t, o.WaybillNumber, o.Waybills[0])
		require.Equal(t, "new", o.StatusHistory[0].Status)
		n++
	}
	require.Equal(t, 1, n)
	for shipment, err := range s.Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.NoError(t, err)
		require.Equal(t, created.Order.ID, shipment.OrderID)
		require.True(t, supplier.ShipmentFinal(shipment.State), shipment.State)
		require.False(t, shipment.StateUpdatedAt.IsZero())
		n++
	}
	require.GreaterOrEqual(t, n, 2)
	requireLedgerAddsUp(t, s.Client)
}

func requireLedgerAddsUp(t *testing.T, c *client.Client) {
	t.Helper()
	ledger := c.Ledger(supplier.LedgerQuery{})
	sum, entries := money.Must("0"), 0
	for entry, err := range ledger.Entries(t.Context()) {
		require.NoError(t, err)
		sum, err = sum.Add(entry.Amount)
		require.NoError(t, err)
		require.True(t, sum.Equal(entry.BalanceAfter.Available), entry.ID)
		entries++
	}
	require.Positive(t, entries)
	require.True(t, sum.Equal(ledger.Meta().Closing))
	require.True(t, ledger.Meta().Opening.IsSet())
}

func TestSandboxProbe(t *testing.T) {
	s := openShop(t, 20)
	for _, result := range s.Probe(t.Context()) {
		require.NoError(t, result.Err, result.Operation)
		require.True(t, result.ClockSkew.Known)
	}
}

// TestSandboxFaults: what the service does behind a broken connection, and what we say of it.
func TestSandboxFaults(t *testing.T) {
	s := openShop(t, 20)
	for _, c := range []struct {
		fault  string
		kind   supplier.Kind
		stored int
	}{
		{"throttle", supplier.KindThrottled, 0},
		{"fail", supplier.KindAmbiguous, 0},
		{"fail-after-store", supplier.KindAmbiguous, 1},
		{"cut", supplier.KindAmbiguous, 0},
		{"cut-after-store", supplier.KindAmbiguous, 1},
		{"cut-mid-answer", supplier.KindAmbiguous, 1},
		{"html", supplier.KindAmbiguous, 0},
	} {
		fault, err := sandbox.ParseFault(c.fault + ":POST /api/orders:times=1")
		require.NoError(t, err)
		require.NoError(t, s.server.SetFaults([]sandbox.Fault{fault}))
		_, err = s.CreateOrder(t.Context(), s.order(t, c.fault), "key-"+c.fault)
		require.Equal(t, c.kind, supplier.KindOf(err), "%s: %v", c.fault, err)
		found := 0
		for _, err := range s.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{c.fault}}) {
			require.NoError(t, err)
			found++
		}
		require.Equal(t, c.stored, found, c.fault)
	}
}

// TestSandboxListsThatDoNotAddUp: a catalogue with a hole in it is never taken for the whole.
func TestSandboxListsThatDoNotAddUp(t *testing.T) {
	s := openShop(t, 100)
	for _, kind := range []string{"skip-products", "repeat-products"} {
		fault, err := sandbox.ParseFault(kind + ":GET /api/products:times=1")
		require.NoError(t, err)
		require.NoError(t, s.server.SetFaults([]sandbox.Fault{fault}))
		var last error
		seen := map[string]bool{}
		for p, err := range s.Products(t.Context(), supplier.ProductQuery{PerPage: 20}) {
			if last = err; err == nil {
				require.False(t, seen[p.ID])
				seen[p.ID] = true
			}
		}
		require.Equal(t, len(seen) == 100, last == nil, "%s: %d, %v", kind, len(seen), last)
		if last != nil {
			require.Equal(t, supplier.KindIncomplete, supplier.KindOf(last))
		}
	}
}
