package dialect

import (
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// items answers GET /items/search.
func (d *envelopeDialect) items(x *service.Exchange) error {
	return envelopeList(x, service.ProductsPath, "items", map[string]string{"changed_from": "updated_since"}, envelopeItem().Show, nil)
}

// filter answers GET /items/filter, the search.
func (d *envelopeDialect) filter(x *service.Exchange) error {
	return envelopeList(x, service.SearchPath, "items", map[string]string{
		"text": "q", "category_id": "category_id", "producer[]": "brand",
		"price_purchase_from": "price_min", "price_purchase_to": "price_max", "details[{name}]": "attr[{name}]",
	}, envelopeItem().Show, nil)
}

// orders answers GET /orders/search.
func (d *envelopeDialect) orders(x *service.Exchange) error {
	return envelopeList(x, service.OrdersPath, "orders", map[string]string{"orderKey[]": "external_id", "changed_from": "updated_since",
		"created_from": "created_from", "created_to": "created_to"}, showEnvelopeOrder, nil)
}

// create answers POST /orders: the order stands under its id. The header
// Idempotency-Key tells a repeated request from a new one.
func (d *envelopeDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	order := envelopeNewOrder().Read(body)
	if recipient := shape.Member(order, "recipient"); recipient != nil && joinedName(recipient) != nil {
		recipient["name"] = joinedName(recipient)
	}
	created, replayed, err := x.Create(order, x.Request.Header.Get("Idempotency-Key"))
	if err != nil {
		return err
	}
	if replayed {
		x.Writer.Header().Set("Idempotency-Replayed", "true")
	}
	return success(x, object{"orders": object{shape.Text(created["id"]): showEnvelopeOrder(created)}, "warnings": object{}})
}

// deliveries answers GET /deliveries.
func (d *envelopeDialect) deliveries(x *service.Exchange) error {
	return envelopeList(x, service.ShipmentsPath, "deliveries", map[string]string{"changed_from": "updated_since"}, envelopeDelivery().Show, nil)
}

// balances answers GET /balances/search.
func (d *envelopeDialect) balances(x *service.Exchange) error {
	return envelopeList(x, service.LedgerPath, "transactions", map[string]string{"date_from": "from", "date_to": "to", "operationGroup": "kind"},
		envelopeEntry().Show, envelopeTotals())
}
