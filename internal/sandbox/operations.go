package sandbox

import (
	"net/http"
	"slices"
	"strings"
)

// operation is one of the service's six operations.
type operation struct {
	id     string // as in the OpenAPI document
	method string
	path   string
}

// operationTable is the whole interface.
func operationTable() []operation {
	return []operation{
		{"listProducts", http.MethodGet, "/api/products"},
		{"searchProducts", http.MethodGet, "/api/products/search"},
		{"listOrders", http.MethodGet, "/api/orders"},
		{"createOrder", http.MethodPost, "/api/orders"},
		{"listShipments", http.MethodGet, "/api/shipments"},
		{"listLedger", http.MethodGet, "/api/finance/ledger"},
	}
}

// operationsByPath are the operations by their paths and methods.
func operationsByPath() map[string]map[string]*operation {
	paths := map[string]map[string]*operation{}
	for _, op := range operationTable() {
		if paths[op.path] == nil {
			paths[op.path] = map[string]*operation{}
		}
		paths[op.path][op.method] = &op
		if op.method == http.MethodGet {
			paths[op.path][http.MethodHead] = &op
		}
	}
	return paths
}

func allowed(methods map[string]*operation) string {
	var names []string
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
