package shop

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Words that this family knows otherwise.
var (
	stocks   = shape.Words{"in_stock": "instock", "out_of_stock": "outofstock", "on_order": "onbackorder", "discontinued": "hidden"}
	statuses = shape.Words{"new": "pending", "confirmed": "processing", "assembling": "packing", "shipped": "sent", "delivered": "arrived",
		"completed": "completed", "cancelled": "cancelled", "returning": "returning", "returned": "refunded", "on_hold": "on-hold"}
	payments = shape.Words{"cod": "cod", "prepaid": "bacs", "balance": "wallet"}
)

// shared are the members by which products of a group are one: those of the card.
func shared() []string {
	var members []string
	for _, line := range card() {
		members = append(members, line.Ours)
	}
	return members
}

// record is a product that is sold itself, or one whose variations are sold: its id is then
// that of the first of them, and it has nothing of its own.
func record(products []object) object {
	p := products[0]
	if p["group_id"] == nil {
		out := append(card(), sold()...).Show(p)
		out["variations"] = []any{}
		return out
	}
	out, variations := card().Show(p), make([]any, len(products))
	for i, one := range products {
		variations[i] = one["id"]
	}
	out["id"], out["parent_code"], out["variations"] = p["id"], p["group_id"], variations
	return out
}

// card is what a product has once for all of its variations.
func card() shape.Table {
	return shape.Table{
		{Ours: "name", Theirs: "name"},
		{Ours: "names", Theirs: "translations.name"},
		{Ours: "description", Theirs: "description"},
		{Ours: "descriptions", Theirs: "translations.description"},
		{Ours: "brand", Theirs: "brands", Out: named},
		{Ours: "country_of_origin", Theirs: "origin"},
		{Ours: "category", Theirs: "categories", Out: func(v any) any { return []any{v} }},
		{Ours: "currency", Theirs: "currency"},
	}
}

// named is a name as a list of one object.
func named(v any) any { return []object{{"name": v}} }

// variation is what is sold, with its pictures.
func variation() shape.Table {
	return append(sold(), shape.Line{Ours: "images", Theirs: "images", Out: shape.Wrapped("src")})
}

// sold is what a product or a variation has of its own.
func sold() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "sku", Theirs: "sku"},
		{Ours: "barcode", Theirs: "global_unique_id"},
		{Ours: "drop_price", Theirs: "price"},
		{Ours: "rrp", Theirs: "regular_price"},
		{Theirs: "bulk", From: bulk},
		{Ours: "min_order_quantity", Theirs: "minimum"},
		{Ours: "availability", Theirs: "stock_status", Out: stocks.Out},
		{Ours: "quantity", Theirs: "stock_quantity"},
		{Ours: "attributes", Theirs: "attributes", Each: shape.Table{
			{Ours: "name", Theirs: "name"}, {Theirs: "options", From: func(a object) any { return []any{a["value"]} }}, {Ours: "unit", Theirs: "unit"}}},
		{Ours: "weight_g", Theirs: "weight", Out: shape.Shifted(3)},
		{Ours: "length_mm", Theirs: "dimensions.length", Out: shape.Shifted(1)},
		{Ours: "width_mm", Theirs: "dimensions.width", Out: shape.Shifted(1)},
		{Ours: "height_mm", Theirs: "dimensions.height", Out: shape.Shifted(1)},
		{Ours: "url", Theirs: "permalink"},
		{Ours: "created_at", Theirs: "date_created_ms", Out: milliseconds},
		{Ours: "updated_at", Theirs: "date_modified"},
	}
}

// milliseconds is one of the contract's times as milliseconds since 1970, its parts behind a
// point.
func milliseconds(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	return json.Number(fmt.Sprintf("%d.%06d", at.UnixMilli(), at.Nanosecond()%1_000_000))
}

// bulk are wholesale prices by the number from which each holds.
func bulk(p object) any {
	prices := object{}
	for _, tier := range shape.Objects(p["wholesale_tiers"]) {
		prices[shape.Text(tier["min_quantity"])] = tier["price"]
	}
	return prices
}

