package importer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// other is a file with another content under the number.
func other(number string) string { return heading + rowOf(number, "KB-02", 2) }

// grownOrder is a file in which the order has an item more.
func grownOrder(number string) string { return orders(number) + rowOf(number, "KB-02", 1) }

func TestConflictIsToldUntilItIsDecided(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	report := r.importFile(r.write("b.csv", other("1")))
	require.Equal(t, "conflict", statuses(report))
	require.Equal(t, []string{"ord_1", "new"}, []string{text(report.Rows[0].OrderID), text(report.Rows[0].OrderStatus)}, "it is known which order it is about")
	require.Equal(t, []string{"conflict", "ord_1", "new"}, cellsOf(t, report.Result)["1"][:3])
	for _, way := range []string{"--keep", "--changed-there", "--as NUMBER"} {
		require.Contains(t, report.Rows[0].Error.Message, way)
	}
	status := r.status()
	require.Equal(t, []string{state.CodeConflict}, codes(status))
	require.Equal(t, []string{"1"}, status.Findings[0].Orders)
	require.Equal(t, []string{"b.csv"}, status.Findings[0].Files)
	require.Equal(t, 1, status.Conflicts)
	require.Equal(t, map[string]int{"accepted": 1, "conflict": 1}, status.Counts.Rows)

	only, err := r.im.Query(t.Context(), overview.StatusQuery{State: "conflict"})
	require.NoError(t, err)
	require.Len(t, only.Orders, 1, "the order is accepted, and in conflict")
	require.Equal(t, "b.csv", only.Files[0].Name)
}

func TestKeepWhatIsAtTheSupplier(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	report := r.importFile(r.write("b.csv", other("1")))
	r.decide(state.DecidedKeep, "1", "")
	require.Equal(t, []string{"duplicate", "ord_1", "new", "", ""}, cellsOf(t, report.Result)["1"])
	require.Empty(t, r.status().Findings)
	require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", other("1")+"\n"))), "the same content is known")
	require.Equal(t, "conflict", statuses(r.importFile(r.write("d.csv", heading+rowOf("1", "KB-03", 1)))), "a third one is not")
	require.Equal(t, 1, r.shop.allPosts())

	r.decide(state.DecidedKeep, "1", "")
	r.decide(state.DecidedUndo, "1", "")
	require.Equal(t, 1, r.status().Conflicts)
	r.decide(state.DecidedUndo, "1", "")
	require.Equal(t, []string{"b.csv", "c.csv", "d.csv"}, ordered(r.status().Findings[0].Files), "what was known by it is a conflict again")
	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedUndo})
	require.ErrorContains(t, err, "nothing was decided about order 1")
}

func TestChangedAtTheSupplierByHand(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", other("1")))
	before := r.order("1")
	note, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedChanged})
	require.NoError(t, err)
	require.Contains(t, note.String(), "the supplier still shows in ord_1: 1 × KB-01")
	require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", other("1")+"\n"))))
	require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))), "the same bytes again")
	require.Equal(t, "conflict", statuses(r.importFile(r.write("d.csv", orders("1")+"\n"))), "the old content anew is news")
	require.Contains(t, string(r.order("1").Content), "KB-02")
	require.Equal(t, 1, r.shop.allPosts())

	r.decide(state.DecidedUndo, "1", "")
	after := r.order("1")
	require.Equal(t, []string{before.Hash, string(before.Content)}, []string{after.Hash, string(after.Content)})
	require.Equal(t, "conflict", statuses(r.importFile(r.path("b.csv"))))
}

