package dialect

import (
	"regexp"
	"strconv"
)

// cataloguePresence and cataloguePayments are numbers in the dialect catalogue.
var (
	cataloguePresence = words{"in_stock": 1, "out_of_stock": 0, "on_order": 2, "discontinued": 3}
	cataloguePayments = words{"cod": 1, "prepaid": 0, "balance": 2}
)

// catalogueShared are the members that a product has once for all of its sizes.
func catalogueShared() []string {
	return []string{"name", "names", "description", "descriptions", "brand", "country_of_origin", "category", "currency",
		"drop_price", "rrp", "wholesale_tiers", "min_order_quantity"}
}

// product is a product of the export: one without a group is sold itself, one with a
// group has the group's id, and in sizes what is sold.
func (d *catalogueDialect) product(p object) object {
	shown := catalogueCommon().show(p)
	for i, tier := range objects(p["wholesale_tiers"]) {
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

func catalogueCommon() shape {
	return shape{
		{ours: "name", theirs: "title"},
		{ours: "names.uk", theirs: "title_uk"},
		{ours: "names.ru", theirs: "title_ru"},
		{ours: "names.en", theirs: "title_en"},
		{ours: "description", theirs: "description"},
		{ours: "descriptions.uk", theirs: "description_uk"},
		{ours: "descriptions.ru", theirs: "description_ru"},
		{ours: "descriptions.en", theirs: "description_en"},
		{ours: "brand", theirs: "brand"},
		{ours: "country_of_origin", theirs: "country"},
		{ours: "category.id", theirs: "category_id"},
		{ours: "currency", theirs: "currency"},
		{ours: "drop_price", theirs: "drop_price"},
		{ours: "rrp", theirs: "price"},
		{ours: "min_order_quantity", theirs: "min_amount"},
	}
}

// size is what of a product may differ from size to size.
func (d *catalogueDialect) size(p object) object {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "sku", theirs: "sku"},
		{ours: "barcode", theirs: "barcode"},
		{ours: "availability", theirs: "presence", out: cataloguePresence.out},
		{ours: "quantity", theirs: "amount"},
		{theirs: "main_image", from: func(p object) any { return firstText(p["images"]) }},
		{theirs: "gallery", from: func(p object) any { return wrapped("src")(behindFirst(p["images"])) }},
		{ours: "attributes", theirs: "params", each: shape{
			{ours: "name", theirs: "name"},
			{ours: "value", theirs: "value"},
			{ours: "unit", theirs: "unit"},
		}},
		{ours: "weight_g", theirs: "weight"},
		{ours: "length_mm", theirs: "length"},
		{ours: "width_mm", theirs: "width"},
		{ours: "height_mm", theirs: "height"},
		{ours: "url", theirs: "url"},
		{ours: "created_at", theirs: "created", out: d.goods().stamp},
		{ours: "updated_at", theirs: "changed", out: d.goods().stamp},
	}.show(p)
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

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// plusPhone is a phone as the contract has it: here it may come without its plus.
func plusPhone(v any) any {
	if phone := str(v); digitsOnly.MatchString(phone) {
		return "+" + phone
	}
	return v
}

// catalogueTo is where an order goes, in answers and in new orders alike.
func catalogueTo() shape {
	return shape{
		{ours: "external_id", theirs: "traffic_source", out: uncopied},
		{ours: "recipient.name", theirs: "name"},
		{ours: "recipient.last_name", theirs: "l_name"},
		{ours: "recipient.first_name", theirs: "f_name"},
		{ours: "recipient.middle_name", theirs: "m_name"},
		{ours: "recipient.phone", theirs: "phone", in: plusPhone},
		{ours: "recipient.email", theirs: "email"},
		{ours: "recipient.delivery.carrier", theirs: "delivery_service"},
		{ours: "recipient.delivery.type", theirs: "delivery_type"},
		{ours: "recipient.delivery.city", theirs: "city"},
		{ours: "recipient.delivery.city_ref", theirs: "city_ref"},
		{ours: "recipient.delivery.branch_number", theirs: "warehouse_number"},
		{ours: "recipient.delivery.branch_ref", theirs: "warehouse_ref"},
		{ours: "recipient.delivery.address", theirs: "delivery_address"},
		{ours: "payment.method", theirs: "postpaid", out: cataloguePayments.out, in: cataloguePayments.in},
		{ours: "payment.cod_amount", theirs: "postpaid_sum"},
		{ours: "comment", theirs: "comment"},
	}
}

func catalogueNewOrder() shape {
	return append(catalogueTo(), shape{
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "sku"},
			{ours: "quantity", theirs: "amount"},
			{ours: "price", theirs: "price"},
		}},
		{ours: "waybill_number", theirs: "ttn"},
	}...)
}

