package importer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// calledOff is a rig whose shop has order 1 in this status, as the journal knows.
func calledOff(t *testing.T, status string) *rig {
	r := skippingRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.clock.After(1)
	r.shopSays("1", status)
	return r
}

func (r *rig) shopSays(number, status string) {
	r.shop.change(number, func(o *supplier.Order) { o.Status, o.UpdatedAt = status, r.clock.Now() })
	r.clock.After(1)
}

// stated reads each order as one whose state the file tells.
func stated(ctx context.Context, path, name string, options orderfile.Options) (*orderfile.Report, error) {
	report, err := withStates(ctx, path, name, options)
	if err == nil {
		for i := range report.Orders {
			report.Orders[i].State = "Новий"
		}
	}
	return report, err
}

// An order that the supplier has called off and a later file wants sent is told, and held
// for a person.
func TestRevivedInALaterFile(t *testing.T) {
	for _, status := range []string{"cancelled", "returned", "returning"} {
		for name, between := range map[string]func(r *rig){
			"never called off in a file": func(r *rig) { r.im.SetReading(stated) },
			"cancelled in between":       func(r *rig) { r.importFile(r.write("b.csv", heading+inState("1", "Скасовано"))) },
			"sent in between":            func(r *rig) { r.importFile(r.write("b.csv", heading+inState("1", "Доставлено"))) },
			"known before":               func(r *rig) { r.im.SetReading(stated); require.NoError(r.t, r.im.Follow(r.t.Context())) },
		} {
			r := calledOff(t, status)
			between(r)
			r.clock.After(1)
			report := r.importFile(r.write("c.csv", orders("1", "2")))
			require.Equal(t, "conflict accepted", statuses(report), "%s, %s", status, name)
			require.Equal(t, state.CodeRevived, report.Rows[0].Error.Code)
			for _, way := range []string{"--as NUMBER", "--changed-there", "--keep", r.shop.idOf("1")} {
				require.Contains(t, report.Rows[0].Error.Message, way)
			}
			require.Equal(t, []string{state.CodeRevived}, codes(r.status()))
			require.Equal(t, []string{"1"}, r.status().Findings[0].Orders)
			require.Equal(t, []string{"c.csv"}, r.status().Findings[0].Files)
			require.Contains(t, r.status().Findings[0].Hint, "resolve 1 --as NUMBER")
			require.Equal(t, 1, r.status().Conflicts)
			require.Equal(t, []string{"1", "2"}, r.shop.externals(), "nothing is sent by itself")
			require.Equal(t, "conflict duplicate", statuses(r.importFile(r.path("c.csv"))), "the same bytes settle nothing")
		}
	}
}

// A list without states that goes on naming an order does not ask for another parcel: that it
// was called off is said once. The same bytes once more say nothing new.
func TestNotRevived(t *testing.T) {
	for _, status := range []string{"cancelled", "returned", "returning"} {
		r := calledOff(t, status)
		require.NoError(t, r.im.Follow(t.Context()))
		require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))))
		require.Empty(t, codes(r.status()))
		r.clock.After(1)
		require.Equal(t, "duplicate accepted", statuses(r.importFile(r.write("b.csv", orders("1", "2")))))
		require.Equal(t, []string{state.CodeCalledOff}, codes(r.status()))
		r.im.SetReading(stated)
		require.Equal(t, "duplicate duplicate", statuses(r.importFile(r.path("b.csv"))))
		require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))))
		require.Equal(t, "conflict", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))))
	}
}

