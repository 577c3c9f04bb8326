package state

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestLateFrom(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	parcel := func(status string, days int) []Parcel {
		return []Parcel{{ID: "1", Waybill: "20450000000001", State: status, At: ago(days)}}
	}
	for name, c := range map[string]struct {
		order Order
		due   time.Time
	}{
		"no parcel for three days":          {Order{State: Accepted, CreatedAt: ago(3), RemoteStatus: "new"}, now},
		"no parcel for two days":            {Order{State: Accepted, CreatedAt: ago(2), RemoteStatus: "new"}, time.Time{}},
		"no parcel, and confirmed just now": {Order{State: Accepted, CreatedAt: ago(4), RemoteAt: now, RemoteStatus: "confirmed"}, ago(1)},
		"a parcel that does not move":       {Order{State: Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("arrived", 6)}, ago(1)},
		"a parcel that moves":               {Order{State: Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("in_transit", 4)}, time.Time{}},
		"a waybill alone":                   {Order{State: Accepted, CreatedAt: ago(9), RemoteAt: ago(5), RemoteStatus: "shipped", Waybills: []string{"1"}}, now},
		"a parcel that arrived":             {Order{State: Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("delivered", 6)}, time.Time{}},
		"a parcel that was deleted":         {Order{State: Accepted, CreatedAt: ago(4), RemoteAt: ago(4), RemoteStatus: "confirmed", Parcels: parcel("deleted", 4)}, ago(1)},
		"an order that is final":            {Order{State: Accepted, CreatedAt: ago(9), RemoteStatus: "cancelled"}, time.Time{}},
		"an order on its way back":          {Order{State: Accepted, CreatedAt: ago(9), RemoteStatus: "returning"}, time.Time{}},
		"an order that never left":          {Order{State: Ready, CreatedAt: ago(9)}, time.Time{}},
		"handed over, never confirmed":      {Order{State: Accepted, CreatedAt: ago(9), RemoteStatus: supplier.HandedOver}, time.Time{}},
		"history that was never closed":     {Order{State: Accepted, CreatedAt: ago(46), RemoteStatus: "new"}, time.Time{}},
	} {
		if got := c.order.LateFrom(); c.due.IsZero() || got.After(now) {
			require.False(t, c.order.Late(now), name)
		} else {
			require.Equal(t, c.due, got, name)
			require.True(t, c.order.Late(now), name)
			require.False(t, c.order.Late(c.due.Add(-1)), name)
		}
	}
}
