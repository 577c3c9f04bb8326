package state

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

var noon = time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)

func TestMeet(t *testing.T) {
	for _, c := range []struct {
		state       State
		same        bool // content
		mine, again bool
		relation    Relation
		changed     bool
	}{
		{Accepted, true, false, false, Duplicate, false},
		{Accepted, true, true, true, Duplicate, false},
		{Accepted, true, true, false, Own, false}, // the same drop goes on
		{Accepted, false, false, false, Clash, false},
		{Accepted, false, true, true, Clash, false},
		{Ready, true, false, false, Duplicate, false},
		{Ready, true, true, true, Own, false},
		{Ready, false, false, false, Clash, false},
		{Sending, true, false, false, Duplicate, false},
		{Sending, false, false, false, Clash, false},
		{Unknown, true, false, false, Duplicate, false},
		{Unknown, true, true, true, Own, false},
		{Unknown, false, false, false, Clash, false},
		{Rejected, true, true, false, Own, false},
		{Rejected, true, true, true, Own, true},
		{Rejected, true, false, false, Own, true},
		{Rejected, false, false, false, Own, true},
		{Conflict, false, false, false, Own, true},
		{Conflict, true, true, false, Own, false},
	} {
		held := Order{ID: 7, Version: 3, Hash: "h", State: c.state, Round: 2, Attempts: 4, Key: "old"}
		incoming := Order{Hash: "h", State: Ready, Key: "new"}
		if !c.same {
			incoming.Hash = "other"
		}
		order, relation, changed := Meet(held, incoming, c.mine, c.again)
		name := fmt.Sprintf("%+v", c)
		require.Equal(t, c.relation, relation, name)
		require.Equal(t, c.changed, changed, name)
		if !changed {
			require.Equal(t, held, order, name)
			continue
		}
		require.Equal(t, []any{int64(7), int64(3), 3, 4, Ready}, []any{order.ID, order.Version, order.Round, order.Attempts, order.State}, name)
		require.NotContains(t, []string{"old", "new"}, order.Key, name)
	}
}

func TestIdempotencyKeyTellsOrdersApart(t *testing.T) {
	seen := map[string]Order{}
	for _, o := range []Order{
		{OrderKey: OrderKey{Account: "a", Source: "b", ExternalID: "c"}, Hash: "d"},
		{OrderKey: OrderKey{Account: "ab", ExternalID: "c"}, Hash: "d"},
		{OrderKey: OrderKey{Account: "a", Source: "bc"}, Hash: "d"},
		{OrderKey: OrderKey{Account: "a", Source: "b", ExternalID: "c"}, Hash: "e"},
		{OrderKey: OrderKey{Account: "a", Source: "b", ExternalID: "c"}, Hash: "d", Round: 1},
		{OrderKey: OrderKey{Account: "a", Source: "b", Supplier: "s", ExternalID: "c"}, Hash: "d"},
	} {
		key := IdempotencyKey(o)
		require.Len(t, key, 32)
		require.NotContains(t, seen, key)
		seen[key] = o
		require.Equal(t, key, IdempotencyKey(o))
	}
}

func TestClassify(t *testing.T) {
	refusal := func(kind supplier.Kind) error { return &supplier.Error{Kind: kind, Op: "create order", Detail: "why"} }
	for _, c := range []struct {
		name     string
		answer   supplier.Order
		err      error
		doubtful bool
		state    State
		halt     halt
	}{
		{name: "created", answer: supplier.Order{ID: "o", ExternalID: "1"}, state: Accepted},
		{name: "created, without our number", answer: supplier.Order{ID: "o"}, state: Accepted},
		{name: "no id", answer: supplier.Order{ExternalID: "1"}, state: Unknown},
		{name: "another's", answer: supplier.Order{ID: "o", ExternalID: "2"}, state: Unknown},
		{name: "rejected", err: refusal(supplier.KindRejected), state: Rejected},
		{name: "not found", err: refusal(supplier.KindNotFound), state: Rejected},
		{name: "conflict", err: refusal(supplier.KindConflict), state: Conflict},
		{name: "conflict after a doubtful attempt", err: refusal(supplier.KindConflict), doubtful: true, state: Unknown},
		{name: "unauthorized", err: refusal(supplier.KindUnauthorized), state: Ready, halt: HaltBlock},
		{name: "throttled", err: refusal(supplier.KindThrottled), state: Ready, halt: haltPause},
		{name: "not sent", err: refusal(supplier.KindNotSent), state: Ready, halt: haltPause},
		{name: "ambiguous", err: refusal(supplier.KindAmbiguous), state: Unknown},
		{name: "transient", err: refusal(supplier.KindTransient), state: Unknown},
		{name: "protocol", err: refusal(supplier.KindProtocol), state: Unknown},
		{name: "incomplete", err: refusal(supplier.KindIncomplete), state: Unknown},
		{name: "a kind of tomorrow", err: refusal(supplier.Kind(0)), state: Unknown},
		{name: "wrapped", err: fmt.Errorf("more: %w", refusal(supplier.KindRejected)), state: Rejected},
		{name: "no kind", err: errors.New("context deadline exceeded"), state: Unknown},
	} {
		out := Classify(Order{OrderKey: OrderKey{ExternalID: "1"}, Doubtful: c.doubtful}, supplier.Created{Order: c.answer}, c.err)
		require.Equal(t, c.state, out.State, c.name)
		require.Equal(t, c.halt, out.Halt, c.name)
		require.True(t, out.State == Accepted || !out.Message.IsZero(), c.name)
	}
}

func TestLearnNeverGoesBack(t *testing.T) {
	o := Order{State: Accepted}.Learn(supplier.Order{Status: "shipped", UpdatedAt: noon, Waybills: []string{"1", "2"}})
	require.Equal(t, "shipped", o.RemoteStatus)
	require.Equal(t, o, o.Learn(supplier.Order{Status: "new", UpdatedAt: noon.Add(-time.Second)}))
	o = o.Learn(supplier.Order{Status: "completed", UpdatedAt: noon.Add(time.Hour), WaybillNumber: "1"})
	require.Equal(t, []string{"1"}, o.Waybills)
	require.Equal(t, o, o.Learn(supplier.Order{Status: "shipped", UpdatedAt: noon.Add(time.Hour)}), "final stays, at the same time")
}

func TestWaybillsOfParcels(t *testing.T) {
	parcel := func(id, waybill, state string, after time.Duration) supplier.Shipment {
		return supplier.Shipment{ID: id, WaybillNumber: waybill, State: state, StateUpdatedAt: noon.Add(after)}
	}
	o := Order{Waybills: []string{"1"}}
	for _, p := range []supplier.Shipment{parcel("a", "1", "created", 0), parcel("b", "2", "created", 0), parcel("c", "", "created", 0)} {
		o = o.LearnParcel(p)
	}
	require.Equal(t, []string{"1", "2"}, o.AllWaybills())
	o = o.LearnParcel(parcel("b", "2", "deleted", time.Minute))
	require.Equal(t, []string{"1"}, o.AllWaybills())
	require.Equal(t, o, o.LearnParcel(parcel("b", "2", "created", 0)), "older news")
	require.Equal(t, o, o.LearnParcel(parcel("b", "2", "created", time.Minute)), "a final state stays")
	o = o.LearnParcel(parcel("c", "3", "in_transit", time.Minute))
	require.Equal(t, []string{"1", "3"}, o.AllWaybills())
}
