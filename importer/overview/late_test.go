package overview

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestLateSince(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	parcel := func(status string, days int) []state.Parcel {
		return []state.Parcel{{ID: "1", Waybill: "20450000000001", State: status, At: ago(days)}}
	}
	for name, c := range map[string]struct {
		order state.Order
		due   time.Time
	}{
		"no parcel for three days":          {state.Order{State: state.Accepted, CreatedAt: ago(3), RemoteStatus: "new"}, now},
		"no parcel for two days":            {state.Order{State: state.Accepted, CreatedAt: ago(2), RemoteStatus: "new"}, time.Time{}},
		"no parcel, and confirmed just now": {state.Order{State: state.Accepted, CreatedAt: ago(4), RemoteAt: now, RemoteStatus: "confirmed"}, ago(1)},
		"a parcel that does not move":       {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("arrived", 6)}, ago(1)},
		"a parcel that moves":               {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("in_transit", 4)}, time.Time{}},
		"a waybill alone":                   {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteAt: ago(5), RemoteStatus: "shipped", Waybills: []string{"1"}}, now},
		"a parcel that arrived":             {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteAt: ago(8), RemoteStatus: "shipped", Parcels: parcel("delivered", 6)}, time.Time{}},
		"a parcel that was deleted":         {state.Order{State: state.Accepted, CreatedAt: ago(4), RemoteAt: ago(4), RemoteStatus: "confirmed", Parcels: parcel("deleted", 4)}, ago(1)},
		"an order that is final":            {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteStatus: "cancelled"}, time.Time{}},
		"an order on its way back":          {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteStatus: "returning"}, time.Time{}},
		"an order that never left":          {state.Order{State: state.Ready, CreatedAt: ago(9)}, time.Time{}},
		"handed over, never confirmed":      {state.Order{State: state.Accepted, CreatedAt: ago(9), RemoteStatus: supplier.HandedOver}, time.Time{}},
		"history that was never closed":     {state.Order{State: state.Accepted, CreatedAt: ago(46), RemoteStatus: "new"}, time.Time{}},
	} {
		require.Equal(t, c.due, lateSince(c.order, now), name)
	}
}
