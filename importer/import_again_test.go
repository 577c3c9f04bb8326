package importer_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
)

func TestSameFileAgainIsAllDuplicates(t *testing.T) {
	r := newRig(t)
	path := r.write("orders.csv", orders("1001", "1002"))
	first := r.importFile(path)
	posts := r.shop.allPosts()
	again := r.importFile(path)
	require.Equal(t, state.Counts{Duplicate: 2}, again.Counts)
	require.Equal(t, first.Rows[0].OrderID, again.Rows[0].OrderID)
	require.Equal(t, posts, r.shop.allPosts())

	renamed := r.importFile(r.write("copy.csv", orders("1001", "1002")))
	require.Equal(t, "duplicate duplicate", statuses(renamed))
	require.NotEqual(t, first.Result, renamed.Result)

	resorted := r.importFile(r.write("sorted.csv", orders("1003", "1002", "1001")))
	require.Equal(t, "accepted duplicate duplicate", statuses(resorted))
	require.Equal(t, posts+1, r.shop.allPosts())
}

func TestOtherContentUnderTheSameNumberIsHeld(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1001")))
	report := r.importFile(r.write("b.csv", heading+rowOf("1001", "KB-01", 5)))
	require.Equal(t, state.Counts{Conflict: 1}, report.Counts)
	require.Equal(t, "order_conflict", report.Rows[0].Error.Code)
	require.Contains(t, report.Rows[0].Error.Message, "ord_1")
	require.Equal(t, 1, r.shop.postsOf("1001"))
}

func TestNumberThatTheSupplierKnowsFromElsewhere(t *testing.T) {
	r := newRig(t)
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1001","items":[{"sku":"X","quantity":1}]}`), "")
	require.NoError(t, err)
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, state.Counts{Conflict: 1}, report.Counts)
	require.Contains(t, report.Rows[0].Error.Message, "ord_1")
	require.Equal(t, state.Conflict, r.order("1001").State)
}

func TestRefusedOrderCorrectedAndDroppedAgain(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{refusedSKU, refusedSKU}
	path := r.write("a.csv", orders("1001", "1002"))
	first := r.importFile(path)
	require.Equal(t, "rejected accepted", statuses(first))
	require.Equal(t, result.RowError{Code: "unknown_sku", Message: "the order is not valid; /items/0/sku no product has this SKU"}, *first.Rows[0].Error)

	again := r.importFile(path)
	require.Equal(t, "rejected duplicate", statuses(again), "what was refused is tried again with a new drop")
	require.Equal(t, 2, r.shop.postsOf("1001"))

	corrected := r.importFile(r.write("b.csv", heading+rowOf("1001", "KB-09", 1)))
	require.Equal(t, "accepted", statuses(corrected))
	keys := r.shop.keys["1001"]
	require.Len(t, keys, 3)
	require.NotEqual(t, keys[0], keys[1], "a supplier may keep a refusal with its key")
	require.NotEqual(t, keys[1], keys[2])

	old, err := r.im.Refresh(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, "accepted duplicate", statuses(old), "the first file shows what became of its order")
	require.Equal(t, result.RowError{Code: "corrected", Message: "corrected in the file b.csv"}, *old.Rows[0].Error)
	require.Equal(t, *corrected.Rows[0].OrderID, *old.Rows[0].OrderID)
}

func TestTwoNamesThatCleanToOneResultName(t *testing.T) {
	r := newRig(t)
	a := r.importFile(r.write("a/x?.csv", orders("1001")))
	b := r.importFile(r.write("b/x*.csv", orders("1001")))
	require.Equal(t, "x_."+a.SHA256[:8]+".result.csv", filepath.Base(a.Result))
	require.Equal(t, "x_."+a.SHA256[:8]+".result (2).csv", filepath.Base(b.Result))
}
