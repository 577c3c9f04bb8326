package dialect

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Words that this family knows by an id.
var (
	envelopeStock    = shape.Words{"in_stock": "available", "out_of_stock": "not_available", "on_order": "on_demand", "discontinued": "archive"}
	envelopeStatuses = shape.Words{"new": "1", "confirmed": "26", "assembling": "2", "shipped": "3", "delivered": "5", "completed": "6",
		"cancelled": "13", "returning": "27", "returned": "28", "on_hold": "47"}
	envelopeCarriers   = shape.Words{"nova_poshta": "5", "ukrposhta": "2198", "meest": "13013935", "rozetka_delivery": "1", "pickup": "7"}
	envelopeDeliveries = shape.Words{"branch": "1", "courier": "2", "locker": "3"}
	envelopeOperations = shape.Words{"order_margin": "2", "order_cost": "5", "return": "14", "correction": "6", "fee": "15", "hold_placed": "1",
		"hold_released": "3", "payout_iban": "16", "payout_card": "17", "payout_rejected": "18"}
)

func envelopeItem() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "sku", Theirs: "article"},
		{Ours: "group_id", Theirs: "group_id"},
		{Ours: "name", Theirs: "name"},
		{Ours: "names.uk", Theirs: "name_ua"},
		{Ours: "names.ru", Theirs: "name_ru"},
		{Ours: "names.en", Theirs: "name_en"},
		{Ours: "description", Theirs: "description"},
		{Ours: "descriptions.uk", Theirs: "description_ua"},
		{Ours: "descriptions.ru", Theirs: "description_ru"},
		{Ours: "descriptions.en", Theirs: "description_en"},
		{Ours: "brand", Theirs: "producer.name"},
		{Ours: "country_of_origin", Theirs: "producer.country"},
		{Ours: "barcode", Theirs: "ean"},
		{Ours: "category.id", Theirs: "catalog_category.id"},
		{Ours: "category.name", Theirs: "catalog_category.name"},
		{Ours: "category.path", Theirs: "parent_category", Out: envelopeParents},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "drop_price", Theirs: "price_purchase"},
		{Ours: "rrp", Theirs: "price"},
		{Ours: "wholesale_tiers", Theirs: "price_wholesale", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "count", Out: quoted}, {Ours: "price", Theirs: "value"}}},
		{Ours: "min_order_quantity", Theirs: "min_count", Out: quoted},
		{Ours: "availability", Theirs: "sell_status", Out: envelopeStock.Out},
		{Ours: "quantity", Theirs: "stock_quantity", Out: quoted},
		{Ours: "images", Theirs: "photo"},
		{Ours: "attributes", Theirs: "details", Out: envelopeDetails},
		{Ours: "weight_g", Theirs: "weight", Out: quoted},
		{Ours: "length_mm", Theirs: "size.length", Out: quoted},
		{Ours: "width_mm", Theirs: "size.width", Out: quoted},
		{Ours: "height_mm", Theirs: "size.height", Out: quoted},
		{Ours: "url", Theirs: "link"},
		{Ours: "created_at", Theirs: "created", Out: envelopeTime},
		{Ours: "updated_at", Theirs: "changed", Out: envelopeTime},
	}
}

// envelopeParents are the categories above a product's own.
func envelopeParents(v any) any {
	path := shape.Texts(v)
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
	for i, a := range shape.Objects(v) {
		details[strconv.Itoa(20001+i)] = object{"title": a["name"], "value": a["value"], "unit": a["unit"]}
	}
	return details
}

// envelopeNewOrder is what a client writes of an order.
func envelopeNewOrder() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "orderKey"},
		{Ours: "items", Theirs: "purchases", Each: shape.Table{
			{Ours: "sku", Theirs: "article"},
			{Ours: "quantity", Theirs: "quantity", Out: quoted, In: unquoted},
			{Ours: "price", Theirs: "price"},
		}},
		{Ours: "recipient.last_name", Theirs: "recipient.last_name"},
		{Ours: "recipient.first_name", Theirs: "recipient.first_name"},
		{Ours: "recipient.middle_name", Theirs: "recipient.second_name"},
		{Ours: "recipient.phone", Theirs: "recipient.phone"},
		{Ours: "recipient.email", Theirs: "recipient.email"},
		{Ours: "recipient.delivery.carrier", Theirs: "delivery.service_id", Out: envelopeCarriers.Out, In: envelopeCarriers.In},
		{Ours: "recipient.delivery.type", Theirs: "delivery.method_id", Out: envelopeDeliveries.Out, In: envelopeDeliveries.In},
		{Ours: "recipient.delivery.city", Theirs: "delivery.locality"},
		{Ours: "recipient.delivery.city_ref", Theirs: "delivery.locality_id"},
		{Ours: "recipient.delivery.branch_number", Theirs: "delivery.pickup_title"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "delivery.pickup_id"},
		{Ours: "recipient.delivery.address", Theirs: "delivery.street"},
		{Ours: "payment.method", Theirs: "payment_type"},
		{Ours: "payment.cod_amount", Theirs: "cod_amount"},
		{Ours: "waybill_number", Theirs: "ttn"},
		{Ours: "comment", Theirs: "comment"},
	}
}