func TestSendUnderAnotherNumber(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1", "7")))
	report := r.importFile(r.write("b.csv", other("1")))
	for number, why := range map[string]string{"7": "is another order's", "1": "is another order's", " ": "cannot be an order number"} {
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedAs, Value: number})
		require.ErrorContains(t, err, why)
	}
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"8","items":[{"sku":"X","quantity":1}]}`), "")
	require.NoError(t, err)
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedAs, Value: "8"})
	require.ErrorContains(t, err, "the supplier has order ord_3 already")

	r.decide(state.DecidedAs, "1", "1-2")
	require.Equal(t, "pending", cellsOf(t, report.Result)["1"][0])
	r.decide(state.DecidedUndo, "1", "")
	require.Equal(t, 1, r.status().Conflicts)
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	require.Equal(t, []string{"1", "1-2", "7", "8"}, r.shop.externals())
	require.Equal(t, []string{"accepted", r.shop.idOf("1-2")}, cellsOf(t, report.Result)["1"][:2], "the row follows the new order")
	again := r.importFile(r.write("c.csv", other("1")+"\n"))
	require.Equal(t, "duplicate", statuses(again))
	require.Equal(t, r.shop.idOf("1-2"), text(again.Rows[0].OrderID))
	require.Empty(t, r.status().Findings)
	_, err = r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedUndo})
	require.ErrorContains(t, err, "was sent since")
	require.Equal(t, 4, r.shop.allPosts())
}

// A half order that grew is told as that, and never advised into being sent twice.
func TestHalfAnOrderThatGrew(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	report := r.importFile(r.write("b.csv", grownOrder("1")))
	require.Equal(t, "conflict conflict", statuses(report))
	require.Contains(t, report.Rows[0].Error.Message, "posted as ord_1 with 1 of its 2 items")
	require.NotContains(t, report.Rows[0].Error.Message, "--as")
	f := r.status().Findings[0]
	require.Contains(t, f.Message, "with 1 of its 2 items")
	require.NotContains(t, f.Message+f.Hint, "--as")
	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedAs, Value: "1-2"})
	require.ErrorContains(t, err, "sent twice")
	r.shop.change("1", func(o *supplier.Order) { o.Items = append(o.Items, supplier.OrderItem{SKU: "KB-02", Quantity: 1}) })
	r.decide(state.DecidedChanged, "1", "")
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(r.write("c.csv", grownOrder("1")+"\n"))))
	require.Equal(t, 1, r.shop.allPosts())

	pieces := newRig(t)
	pieces.importFile(pieces.write("a.csv", orders("1")))
	report = pieces.importFile(pieces.write("b.csv", heading+rowOf("1", "KB-01", 3)))
	require.Contains(t, report.Rows[0].Error.Message, "KB-01 1 → 3")
	require.NotContains(t, report.Rows[0].Error.Message, "items")
	require.NotContains(t, report.Rows[0].Error.Message, "--as")
	require.Contains(t, pieces.status().Findings[0].Message, "its quantity changed in b.csv: KB-01 1 → 3")
	require.NotContains(t, pieces.status().Findings[0].Hint, "--as")
	_, err = pieces.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedAs, Value: "1-2"})
	require.ErrorContains(t, err, "sent twice")
}

// What the supplier itself reports is decided in the same ways.
func TestConflictAtTheSupplier(t *testing.T) {
	theirs := func(t *testing.T) (*rig, *result.FileReport) {
		r := newRig(t)
		_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1","items":[{"sku":"X","quantity":1}]}`), "")
		require.NoError(t, err)
		report := r.importFile(r.write("a.csv", orders("1")))
		require.Equal(t, "conflict", statuses(report))
		require.Equal(t, []string{state.CodeConflict}, codes(r.status()))
		require.Equal(t, 1, r.status().Conflicts)
		return r, report
	}
	for _, kind := range []state.DecisionKind{state.DecidedKeep, state.DecidedChanged} {
		r, report := theirs(t)
		r.decide(kind, "1", "")
		require.Equal(t, []string{"accepted", "ord_1"}, cellsOf(t, report.Result)["1"][:2])
		require.Equal(t, "duplicate", statuses(r.importFile(r.write("b.csv", orders("1")+"\n"))))
		r.decide(state.DecidedUndo, "1", "")
		require.Equal(t, state.Conflict, r.order("1").State)
		require.Len(t, r.shop.orders, 1)
	}
	r, report := theirs(t)
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	require.Equal(t, []string{"1", "1-2"}, r.shop.externals())
	require.Equal(t, []string{"accepted", "ord_2"}, cellsOf(t, report.Result)["1"][:2])
	require.Equal(t, "duplicate", statuses(r.importFile(r.write("b.csv", orders("1")+"\n"))))
	found, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
	require.NoError(t, err)
	require.Equal(t, "1-2", found.Orders[0].ExternalID, "it is found under its old number")
	require.Len(t, found.Orders[0].Story.Decisions, 1)
}
