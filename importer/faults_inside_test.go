package importer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A refusal of the order as a whole beside one of an item is lost nowhere.
func TestFaultsOfAnItemAndOfTheWholeOrder(t *testing.T) {
	faults := itemFaults(&supplier.Error{Code: "invalid", Fields: []supplier.FieldError{
		{Pointer: "/items/1/sku", Code: "unknown_sku", Detail: "no such SKU"}, {Pointer: "/recipient/phone", Code: "bad_phone", Detail: "bad phone"}}})
	link := Link{Rows: []int{2, 3}, ItemRows: []int{2, 3}, Order: Order{State: Rejected, Faults: faults}}
	faulty := link.faultyRows(view{Status: RowRejected})
	require.Len(t, faulty, 1)
	require.Equal(t, "unknown_sku", faulty[3].Code)
	require.Contains(t, faulty[3].Message, "no such SKU")
	require.Contains(t, faulty[3].Message, "bad phone")
	require.Contains(t, link.wholeFault(), "bad phone")
	require.Empty(t, itemFaults(&supplier.Error{Fields: []supplier.FieldError{{Pointer: "/recipient/phone", Code: "bad_phone"}}}))
}
