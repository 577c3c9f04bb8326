package dialect

import "github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

// items answers GET /items/search.
func (d *envelopeDialect) items(x *exchange) error {
	return x.envelopeList(productsPath, "items", map[string]string{"changed_from": "updated_since"}, envelopeItem().Show, nil)
}

// filter answers GET /items/filter, the search.
func (d *envelopeDialect) filter(x *exchange) error {
	return x.envelopeList(searchPath, "items", map[string]string{
		"text": "q", "category_id": "category_id", "producer[]": "brand",
		"price_purchase_from": "price_min", "price_purchase_to": "price_max", "details[{name}]": "attr[{name}]",
	}, envelopeItem().Show, nil)
}

// orders answers GET /orders/search.
func (d *envelopeDialect) orders(x *exchange) error {
	return x.envelopeList(ordersPath, "orders", map[string]string{"orderKey[]": "external_id", "changed_from": "updated_since",
		"created_from": "created_from", "created_to": "created_to"}, showEnvelopeOrder, nil)
}

// create answers POST /orders: the order stands under its id. The header
// Idempotency-Key tells a repeated request from a new one.
func (d *envelopeDialect) create(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	order := envelopeNewOrder().Read(body)
	if recipient := shape.Member(order, "recipient"); recipient != nil && joinedName(recipient) != nil {
		recipient["name"] = joinedName(recipient)
	}
	created, replayed, err := x.create(order, x.r.Header.Get("Idempotency-Key"))
	if err != nil {
		return err
	}
	if replayed {
		x.w.Header().Set("Idempotency-Replayed", "true")
	}
	return x.success(object{"orders": object{shape.Text(created["id"]): showEnvelopeOrder(created)}, "warnings": object{}})
}

// deliveries answers GET /deliveries.
func (d *envelopeDialect) deliveries(x *exchange) error {
	return x.envelopeList(shipmentsPath, "deliveries", map[string]string{"changed_from": "updated_since"}, envelopeDelivery().Show, nil)
}

// balances answers GET /balances/search.
func (d *envelopeDialect) balances(x *exchange) error {
	return x.envelopeList(ledgerPath, "transactions", map[string]string{"date_from": "from", "date_to": "to", "operationGroup": "kind"},
		envelopeEntry().Show, envelopeTotals())
}
