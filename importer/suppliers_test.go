package importer_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// byPrefix is a route by the beginnings of SKUs, of which beta knows none.
func byPrefix() *orderfile.Route {
	return &orderfile.Route{Names: []string{"alpha", "beta"}, Prefixes: map[string]string{"KB-": "alpha", "B-": "beta"}, Key: "inbox"}
}

// named makes a config one of alpha, who was the only supplier once, and beta.
func named(c *desk.Config) {
	c.Suppliers = []desk.Named{{Name: "alpha", ID: ""}, {Name: "beta", ID: "beta"}}
	c.Default.Route = byPrefix()
}

// newPair is a rig whose shop is alpha, and beta.
func newPair(t *testing.T) (r *rig, beta *shop) {
	t.Helper()
	r = newRig(t)
	return r, r.pair()
}

// pair lets the shop of a rig be alpha from now on, beside beta.
func (r *rig) pair() (beta *shop) {
	r.t.Helper()
	beta = newShop(r.clock.Now)
	r.restart([]desk.Port{{ID: "", Supplier: r.shop}, {ID: "beta", Supplier: beta}}, named)
	return beta
}

func (r *rig) restart(several []desk.Port, adjust func(*desk.Config)) {
	r.t.Helper()
	r.stop()
	r.several, r.adjust = several, adjust
	r.start()
}

const mixed = heading + "1;Петренко Іван;+380670000101;Київ;Відділення №12;KB-01;1;450,00\n" +
	"2;Петренко Іван;+380670000101;Київ;Відділення №12;B-7;2;100,00\n" +
	"3;Петренко Іван;+380670000101;Київ;Відділення №12;B-8;1;100,00\n"

// TestOneFileForTwoSuppliers: each row goes to its own, and one result shows what became of all.
func TestOneFileForTwoSuppliers(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	path := r.write("orders.csv", mixed)
	report := r.importFile(path)
	require.Equal(t, "accepted accepted accepted", statuses(report))
	require.Equal(t, []string{"1"}, r.shop.externals())
	require.Equal(t, []string{"2", "3"}, beta.externals())
	require.Equal(t, "ord_1", text(report.Rows[0].OrderID), "each supplier counts for himself")
	require.ElementsMatch(t, []string{"ord_1", "ord_2"}, []string{text(report.Rows[1].OrderID), text(report.Rows[2].OrderID)})

	r.clock.After(1000)
	r.shop.change("1", func(o *supplier.Order) { o.WaybillNumber = "20450000000001" })
	beta.change("3", func(o *supplier.Order) { o.WaybillNumber = "20450000000003" })
	require.NoError(t, r.im.Follow(t.Context()))
	report, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, []string{"20450000000001", "", "20450000000003"}, []string{text(report.Rows[0].Waybill), text(report.Rows[1].Waybill), text(report.Rows[2].Waybill)})

	require.Equal(t, "duplicate duplicate duplicate", statuses(r.importFile(r.write("again.csv", mixed))))
	require.Equal(t, []int{1, 2}, []int{r.shop.allPosts(), beta.allPosts()})

	status, err := r.im.Query(t.Context(), overview.StatusQuery{Supplier: "beta"})
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Accepted: 2}, status.Counts.Orders)
	require.Equal(t, "beta", status.Orders[0].Supplier)
	list, _, _, err := r.im.Search(t.Context(), state.SearchQuery{Text: "1"})
	require.NoError(t, err)
	require.Equal(t, "alpha", list[0].Supplier)
}

