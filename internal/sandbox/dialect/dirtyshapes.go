package dialect

import (
	"encoding/json"
	"strconv"
	"strings"
)

// asCount is a whole number as JSON has it: soil may make a text of it.
func asCount(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func dirtyGoods() shape {
	return shape{
		{ours: "id", theirs: "id", out: asID},
		{ours: "sku", theirs: "art"},
		{ours: "group_id", theirs: "model", out: asID},
		{ours: "name", theirs: "title"},
		{ours: "names.uk", theirs: "title_uk"},
		{ours: "names.ru", theirs: "title_ru"},
		{ours: "names.en", theirs: "title_en"},
		{ours: "description", theirs: "text"},
		{ours: "descriptions.uk", theirs: "text_uk"},
		{ours: "descriptions.ru", theirs: "text_ru"},
		{ours: "descriptions.en", theirs: "text_en"},
		{ours: "brand", theirs: "vendor"},
		{ours: "country_of_origin", theirs: "country"},
		{ours: "barcode", theirs: "ean", out: asID},
		{ours: "category.id", theirs: "cat_id", out: asID},
		{ours: "category.name", theirs: "cat"},
		{ours: "category.path", theirs: "cat_path", out: func(v any) any { return strings.Join(texts(v), " > ") }},
		{ours: "currency", theirs: "cur"},
		{ours: "drop_price", theirs: "drop", out: asMoney},
		{ours: "rrp", theirs: "rrc", out: asMoney},
		{ours: "wholesale_tiers", theirs: "opt", each: shape{
			{ours: "min_quantity", theirs: "from"}, {ours: "price", theirs: "price", out: asMoney}}},
		{ours: "min_order_quantity", theirs: "min"},
		{ours: "availability", theirs: "state"},
		{ours: "quantity", theirs: "qty"},
		{ours: "images", theirs: "photos"},
		{ours: "attributes", theirs: "params", each: shape{
			{ours: "name", theirs: "n"}, {ours: "value", theirs: "v", out: asID}, {ours: "unit", theirs: "u"}}},
		{ours: "weight_g", theirs: "weight"},
		{ours: "length_mm", theirs: "l"},
		{ours: "width_mm", theirs: "w"},
		{ours: "height_mm", theirs: "h"},
		{ours: "url", theirs: "href"},
		{ours: "created_at", theirs: "added", out: asTime},
		{ours: "updated_at", theirs: "changed", out: asTime},
	}
}

// dirtyNewOrder is what a client writes of an order: all of it flat.
func dirtyNewOrder() shape {
	return shape{
		{ours: "external_id", theirs: "number"},
		{ours: "items", theirs: "goods", each: shape{
			{ours: "sku", theirs: "art"},
			{ours: "quantity", theirs: "qty"},
			{ours: "price", theirs: "price", out: asMoney, in: moneyText},
		}},
		{ours: "recipient.name", theirs: "fio"},
		{ours: "recipient.last_name", theirs: "fam"},
		{ours: "recipient.first_name", theirs: "im"},
		{ours: "recipient.middle_name", theirs: "ot"},
		{ours: "recipient.phone", theirs: "tel"},
		{ours: "recipient.email", theirs: "mail"},
		{ours: "recipient.delivery.carrier", theirs: "post"},
		{ours: "recipient.delivery.type", theirs: "post_type"},
		{ours: "recipient.delivery.city", theirs: "city"},
		{ours: "recipient.delivery.city_ref", theirs: "city_ref"},
		{ours: "recipient.delivery.branch_number", theirs: "branch", out: asID},
		{ours: "recipient.delivery.branch_ref", theirs: "branch_ref"},
		{ours: "recipient.delivery.address", theirs: "addr"},
		{ours: "payment.method", theirs: "pay"},
		{ours: "payment.cod_amount", theirs: "cod", out: asMoney, in: moneyText},
		{ours: "waybill_number", theirs: "ttn", out: asID},
		{ours: "comment", theirs: "note"},
	}
}

// dirtyOrder is what the service knows of an order beside that.
func dirtyOrder() shape {
	return append(dirtyNewOrder(), shape{
		{ours: "id", theirs: "id", out: asID},
		{ours: "number", theirs: "num", out: asID},
		{ours: "status", theirs: "state"},
		{ours: "status_history", theirs: "states", each: shape{
			{ours: "status", theirs: "state"}, {ours: "at", theirs: "at", out: asTime}}},
		{ours: "waybills", theirs: "ttns"},
		{ours: "items", theirs: "goods", each: shape{
			{ours: "sku", theirs: "art"},
			{ours: "name", theirs: "title"},
			{ours: "quantity", theirs: "qty"},
			{ours: "price", theirs: "price", out: asMoney},
			{ours: "drop_price", theirs: "drop", out: asMoney},
		}},
		{ours: "totals.drop_total", theirs: "sum_drop", out: asMoney},
		{ours: "totals.retail_total", theirs: "sum", out: asMoney},
		{ours: "totals.cod_amount", theirs: "sum_cod", out: asMoney},
		{ours: "totals.profit", theirs: "sum_mine", out: asMoney},
		{ours: "created_at", theirs: "added", out: asTime},
		{ours: "updated_at", theirs: "changed", out: asTime},
	}...)
}

func dirtyParcel() shape {
	return shape{
		{ours: "id", theirs: "id", out: asID},
		{ours: "order_id", theirs: "order", out: asID},
		{ours: "external_id", theirs: "number"},
		{ours: "carrier", theirs: "post"},
		{ours: "waybill_number", theirs: "ttn", out: asID},
		{ours: "state", theirs: "state"},
		{ours: "state_text", theirs: "text"},
		{ours: "state_updated_at", theirs: "changed", out: asTime},
		{ours: "city", theirs: "city"},
		{ours: "branch_number", theirs: "branch", out: asID},
		{ours: "cod_amount", theirs: "cod", out: asMoney},
		{ours: "cod_state", theirs: "cod_state"},
		{ours: "estimated_delivery_date", theirs: "date"},
		{ours: "shipped_at", theirs: "sent", out: asTime},
		{ours: "delivered_at", theirs: "got", out: asTime},
	}
}

func dirtyMove() shape {
	return shape{
		{ours: "id", theirs: "id", out: asID},
		{ours: "number", theirs: "num", out: asID},
		{ours: "kind", theirs: "kind"},
		{ours: "operation", theirs: "what"},
		{ours: "amount", theirs: "sum", out: asMoney},
		{ours: "currency", theirs: "cur"},
		{ours: "posted_at", theirs: "at", out: asTime},
		{ours: "order_id", theirs: "order", out: asID},
		{ours: "order_external_id", theirs: "number"},
		{ours: "payout_id", theirs: "payout", out: asID},
		{ours: "document_number", theirs: "doc", out: asID},
		{ours: "document_date", theirs: "doc_date"},
		{ours: "counterparty.name", theirs: "firm"},
		{ours: "counterparty.code", theirs: "firm_code", out: asID},
		{ours: "description", theirs: "note"},
		{ours: "reverses_entry_id", theirs: "back", out: asID},
		{ours: "balance_after.posted", theirs: "total", out: asMoney},
		{ours: "balance_after.held", theirs: "frozen", out: asMoney},
		{ours: "balance_after.available", theirs: "free", out: asMoney},
	}
}

// dirtySums are the sums of a ledger's period.
func dirtySums() shape {
	return shape{
		{ours: "opening", theirs: "was", out: asMoney},
		{ours: "closing", theirs: "is", out: asMoney},
		{ours: "turnover.accrual", theirs: "in", out: asMoney},
		{ours: "turnover.hold", theirs: "held", out: asMoney},
		{ours: "turnover.payout", theirs: "out", out: asMoney},
	}
}