// envelopeOrder is what the service knows of an order beside that.
func envelopeOrder() shape.Table {
	return append(envelopeNewOrder(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "status", Theirs: "status", Out: envelopeStatuses.Out},
		{Ours: "status_history", Theirs: "status_history", Each: shape.Table{
			{Ours: "status", Theirs: "status_id", Out: envelopeStatuses.Out},
			{Ours: "at", Theirs: "created", Out: envelopeTime},
		}},
		{Ours: "waybill_number", Theirs: "ttn"},
		{Ours: "waybills", Theirs: "ttn_all"},
		{Ours: "items", Theirs: "purchases", Each: shape.Table{
			{Ours: "sku", Theirs: "article"},
			{Ours: "name", Theirs: "item_name"},
			{Ours: "quantity", Theirs: "quantity", Out: quoted},
			{Ours: "price", Theirs: "price"},
			{Ours: "drop_price", Theirs: "price_purchase"},
		}},
		{Ours: "totals.drop_total", Theirs: "amount_purchase"},
		{Ours: "totals.retail_total", Theirs: "amount"},
		{Ours: "totals.cod_amount", Theirs: "amount_cod"},
		{Ours: "totals.profit", Theirs: "profit"},
		{Ours: "created_at", Theirs: "created", Out: envelopeTime},
		{Ours: "updated_at", Theirs: "changed", Out: envelopeTime},
	}...)
}

// showEnvelopeOrder shows an order; a recipient whose name the sandbox knows only as a
// whole has it as the last name.
func showEnvelopeOrder(o object) object {
	out := envelopeOrder().Show(o)
	if name := shape.ValueAt(o, "recipient.name"); shape.Text(joinedName(shape.Member(o, "recipient"))) != shape.Text(name) {
		shape.SetAt(out, "recipient.last_name", name)
		shape.SetAt(out, "recipient.first_name", nil)
		shape.SetAt(out, "recipient.second_name", nil)
	}
	return out
}

// joinedName is a recipient's name put together from its parts.
func joinedName(recipient object) any {
	var parts []string
	for _, name := range []string{"last_name", "first_name", "middle_name"} {
		if text := shape.Text(recipient[name]); text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return strings.Join(parts, " ")
}

func envelopeDelivery() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "external_id", Theirs: "orderKey"},
		{Ours: "carrier", Theirs: "service_id", Out: envelopeCarriers.Out},
		{Ours: "waybill_number", Theirs: "ttn"},
		{Ours: "state", Theirs: "ttn_status"},
		{Ours: "state_text", Theirs: "ttn_status_title"},
		{Ours: "state_updated_at", Theirs: "changed", Out: envelopeTime},
		{Ours: "city", Theirs: "locality"},
		{Ours: "branch_number", Theirs: "pickup_title"},
		{Ours: "cod_amount", Theirs: "cod_amount"},
		{Ours: "cod_state", Theirs: "cod_state"},
		{Ours: "estimated_delivery_date", Theirs: "delivery_date"},
		{Ours: "shipped_at", Theirs: "sent", Out: envelopeTime},
		{Ours: "delivered_at", Theirs: "received", Out: envelopeTime},
	}
}

func envelopeEntry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "operationGroup"},
		{Ours: "operation", Theirs: "operationType", Out: envelopeOperations.Out},
		{Ours: "amount", Theirs: "balanceChanged"},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "posted_at", Theirs: "createdAt", Out: envelopeTime},
		{Ours: "order_id", Theirs: "orderId"},
		{Ours: "order_external_id", Theirs: "orderKey"},
		{Ours: "payout_id", Theirs: "payoutId"},
		{Ours: "document_number", Theirs: "documentNumber"},
		{Ours: "document_date", Theirs: "documentDate"},
		{Ours: "counterparty.name", Theirs: "company.title"},
		{Ours: "counterparty.code", Theirs: "company.edrpou"},
		{Ours: "description", Theirs: "comment"},
		{Ours: "reverses_entry_id", Theirs: "parentId"},
		{Ours: "balance_after.posted", Theirs: "balance"},
		{Ours: "balance_after.held", Theirs: "sum_in_gray"},
		{Ours: "balance_after.available", Theirs: "currentBalance"},
	}
}

// envelopeTotals are the sums of a ledger's period.
func envelopeTotals() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "totalFields.opening"},
		{Ours: "closing", Theirs: "totalFields.closing"},
		{Ours: "turnover.accrual", Theirs: "totalFields.accrual"},
		{Ours: "turnover.hold", Theirs: "totalFields.hold"},
		{Ours: "turnover.payout", Theirs: "totalFields.payout"},
	}
}