// TestOrderOfTwoSuppliers: it becomes an order each, under one number.
func TestOrderOfTwoSuppliers(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	beta.script["9"] = []fault{refusedSKU}
	report := r.importFile(r.write("orders.csv", heading+rowOf("9", "KB-01", 1)+rowOf("9", "B-7", 2)+rowOf("8", "KB-01", 1)+rowOf("8", "B-7", 1)))
	require.Equal(t, "accepted rejected accepted accepted", statuses(report))
	require.Equal(t, r.shop.idOf("9"), text(report.Rows[0].OrderID))
	require.Equal(t, "unknown_sku", report.Rows[1].Error.Code)
	require.Contains(t, report.Rows[1].Error.Message, "beta: ")
	require.Equal(t, []supplier.OrderItem{{SKU: "B-7", Quantity: 1}}, beta.orders[0].Items)

	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "9", Kind: state.DecidedRetry})
	require.ErrorContains(t, err, "order 9 is with several suppliers: alpha, beta")
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "9", Supplier: "gamma", Kind: state.DecidedRetry})
	require.ErrorContains(t, err, "no supplier gamma")
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "9", Supplier: "beta", Kind: state.DecidedRetry})
	require.NoError(t, err)
	r.settle()
	require.Equal(t, []string{"8", "9"}, beta.externals())
	require.Equal(t, 2, r.shop.allPosts(), "alpha has his part since")
}

// TestRowOfTwoSuppliers: a row whose items went to both shows both.
func TestRowOfTwoSuppliers(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	const wide = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул 1;Кількість 1;Ціна 1;Артикул 2;Кількість 2;Ціна 2\n"
	report := r.importFile(r.write("orders.csv", wide+"9;Петренко Іван;+380670000101;Київ;Відділення №12;KB-01;1;450,00;B-7;1;10,00\n"))
	require.Equal(t, "accepted", statuses(report))
	require.Equal(t, "ord_1; ord_1", text(report.Rows[0].OrderID))
	r.clock.After(1000)
	r.shop.change("9", func(o *supplier.Order) { o.WaybillNumber = "20450000000001" })
	beta.change("9", func(o *supplier.Order) { o.WaybillNumber = "20450000000002" })
	require.NoError(t, r.im.Follow(t.Context()))
	report, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, "20450000000001; 20450000000002", text(report.Rows[0].Waybill))
}

// TestRefusedTokenOfOne: his orders wait and say whose they are, the others go on.
func TestRefusedTokenOfOne(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	beta.always = unauthorized
	report, err := r.im.Import(t.Context(), "", r.write("orders.csv", mixed), nil)
	require.ErrorContains(t, err, "token refused")
	require.Equal(t, "accepted pending pending", statuses(report))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Equal(t, []string{told.ProblemSupplier, "beta", told.CodeToken}, []string{status.Problems[0].Name, status.Problems[0].Supplier, status.Problems[0].Code})
	require.Contains(t, status.Problems[0].Text, "beta: ")

	report, err = r.im.Import(t.Context(), "", r.write("more.csv", heading+row("5")), nil)
	require.NoError(t, err)
	require.Equal(t, "accepted", statuses(report))
	require.True(t, r.im.Resting().IsZero(), "somebody takes orders")

	beta.set(func() { beta.always = none })
	r.im.TryNow()
	r.settle()
	require.Equal(t, []string{"2", "3"}, beta.externals())
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
}

// held is a supplier who answers nothing until he is let go.
type held struct {
	desk.Supplier
	let chan struct{}
}

func (h held) CreateOrder(ctx context.Context, body []byte, key string) (supplier.Created, error) {
	<-h.let
	return h.Supplier.CreateOrder(ctx, body, key)
}

// telling is a supplier who says of each order that it came.
type telling struct {
	desk.Supplier
	came chan struct{}
}

func (s telling) CreateOrder(ctx context.Context, body []byte, key string) (supplier.Created, error) {
	defer func() { s.came <- struct{}{} }()
	return s.Supplier.CreateOrder(ctx, body, key)
}

// TestSlowOneDelaysNobody: while one answers nothing, however many orders he has, the other
// gets all of his.
func TestSlowOneDelaysNobody(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	beta, let, came := newShop(r.clock.Now), make(chan struct{}), make(chan struct{})
	r.restart([]desk.Port{{ID: "", Supplier: telling{r.shop, came}}, {ID: "beta", Supplier: held{beta, let}}}, named)
	text := heading
	for n := range 40 {
		text += rowOf("b"+string(rune('a'+n%26))+string(rune('a'+n/26)), "B-1", 1)
	}
	for n := range 20 {
		text += rowOf("a"+string(rune('a'+n)), "KB-01", 1)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := r.im.Import(t.Context(), "", r.write("orders.csv", text), nil)
		ended <- err
	}()
	for range 20 {
		<-came
	}
	require.Zero(t, beta.allPosts())
	close(let)
	require.NoError(t, <-ended)
	require.Equal(t, 40, beta.allPosts())
}

