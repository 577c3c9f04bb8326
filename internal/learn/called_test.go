package learn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cabinetDocument is a service with words of its own, of which no rows are known.
const cabinetDocument = `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{
"/goods":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "code":{"type":"string","description":"Код товару"},"vendorCode":{"type":"string","description":"Артикул виробника"},"name":{"type":"string"},"dealerPrice":{"type":"string"}}}}}}}}}},
"/orders":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "number":{"type":"integer"},"status":{"type":"string"},"clientNumber":{"type":"string","description":"Ваш номер замовлення"},
 "lines":{"type":"array","items":{"type":"object","properties":{"code":{"type":"string"},"count":{"type":"integer"}}}}}}}}}}}},
"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"clientNumber":{"type":"string","description":"Ваш номер замовлення"},"phone":{"type":"string"},"fio":{"type":"string"},
 "lines":{"type":"array","items":{"type":"object","properties":{"code":{"type":"string"},"count":{"type":"integer"}}}}}}}}},
 "responses":{"201":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"result":{"type":"object","properties":{"number":{"type":"integer"},"status":{"type":"string"}}}}}}}}}}},
"/balance/moves":{"get":{"summary":"ledger","responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "moveId":{"type":"integer"},"kind":{"type":"string"},"sum":{"type":"string"},"movedOn":{"type":"string","format":"date-time"},"orderNumber":{"type":"integer"},"clientNumber":{"type":"string"}}}}}}}}}}}}`

// What one list calls a thing tells where the others have it.
func TestListsOfAServiceCallThingsAlike(t *testing.T) {
	p := learnFiles(t, map[string]string{"doc.json": cabinetDocument}, "doc.json")
	require.Equal(t, "code", pathIn(p, "products", "sku"), "the lines of orders name it")
	require.Equal(t, "code", pathIn(p, "products", "id"))
	require.Equal(t, []string{"number", "clientNumber"}, []string{pathIn(p, "orders", "id"), pathIn(p, "orders", "external_id")})
	require.Contains(t, p.Mapping, "order: result ")
	for field, path := range map[string]string{"id": "moveId", "order_id": "orderNumber", "order_external_id": "clientNumber", "posted_at": "movedOn", "number": ""} {
		require.Equal(t, path, pathIn(p, "ledger", field), field)
	}
	lines := strings.ReplaceAll(cabinetDocument, `{"code":{"type":"string"},"count"`, `{"code":{"type":"string"},"vendorCode":{"type":"string"},"count"`)
	p = learnFiles(t, map[string]string{"doc.json": lines}, "doc.json")
	require.Equal(t, "vendorCode", pathIn(p, "products", "sku"), "the lines have both")
}

// Two points in time leave open which of them is meant, and an answer without an order's id
// leaves open where the order is.
func TestWhatIsOpenIsAsked(t *testing.T) {
	doc := strings.Replace(cabinetDocument, `"orderNumber":{"type":"integer"}`, `"seenOn":{"type":"string","format":"date-time"},"orderNumber":{"type":"integer"}`, 1)
	doc = strings.Replace(doc, `"result":{"type":"object","properties":{"number":{"type":"integer"},"status":{"type":"string"}}}`, `"done":{"type":"boolean"}`, 1)
	p := learnFiles(t, map[string]string{"doc.json": doc}, "doc.json")
	require.Empty(t, pathIn(p, "ledger", "posted_at"))
	require.Contains(t, p.Mapping, "# missing: posted_at")
	require.Contains(t, p.Mapping, "# missing: order: .")
}

// A number that a new order sets is the client's own, also where the orders that are read only
// call it a number.
func TestANumberThatANewOrderSetsIsTheClients(t *testing.T) {
	doc := `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{
"/goods":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "id":{"type":"integer"},"sku":{"type":"string"},"name":{"type":"string"},"drop_price":{"type":"string"}}}}}}}}}},
"/orders":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"type":"object","properties":{
 "id":{"type":"integer"},"client_number":{"type":"string"},"status":{"type":"string"}}}}}}}}},
"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"client_number":{"type":"string","description":"Номер замовлення у клієнта"},"phone":{"type":"string"},"fio":{"type":"string"},
 "lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"count":{"type":"integer"}}}}}}}}},
 "responses":{"201":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer"}}}}}}}}}}}`
	p := learnFiles(t, map[string]string{"doc.json": doc}, "doc.json")
	require.Equal(t, []string{"client_number", ""}, []string{pathIn(p, "orders", "external_id"), pathIn(p, "orders", "number")})
	p = learnFiles(t, map[string]string{"doc.json": strings.ReplaceAll(doc, `"client_number":{"type":"string","description":"Номер замовлення у клієнта"},`, "")}, "doc.json")
	require.Equal(t, []string{"", "client_number"}, []string{pathIn(p, "orders", "external_id"), pathIn(p, "orders", "number")})
}
