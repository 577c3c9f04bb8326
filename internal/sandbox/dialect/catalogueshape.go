package dialect

import (
	"strconv"

	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// cataloguePresence and cataloguePayments are numbers in the dialect catalogue.
var (
	cataloguePresence = shape.Words{"in_stock": 1, "out_of_stock": 0, "on_order": 2, "discontinued": 3}
	cataloguePayments = shape.Words{"cod": 1, "prepaid": 0, "balance": 2}
)

// catalogueShared are the members that a product has once for all of its sizes.
func catalogueShared() []string {
	return []string{"name", "names", "description", "descriptions", "brand", "country_of_origin", "category", "currency",
		"drop_price", "rrp", "wholesale_tiers", "min_order_quantity"}
}

// product is a product of the export: one without a group is sold itself, one with a
// group has the group's id, and in sizes what is sold.
func (d *catalogueDialect) product(p object) object {
	shown := catalogueCommon().Show(p)
	for i, tier := range shape.Objects(p["wholesale_tiers"]) {
		column := "opt_" + strconv.Itoa(i+1)
		shown[column+"_from"], shown[column] = tier["min_quantity"], tier["price"]
	}
	if group := p["group_id"]; group != nil {
		shown["id"], shown["sizes"] = group, []object{}
		return shown
	}
	for name, value := range d.size(p) {
		shown[name] = value
	}
	return shown
}

func catalogueCommon() shape.Table {
	return shape.Table{
		{Ours: "name", Theirs: "title"},
		{Ours: "names.uk", Theirs: "title_uk"},
		{Ours: "names.ru", Theirs: "title_ru"},
		{Ours: "names.en", Theirs: "title_en"},
		{Ours: "description", Theirs: "description"},
		{Ours: "descriptions.uk", Theirs: "description_uk"},
		{Ours: "descriptions.ru", Theirs: "description_ru"},
		{Ours: "descriptions.en", Theirs: "description_en"},
		{Ours: "brand", Theirs: "brand"},
		{Ours: "country_of_origin", Theirs: "country"},
		{Ours: "category.id", Theirs: "category_id"},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "drop_price", Theirs: "drop_price"},
		{Ours: "rrp", Theirs: "price"},
		{Ours: "min_order_quantity", Theirs: "min_amount"},
	}
}

// size is what of a product may differ from size to size.
func (d *catalogueDialect) size(p object) object {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "sku", Theirs: "sku"},
		{Ours: "barcode", Theirs: "barcode"},
		{Ours: "availability", Theirs: "presence", Out: cataloguePresence.Out},
		{Ours: "quantity", Theirs: "amount"},
		{Theirs: "main_image", From: func(p object) any { return firstText(p["images"]) }},
		{Theirs: "gallery", From: func(p object) any { return shape.Wrapped("src")(behindFirst(p["images"])) }},
		{Ours: "attributes", Theirs: "params", Each: shape.Table{
			{Ours: "name", Theirs: "name"},
			{Ours: "value", Theirs: "value"},
			{Ours: "unit", Theirs: "unit"},
		}},
		{Ours: "weight_g", Theirs: "weight"},
		{Ours: "length_mm", Theirs: "length"},
		{Ours: "width_mm", Theirs: "width"},
		{Ours: "height_mm", Theirs: "height"},
		{Ours: "url", Theirs: "url"},
		{Ours: "created_at", Theirs: "created", Out: d.goods().Stamp},
		{Ours: "updated_at", Theirs: "changed", Out: d.goods().Stamp},
	}.Show(p)
}

func firstText(v any) any {
	if list, _ := v.([]any); len(list) > 0 {
		return list[0]
	}
	return nil
}

func behindFirst(v any) any {
	if list, _ := v.([]any); len(list) > 1 {
		return list[1:]
	}
	return []any{}
}

var digitsOnly = pattern.Lazy(`^[0-9]+$`)

// plusPhone is a phone as the contract has it: here it may come without its plus.
func plusPhone(v any) any {
	if phone := shape.Text(v); digitsOnly().MatchString(phone) {
		return "+" + phone
	}
	return v
}

