package journal_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// testEachOrder: orders of one source, changed from a time on, one by one and whole but
// for their bodies.
func testEachOrder(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	root := file("c.csv")
	root.Source, root.SHA256 = "", "cc33"
	other := draft("3", "c", 2)
	other.Source = ""
	record(t, j, root, other)
	accepted := links(t, j, f)[0].Order
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = state.Accepted, "ord_1", "new", start.Add(time.Hour)
	accepted.Parcels = []state.Parcel{{ID: "p1", Waybill: "20450000000001", State: "created", At: start, Carrier: "meest", ShippedAt: start}}
	swap(t, j, accepted)

	for name, c := range map[string]struct {
		query state.OrderQuery
		want  []string
	}{
		"all":                {state.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"of a source":        {state.OrderQuery{Account: "acme", Sources: []string{"keycrm"}}, []string{"1", "2"}},
		"of the inbox":       {state.OrderQuery{Account: "acme", Sources: []string{""}}, []string{"3"}},
		"open":               {state.OrderQuery{Account: "acme", Sources: []string{"keycrm"}, Open: true}, []string{"1"}},
		"changed":            {state.OrderQuery{Account: "acme", Since: start.Add(time.Hour)}, []string{"1"}},
		"changed just later": {state.OrderQuery{Account: "acme", Since: start.Add(time.Hour + 1)}, nil},
		"another account":    {state.OrderQuery{Account: "other"}, nil},
	} {
		var ids []string
		for o, err := range j.EachOrder(t.Context(), c.query) {
			require.NoError(t, err, name)
			require.Empty(t, o.Body)
			require.NotEmpty(t, o.Content)
			ids = append(ids, o.ExternalID)
		}
		require.Equal(t, c.want, ids, name)
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err)
		require.Len(t, orders, len(c.want), name)
	}
	for o, err := range j.EachOrder(t.Context(), state.OrderQuery{Account: "acme"}) {
		require.NoError(t, err)
		require.Equal(t, accepted.Parcels, o.Parcels, "carrier and day of a parcel are kept")
		break // the rest is not read
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range j.EachOrder(ended, state.OrderQuery{Account: "acme"}) {
		require.Error(t, err)
	}
}