func TestDecideWhatWasRevived(t *testing.T) {
	revived := func(t *testing.T) (*rig, *result.FileReport) {
		r := calledOff(t, "cancelled")
		r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))
		r.clock.After(1)
		report := r.importFile(r.write("b2.csv", orders("1")+"\n\n"))
		require.Equal(t, "conflict", statuses(report))
		return r, report
	}
	t.Run("keep", func(t *testing.T) {
		r, report := revived(t)
		r.decide(state.DecidedKeep, "1", "")
		require.Empty(t, r.status().Findings)
		require.Equal(t, []string{"duplicate", "ord_1", "cancelled"}, cellsOf(t, report.Result)["1"][:3])
		require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))))
		require.Equal(t, "conflict", statuses(r.importFile(r.write("d.csv", other("1")))), "another content is news")
		r.decide(state.DecidedKeep, "1", "")
		r.decide(state.DecidedUndo, "1", "")
		r.decide(state.DecidedUndo, "1", "")
		require.Equal(t, []string{state.CodeRevived}, codes(r.status()))
		require.Len(t, r.shop.orders, 1)
	})
	t.Run("as", func(t *testing.T) {
		r, report := revived(t)
		r.decide(state.DecidedAs, "1", "1-2")
		r.settle()
		require.Equal(t, []string{"1", "1-2"}, r.shop.externals())
		require.Equal(t, []string{"accepted", "ord_2"}, cellsOf(t, report.Result)["1"][:2])
		require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))))
		require.Empty(t, r.status().Findings)
		require.Equal(t, "conflict", statuses(r.importFile(r.write("d.csv", heading+inState("1", "Скасовано")))), "the parcel under the new number goes out")
		require.Equal(t, []string{"1-2"}, r.status().Findings[0].Orders)
		require.Equal(t, "conflict", statuses(r.importFile(r.write("e.csv", grownOrder("1"))))[:8])
		require.Contains(t, r.status().Findings[0].Message, "1-2")
		require.Len(t, r.shop.orders, 2)
	})
	t.Run("grown", func(t *testing.T) {
		r, _ := revived(t)
		require.Equal(t, "conflict conflict", statuses(r.importFile(r.write("c.csv", grownOrder("1")))))
		r.decide(state.DecidedAs, "1", "1-2") // what was called off is not sent twice
		r.settle()
		require.Contains(t, string(r.order("1-2").Content), "KB-02")
	})
	t.Run("changed there", func(t *testing.T) {
		r, _ := revived(t)
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedChanged})
		require.ErrorContains(t, err, "will not go out")
		r.shopSays("1", "confirmed")
		r.decide(state.DecidedChanged, "1", "")
		require.Equal(t, "confirmed", r.order("1").RemoteStatus)
		require.Empty(t, r.status().Findings)
		require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))))
	})
	t.Run("revived by the supplier", func(t *testing.T) {
		r, report := revived(t)
		r.importFile(r.write("z.csv", orders("2"))) // something is followed
		r.shopSays("1", "confirmed")
		require.NoError(t, r.im.Follow(t.Context()))
		require.NoError(t, r.im.Resume(t.Context()))
		require.Empty(t, r.status().Findings)
		require.Equal(t, []string{"duplicate", "ord_1", "confirmed"}, cellsOf(t, report.Result)["1"][:3])
	})
}

// An order that a file called off before it was sent and that is wanted again is sent.
func TestWantedAgainBeforeItWasSent(t *testing.T) {
	for _, s := range []string{"Скасовано", "Доставлено"} {
		r := skippingRig(t)
		require.Equal(t, "skipped", statuses(r.importFile(r.write("a.csv", heading+inState("1", s)))))
		require.Equal(t, "accepted", statuses(r.importFile(r.write("b.csv", orders("1")))), "it was never live before")

		r.shop.always = notSent
		_, err := r.im.Import(t.Context(), "", r.write("c.csv", orders("2")), nil)
		require.Error(t, err)
		r.importFile(r.write("d.csv", heading+inState("2", s)))
		r.shop.always = none
		require.Equal(t, "accepted", statuses(r.importFile(r.write("e.csv", orders("2")+"\n"))))
		require.Equal(t, []string{"1", "2"}, r.shop.externals())
		require.Empty(t, r.status().Findings)
	}
}

