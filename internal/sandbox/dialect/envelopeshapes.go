package dialect

import (
	"strconv"
	"strings"
)

// Words that this family knows by an id.
var (
	envelopeStock    = words{"in_stock": "available", "out_of_stock": "not_available", "on_order": "on_demand", "discontinued": "archive"}
	envelopeStatuses = words{"new": "1", "confirmed": "26", "assembling": "2", "shipped": "3", "delivered": "5", "completed": "6",
		"cancelled": "13", "returning": "27", "returned": "28", "on_hold": "47"}
	envelopeCarriers   = words{"nova_poshta": "5", "ukrposhta": "2198", "meest": "13013935", "rozetka_delivery": "1", "pickup": "7"}
	envelopeDeliveries = words{"branch": "1", "courier": "2", "locker": "3"}
	envelopeOperations = words{"order_margin": "2", "order_cost": "5", "return": "14", "correction": "6", "fee": "15", "hold_placed": "1",
		"hold_released": "3", "payout_iban": "16", "payout_card": "17", "payout_rejected": "18"}
)

func envelopeItem() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "sku", theirs: "article"},
		{ours: "group_id", theirs: "group_id"},
		{ours: "name", theirs: "name"},
		{ours: "names.uk", theirs: "name_ua"},
		{ours: "names.ru", theirs: "name_ru"},
		{ours: "names.en", theirs: "name_en"},
		{ours: "description", theirs: "description"},
		{ours: "descriptions.uk", theirs: "description_ua"},
		{ours: "descriptions.ru", theirs: "description_ru"},
		{ours: "descriptions.en", theirs: "description_en"},
		{ours: "brand", theirs: "producer.name"},
		{ours: "country_of_origin", theirs: "producer.country"},
		{ours: "barcode", theirs: "ean"},
		{ours: "category.id", theirs: "catalog_category.id"},
		{ours: "category.name", theirs: "catalog_category.name"},
		{ours: "category.path", theirs: "parent_category", out: envelopeParents},
		{ours: "currency", theirs: "currency"},
		{ours: "drop_price", theirs: "price_purchase"},
		{ours: "rrp", theirs: "price"},
		{ours: "wholesale_tiers", theirs: "price_wholesale", each: shape{
			{ours: "min_quantity", theirs: "count", out: quoted}, {ours: "price", theirs: "value"}}},
		{ours: "min_order_quantity", theirs: "min_count", out: quoted},
		{ours: "availability", theirs: "sell_status", out: envelopeStock.out},
		{ours: "quantity", theirs: "stock_quantity", out: quoted},
		{ours: "images", theirs: "photo"},
		{ours: "attributes", theirs: "details", out: envelopeDetails},
		{ours: "weight_g", theirs: "weight", out: quoted},
		{ours: "length_mm", theirs: "size.length", out: quoted},
		{ours: "width_mm", theirs: "size.width", out: quoted},
		{ours: "height_mm", theirs: "size.height", out: quoted},
		{ours: "url", theirs: "link"},
		{ours: "created_at", theirs: "created", out: envelopeTime},
		{ours: "updated_at", theirs: "changed", out: envelopeTime},
	}
}

// envelopeParents are the categories above a product's own.
func envelopeParents(v any) any {
	path := texts(v)
	parents := []object{}
	for depth, name := range path[:max(len(path)-1, 0)] {
		parents = append(parents, object{"depth": strconv.Itoa(depth + 1), "name": name})
	}
	return parents
}

// envelopeDetails are attributes as an object by their ids. The ids of a product rise,
// as numbers and as texts, in the order of its attributes.
func envelopeDetails(v any) any {
	details := object{}
	for i, a := range objects(v) {
		details[strconv.Itoa(20001+i)] = object{"title": a["name"], "value": a["value"], "unit": a["unit"]}
	}
	return details
}

// envelopeNewOrder is what a client writes of an order.
func envelopeNewOrder() shape {
	return shape{
		{ours: "external_id", theirs: "orderKey"},
		{ours: "items", theirs: "purchases", each: shape{
			{ours: "sku", theirs: "article"},
			{ours: "quantity", theirs: "quantity", out: quoted, in: unquoted},
			{ours: "price", theirs: "price"},
		}},
		{ours: "recipient.last_name", theirs: "recipient.last_name"},
		{ours: "recipient.first_name", theirs: "recipient.first_name"},
		{ours: "recipient.middle_name", theirs: "recipient.second_name"},
		{ours: "recipient.phone", theirs: "recipient.phone"},
		{ours: "recipient.email", theirs: "recipient.email"},
		{ours: "recipient.delivery.carrier", theirs: "delivery.service_id", out: envelopeCarriers.out, in: envelopeCarriers.in},
		{ours: "recipient.delivery.type", theirs: "delivery.method_id", out: envelopeDeliveries.out, in: envelopeDeliveries.in},
		{ours: "recipient.delivery.city", theirs: "delivery.locality"},
		{ours: "recipient.delivery.city_ref", theirs: "delivery.locality_id"},
		{ours: "recipient.delivery.branch_number", theirs: "delivery.pickup_title"},
		{ours: "recipient.delivery.branch_ref", theirs: "delivery.pickup_id"},
		{ours: "recipient.delivery.address", theirs: "delivery.street"},
		{ours: "payment.method", theirs: "payment_type"},
		{ours: "payment.cod_amount", theirs: "cod_amount"},
		{ours: "waybill_number", theirs: "ttn"},
		{ours: "comment", theirs: "comment"},
	}
}

