package importer_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// withWaybills gives the inbox itself a waybill file.
func withWaybills(template, out string, change ...func(*waybill.File)) func(*desk.Config) {
	return func(c *desk.Config) {
		t, err := waybill.Load(templates.Open(""), template)
		if err != nil {
			panic(err)
		}
		file := &waybill.File{Template: t, Out: filepath.Join(filepath.Dir(c.Inbox), filepath.FromSlash(out))}
		for _, f := range change {
			f(file)
		}
		c.Default.Waybills = file
	}
}

// rows reads a waybill file, without its headings.
func (r *rig) rows(name string) [][]string {
	r.t.Helper()
	file, err := os.Open(r.path(name))
	require.NoError(r.t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(r.t, err)
	return rows[1:]
}

func (r *rig) keep() {
	r.t.Helper()
	require.NoError(r.t, r.im.KeepWaybills(r.t.Context()))
}

// follow lets time pass, and the importer ask for news and show them.
func (r *rig) follow() {
	r.t.Helper()
	r.clock.After(time.Minute)
	require.NoError(r.t, r.im.Follow(r.t.Context()))
	r.keep()
}

// ship gives an order a waybill at the shop.
func (r *rig) ship(external string, waybills ...string) {
	r.shop.change(external, func(o *supplier.Order) {
		o.Status, o.Waybills, o.UpdatedAt = "shipped", waybills, r.clock.Now()
	})
}

func (r *rig) parcel(p supplier.Shipment) {
	r.shop.mu.Lock()
	defer r.shop.mu.Unlock()
	p.StateUpdatedAt = r.clock.Now()
	for i, old := range r.shop.parcels {
		if old.ID == p.ID {
			r.shop.parcels[i] = p
			return
		}
	}
	r.shop.parcels = append(r.shop.parcels, p)
}

// accept brings an order that no file needs to hold: with the client's own waybill, say.
func (r *rig) accept(source string, order supplier.NewOrder) {
	r.t.Helper()
	content, err := json.Marshal(order)
	require.NoError(r.t, err)
	now := r.clock.Now()
	file := state.File{Account: "acme", Source: source, SHA256: "ab" + order.ExternalID, Name: order.ExternalID + ".csv", State: state.FileOpen,
		CreatedAt: now, ChangedAt: now}
	_, err = r.journal.Record(r.t.Context(), file, 1, func(int) (state.Draft, error) {
		return state.Draft{Rows: []int{2}, Order: state.Order{OrderKey: state.OrderKey{Account: "acme", Source: source, ExternalID: order.ExternalID},
			Hash: order.ExternalID, Content: content, Body: content, Key: order.ExternalID, State: state.Ready, CreatedAt: now, ChangedAt: now}}, nil
	})
	require.NoError(r.t, err)
	for range 3 { // what the file's copy is missing for is not asked here
		_ = r.im.Resume(r.t.Context())
	}
}

func newOrder(number, carrier string, own *string) supplier.NewOrder {
	return supplier.NewOrder{ExternalID: number, WaybillNumber: own, Payment: supplier.Payment{Method: supplier.PaymentPrepaid},
		Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 2}},
		Recipient: supplier.Recipient{Name: "Петренко Іван", Phone: "+380670000101",
			Delivery: supplier.Delivery{Carrier: carrier, Type: "branch", City: "Київ"}}}
}

func TestWaybillFileIsCompletedAsWaybillsAppear(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	r.importFile(r.write("a.csv", orders("1001", "#1002", "1003")))
	r.keep()
	require.NoFileExists(t, r.path("back/prom.csv"), "there is no waybill yet")

	r.ship("#1002", "20450000000002")
	r.follow()
	require.Equal(t, [][]string{{"1002", "20450000000002", "nova_poshta"}}, r.rows("back/prom.csv"))

	r.ship("1001", "20450000000001")
	r.follow()
	require.Equal(t, [][]string{{"1001", "20450000000001", "nova_poshta"}, {"1002", "20450000000002", "nova_poshta"}}, r.rows("back/prom.csv"))

	r.ship("1001", "20450000000009", "20450000000010")
	r.follow()
	require.Equal(t, [][]string{{"1001", "20450000000009", "nova_poshta"}, {"1001", "20450000000010", "nova_poshta"},
		{"1002", "20450000000002", "nova_poshta"}}, r.rows("back/prom.csv"), "a waybill that changed, and a second one")

	r.shop.change("#1002", func(o *supplier.Order) { o.Status, o.UpdatedAt = "cancelled", r.clock.Now() })
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 2, "a cancelled order leaves the file")
}

