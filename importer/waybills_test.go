package importer_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/journal"
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
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
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

// counting is a journal that counts how many orders were read one by one.
type counting struct {
	state.Journal
	each  int
	notes int
	fails error // of SetNote
}

func (c *counting) EachOrder(ctx context.Context, q state.OrderQuery) iter.Seq2[state.Order, error] {
	return func(yield func(state.Order, error) bool) {
		for o, err := range c.Journal.EachOrder(ctx, q) {
			c.each++
			if !yield(o, err) {
				return
			}
		}
	}
}

func (c *counting) SetNote(ctx context.Context, account, name, text string) error {
	if strings.HasPrefix(name, "waybills.") {
		c.notes++
		if c.fails != nil {
			return c.fails
		}
	}
	return c.Journal.SetNote(ctx, account, name, text)
}

// watched gives the rig an importer whose journal is counted.
func (r *rig) watched() *counting {
	r.t.Helper()
	require.NoError(r.t, r.im.Close())
	j := &counting{Journal: r.journal}
	var err error
	r.im, err = importer.New(r.config(), r.shop, j)
	require.NoError(r.t, err)
	return j
}

func TestWaybillFileIsWrittenForNewsAlone(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	j := r.watched()
	var numbers []string
	for i := range 50 {
		numbers = append(numbers, fmt.Sprint(1000+i))
	}
	r.importFile(r.write("a.csv", orders(numbers...)))
	for _, number := range numbers {
		r.ship(number, "2045000000"+number)
	}
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 50)
	require.Equal(t, 1, j.notes)
	before, err := os.Stat(r.path("back/prom.csv"))
	require.NoError(t, err)

	r.clock.After(10 * time.Minute)
	r.follow() // reads once more what changed just before it last asked
	j.each = 0
	for range 5 {
		r.follow()
	}
	require.Zero(t, j.each, "orders that did not change are not read again")
	r.shop.change("1000", func(o *supplier.Order) { o.Status, o.UpdatedAt = "delivered", r.clock.Now() })
	r.follow()
	require.Equal(t, 1, j.each, "one changed, and one is read")
	require.Equal(t, 1, j.notes, "the template shows no status: the file would be the same")
	r.watched()
	r.keep()
	after, err := os.Stat(r.path("back/prom.csv"))
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after) && before.ModTime().Equal(after.ModTime()), "a restart writes nothing either")

	r.clock.After(2 * time.Hour)
	j = r.watched()
	r.keep()
	first := j.each
	r.clock.After(2 * time.Hour)
	r.keep()
	require.Equal(t, 2*first, j.each, "now and then all are read: other clocks may be wrong")
}

func TestWaybillFileThatWasTakenAwayComesAgain(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.follow()
	require.NoError(t, os.Remove(r.path("back/prom.csv")))
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	require.NoError(t, os.RemoveAll(r.path("back")))
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
}

func TestForeignFileIsNotOverwritten(t *testing.T) {
	overwrite := false
	r := newRig(t, withWaybills("prom", "back/prom.csv"), func(c *desk.Config) { c.Default.Waybills.Overwrite = overwrite })
	r.write("back/prom.csv", "somebody's own\n")
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.clock.After(time.Minute)
	require.NoError(t, r.im.Follow(t.Context()))

	err := r.im.KeepWaybills(t.Context())
	var foreign *keeper.ForeignFileError
	require.ErrorAs(t, err, &foreign)
	require.ErrorContains(t, err, "overwrite: true")
	require.Equal(t, "somebody's own\n", r.text("back/prom.csv"))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Equal(t, "waybills of inbox", status.Problems[0].Name)
	require.Contains(t, status.Problems[0].Text, r.path("back/prom.csv"))
	require.ErrorAs(t, r.check(), &foreign)

	require.NoError(t, os.Rename(r.path("back/prom.csv"), r.path("back/theirs.csv")))
	require.NoError(t, r.check())
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1, "moved away: written, and no problem any more")
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
	require.NoError(t, r.check(), "our own is ours")

	r.write("back/prom.csv", "order_id;declaration_id\nedited;by hand\n")
	require.ErrorAs(t, r.im.KeepWaybills(t.Context()), &foreign, "what a person changed is not ours either")
	overwrite = true
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	require.NoError(t, r.check())
}

func TestFileOfALostJournalIsKnownByWhatItSays(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.follow()
	require.NoError(t, r.journal.SetNote(t.Context(), "acme", "waybills.", ""))
	r.crash()
	r.keep()
	r.ship("1001", "20450000000002")
	r.follow()
	require.Equal(t, "20450000000002", r.rows("back/prom.csv")[0][1])
}

func (r *rig) text(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(r.path(name))
	require.NoError(r.t, err)
	return string(data)
}

func (r *rig) check() error {
	c := r.config()
	return keeper.Check(r.t.Context(), r.journal, c.Account, "", *c.Default.Waybills, c.Language)
}

func TestFailureToWriteIsAProblemUntilItIsMended(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	j := r.watched()
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.write("back", "a file where the folder should be")
	r.clock.After(time.Minute)
	require.NoError(t, r.im.Follow(t.Context()))
	require.Error(t, r.im.KeepWaybills(t.Context()))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.False(t, status.Problems[0].Minor)
	require.NoError(t, os.Remove(r.path("back")))

	j.fails = errors.New("disk full")
	require.ErrorIs(t, r.im.KeepWaybills(t.Context()), j.fails)
	require.NoFileExists(t, r.path("back/prom.csv"), "what cannot be noted as ours is not put there")
	entries, err := os.ReadDir(r.path("back"))
	require.NoError(t, err)
	require.Empty(t, entries, "nothing half-written is left")
	j.fails = nil
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
}