// catalogueTo is where an order goes, in answers and in new orders alike.
func catalogueTo() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "traffic_source", Out: uncopied},
		{Ours: "recipient.name", Theirs: "name"},
		{Ours: "recipient.last_name", Theirs: "l_name"},
		{Ours: "recipient.first_name", Theirs: "f_name"},
		{Ours: "recipient.middle_name", Theirs: "m_name"},
		{Ours: "recipient.phone", Theirs: "phone", In: plusPhone},
		{Ours: "recipient.email", Theirs: "email"},
		{Ours: "recipient.delivery.carrier", Theirs: "delivery_service"},
		{Ours: "recipient.delivery.type", Theirs: "delivery_type"},
		{Ours: "recipient.delivery.city", Theirs: "city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "city_ref"},
		{Ours: "recipient.delivery.branch_number", Theirs: "warehouse_number"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "warehouse_ref"},
		{Ours: "recipient.delivery.address", Theirs: "delivery_address"},
		{Ours: "payment.method", Theirs: "postpaid", Out: cataloguePayments.Out, In: cataloguePayments.In},
		{Ours: "payment.cod_amount", Theirs: "postpaid_sum"},
		{Ours: "comment", Theirs: "comment"},
	}
}

func catalogueNewOrder() shape.Table {
	return append(catalogueTo(), shape.Table{
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "quantity", Theirs: "amount"},
			{Ours: "price", Theirs: "price"},
		}},
		{Ours: "waybill_number", Theirs: "ttn"},
	}...)
}

func catalogueOrder() shape.Table {
	at := catalogueTime().Stamp
	return append(catalogueTo(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "status", Theirs: "status"},
		{Ours: "status_history", Theirs: "status_log", Each: shape.Table{
			{Ours: "status", Theirs: "status"},
			{Ours: "at", Theirs: "changed", Out: at},
		}},
		{Ours: "waybills", Theirs: "ttn_list", Out: shape.Wrapped("ttn")},
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "name", Theirs: "product_title"},
			{Ours: "quantity", Theirs: "amount"},
			{Ours: "price", Theirs: "price"},
			{Ours: "drop_price", Theirs: "drop_price"},
		}},
		{Ours: "totals.drop_total", Theirs: "total_drop_price"},
		{Ours: "totals.retail_total", Theirs: "total_price"},
		{Ours: "totals.profit", Theirs: "profit"},
		{Ours: "created_at", Theirs: "created", Out: at},
		{Ours: "updated_at", Theirs: "changed", Out: at},
	}...)
}

func catalogueParcel() shape.Table {
	at := catalogueTime().Stamp
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "external_id", Theirs: "traffic_source", Out: uncopied},
		{Ours: "carrier", Theirs: "delivery_service"},
		{Ours: "waybill_number", Theirs: "ttn"},
		{Ours: "state", Theirs: "state"},
		{Ours: "state_text", Theirs: "state_title"},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "warehouse_number"},
		{Ours: "cod_amount", Theirs: "postpaid_sum"},
		{Ours: "cod_state", Theirs: "postpaid_state"},
		{Ours: "estimated_delivery_date", Theirs: "expected"},
		{Ours: "shipped_at", Theirs: "sent", Out: at},
		{Ours: "delivered_at", Theirs: "received", Out: at},
		{Ours: "state_updated_at", Theirs: "changed", Out: at},
	}
}

func catalogueEntry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "operation"},
		{Ours: "amount", Theirs: "sum"},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "posted_at", Theirs: "posted", Out: catalogueTime().Stamp},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "order_external_id", Theirs: "traffic_source", Out: uncopied},
		{Ours: "payout_id", Theirs: "payout_id"},
		{Ours: "document_number", Theirs: "document"},
		{Ours: "document_date", Theirs: "document_date"},
		{Ours: "counterparty.name", Theirs: "partner"},
		{Ours: "counterparty.code", Theirs: "partner_code"},
		{Ours: "description", Theirs: "text"},
		{Ours: "reverses_entry_id", Theirs: "reverses"},
		{Ours: "balance_after.posted", Theirs: "balance"},
		{Ours: "balance_after.held", Theirs: "held"},
		{Ours: "balance_after.available", Theirs: "available"},
	}
}

func catalogueBalances() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "opening"},
		{Ours: "closing", Theirs: "closing"},
		{Ours: "turnover.accrual", Theirs: "turnover_accrual"},
		{Ours: "turnover.hold", Theirs: "turnover_hold"},
		{Ours: "turnover.payout", Theirs: "turnover_payout"},
	}
}
