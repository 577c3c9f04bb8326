package importer_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// withStates reads the branch of a row as the order's state, too: "Скасовано" is cancelled
// and "Доставлено" only says how far the order is.
func withStates(ctx context.Context, path, name string, options orderfile.Options) (*orderfile.Report, error) {
	report, err := orderfile.Read(ctx, path, name, options)
	if err != nil {
		return nil, err
	}
	s := func(o orderfile.Order) string { return o.Recipient.Delivery.City }
	lines := report.Lines()
	for _, o := range report.Orders {
		word := s(o)
		if word != "Скасовано" && word != "Доставлено" {
			continue
		}
		report.Skipped = append(report.Skipped, orderfile.Skipped{ExternalID: o.ExternalID, Rows: o.Rows, State: word, Cancelled: word == "Скасовано"})
		for i := range lines {
			if slices.Contains(o.Rows, lines[i].Row) {
				lines[i].Skipped, lines[i].Cancelled = true, word == "Скасовано"
			}
		}
	}
	report.Orders = slices.DeleteFunc(report.Orders, func(o orderfile.Order) bool {
		return s(o) == "Скасовано" || s(o) == "Доставлено"
	})
	return report, nil
}

func inState(number, s string) string { return strings.Replace(row(number), "Київ", s, 1) }

func skippingRig(t *testing.T) *rig {
	r := newRig(t)
	r.im.SetReading(withStates)
	return r
}

func (r *rig) status() overview.Status {
	r.t.Helper()
	status, err := r.im.Status(r.t.Context())
	require.NoError(r.t, err)
	return status
}

// codes are the codes of the findings.
func codes(s overview.Status) []string {
	out := []string{}
	for _, f := range s.Findings {
		out = append(out, f.Code)
	}
	return out
}

func (r *rig) decide(kind state.DecisionKind, number, value string) {
	r.t.Helper()
	_, err := r.im.Decide(r.t.Context(), decide.Answer{Number: number, Kind: kind, Value: value, Person: "olena"})
	require.NoError(r.t, err)
}

// A row that the file itself does not want sent is skipped, which is no fault.
func TestSkippedRows(t *testing.T) {
	r := skippingRig(t)
	report := r.importFile(r.write("a.csv", heading+row("1")+inState("2", "Скасовано")+inState("3", "Доставлено")))
	require.Equal(t, "accepted skipped skipped", statuses(report))
	require.Equal(t, state.Counts{Accepted: 1, Skipped: 2}, report.Counts)
	require.Nil(t, report.Rows[1].Error)
	require.Equal(t, []string{"1"}, r.shop.externals())
	require.Equal(t, "skipped", cellsOf(t, report.Result)["2"][0])
	require.Empty(t, r.status().Findings)
	require.Equal(t, map[string]int{"accepted": 1, "skipped": 2}, r.status().Counts.Rows)
}

// A shop that exports daily lists the orders that it has sent meanwhile: that is no
// cancellation, and the row shows what is at the supplier.
func TestOrdersThatWereSentSinceAreNoConflict(t *testing.T) {
	r := skippingRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.shop.change("1", func(o *supplier.Order) {
		o.Status, o.WaybillNumber, o.UpdatedAt = "shipped", "20450000000001", r.clock.Now()
	})
	require.NoError(t, r.im.Follow(t.Context()))
	report := r.importFile(r.write("b.csv", heading+inState("1", "Доставлено")))
	require.Equal(t, "skipped", statuses(report))
	require.Equal(t, []string{"ord_1", "shipped", "20450000000001"}, []string{text(report.Rows[0].OrderID), text(report.Rows[0].OrderStatus), text(report.Rows[0].Waybill)})
	require.Empty(t, r.status().Findings)
}

