package importer_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A key that was good when the repetition was decided may have expired when it is due.
func TestKeyThatExpiresBeforeTheRepetition(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "key", Lifetime: time.Hour}
	r.shop.script["1001"] = []fault{timeoutLost}
	r.ports.atPoints(func(point string) error {
		if point == "concluded" && r.order("1001").State == state.Ready {
			r.clock.After(2 * time.Hour)
		}
		return nil
	})
	r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, state.Ready, r.order("1001").State)
	r.settle()
	require.Equal(t, state.Unknown, r.order("1001").State)
	require.Equal(t, 1, r.shop.postsOf("1001"))

	require.NoError(t, r.im.Resolve(t.Context(), "", "1001", ""))
	r.settle()
	require.Equal(t, state.Accepted, r.order("1001").State, "a person may say that it is not there")
	require.Equal(t, 2, r.shop.postsOf("1001"))
}

// A supplier may refuse a repeated order only because it is there already.
func TestRefusalOfARepeatedOrder(t *testing.T) {
	for _, c := range []struct {
		name   string
		script []fault
		lag    int
		status string
	}{
		{"it is there", []fault{timeoutStored, refusedSKU}, 3, "accepted"},
		{"it is not", []fault{timeoutLost, refusedSKU}, 0, "rejected"},
		{"it is there, and the list lags", []fault{timeoutStored, refusedSKU}, 5, "accepted"},
	} {
		r := newRig(t)
		r.shop.script["1001"], r.shop.lag = c.script, c.lag
		report := r.importFile(r.write("a.csv", orders("1001")))
		require.Equal(t, c.status, statuses(report), c.name)
		require.Equal(t, 2, r.shop.postsOf("1001"), c.name)
	}
}

func TestRefusalOfARepeatedOrderThatCannotBeLookedUp(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{timeoutStored, refusedSKU}
	r.shop.lag = 3
	r.ports.atPoints(func(point string) error {
		if point == "posted" && r.shop.postsOf("1001") == 2 {
			r.shop.listing = &supplier.Error{Kind: supplier.KindTransient, Op: "list orders"}
			r.shop.change("1001", func(o *supplier.Order) { o.ExternalID = "hidden" })
		}
		if point == "settled" && r.shop.postsOf("1001") == 2 {
			require.Equal(t, state.Unknown, r.order("1001").State)
			r.shop.listing = nil
			r.shop.change("hidden", func(o *supplier.Order) { o.ExternalID = "1001" })
		}
		return nil
	})
	require.Equal(t, "accepted", statuses(r.importFile(r.write("a.csv", orders("1001")))))
}

// An older order of somebody else under the number does not hide ours.
func TestLookupPrefersTheOrderThatWasSent(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1001","items":[{"sku":"X","quantity":1}]}`), "")
	require.NoError(t, err)
	r.shop.script["1001"] = []fault{timeoutStored}
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.Equal(t, "ord_2", text(report.Rows[0].OrderID))
	require.Nil(t, report.Rows[0].Error)
}

// What is at the supplier twice is said, whoever made it so.
func TestOrderThatIsThereTwice(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1001"] = []fault{timeoutStored}
	r.ports.atPoints(func(point string) error {
		if point == "posted" && r.shop.postsOf("1001") == 1 {
			_, err := r.shop.CreateOrder(t.Context(), r.order("1001").Body, "")
			return err
		}
		return nil
	})
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.Equal(t, "posted_twice", report.Rows[0].Error.Code)
	require.Contains(t, report.Rows[0].Error.Message, "as ord_1 and as ord_2")
	require.Contains(t, cellsOf(t, report.Result)["1001"][4], "as ord_1 and as ord_2")
}

// A supplier that fails on an order each time gets it more and more rarely, and at
// last once in ten minutes.
func TestOrderThatFailsEachTimeIsSentMoreAndMoreRarely(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "external_id"}
	r.shop.always = serverError
	begun := r.clock.Now()
	r.importFile(r.write("a.csv", orders("1001")))
	for r.clock.Now().Before(begun.Add(2 * time.Hour)) {
		require.NoError(t, r.im.Resume(t.Context()))
		r.clock.After(30 * time.Second)
	}
	require.GreaterOrEqual(t, r.shop.postsOf("1001"), 10)
	require.LessOrEqual(t, r.shop.postsOf("1001"), 20)
	r.shop.always = none
	r.clock.After(15 * time.Minute)
	r.settle()
	require.Equal(t, state.Accepted, r.order("1001").State)
	require.Len(t, r.shop.orders, 1)
}

// TestOrdersOfAnEarlierProcessAreWrittenAnew: a mapping that was changed, and approved, in
// between is the one that counts; an order that may be at the supplier stays as it is.
func TestOrdersOfAnEarlierProcessAreWrittenAnew(t *testing.T) {
	r := newRig(t)
	r.shop.always = notSent
	_, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1", "2")), nil)
	require.Error(t, err)
	first := string(r.order("1").Body)
	r.stop()
	r.clock.After(time.Hour)
	r.shop.always, r.shop.trailer = none, " "
	r.shop.encoding = func(o supplier.NewOrder) error {
		if o.ExternalID == "2" {
			return errors.New("comment has no place in the supplier's mapping")
		}
		return nil
	}
	r.start()
	report := r.importFile(r.path("a.csv"))
	require.Equal(t, "accepted rejected", statuses(report))
	require.Equal(t, first+" ", string(r.order("1").Body), "the journal has the body that was sent")
	require.Equal(t, "not_expressible", r.order("2").Code)
	require.Equal(t, 1, r.shop.postsOf("1"))
	require.Zero(t, r.shop.postsOf("2"))
}

func TestADoubtfulOrderIsRepeatedAsItWas(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{timeoutLost}
	r.ports.atPoints(func(point string) error {
		if point == "concluded" && r.order("1").State == state.Ready {
			r.shop.trailer = " "
		}
		return nil
	})
	report := r.importFile(r.write("a.csv", orders("1")))
	require.Equal(t, "accepted", statuses(report))
	require.NotContains(t, string(r.order("1").Body), "} ")
}

func TestAnOrderIsRecognisedByItsPhonesDigits(t *testing.T) {
	sent := func(r *rig) string { // the rig's own phone, without its plus
		var order supplier.NewOrder
		require.NoError(t, json.Unmarshal(r.order("1001").Content, &order))
		return strings.TrimPrefix(order.Recipient.Phone, "+")
	}
	probe := newRig(t)
	probe.importFile(probe.write("a.csv", orders("1001")))
	phone := sent(probe)
	for given, want := range map[string]string{phone: "accepted", phone[2:5] + " " + phone[5:8] + "-" + phone[8:]: "accepted", phone[:11] + "X": "conflict"} {
		r := newRig(t)
		r.shop.script["1001"], r.shop.phone = []fault{timeoutStored}, given
		report := r.importFile(r.write("a.csv", orders("1001")))
		require.Equal(t, want, statuses(report), given)
	}
}