func catalogueOrder() shape {
	at := catalogueTime().stamp
	return append(catalogueTo(), shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "status", theirs: "status"},
		{ours: "status_history", theirs: "status_log", each: shape{
			{ours: "status", theirs: "status"},
			{ours: "at", theirs: "changed", out: at},
		}},
		{ours: "waybills", theirs: "ttn_list", out: wrapped("ttn")},
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "sku"},
			{ours: "name", theirs: "product_title"},
			{ours: "quantity", theirs: "amount"},
			{ours: "price", theirs: "price"},
			{ours: "drop_price", theirs: "drop_price"},
		}},
		{ours: "totals.drop_total", theirs: "total_drop_price"},
		{ours: "totals.retail_total", theirs: "total_price"},
		{ours: "totals.profit", theirs: "profit"},
		{ours: "created_at", theirs: "created", out: at},
		{ours: "updated_at", theirs: "changed", out: at},
	}...)
}

func catalogueParcel() shape {
	at := catalogueTime().stamp
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "order_id", theirs: "order_id"},
		{ours: "external_id", theirs: "traffic_source", out: uncopied},
		{ours: "carrier", theirs: "delivery_service"},
		{ours: "waybill_number", theirs: "ttn"},
		{ours: "state", theirs: "state"},
		{ours: "state_text", theirs: "state_title"},
		{ours: "city", theirs: "city"},
		{ours: "branch_number", theirs: "warehouse_number"},
		{ours: "cod_amount", theirs: "postpaid_sum"},
		{ours: "cod_state", theirs: "postpaid_state"},
		{ours: "estimated_delivery_date", theirs: "expected"},
		{ours: "shipped_at", theirs: "sent", out: at},
		{ours: "delivered_at", theirs: "received", out: at},
		{ours: "state_updated_at", theirs: "changed", out: at},
	}
}

func catalogueEntry() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "kind", theirs: "kind"},
		{ours: "operation", theirs: "operation"},
		{ours: "amount", theirs: "sum"},
		{ours: "currency", theirs: "currency"},
		{ours: "posted_at", theirs: "posted", out: catalogueTime().stamp},
		{ours: "order_id", theirs: "order_id"},
		{ours: "order_external_id", theirs: "traffic_source", out: uncopied},
		{ours: "payout_id", theirs: "payout_id"},
		{ours: "document_number", theirs: "document"},
		{ours: "document_date", theirs: "document_date"},
		{ours: "counterparty.name", theirs: "partner"},
		{ours: "counterparty.code", theirs: "partner_code"},
		{ours: "description", theirs: "text"},
		{ours: "reverses_entry_id", theirs: "reverses"},
		{ours: "balance_after.posted", theirs: "balance"},
		{ours: "balance_after.held", theirs: "held"},
		{ours: "balance_after.available", theirs: "available"},
	}
}

func catalogueBalances() shape {
	return shape{
		{ours: "opening", theirs: "opening"},
		{ours: "closing", theirs: "closing"},
		{ours: "turnover.accrual", theirs: "turnover_accrual"},
		{ours: "turnover.hold", theirs: "turnover_hold"},
		{ours: "turnover.payout", theirs: "turnover_payout"},
	}
}