// An order that waits, and that a later file calls sent, done or called off is not sent: the
// goods would go out twice.
func TestSentByTheShopBeforeItWasPosted(t *testing.T) {
	for s, code := range map[string]string{"Доставлено": state.CodeSkipped, "Скасовано": state.CodeCancelled} {
		r := skippingRig(t)
		r.shop.always = notSent
		first, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
		require.Error(t, err)
		require.Equal(t, "skipped", statuses(r.importFile(r.write("b.csv", heading+inState("1", s)))))
		r.shop.always = none
		r.settle()
		require.Empty(t, r.shop.externals())
		first, err = r.im.Refresh(t.Context(), first)
		require.NoError(t, err)
		require.Equal(t, "rejected", statuses(first))
		require.Equal(t, code, first.Rows[0].Error.Code)
		require.Empty(t, first.Rejected, "there is nothing to correct")
		require.Empty(t, r.status().OrderFindings())
		r.decide(state.DecidedRetry, "1", "")
		r.settle()
		require.Equal(t, []string{"1"}, r.shop.externals(), "a person has it sent all the same")
	}
}

// What was on its way when a file called it off is not sent a second time.
func TestCalledOffWhileOnItsWay(t *testing.T) {
	for _, s := range []string{"Доставлено", "Скасовано"} {
		for _, stored := range []bool{false, true} {
			r := skippingRig(t)
			if r.shop.script["1"] = []fault{timeoutStored}; stored {
				r.shop.promise, r.shop.lag = supplier.Idempotency{Kind: "none"}, 3
			} else {
				r.shop.script["1"] = []fault{timeoutLost}
				r.shop.listing = &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"}
			}
			_, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
			require.NoError(t, err)
			require.Equal(t, state.Unknown, r.order("1").State)
			r.importFile(r.write("b.csv", heading+inState("1", s)))
			r.shop.listing = nil
			r.clock.After(6 * time.Minute)
			r.settle()
			require.Equal(t, 1, r.shop.postsOf("1"))
			if !stored {
				require.Equal(t, state.Rejected, r.order("1").State, s)
				require.Empty(t, r.status().OrderFindings())
				r.decide(state.DecidedRetry, "1", "")
				r.settle()
				require.Equal(t, []string{"1"}, r.shop.externals())
				continue
			}
			require.Equal(t, state.Accepted, r.order("1").State)
			want := []string{}
			if s == "Скасовано" {
				want = []string{state.CodeCancelled}
			}
			require.Equal(t, want, codes(r.status()))
		}
	}
}

// A person who finds that the supplier does not have what the file has cancelled does not send it.
func TestNotPostedOfACancelledOrder(t *testing.T) {
	r := skippingRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1"] = []fault{timeoutLost}
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))
	note, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedNotPosted})
	require.NoError(t, err)
	require.Contains(t, note.String(), "it is not sent")
	r.settle()
	require.Empty(t, r.shop.externals())
	require.Empty(t, r.status().OrderFindings())
	r.decide(state.DecidedUndo, "1", "")
	require.Equal(t, state.Unknown, r.order("1").State)
	require.True(t, strings.HasPrefix(r.status().Findings[0].Code, "cancelled"))
}

// What the supplier called off before the file was dropped, and is known of only later, is told too.
func TestRevivedBeforeItWasKnown(t *testing.T) {
	for between, want := range map[string]string{"": "conflict", "Скасовано": "conflict", "Доставлено": "conflict"} {
		r := skippingRig(t)
		r.im.SetReading(stated)
		r.importFile(r.write("a.csv", orders("1")))
		r.clock.After(1)
		if between != "" {
			r.importFile(r.write("b.csv", heading+inState("1", between)))
		}
		r.shopSays("1", "cancelled")
		r.shop.listing = &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"}
		hidden := r.shop.orders
		r.shop.orders = nil
		r.clock.After(1)
		report := r.importFile(r.write("c.csv", orders("1")+"\n"))
		require.Equal(t, "duplicate", statuses(report), between)
		r.shop.listing, r.shop.orders = nil, hidden
		require.NoError(t, r.im.Follow(t.Context()))
		require.NoError(t, r.im.Resume(t.Context()))
		require.Equal(t, want, cellsOf(t, report.Result)["1"][0], between)
		require.Equal(t, state.CodeRevived, codes(r.status())[0], between)
		r.decide(state.DecidedAs, "1", "1-2")
		r.settle()
		require.Equal(t, []string{"1", "1-2"}, r.shop.externals(), between)
	}
}