// envelopeOrder is what the service knows of an order beside that.
func envelopeOrder() shape {
	return append(envelopeNewOrder(), shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "status", theirs: "status", out: envelopeStatuses.out},
		{ours: "status_history", theirs: "status_history", each: shape{
			{ours: "status", theirs: "status_id", out: envelopeStatuses.out},
			{ours: "at", theirs: "created", out: envelopeTime},
		}},
		{ours: "waybill_number", theirs: "ttn"},
		{ours: "waybills", theirs: "ttn_all"},
		{ours: "items", theirs: "purchases", each: shape{
			{ours: "sku", theirs: "article"},
			{ours: "name", theirs: "item_name"},
			{ours: "quantity", theirs: "quantity", out: quoted},
			{ours: "price", theirs: "price"},
			{ours: "drop_price", theirs: "price_purchase"},
		}},
		{ours: "totals.drop_total", theirs: "amount_purchase"},
		{ours: "totals.retail_total", theirs: "amount"},
		{ours: "totals.cod_amount", theirs: "amount_cod"},
		{ours: "totals.profit", theirs: "profit"},
		{ours: "created_at", theirs: "created", out: envelopeTime},
		{ours: "updated_at", theirs: "changed", out: envelopeTime},
	}...)
}

// showEnvelopeOrder shows an order; a recipient whose name the sandbox knows only as a
// whole has it as the last name.
func showEnvelopeOrder(o object) object {
	out := envelopeOrder().show(o)
	if name := valueAt(o, "recipient.name"); str(joinedName(member(o, "recipient"))) != str(name) {
		setAt(out, "recipient.last_name", name)
		setAt(out, "recipient.first_name", nil)
		setAt(out, "recipient.second_name", nil)
	}
	return out
}

// joinedName is a recipient's name put together from its parts.
func joinedName(recipient object) any {
	var parts []string
	for _, name := range []string{"last_name", "first_name", "middle_name"} {
		if text := str(recipient[name]); text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return strings.Join(parts, " ")
}

func envelopeDelivery() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "order_id", theirs: "order_id"},
		{ours: "external_id", theirs: "orderKey"},
		{ours: "carrier", theirs: "service_id", out: envelopeCarriers.out},
		{ours: "waybill_number", theirs: "ttn"},
		{ours: "state", theirs: "ttn_status"},
		{ours: "state_text", theirs: "ttn_status_title"},
		{ours: "state_updated_at", theirs: "changed", out: envelopeTime},
		{ours: "city", theirs: "locality"},
		{ours: "branch_number", theirs: "pickup_title"},
		{ours: "cod_amount", theirs: "cod_amount"},
		{ours: "cod_state", theirs: "cod_state"},
		{ours: "estimated_delivery_date", theirs: "delivery_date"},
		{ours: "shipped_at", theirs: "sent", out: envelopeTime},
		{ours: "delivered_at", theirs: "received", out: envelopeTime},
	}
}

func envelopeEntry() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "kind", theirs: "operationGroup"},
		{ours: "operation", theirs: "operationType", out: envelopeOperations.out},
		{ours: "amount", theirs: "balanceChanged"},
		{ours: "currency", theirs: "currency"},
		{ours: "posted_at", theirs: "createdAt", out: envelopeTime},
		{ours: "order_id", theirs: "orderId"},
		{ours: "order_external_id", theirs: "orderKey"},
		{ours: "payout_id", theirs: "payoutId"},
		{ours: "document_number", theirs: "documentNumber"},
		{ours: "document_date", theirs: "documentDate"},
		{ours: "counterparty.name", theirs: "company.title"},
		{ours: "counterparty.code", theirs: "company.edrpou"},
		{ours: "description", theirs: "comment"},
		{ours: "reverses_entry_id", theirs: "parentId"},
		{ours: "balance_after.posted", theirs: "balance"},
		{ours: "balance_after.held", theirs: "sum_in_gray"},
		{ours: "balance_after.available", theirs: "currentBalance"},
	}
}

// envelopeTotals are the sums of a ledger's period.
func envelopeTotals() shape {
	return shape{
		{ours: "opening", theirs: "totalFields.opening"},
		{ours: "closing", theirs: "totalFields.closing"},
		{ours: "turnover.accrual", theirs: "totalFields.accrual"},
		{ours: "turnover.hold", theirs: "totalFields.hold"},
		{ours: "turnover.payout", theirs: "totalFields.payout"},
	}
}
