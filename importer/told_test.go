package importer

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What the supplier or the network did is said in the language of the sentence.
func TestToldInTheLanguageOfTheSentence(t *testing.T) {
	for uk, failure := range map[string]*supplier.Error{
		"надсилання замовлення: постачальник відповів 429 (slow)":   {Op: "create order", Status: 429, Detail: "slow"},
		"список замовлень: постачальник відповів 404":               {Op: "list orders", Status: 404},
		"надсилання замовлення: зв'язок обірвався, відповіді немає": {Op: "create order", Err: io.EOF},
		"список відправлень: no such host":                          {Op: "list shipments", Err: errors.New("no such host")},
		"надсилання замовлення: не вдалося":                         {Op: "create order"},
	} {
		im := &Importer{config: Config{Language: wording.Ukrainian}}
		require.Equal(t, "надсилання чекає: "+uk, im.trouble(failure, "trouble.waits").Error())
	}
	require.Equal(t, "create order: status 429: slow", supplierSaid(&supplier.Error{Op: "create order", Status: 429, Detail: "slow"}).In(wording.English))
}

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
