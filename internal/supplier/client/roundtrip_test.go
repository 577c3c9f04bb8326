package client_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// counterpart is a sandbox that takes any SKU, behind a dialect, and a client of it with
// that mapping.
func counterpart(t *testing.T, name string) *client.Client {
	t.Helper()
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	goods := catalog.Generate(60, 7, now)
	goods.Products[3].SKU, goods.Products[4].SKU = "A-0", "007" // where orders name goods by ids, they have to be there
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"token-1"}, Catalog: goods, Now: func() time.Time { return now }, Seed: 7, AcceptAnySKU: true, History: 20})
	require.NoError(t, err)
	handler := http.Handler(server)
	if name != "default" {
		handler, err = dialect.Wrap(name, server, dialect.Options{Seed: 7, Now: func() time.Time { return now }, TokenLife: 24 * time.Hour, Tokens: []string{"token-1"}})
		require.NoError(t, err)
	}
	web := httptest.NewServer(handler)
	t.Cleanup(func() { web.Close(); require.NoError(t, server.Close()) })
	data, err := os.ReadFile("../../../templates/suppliers/" + name + ".yaml")
	require.NoError(t, err)
	mapping, err := mapping.Compile(name+".yaml", data)
	require.NoError(t, err)
	client, err := client.New(client.Options{BaseURL: web.URL, User: "shop", Token: supplier.NewSecret("token-1"), Mapping: mapping})
	require.NoError(t, err)
	return client
}

// someOrders makes orders of every carrier and kind of delivery, with and without each
// value that an order may lack.
type someOrders struct{ rng *rand.Rand }

// maybe is a value every other time.
func (s someOrders) maybe(text string) *string {
	if s.rng.IntN(2) == 0 {
		return nil
	}
	return &text
}

func (s someOrders) order(n int) supplier.NewOrder {
	carriers := []string{"nova_poshta", "ukrposhta", "meest", "rozetka_delivery", "pickup"}
	kinds := []string{"branch", "locker", "courier"}
	carrier, kind := carriers[n%5], kinds[n/5%3]
	d := supplier.Delivery{Carrier: carrier, Type: kind, City: "Іванівка",
		CityRef: s.maybe("0000-city"), BranchRef: s.maybe("0000-branch"), BranchNumber: s.maybe("007"), Address: s.maybe("вул. Зразкова, 1, кв. 2"),
		Region: s.maybe("Одеська обл."), District: s.maybe("Березівський р-н"), PostalCode: s.maybe("67201")}
	if carrier == "ukrposhta" && d.BranchNumber != nil {
		d.BranchNumber = new("67201")
	}
	if kind == "courier" && d.Address == nil {
		d.Address = new("пров. Прикладний, 2-А")
	}
	r := supplier.Recipient{Name: "Зразкова Олена Іванівна", Phone: fmt.Sprintf("+380670000%03d", n), Email: s.maybe("olena@shop.example"), Delivery: d}
	if s.rng.IntN(2) == 0 {
		r.LastName, r.FirstName, r.MiddleName = new("Зразкова"), new("Олена"), new("Іванівна")
	}
	o := supplier.NewOrder{ExternalID: fmt.Sprintf("K-%03d", n), Recipient: r,
		Items:         []supplier.NewItem{{SKU: "A-0", Quantity: 1, Price: money.Must("450.10")}},
		Payment:       supplier.Payment{Method: []string{supplier.PaymentPrepaid, supplier.PaymentBalance}[n%2]},
		WaybillNumber: s.maybe(map[string]string{"ukrposhta": "0500000000101", "meest": "MST-000101", "rozetka_delivery": "RZ-0000101"}[carrier]),
		Comment:       s.maybe("Приклад: \"подзвонити\"\nперед доставкою; =1+1, 'так'")}
	if o.WaybillNumber != nil && *o.WaybillNumber == "" {
		o.WaybillNumber = new("20450000000101")
	}
	if s.rng.IntN(2) == 0 {
		o.Items = append(o.Items, supplier.NewItem{SKU: "007", Quantity: int64(1 + s.rng.IntN(20))})
	}
	if s.rng.IntN(3) > 0 {
		o.Payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must(fmt.Sprintf("%d.%02d", n, n%100))}
	}
	return o
}