func TestWaybillFileOfASourceHasItsOwnOrdersAndNumbers(t *testing.T) {
	r := newRig(t, withWaybills("keycrm", "back/inbox.csv"), func(c *desk.Config) {
		file := *c.Default.Waybills
		file.Out = filepath.Join(filepath.Dir(file.Out), "crm.xlsx")
		c.Sources = map[string]desk.Source{"crm": {Prefix: "KC-", Waybills: &file}, "none": {}}
	})
	for _, source := range []string{"", "crm", "none"} {
		_, err := r.im.Import(t.Context(), source, r.write("a.csv", orders("1001", "KC-7")), nil)
		require.NoError(t, err)
	}
	r.ship("1001", "20450000000001")
	r.ship("KC-1001", "20450000000002")
	r.ship("KC-KC-7", "20450000000003")
	r.follow()
	require.Equal(t, [][]string{{"1001", "Нова пошта", "20450000000001", ""}}, r.rows("back/inbox.csv"))
	book, err := excelize.OpenFile(r.path("back/crm.xlsx"))
	require.NoError(t, err)
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	require.NoError(t, err)
	require.Equal(t, [][]string{{"1001", "Нова пошта", "20450000000002"}, {"KC-7", "Нова пошта", "20450000000003"}}, rows[1:],
		"the number is the shop's own: one prefix goes, and no more")
}

func TestWaybillsOfParcels(t *testing.T) {
	r := newRig(t, withWaybills("csv", "back/all.csv"))
	own := "20450000000042"
	r.accept("", newOrder("1", "meest", &own))
	r.accept("", newOrder("2", "nova_poshta", nil))
	r.accept("", newOrder("3", "nova_poshta", nil))
	r.keep()
	require.Equal(t, [][]string{{"1", "meest", own, "new", "", "", "https://ua.meest.com/parcel-track?parcel_number=" + own, "ord_1"}},
		r.rows("back/all.csv"), "the client's own waybill counts once the order is accepted")

	sent := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	r.ship("2", "20450000000001")
	r.ship("3", "20450000000005")
	r.parcel(supplier.Shipment{ID: "p1", OrderID: "ord_1", WaybillNumber: own, Carrier: "nova_poshta", State: "created"})
	r.parcel(supplier.Shipment{ID: "p2", OrderID: "ord_2", WaybillNumber: "0500000000001", Carrier: "ukrposhta", State: "in_transit", ShippedAt: sent})
	r.parcel(supplier.Shipment{ID: "p3", OrderID: "ord_3", WaybillNumber: "20450000000005", Carrier: "nova_poshta", State: "created"})
	r.follow()
	all := r.rows("back/all.csv")
	require.Len(t, all, 4)
	require.Equal(t, []string{"1", "nova_poshta", own, "new", "created"}, all[0][:5], "the carrier of the parcel goes before the order's")
	require.Equal(t, []string{"2", "nova_poshta", "20450000000001", "shipped", "", ""}, all[1][:6])
	require.Equal(t, []string{"2", "ukrposhta", "0500000000001", "shipped", "in_transit", "2026-10-01T12:00:00+03:00"}, all[2][:6])

	r.clock.After(time.Minute)
	r.parcel(supplier.Shipment{ID: "p1", OrderID: "ord_1", WaybillNumber: own, Carrier: "nova_poshta", State: "deleted"})
	r.parcel(supplier.Shipment{ID: "p3", OrderID: "ord_3", WaybillNumber: "20450000000005", Carrier: "nova_poshta", State: "deleted"})
	r.follow()
	require.Len(t, r.rows("back/all.csv"), 2, "waybills of deleted parcels are not in it, the client's own neither")
}

func TestTheClientsOwnWaybillOfAFileGoesBack(t *testing.T) {
	r := newRig(t, anyFile, withWaybills("prom", "back/prom.csv"))
	report := r.importFile(r.write("a.csv", "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Служба доставки;Артикул;Кількість;Ціна;ТТН\n"+
		"#77;Петренко Іван;+380670000101;Київ;12;Нова пошта;KB-01;1;450,00;20450000000077\n"+
		"78;Петренко Іван;+380670000101;Київ;12;Нова пошта;KB-01;1;450,00;\n"))
	require.Equal(t, "accepted accepted", statuses(report))
	r.keep()
	require.Equal(t, [][]string{{"77", "20450000000077", "nova_poshta"}}, r.rows("back/prom.csv"))
	r.ship("#77", "20450000000077")
	r.ship("78", "20450000000078")
	r.follow()
	require.Equal(t, [][]string{{"77", "20450000000077", "nova_poshta"}, {"78", "20450000000078", "nova_poshta"}}, r.rows("back/prom.csv"))
}

func TestOrdersWithoutANumberAreNamed(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	unnumbered := "ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\nПетренко Іван;+380670000101;Київ;Відділення №12;KB-01;1;450,00\n"
	report := r.importFile(r.write("a.csv", unnumbered))
	require.Equal(t, 1, report.Counts.Accepted)
	r.ship(text(report.Rows[0].ExternalID), "20450000000001")
	r.follow()
	require.NoFileExists(t, r.path("back/prom.csv"), "the shop's system could not tell the order")
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.True(t, status.Problems[0].Minor)
	require.Contains(t, status.Problems[0].Text, "orders with a waybill and without a number in the shop's file: 1")
}
