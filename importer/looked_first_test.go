package importer_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// After an adoption an order whose supplier cannot be asked waits.
func TestOrdersWaitWhereTheSupplierCannotBeAsked(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	r.removeJournal()
	r.start()
	r.adopt()
	path := r.write("b.csv", orders("1002"))
	r.shop.listing = &supplier.Error{Kind: supplier.KindTransient, Op: "list orders", Detail: "out of order"}
	report, err := r.im.Import(t.Context(), "", path, nil)
	require.ErrorContains(t, err, "out of order")
	require.Equal(t, "pending", statuses(report))
	for _, none := range []*supplier.Error{{Kind: supplier.KindRejected, Op: "list orders", Err: supplier.ErrUnmapped},
		{Kind: supplier.KindNotFound, Op: "list orders", Status: 404}, {Kind: supplier.KindRejected, Op: "list orders", Status: 405}} {
		r.shop.listing = none
		r.clock.After(time.Hour)
		report, err = r.im.Import(t.Context(), "", path, nil)
		require.ErrorContains(t, err, "no list of orders")
		var way interface{ Hint() string }
		require.ErrorAs(t, err, &way)
		require.Contains(t, way.Hint(), "dropbridge adopt --unchecked")
		require.Equal(t, "not_looked_up", report.Rows[0].Error.Code)
		require.Contains(t, codes(r.status()), overview.FindingWaiting)
	}
	require.Zero(t, r.shop.postsOf("1002"))
	_, err = r.im.Adopt(t.Context(), doubt.AdoptOptions{Unchecked: true, By: "olena"})
	require.NoError(t, err)
	r.clock.After(time.Hour)
	require.Equal(t, "accepted", statuses(r.importFile(path)))
}

// A list that lags does not hide what the earlier journal sent last.
func TestLookBeforeTheFirstSendIsPatient(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.lag = 2
	a := r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	r.removeJournal()
	require.NoError(t, os.Remove(a.Result))
	r.start()
	r.adopt()
	require.Equal(t, "accepted", statuses(r.importFile(r.path("a.csv"))))
	require.Equal(t, 1, r.shop.allPosts())
	r.clock.After(24 * time.Hour)
	looks := r.shop.lookups
	r.importFile(r.write("b.csv", orders("1002")))
	require.Equal(t, looks+1, r.shop.lookups, "by then one look is enough")
	r.clock.After(91 * 24 * time.Hour)
	r.importFile(r.write("c.csv", orders("1003")))
	require.Equal(t, looks+1, r.shop.lookups, "and at last none is needed")
}