func TestFinalOrdersLeaveTheFileAfterSomeTime(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv", func(f *waybill.File) { f.Since = 48 * time.Hour }))
	r.importFile(r.write("a.csv", orders("1001", "1002", "1003")))
	r.ship("1001", "20450000000001")
	r.ship("1002", "20450000000002")
	r.ship("1003", "20450000000003")
	r.follow()
	r.shop.change("1001", func(o *supplier.Order) { o.Status, o.UpdatedAt = "completed", r.clock.Now() })
	r.shop.change("1003", func(o *supplier.Order) { o.Status, o.UpdatedAt = "delivered", r.clock.Now() })
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 3, "they have arrived, and stay for a while")
	r.clock.After(47 * time.Hour)
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 3)
	r.clock.After(2 * time.Hour)
	r.follow()
	require.Equal(t, [][]string{{"1002", "20450000000002", "nova_poshta"}}, r.rows("back/prom.csv"), "an open one stays for ever")
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
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

func TestOnlyNewWaybills(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom-{time}.csv", func(f *waybill.File) { f.OnlyNew = true }))
	files := func() []string {
		found, err := filepath.Glob(r.path("back/*.csv"))
		require.NoError(t, err)
		return found
	}
	r.importFile(r.write("a.csv", orders("1001", "1002")))
	r.keep()
	require.Empty(t, files())
	r.ship("1001", "20450000000001")
	r.follow()
	require.Equal(t, []string{r.path("back/prom-20261001-090100.csv")}, files())
	require.Equal(t, [][]string{{"1001", "20450000000001", "nova_poshta"}}, r.rows("back/prom-20261001-090100.csv"))

	require.NoError(t, os.Remove(files()[0]), "the shop's import takes it away")
	r.follow()
	r.crash()
	r.keep()
	require.Empty(t, files(), "each waybill is given once")

	r.ship("1001", "20450000000001", "20450000000003")
	r.ship("1002", "20450000000002")
	r.follow()
	require.Len(t, files(), 1)
	given, err := filepath.Rel(r.dir, files()[0])
	require.NoError(t, err)
	require.Equal(t, [][]string{{"1001", "20450000000003", "nova_poshta"}, {"1002", "20450000000002", "nova_poshta"}}, r.rows(given))
}

func TestRunKeepsWaybillFiles(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/a.csv", orders("1001"))
		wait(time.Minute)
		require.Equal(t, map[string]int{"1001": 1}, r.shop.count())
		r.shop.change("1001", func(o *supplier.Order) {
			o.Status, o.Waybills, o.UpdatedAt = "shipped", []string{"20450000000001"}, time.Now()
		})
		wait(2 * time.Minute)
		data, err := os.ReadFile(r.path("back/prom.csv"))
		require.NoError(t, err)
		require.Contains(t, string(data), "1001,20450000000001,nova_poshta")
	}, withWaybills("prom", "back/prom.csv"))
}

// BenchmarkKeepWaybills: a round with 100,000 open orders in the file, where nothing
// changed and where one order did.
func BenchmarkKeepWaybills(b *testing.B) {
	const count = 100_000
	dir := b.TempDir()
	j, err := journal.Open(b.Context(), filepath.Join(dir, "journal.db"))
	require.NoError(b, err)
	defer j.Close()
	now := newClock()
	config := desk.Config{Account: "acme", Inbox: filepath.Join(dir, "inbox"), Results: filepath.Join(dir, "results"), Archive: filepath.Join(dir, "archive"),
		Failed: filepath.Join(dir, "failed"), Spool: filepath.Join(dir, "spool"), Now: now.Now}
	withWaybills("prom", "back/prom.csv")(&config)
	im, err := importer.New(config, newShop(now.Now), j)
	require.NoError(b, err)
	defer im.Close()
	file := state.File{Account: "acme", SHA256: "aa", Name: "a.csv", State: state.FileFinal, CreatedAt: now.Now(), ChangedAt: now.Now()}
	_, err = j.Record(b.Context(), file, count, func(n int) (state.Draft, error) {
		own := fmt.Sprintf("2045%010d", n)
		content, err := json.Marshal(newOrder(fmt.Sprint(n), "nova_poshta", &own))
		return state.Draft{Rows: []int{n + 2}, Order: state.Order{OrderKey: state.OrderKey{Account: "acme", ExternalID: fmt.Sprint(n)},
			Hash: own, Content: content, State: state.Accepted, CreatedAt: now.Now(), ChangedAt: now.Now()}}, err
	})
	require.NoError(b, err)
	began := time.Now()
	require.NoError(b, im.KeepWaybills(b.Context()))
	b.ReportMetric(time.Since(began).Seconds(), "s-first")
	now.After(10 * time.Minute)
	require.NoError(b, im.KeepWaybills(b.Context()))
	now.After(10 * time.Minute)
	order, err := j.Orders(b.Context(), state.OrderQuery{Limit: 1})
	require.NoError(b, err)
	one := order[0]
	b.Run("calm", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			require.NoError(b, im.KeepWaybills(b.Context()))
		}
	})
	b.Run("one changed", func(b *testing.B) {
		b.ReportAllocs()
		for n := 0; b.Loop(); n++ {
			one.Waybills, one.ChangedAt = []string{fmt.Sprintf("5900%010d", n)}, now.Now()
			one, err = j.Swap(b.Context(), one)
			require.NoError(b, err)
			now.After(time.Second)
			require.NoError(b, im.KeepWaybills(b.Context()))
		}
	})
}
