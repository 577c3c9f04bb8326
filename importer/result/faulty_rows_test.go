package result

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A refusal of the order as a whole beside one of an item is lost nowhere.
func TestFaultsOfAnItemAndOfTheWholeOrder(t *testing.T) {
	faults := state.ItemFaults(&supplier.Error{Code: "invalid", Fields: []supplier.FieldError{
		{Pointer: "/items/1/sku", Code: "unknown_sku", Detail: "no such SKU"}, {Pointer: "/recipient/phone", Code: "bad_phone", Detail: "bad phone"}}})
	link := state.Link{Rows: []int{2, 3}, ItemRows: []int{2, 3}, Order: state.Order{State: state.Rejected, Faults: faults}}
	faulty := faultyRows(link, view{Status: state.RowRejected})
	require.Len(t, faulty, 1)
	require.Equal(t, "unknown_sku", faulty[3].Code)
	require.Contains(t, faulty[3].Message, "no such SKU")
	require.Contains(t, faulty[3].Message, "bad phone")
	require.Contains(t, link.WholeFault(), "bad phone")
	require.Empty(t, state.ItemFaults(&supplier.Error{Fields: []supplier.FieldError{{Pointer: "/recipient/phone", Code: "bad_phone"}}}))
}