func TestCancelledInTheFileButAtTheSupplier(t *testing.T) {
	r := skippingRig(t)
	r.importFile(r.write("a.csv", orders("1", "2")))
	cancelled := heading + inState("1", "Скасовано") + row("2")
	report := r.importFile(r.write("b.csv", cancelled))
	require.Equal(t, "conflict duplicate", statuses(report))
	require.Equal(t, state.CodeCancelled, report.Rows[0].Error.Code)
	for _, want := range []string{"order 1", r.shop.idOf("1"), "resolve 1 --changed-there", "--keep"} {
		require.Contains(t, report.Rows[0].Error.Message, want)
	}
	status := r.status()
	require.Equal(t, []string{state.CodeCancelled}, codes(status))
	require.Equal(t, []string{"1"}, status.Findings[0].Orders)
	require.Equal(t, []string{"b.csv"}, status.Findings[0].Files)
	require.Contains(t, status.Findings[0].Hint, "cancel it at the supplier")
	require.Equal(t, 1, status.Conflicts)

	// It stands until it is decided; a decision holds for later exports.
	r.decide(state.DecidedKeep, "1", "")
	require.Empty(t, r.status().Findings)
	require.Equal(t, "skipped duplicate", statuses(r.importFile(r.write("c.csv", cancelled+row("3"))))[:len("skipped duplicate")])
	require.Equal(t, "skipped duplicate", statuses(r.importFile(r.path("b.csv"))))
	require.Zero(t, r.status().Conflicts)

	r.decide(state.DecidedUndo, "1", "")
	require.Equal(t, []string{state.CodeCancelled}, codes(r.status()))
	require.Equal(t, "conflict", cellsOf(t, report.Result)["1"][0], "the result follows")

	// What the supplier cancels itself is no conflict any more.
	r.shop.change("1", func(o *supplier.Order) { o.Status, o.UpdatedAt = "cancelled", r.clock.Now() })
	require.NoError(t, r.im.Follow(t.Context()))
	require.NoError(t, r.im.Resume(t.Context()))
	require.Empty(t, r.status().Findings)
	require.Equal(t, []string{"skipped", r.shop.idOf("1"), "cancelled", "", ""}, cellsOf(t, report.Result)["1"])
	require.Equal(t, "skipped duplicate", statuses(r.importFile(r.write("d.csv", cancelled+"\n"))))
}

// An order that was not sent yet is not sent any more; dropped again without the
// cancellation it is.
func TestCancelledBeforeItWasSent(t *testing.T) {
	r := skippingRig(t)
	r.shop.always = notSent
	first, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
	require.Error(t, err)
	require.Equal(t, "pending", statuses(first))
	report := r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))
	require.Equal(t, "skipped", statuses(report))
	r.shop.always = none
	r.settle()
	require.Empty(t, r.shop.externals())
	first, err = r.im.Refresh(t.Context(), first)
	require.NoError(t, err)
	require.Equal(t, "rejected", statuses(first))
	require.Equal(t, state.CodeCancelled, first.Rows[0].Error.Code)
	require.Empty(t, first.Rejected, "there is nothing to correct")
	require.Empty(t, r.status().OrderFindings())

	require.Equal(t, "accepted", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))))
}

// An order that may be at the supplier is told as that.
func TestCancelledWhileItsOutcomeIsUnknown(t *testing.T) {
	r := skippingRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1"] = []fault{timeoutLost}
	r.importFile(r.write("a.csv", orders("1")))
	report := r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))
	require.Equal(t, "conflict", statuses(report))
	require.Contains(t, report.Rows[0].Error.Message, "was sent or is being sent")
	require.ElementsMatch(t, []string{state.CodeCancelled, overview.FindingUnknown}, codes(r.status()))
}

// That somebody has cancelled an order at the supplier is not believed while it is alive there.
func TestCancelledThereIsChecked(t *testing.T) {
	r := skippingRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	require.Equal(t, "conflict", statuses(r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))))
	changed := func(force bool) error {
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedChanged, Force: force})
		return err
	}
	require.ErrorContains(t, changed(false), "it is not cancelled, and the parcel will go out")
	require.Equal(t, 1, r.status().Conflicts)
	r.shop.change("1", func(o *supplier.Order) { o.Status = "cancelled" })
	require.NoError(t, changed(false))
	require.Zero(t, r.status().Conflicts)
}