// told is all that an order says, with the region, the district and the postal code where
// a service without fields for them has them.
func told(d supplier.Delivery) supplier.Delivery {
	var behind []string
	for _, part := range []*string{d.Region, d.District} {
		if part != nil {
			behind = append(behind, *part)
		}
	}
	if d.PostalCode != nil {
		switch post := d.Carrier == "ukrposhta" && d.Type != "courier"; {
		case post && d.BranchNumber == nil && d.BranchRef == nil:
			d.BranchNumber = d.PostalCode
		case post && d.BranchNumber != nil: // is the code
		case d.Address != nil:
			d.Address = new(*d.Address + ", " + *d.PostalCode)
		case d.BranchNumber == nil && d.Carrier != "pickup":
			behind = append(behind, *d.PostalCode)
		}
	}
	if len(behind) > 0 {
		d.City += " (" + strings.Join(behind, ", ") + ")"
	}
	d.Region, d.District, d.PostalCode = nil, nil, nil
	return d
}

// TestOrdersComeBackAsTheyWereSent: whatever an order holds, through each mapping it is
// at the supplier as it was meant, or it was refused with a word on what cannot be said.
func TestOrdersComeBackAsTheyWereSent(t *testing.T) {
	t.Parallel()
	many := long.Or(120, 300) // of each carrier and kind of delivery eight
	for _, name := range append(dialect.Names(), "default") {
		t.Run(name, func(t *testing.T) {
			client := counterpart(t, name)
			s := someOrders{rand.New(rand.NewPCG(12, uint64(len(name))))}
			sent := map[string]supplier.NewOrder{}
			for n := range many {
				o := s.order(n)
				body, err := client.EncodeOrder(o)
				if err != nil {
					requireRefusedByName(t, err)
					require.NotEqual(t, "default", name, "the contract has a place for all of %+v: %v", o, err)
					continue
				}
				_, err = client.CreateOrder(t.Context(), body, "")
				for range 5 { // a service that has no time now and then
					if supplier.KindOf(err) == supplier.KindThrottled || supplier.KindOf(err) == supplier.KindAmbiguous {
						_, err = client.CreateOrder(t.Context(), body, "")
					}
				}
				require.NoError(t, err, "%s", body)
				sent[o.ExternalID] = o
			}
			require.Greater(t, len(sent), many*9/10)
			read := 0
			for got, err := range client.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: slices.Sorted(maps.Keys(sent))}) {
				require.NoError(t, err)
				requireAsSent(t, sent[got.ExternalID], got)
				read++
			}
			require.Equal(t, len(sent), read)
		})
	}
}

// requireRefusedByName holds that a refusal names the value that it is about.
func requireRefusedByName(t *testing.T, err error) {
	t.Helper()
	refusal, ok := errors.AsType[*supplier.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, supplier.KindRejected, refusal.Kind)
	field, _, _ := strings.Cut(refusal.Detail, " ")
	require.Contains(t, []string{"recipient_name", "recipient_last_name", "recipient_first_name", "recipient_middle_name", "recipient_email", "carrier", "delivery_type", "city",
		"city_ref", "branch_number", "branch_ref", "address", "region", "district", "postal_code", "payment_method", "cod_amount", "waybill_number", "comment", "price"}, field)
}