// to is where an order goes, in answers and in new orders alike.
func to() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "meta_data", Out: numberNote, In: shape.FirstOf("value")},
		{Ours: "recipient.last_name", Theirs: "shipping.last_name"},
		{Ours: "recipient.first_name", Theirs: "shipping.first_name"},
		{Ours: "recipient.middle_name", Theirs: "shipping.middle_name"},
		{Ours: "recipient.phone", Theirs: "shipping.phone"},
		{Ours: "recipient.email", Theirs: "shipping.email"},
		{Ours: "recipient.delivery.carrier", Theirs: "shipping_line.method"},
		{Ours: "recipient.delivery.type", Theirs: "shipping_line.kind"},
		{Ours: "recipient.delivery.city", Theirs: "shipping.city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "shipping.city_ref"},
		{Ours: "recipient.delivery.branch_number", Theirs: "shipping_line.point"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "shipping_line.point_ref"},
		{Ours: "recipient.delivery.address", Theirs: "shipping.address"},
		{Ours: "payment.method", Theirs: "payment_method", Out: payments.Out, In: payments.In},
		{Ours: "payment.cod_amount", Theirs: "collect"},
		{Ours: "comment", Theirs: "customer_note"},
	}
}

// numberNote is the client's own number as a note, among one that somebody else wrote.
func numberNote(v any) any {
	return []object{{"key": "seen", "value": "yes"}, {"key": "number", "value": v}}
}

func newOrder() shape.Table {
	return append(to(), shape.Table{
		{Ours: "items", Theirs: "line_items", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price"},
		}},
		{Ours: "waybill_number", Theirs: "tracking_number"},
	}...)
}

func order() shape.Table {
	return append(to(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "status", Theirs: "status", Out: statuses.Out},
		{Ours: "status_history", Theirs: "changes", Each: shape.Table{
			{Ours: "status", Theirs: "status", Out: statuses.Out}, {Ours: "at", Theirs: "at"}}},
		{Ours: "waybills", Theirs: "tracking_numbers"},
		{Ours: "recipient.name", Theirs: "shipping.full_name"},
		{Ours: "items", Theirs: "line_items", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "name", Theirs: "name"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price"},
			{Ours: "drop_price", Theirs: "cost"},
		}},
		{Ours: "totals.drop_total", Theirs: "cost_total"},
		{Ours: "totals.retail_total", Theirs: "total"},
		{Ours: "totals.profit", Theirs: "profit_total"},
		{Ours: "created_at", Theirs: "date_created"},
		{Ours: "updated_at", Theirs: "date_modified"},
	}...)
}

func parcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "external_id", Theirs: "order_number"},
		{Ours: "carrier", Theirs: "provider"},
		{Ours: "waybill_number", Theirs: "tracking_number"},
		{Ours: "state", Theirs: "state"},
		{Ours: "state_text", Theirs: "state_label"},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "point"},
		{Ours: "cod_amount", Theirs: "collect"},
		{Ours: "cod_state", Theirs: "collect_state"},
		{Ours: "estimated_delivery_date", Theirs: "date_expected"},
		{Ours: "shipped_at", Theirs: "date_sent"},
		{Ours: "delivered_at", Theirs: "date_arrived"},
		{Ours: "state_updated_at", Theirs: "date_modified"},
	}
}

func entry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "operation"},
		{Ours: "amount", Theirs: "amount"},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "posted_at", Theirs: "date"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "order_external_id", Theirs: "order_number"},
		{Ours: "payout_id", Theirs: "payout_id"},
		{Ours: "document_number", Theirs: "document.number"},
		{Ours: "document_date", Theirs: "document.date"},
		{Ours: "counterparty.name", Theirs: "company.name"},
		{Ours: "counterparty.code", Theirs: "company.code"},
		{Ours: "description", Theirs: "note"},
		{Ours: "reverses_entry_id", Theirs: "reverses"},
		{Ours: "balance_after.posted", Theirs: "balance.posted"},
		{Ours: "balance_after.held", Theirs: "balance.held"},
		{Ours: "balance_after.available", Theirs: "balance.available"},
	}
}

// sums are those of a period.
func sums() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "opening"},
		{Ours: "closing", Theirs: "closing"},
		{Ours: "turnover.accrual", Theirs: "accruals"},
		{Ours: "turnover.hold", Theirs: "holds"},
		{Ours: "turnover.payout", Theirs: "payouts"},
	}
}
