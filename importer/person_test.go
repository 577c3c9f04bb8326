package importer_test

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func ordered(list []string) []string { return slices.Sorted(slices.Values(list)) }

// An id that the supplier does not know, that another order has or whose order is another
// is not taken on a person's word alone.
func TestPostedIsAskedOfTheSupplier(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	for _, number := range []string{"1", "2", "3"} {
		r.shop.script[number] = []fault{timeoutLost}
	}
	r.importFile(r.write("a.csv", orders("1", "2", "3", "4")))
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"9","items":[{"sku":"KB-01","quantity":1}]}`), "")
	require.NoError(t, err)
	posted := func(number, id string, force bool) error {
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: number, Kind: state.DecidedPosted, Value: id, Force: force})
		return err
	}
	require.ErrorContains(t, posted("1", "nowhere", false), "the supplier does not know order nowhere")
	require.ErrorContains(t, posted("1", r.shop.idOf("4"), false), "is order 4 already")
	require.ErrorContains(t, posted("1", r.shop.idOf("9"), false), "has the number 9 and not 1")
	r.shop.change("9", func(o *supplier.Order) { o.ExternalID, o.Recipient.Phone = "1", "+380509999999" })
	require.ErrorContains(t, posted("1", "ord_2", false), "another phone")
	r.shop.change("1", func(o *supplier.Order) { o.Items = []supplier.OrderItem{{SKU: "KB-77", Quantity: 5}} })
	require.ErrorContains(t, posted("1", "ord_2", false), "other goods: 5 × KB-77")
	r.shop.listing = &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"}
	err = posted("2", "ord_77", false)
	require.ErrorContains(t, err, "could not be asked")
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	var way interface{ Hint() string }
	require.ErrorAs(t, err, &way)
	require.Contains(t, way.Hint(), "resolve 2 --posted ord_77 --force")
	require.NoError(t, posted("2", "ord_77", true))
	require.Equal(t, "ord_77", r.order("2").RemoteID)
	r.shop.listing = nil
	r.decide(state.DecidedUndo, "2", "")
	require.Equal(t, state.Unknown, r.order("2").State)

	_, err = r.shop.CreateOrder(t.Context(), r.order("3").Body, "")
	require.NoError(t, err)
	require.NoError(t, posted("3", "ord_3", false), "what fits is taken")
}

// An id that another order has, or an answer with other goods, is not believed, and the
// order is never sent again by itself.
func TestAnswersThatSpeakAgainstThemselves(t *testing.T) {
	for name, answer := range map[string]fault{"order_id_taken": takenID, "answer_differs": otherGoods, "answer_of_another": foreignAnswer} {
		for _, kind := range []string{"none", "external_id"} {
			r := newRig(t)
			r.shop.promise = supplier.Idempotency{Kind: kind}
			r.shop.script["2"] = []fault{answer}
			r.importFile(r.write("a.csv", orders("1")))
			report := r.importFile(r.write("b.csv", orders("2")))
			require.Equal(t, "unknown", statuses(report), name)
			require.Equal(t, name, report.Rows[0].Error.Code)
			for range 30 {
				r.clock.After(time.Minute)
				require.NoError(t, r.im.Resume(t.Context()))
			}
			require.Equal(t, state.Unknown, r.order("2").State, name)
			require.Equal(t, 1, r.shop.postsOf("2"), name)
			require.Equal(t, []string{name}, codes(r.status()))
			require.Equal(t, []string{"2"}, r.status().Findings[0].Orders)
			r.shop.change("2", func(o *supplier.Order) { o.ExternalID = "gone" })
			r.decide(state.DecidedNotPosted, "2", "")
			r.settle()
			require.Equal(t, state.Accepted, r.order("2").State, name)
		}
	}
}

func TestReplaysAndRenewedRoundsKeepTheirID(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{brokenStored}
	r.shop.lag = 9
	require.Equal(t, "accepted", statuses(r.importFile(r.write("a.csv", orders("1")))))
	require.Equal(t, 2, r.shop.postsOf("1"), "the second one was a replay")
	r.shop.script["2"] = []fault{refusedSKU}
	require.Equal(t, "rejected", statuses(r.importFile(r.write("b.csv", orders("2")))))
	require.Equal(t, "accepted", statuses(r.importFile(r.write("c.csv", orders("2")+"\n"))))
	require.Empty(t, codes(r.status()))
}

// The whole story of an order is kept.
func TestStory(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{throttled, timeoutStored}
	r.importFile(r.write("a.csv", orders("1")))
	r.shop.change("1", func(o *supplier.Order) {
		o.Status, o.WaybillNumber, o.UpdatedAt = "shipped", "20450000000001", r.clock.Now()
	})
	require.NoError(t, r.im.Follow(t.Context()))
	status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
	require.NoError(t, err)
	require.Len(t, status.Orders, 1)
	s := status.Orders[0].Story
	require.Equal(t, "a.csv", s.Files[0].File)
	require.Equal(t, []int{2}, s.Files[0].Rows)
	require.Equal(t, "KB-01", s.Understood.Items[0].SKU)
	var states []string
	for _, a := range s.Attempts {
		states = append(states, string(a.Kind)+" "+string(a.State))
		require.False(t, a.Began.IsZero())
	}
	require.Equal(t, []string{"posted ready", "posted unknown", "looked_up accepted"}, states)
	require.Equal(t, "shipped", s.Status)
	require.Equal(t, []string{"20450000000001"}, status.Orders[0].Waybills)
	require.NotEmpty(t, s.Way)
}

// Rows that no order came of are found under their number, too.
func TestRowsWithoutAnOrderAreFound(t *testing.T) {
	r := skippingRig(t)
	bad := strings.Replace(row("5"), "+380670000101", "12", 1)
	r.importFile(r.write("a.csv", heading+row("1")+bad+inState("6", "Скасовано")))
	r.clock.After(time.Minute)
	r.importFile(r.write("b.csv", heading+strings.Replace(row("1"), "+380670000101", "12", 1)))
	ask := func(number string) overview.OrderStatus {
		status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: number})
		require.NoError(t, err)
		require.Len(t, status.Orders, 1, number)
		return status.Orders[0]
	}
	refused := ask("5")
	require.Equal(t, []any{state.State("rejected"), "phone_invalid", "a.csv"}, []any{refused.State, refused.Code, refused.File})
	require.Equal(t, []int{3}, refused.Story.Files[0].Rows)
	require.Contains(t, refused.Story.Way, "correct the row in")
	require.Equal(t, state.State("skipped"), ask("6").State)
	both := ask("1")
	require.Equal(t, state.Accepted, both.State)
	require.Equal(t, []string{"b.csv", "a.csv"}, []string{both.Story.Files[0].File, both.Story.Files[1].File})
	require.Equal(t, state.RowRejected, both.Story.Files[0].Status)
	status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "77"})
	require.NoError(t, err)
	require.Empty(t, status.Orders)
}

// A supplier that stays away fills no story.
func TestRepeatedFailuresAreOneAttempt(t *testing.T) {
	r := newRig(t)
	r.shop.always = notSent
	_, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
	require.Error(t, err)
	for range 20 {
		r.clock.After(2 * time.Minute)
		require.NoError(t, r.im.Resume(t.Context()))
	}
	require.Greater(t, r.order("1").Attempts, 5)
	attempts, err := r.journal.Attempts(t.Context(), r.order("1").ID)
	require.NoError(t, err)
	require.Len(t, attempts, 1)
	require.Equal(t, "unreachable", attempts[0].Code)
}

func TestFilters(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Sources = map[string]desk.Source{"shop": {}} })
	r.shop.script["2"] = []fault{refusedSKU}
	r.importFile(r.write("a.csv", orders("1", "2")))
	late := r.clock.Now().Add(time.Hour)
	r.clock.After(2 * time.Hour)
	_, err := r.im.Import(t.Context(), "shop", r.write("b.csv", orders("3")), nil)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		query overview.StatusQuery
		want  []string
		files []string
	}{
		"rejected": {overview.StatusQuery{State: "rejected"}, []string{"2"}, []string{"a.csv"}},
		"since":    {overview.StatusQuery{Since: late}, []string{"3"}, []string{"b.csv"}},
		"source":   {overview.StatusQuery{Source: "shop"}, []string{"3"}, []string{"b.csv"}},
		"inbox":    {overview.StatusQuery{Source: state.InboxItself}, []string{"1", "2"}, []string{"a.csv"}},
		"file":     {overview.StatusQuery{File: "a.csv"}, []string{"1", "2"}, []string{"a.csv"}},
		"no file":  {overview.StatusQuery{File: "z.csv"}, nil, nil},
		"two":      {overview.StatusQuery{File: "a.csv", State: "accepted"}, []string{"1"}, []string{"a.csv"}},
		"number":   {overview.StatusQuery{Number: "3"}, []string{"3"}, []string{"b.csv"}},
	} {
		status, err := r.im.Query(t.Context(), c.query)
		require.NoError(t, err, name)
		var numbers, files []string
		for _, o := range status.Orders {
			numbers = append(numbers, o.ExternalID)
		}
		for _, f := range status.Files {
			files = append(files, f.Name)
		}
		require.ElementsMatch(t, c.want, numbers, name)
		require.ElementsMatch(t, c.files, files, name)
		all := 0
		for _, n := range status.Counts.Orders {
			all += n
		}
		require.Equal(t, len(c.want), all, name)
	}
}

// All is well is never said over a file of which nothing was posted.
func TestRefusedFilesAreTold(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{refusedSKU}
	report := r.importFile(r.write("a.csv", orders("1")))
	f := r.status().Findings[0]
	require.Equal(t, overview.FindingRowsRefused, f.Code)
	require.Equal(t, []string{"a.csv"}, f.Files)
	require.Equal(t, []string{"1"}, f.Orders)
	require.Contains(t, f.Message, "nothing was posted, rows refused: 1")
	require.Contains(t, f.Hint, report.Rejected)
	require.Equal(t, map[string]int{"rejected": 1}, r.status().Counts.Rows)

	bad := r.write("bad.csv", "a;b;c\n1;2;3\n")
	require.True(t, r.importFile(bad).Refused)
	require.ElementsMatch(t, []string{overview.FindingRowsRefused, overview.FindingFileRefused}, codes(r.status()))
	r.importFile(r.write("bad.csv", orders("5")))
	r.importFile(r.write("c.csv", orders("1")+"\n"))
	require.Empty(t, codes(r.status()), "both were dropped again, corrected")
}

// A supplier's odd wait is an hour at most, is said, and a person need not wait.
func TestOddWaits(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"], r.shop.wait = []fault{throttled}, 10*365*24*time.Hour
	begun := r.clock.Now()
	_, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
	require.Error(t, err)
	require.Equal(t, begun.Add(time.Hour), r.order("1").NotBefore)
	status := r.status()
	require.ElementsMatch(t, []string{"supplier", overview.FindingWaiting}, codes(status))
	require.Contains(t, status.Findings[0].Message, "wait until 2036-09-2")
	require.Contains(t, status.Findings[1].Message, "orders that wait until 2026-10-01")

	require.NoError(t, r.im.Retry(t.Context(), "", "1"))
	require.NoError(t, r.im.Resume(t.Context()))
	require.Equal(t, state.Accepted, r.order("1").State)
	require.Less(t, r.clock.Now().Sub(begun), time.Hour)
}

// A running importer that waits for the supplier notices that a person, in another process,
// asked to try now.
func TestARunningImporterHeedsARetry(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.set(func() { r.shop.always, r.shop.wait = throttled, 50*365*24*time.Hour })
		r.write("inbox/a.csv", orders("1"))
		wait(10 * time.Minute)
		require.Equal(t, state.Ready, r.order("1").State)
		require.Equal(t, 1, r.shop.postsOf("1"))
		r.shop.set(func() { r.shop.always = none })
		config := r.config()
		config.Owner = "a command"
		other, err := importer.New(config, r.shop, r.journal)
		require.NoError(t, err)
		defer other.Close()
		require.NoError(t, other.Retry(t.Context(), "", "1"))
		wait(20 * time.Second)
		require.Equal(t, state.Accepted, r.order("1").State)
		require.Equal(t, 2, r.shop.postsOf("1"))
		require.Empty(t, r.problems())
	})
}

// A wait that is over is no problem where another process has posted the orders.
func TestAWaitEndsWithoutOrders(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.set(func() { r.shop.always, r.shop.wait = throttled, 10*time.Minute })
		r.write("inbox/a.csv", orders("1"))
		wait(time.Minute)
		require.Contains(t, r.problems(), "supplier: posting waits until")
		order := r.order("1")
		order.State, order.Code = state.Rejected, state.CodeCancelled
		_, err := r.journal.Swap(t.Context(), order)
		require.NoError(t, err)
		wait(11 * time.Minute)
		require.Empty(t, r.problems())
	})
}

// Where the supplier points at one item, only its row has that reason.
func TestRowsOfRefusedItems(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{refusedSecond}
	report := r.importFile(r.write("a.csv", grownOrder("1")+rowOf("2", "KB-01", 1)))
	require.Equal(t, "rejected rejected accepted", statuses(report))
	require.Equal(t, "order refused because of row 3", report.Rows[0].Error.Message)
	require.Contains(t, report.Rows[1].Error.Message, "no product has this SKU")
	require.Equal(t, "unknown_sku", report.Rows[1].Error.Code)

	// A later file that brings the order again leaves the first one's rows as they were.
	r.importFile(r.write("b.csv", orders("1")))
	report, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, "order refused because of row 3", report.Rows[0].Error.Message)
	require.Contains(t, report.Rows[1].Error.Message, "no product has this SKU")
}

// That the supplier does not have an order is believed only where the supplier says so too.
func TestNotPostedAsksTheSupplier(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1"] = []fault{timeoutLost}
	require.Equal(t, "unknown", statuses(r.importFile(r.write("a.csv", orders("1")))))
	_, err := r.shop.CreateOrder(t.Context(), r.order("1").Body, "") // it came late
	require.NoError(t, err)
	notPosted := func(force bool) error {
		_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedNotPosted, Force: force})
		return err
	}
	err = notPosted(false)
	require.ErrorContains(t, err, "the supplier has order ord_1 under the number 1: 1 × KB-01")
	var way interface{ Hint() string }
	require.ErrorAs(t, err, &way)
	require.Contains(t, way.Hint(), "resolve 1 --posted ord_1")
	r.shop.listing = &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"}
	require.ErrorContains(t, notPosted(false), "could not be asked")
	require.Equal(t, state.Unknown, r.order("1").State)
	require.NoError(t, notPosted(true))
	require.Equal(t, state.Ready, r.order("1").State)
}

// unlisted is a shop that shows no orders, as its mapping has no list of them.
type unlisted struct{ *shop }

func (unlisted) Orders(context.Context, supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	return list[supplier.Order](nil, &supplier.Error{Kind: supplier.KindRejected, Op: "list orders", Err: supplier.NoOperation("orders")})
}

// A supplier without a list of orders is not asked for them: what a promise does not settle a
// person does, and nothing is made twice.
func TestASupplierWithoutAListOfOrders(t *testing.T) {
	for name, c := range map[string]struct {
		promise string
		meets   []fault
		state   state.State
		posts   int
		key     string
	}{
		"good":                     {"none", nil, state.Accepted, 1, ""},
		"lost":                     {"none", []fault{timeoutLost}, state.Unknown, 1, "outcome_unknown.person"},
		"stored":                   {"none", []fault{timeoutStored}, state.Unknown, 1, "outcome_unknown.person"},
		"stored, with a promise":   {"external_id", []fault{timeoutStored}, state.Accepted, 2, ""},
		"refused the second time":  {"external_id", []fault{timeoutStored, refusedSKU}, state.Unknown, 2, state.KeyRefusedUnseen},
		"refused at the first try": {"external_id", []fault{refusedSKU}, state.Rejected, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.shop.promise = supplier.Idempotency{Kind: c.promise}
			r.shop.script["1"] = c.meets
			r.stop()
			r.service = unlisted{r.shop}
			r.start()
			r.importFile(r.write("a.csv", orders("1")))
			for range 10 {
				r.settle()
			}
			require.NoError(t, r.im.Follow(t.Context()))
			o := r.order("1")
			require.Equal(t, c.state, o.State, "%s %s", o.Code, o.Message)
			require.Equal(t, c.posts, r.shop.postsOf("1"))
			if c.key != "" {
				require.Equal(t, c.key, o.Message.Key)
			}
			if c.state != state.Unknown {
				return
			}
			_, err := r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedNotPosted})
			require.ErrorContains(t, err, "the supplier's mapping has no orders")
			_, err = r.im.Decide(t.Context(), decide.Answer{Number: "1", Kind: state.DecidedPosted, Value: "ord_1", Force: true})
			require.NoError(t, err)
			require.Equal(t, state.Accepted, r.order("1").State)
		})
	}
}