func requireAsSent(t *testing.T, want supplier.NewOrder, got supplier.Order) {
	t.Helper()
	require.Equal(t, told(want.Recipient.Delivery), got.Recipient.Delivery, want.ExternalID)
	r := want.Recipient
	require.Equal(t, []any{r.Name, r.Phone, r.Email}, []any{got.Recipient.Name, got.Recipient.Phone, got.Recipient.Email})
	for _, part := range [][2]*string{{r.LastName, got.Recipient.LastName}, {r.FirstName, got.Recipient.FirstName}, {r.MiddleName, got.Recipient.MiddleName}} {
		require.True(t, part[0] == nil || part[1] != nil && *part[0] == *part[1], want.ExternalID) // a supplier may have parts that the order did not
	}
	require.Equal(t, want.Payment.Method, got.Payment.Method)
	require.Equal(t, want.Payment.CODAmount.String(), got.Payment.CODAmount.String())
	waybill, comment := "", ""
	if want.WaybillNumber != nil {
		waybill = *want.WaybillNumber
		require.Equal(t, []string{waybill}, got.Waybills)
	}
	if want.Comment != nil {
		comment = *want.Comment
	}
	require.Equal(t, []string{waybill, comment}, []string{got.WaybillNumber, got.Comment}, want.ExternalID)
	require.True(t, slices.EqualFunc(want.Items, got.Items, func(w supplier.NewItem, g supplier.OrderItem) bool {
		return w.SKU == g.SKU && w.Quantity == g.Quantity && w.Price.String() == g.Price.String()
	}), "%+v: %+v", want.Items, got.Items)
}

// TestDialectsCarryEverything: each value that the contract has of a product, an order, a
// parcel and an entry comes through each dialect and its mapping as it is.
func TestDialectsCarryEverything(t *testing.T) {
	want := readAll(t, "default")
	for list, records := range want {
		require.Greater(t, len(records), 15, list)
	}
	for _, name := range dialect.Names() {
		t.Run(name, func(t *testing.T) {
			got := readAll(t, name)
			for list := range want {
				require.Len(t, got[list], len(want[list]), list)
				for id, record := range want[list] {
					require.Equal(t, record, got[list][id], "%s %s", list, id)
				}
			}
		})
	}
}

// TestRefusalsComeThroughXML: what a service says of a refusal in a document is what is known
// of it, be it of an order or of a list.
func TestRefusalsComeThroughXML(t *testing.T) {
	c := counterpart(t, "documents")
	s := someOrders{rand.New(rand.NewPCG(1, 2))}
	body, err := c.EncodeOrder(s.order(0))
	require.NoError(t, err)
	made, err := c.CreateOrder(t.Context(), body, "")
	require.NoError(t, err)

	_, err = c.CreateOrder(t.Context(), []byte(strings.Replace(string(body), "450.10", "450.20", 1)), "")
	refused, ok := errors.AsType[*supplier.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []any{supplier.KindConflict, made.Order.ID}, []any{refused.Kind, refused.ExistingOrderID})

	_, err = c.CreateOrder(t.Context(), []byte(strings.NewReplacer("K-000", "K-001", "+380670000000", "x").Replace(string(body))), "")
	refused, ok = errors.AsType[*supplier.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []any{supplier.KindRejected, 422}, []any{refused.Kind, refused.Status})
	require.Len(t, refused.Fields, 1)
	require.Equal(t, "Recipient.Phone", refused.Fields[0].Pointer)
	require.NotEmpty(t, refused.Fields[0].Code)
	require.NotEmpty(t, refused.Fields[0].Detail)

	for _, err := range c.Ledger(supplier.LedgerQuery{Kind: "none"}).Entries(t.Context()) {
		refused, ok = errors.AsType[*supplier.Error](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, "Kind", refused.Fields[0].Pointer)
	}
	require.Contains(t, refused.Op, "ledger")
}

// readAll are all records of a supplier with a past, by their list and id.
func readAll(t *testing.T, name string) map[string]map[string]any {
	t.Helper()
	c := counterpart(t, name)
	read := map[string]map[string]any{"products": {}, "orders": {}, "shipments": {}, "ledger": {}}
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		require.NoError(t, err)
		read["products"][p.ID] = p
	}
	for o, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
		require.NoError(t, err)
		read["orders"][o.ID] = o
	}
	for s, err := range c.Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.NoError(t, err)
		read["shipments"][s.ID] = s
	}
	for e, err := range c.Ledger(supplier.LedgerQuery{}).Entries(t.Context()) {
		require.NoError(t, err)
		read["ledger"][e.ID] = e
	}
	return read
}
