package graph

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Words that this family knows otherwise.
var (
	stocks   = shape.Words{"in_stock": "IN_STOCK", "out_of_stock": "SOLD_OUT", "on_order": "BACKORDER", "discontinued": "ARCHIVED"}
	statuses = shape.Words{"new": "OPEN", "confirmed": "ACCEPTED", "assembling": "IN_PROGRESS", "shipped": "FULFILLED", "delivered": "DELIVERED",
		"completed": "CLOSED", "cancelled": "CANCELLED", "returning": "RETURN_IN_PROGRESS", "returned": "RETURNED", "on_hold": "ON_HOLD"}
)

func product() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "sku", Theirs: "sku"},
		{Ours: "group_id", Theirs: "groupId"},
		{Ours: "name", Theirs: "title"},
		{Ours: "names", Theirs: "titles"},
		{Ours: "description", Theirs: "bodyHtml"},
		{Ours: "descriptions", Theirs: "bodies"},
		{Ours: "brand", Theirs: "vendor"},
		{Ours: "country_of_origin", Theirs: "madeIn"},
		{Ours: "barcode", Theirs: "barcode"},
		{Ours: "category.id", Theirs: "collection.id"},
		{Ours: "category.name", Theirs: "collection.title"},
		{Ours: "category.path", Theirs: "collection.path"},
		{Theirs: "cost", From: priced("drop_price")},
		{Theirs: "price", From: priced("rrp")},
		{Ours: "wholesale_tiers", Theirs: "volumePrices", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "minimum"}, {Ours: "price", Theirs: "amount"}}},
		{Ours: "min_order_quantity", Theirs: "minimum"},
		{Ours: "availability", Theirs: "status", Out: stocks.Out},
		{Ours: "quantity", Theirs: "inventory"},
		{Ours: "images", Theirs: "media", Out: shape.Wrapped("url")},
		{Ours: "attributes", Theirs: "metafields", Each: shape.Table{
			{Ours: "name", Theirs: "key"}, {Ours: "value", Theirs: "value"}, {Ours: "unit", Theirs: "unit"}}},
		{Ours: "weight_g", Theirs: "measurement.grams"},
		{Ours: "length_mm", Theirs: "measurement.length"},
		{Ours: "width_mm", Theirs: "measurement.width"},
		{Ours: "height_mm", Theirs: "measurement.height"},
		{Ours: "url", Theirs: "onlineUrl"},
		{Ours: "created_at", Theirs: "createdAt"},
		{Ours: "updated_at", Theirs: "updatedAt"},
	}
}

// priced is an amount with its currency; null stays null.
func priced(name string) func(object) any {
	return func(o object) any {
		if o[name] == nil {
			return nil
		}
		return object{"amount": o[name], "currencyCode": o["currency"]}
	}
}

// to is where an order goes, in answers and in new orders alike.
func to() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "sourceNumber"},
		{Ours: "recipient.name", Theirs: "customer.displayName"},
		{Ours: "recipient.last_name", Theirs: "customer.lastName"},
		{Ours: "recipient.first_name", Theirs: "customer.firstName"},
		{Ours: "recipient.middle_name", Theirs: "customer.middleName"},
		{Ours: "recipient.phone", Theirs: "customer.phone"},
		{Ours: "recipient.email", Theirs: "customer.email"},
		{Ours: "recipient.delivery.carrier", Theirs: "shipping.carrier"},
		{Ours: "recipient.delivery.type", Theirs: "shipping.method"},
		{Ours: "recipient.delivery.city", Theirs: "shipping.city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "shipping.cityId"},
		{Ours: "recipient.delivery.branch_number", Theirs: "shipping.pointNumber"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "shipping.pointId"},
		{Ours: "recipient.delivery.address", Theirs: "shipping.address1"},
		{Ours: "payment.method", Theirs: "payment.gateway"},
		{Ours: "payment.cod_amount", Theirs: "payment.collect"},
		{Ours: "comment", Theirs: "note"},
	}
}

func newOrder() shape.Table {
	return append(to(), shape.Table{
		{Ours: "items", Theirs: "lineItems", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price"},
		}},
		{Ours: "waybill_number", Theirs: "shipping.trackingNumber"},
	}...)
}