// TestCrashBetweenTwoSuppliers: what one took before the crash and the other did not is there once.
func TestCrashBetweenTwoSuppliers(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	beta.script["2"], beta.script["3"] = []fault{timeoutStored}, []fault{notSent}
	_, _ = r.im.Import(t.Context(), "", r.write("orders.csv", mixed), func(done, _ int) {
		if done > 0 {
			beta.set(func() { beta.listing = ambiguous("away") })
		}
	})
	r.crash()
	beta.set(func() { beta.listing = nil })
	r.settle()
	require.Equal(t, map[string]int{"1": 1}, r.shop.count())
	require.Equal(t, map[string]int{"2": 1, "3": 1}, beta.count())
}

// TestFromOneSupplierToSeveral: the orders of the only one stay his, and nothing is posted twice.
func TestFromOneSupplierToSeveral(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	file := r.write("orders.csv", orders("1", "2"))
	require.Equal(t, "accepted accepted", statuses(r.importFile(file)))
	r.restart([]desk.Port{{ID: "alpha", Supplier: r.shop}, {ID: "beta", Supplier: newShop(r.clock.Now)}}, func(c *desk.Config) {
		named(c)
		c.Suppliers[0].ID = "alpha"
	})
	_, err := r.im.Import(t.Context(), "", file, nil)
	require.ErrorContains(t, err, "orders of the time when there was one supplier")

	beta := r.pair()
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(file)))
	require.Equal(t, "duplicate accepted", statuses(r.importFile(r.write("more.csv", heading+row("2")+rowOf("7", "B-1", 1)))))
	require.Equal(t, []int{2, 1}, []int{r.shop.allPosts(), beta.allPosts()})

	r.restart(nil, func(*desk.Config) {}) // back again: beta's order is nobody's, and waits
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(file)))
	require.Equal(t, 2, r.shop.allPosts())
}

// TestOrdersOfNobody: what waits for a supplier who left the config is neither posted nor forgotten.
func TestOrdersOfNobody(t *testing.T) {
	t.Parallel()
	r, beta := newPair(t)
	beta.always = unauthorized
	_, err := r.im.Import(t.Context(), "", r.write("orders.csv", mixed), nil)
	require.Error(t, err)
	r.restart(nil, func(*desk.Config) {})
	require.NoError(t, r.im.Resume(t.Context()))
	require.Equal(t, []string{"1"}, r.shop.externals())
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Equal(t, told.ProblemStray, status.Problems[0].Name)
	require.Contains(t, status.Problems[0].Text, "waits for the supplier beta")
}

// TestCancelledAtBoth: a file that calls an order off means the parts of all suppliers.
func TestCancelledAtBoth(t *testing.T) {
	t.Parallel()
	r, _ := newPair(t)
	r.restart(r.several, func(c *desk.Config) { named(c); anyFile(c) })
	const stated = "Номер замовлення;Статус;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n"
	line := func(state, sku string) string {
		return "9;" + state + ";Петренко Іван;+380670000101;Київ;Відділення №12;" + sku + ";1;450,00\n"
	}
	require.Equal(t, "accepted accepted", statuses(r.importFile(r.write("a.csv", stated+line("Нове", "KB-01")+line("Нове", "B-7")))))
	report := r.importFile(r.write("b.csv", stated+line("Скасовано", "KB-01")+line("Скасовано", "B-7")))
	require.Equal(t, "conflict conflict", statuses(report))
	require.Equal(t, "cancelled_in_file", report.Rows[1].Error.Code)
	kept, err := r.journal.Kept(t.Context(), "acme", nil)
	require.NoError(t, err)
	require.Equal(t, map[string]int{state.CodeCancelled: 2}, kept.Conflicts)
}