// inOneLine is a new order whose region, district and postal code, for which the sandbox has
// no places, stand where somebody would write them who has one line for a place: behind the
// city, or behind the street.
func inOneLine(input object) object {
	to := shape.Member(input, "shipping")
	behind := []string{}
	for _, name := range []string{"region", "district"} {
		if text := shape.Text(to[name]); text != "" {
			behind = append(behind, text)
		}
	}
	if code := shape.Text(to["zip"]); code != "" {
		behind = append(behind, coded(to, code)...)
	}
	if len(behind) > 0 {
		to["city"] = shape.Text(to["city"]) + " (" + strings.Join(behind, ", ") + ")"
	}
	return input
}

// coded writes a postal code where a place has one, and gives it back where that is behind the
// city. Branches of the post are named by their codes; a branch of anybody else needs none.
func coded(to object, code string) (behind []string) {
	branch := to["pointNumber"]
	if to["carrier"] == "ukrposhta" && to["method"] != "courier" {
		switch {
		case branch != nil:
			return nil
		case to["pointId"] == nil:
			to["pointNumber"] = code
			return nil
		}
	}
	if street := shape.Text(to["address1"]); street != "" {
		to["address1"] = street + ", " + code
		return nil
	}
	if branch != nil || to["carrier"] == "pickup" {
		return nil
	}
	return []string{code}
}

func order() shape.Table {
	return append(to(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "name"},
		{Ours: "status", Theirs: "displayStatus", Out: statuses.Out},
		{Ours: "status_history", Theirs: "events", Each: shape.Table{
			{Ours: "status", Theirs: "displayStatus", Out: statuses.Out}, {Ours: "at", Theirs: "at"}}},
		{Ours: "waybills", Theirs: "fulfillments", Out: shape.Wrapped("trackingNumber")},
		{Ours: "items", Theirs: "lineItems", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "name", Theirs: "title"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price"},
			{Ours: "drop_price", Theirs: "cost"},
		}},
		{Ours: "totals.drop_total", Theirs: "totals.cost"},
		{Ours: "totals.retail_total", Theirs: "totals.retail"},
		{Ours: "totals.profit", Theirs: "totals.margin"},
		{Ours: "created_at", Theirs: "createdAt"},
		{Ours: "updated_at", Theirs: "updatedAt"},
	}...)
}

func parcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order.id"},
		{Ours: "external_id", Theirs: "order.sourceNumber"},
		{Ours: "carrier", Theirs: "carrier"},
		{Ours: "waybill_number", Theirs: "trackingNumber"},
		{Ours: "state", Theirs: "state"},
		{Ours: "state_text", Theirs: "stateText"},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "pointNumber"},
		{Ours: "cod_amount", Theirs: "collect"},
		{Ours: "cod_state", Theirs: "collectState"},
		{Ours: "estimated_delivery_date", Theirs: "expectedOn"},
		{Ours: "shipped_at", Theirs: "shippedAt"},
		{Ours: "delivered_at", Theirs: "deliveredAt"},
		{Ours: "state_updated_at", Theirs: "updatedAt"},
	}
}

func entry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "name"},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "operation"},
		{Theirs: "net", From: priced("amount")},
		{Ours: "posted_at", Theirs: "processedAt"},
		{Ours: "order_id", Theirs: "order.id"},
		{Ours: "order_external_id", Theirs: "order.sourceNumber"},
		{Ours: "payout_id", Theirs: "payoutId"},
		{Ours: "document_number", Theirs: "document.name"},
		{Ours: "document_date", Theirs: "document.date"},
		{Ours: "counterparty.name", Theirs: "company.name"},
		{Ours: "counterparty.code", Theirs: "company.taxId"},
		{Ours: "description", Theirs: "memo"},
		{Ours: "reverses_entry_id", Theirs: "reversesId"},
		{Ours: "balance_after.posted", Theirs: "balance.posted"},
		{Ours: "balance_after.held", Theirs: "balance.held"},
		{Ours: "balance_after.available", Theirs: "balance.available"},
	}
}

// sums are those of a period.
func sums() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "balance.opening"},
		{Ours: "closing", Theirs: "balance.closing"},
		{Ours: "turnover.accrual", Theirs: "turnover.accrued"},
		{Ours: "turnover.hold", Theirs: "turnover.held"},
		{Ours: "turnover.payout", Theirs: "turnover.paid"},
	}
}
