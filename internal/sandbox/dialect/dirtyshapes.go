package dialect

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// asCount is a whole number as JSON has it: soil may make a text of it.
func asCount(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func dirtyGoods() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id", Out: asID},
		{Ours: "sku", Theirs: "art"},
		{Ours: "group_id", Theirs: "model", Out: asID},
		{Ours: "name", Theirs: "title"},
		{Ours: "names.uk", Theirs: "title_uk"},
		{Ours: "names.ru", Theirs: "title_ru"},
		{Ours: "names.en", Theirs: "title_en"},
		{Ours: "description", Theirs: "text"},
		{Ours: "descriptions.uk", Theirs: "text_uk"},
		{Ours: "descriptions.ru", Theirs: "text_ru"},
		{Ours: "descriptions.en", Theirs: "text_en"},
		{Ours: "brand", Theirs: "vendor"},
		{Ours: "country_of_origin", Theirs: "country"},
		{Ours: "barcode", Theirs: "ean", Out: asID},
		{Ours: "category.id", Theirs: "cat_id", Out: asID},
		{Ours: "category.name", Theirs: "cat"},
		{Ours: "category.path", Theirs: "cat_path", Out: func(v any) any { return strings.Join(shape.Texts(v), " > ") }},
		{Ours: "currency", Theirs: "cur"},
		{Ours: "drop_price", Theirs: "drop", Out: asMoney},
		{Ours: "rrp", Theirs: "rrc", Out: asMoney},
		{Ours: "wholesale_tiers", Theirs: "opt", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "from"}, {Ours: "price", Theirs: "price", Out: asMoney}}},
		{Ours: "min_order_quantity", Theirs: "min"},
		{Ours: "availability", Theirs: "state"},
		{Ours: "quantity", Theirs: "qty"},
		{Ours: "images", Theirs: "photos"},
		{Ours: "attributes", Theirs: "params", Each: shape.Table{
			{Ours: "name", Theirs: "n"}, {Ours: "value", Theirs: "v", Out: asID}, {Ours: "unit", Theirs: "u"}}},
		{Ours: "weight_g", Theirs: "weight"},
		{Ours: "length_mm", Theirs: "l"},
		{Ours: "width_mm", Theirs: "w"},
		{Ours: "height_mm", Theirs: "h"},
		{Ours: "url", Theirs: "href"},
		{Ours: "created_at", Theirs: "added", Out: asTime},
		{Ours: "updated_at", Theirs: "changed", Out: asTime},
	}
}

// dirtyNewOrder is what a client writes of an order: all of it flat.
func dirtyNewOrder() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "number"},
		{Ours: "items", Theirs: "goods", Each: shape.Table{
			{Ours: "sku", Theirs: "art"},
			{Ours: "quantity", Theirs: "qty"},
			{Ours: "price", Theirs: "price", Out: asMoney, In: shape.MoneyText},
		}},
		{Ours: "recipient.name", Theirs: "fio"},
		{Ours: "recipient.last_name", Theirs: "fam"},
		{Ours: "recipient.first_name", Theirs: "im"},
		{Ours: "recipient.middle_name", Theirs: "ot"},
		{Ours: "recipient.phone", Theirs: "tel"},
		{Ours: "recipient.email", Theirs: "mail"},
		{Ours: "recipient.delivery.carrier", Theirs: "post"},
		{Ours: "recipient.delivery.type", Theirs: "post_type"},
		{Ours: "recipient.delivery.city", Theirs: "city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "city_ref"},
		{Ours: "recipient.delivery.branch_number", Theirs: "branch", Out: asID},
		{Ours: "recipient.delivery.branch_ref", Theirs: "branch_ref"},
		{Ours: "recipient.delivery.address", Theirs: "addr"},
		{Ours: "payment.method", Theirs: "pay"},
		{Ours: "payment.cod_amount", Theirs: "cod", Out: asMoney, In: shape.MoneyText},
		{Ours: "waybill_number", Theirs: "ttn", Out: asID},
		{Ours: "comment", Theirs: "note"},
	}
}

// dirtyOrder is what the service knows of an order beside that.
func dirtyOrder() shape.Table {
	return append(dirtyNewOrder(), shape.Table{
		{Ours: "id", Theirs: "id", Out: asID},
		{Ours: "number", Theirs: "num", Out: asID},
		{Ours: "status", Theirs: "state"},
		{Ours: "status_history", Theirs: "states", Each: shape.Table{
			{Ours: "status", Theirs: "state"}, {Ours: "at", Theirs: "at", Out: asTime}}},
		{Ours: "waybills", Theirs: "ttns"},
		{Ours: "items", Theirs: "goods", Each: shape.Table{
			{Ours: "sku", Theirs: "art"},
			{Ours: "name", Theirs: "title"},
			{Ours: "quantity", Theirs: "qty"},
			{Ours: "price", Theirs: "price", Out: asMoney},
			{Ours: "drop_price", Theirs: "drop", Out: asMoney},
		}},
		{Ours: "totals.drop_total", Theirs: "sum_drop", Out: asMoney},
		{Ours: "totals.retail_total", Theirs: "sum", Out: asMoney},
		{Ours: "totals.cod_amount", Theirs: "sum_cod", Out: asMoney},
		{Ours: "totals.profit", Theirs: "sum_mine", Out: asMoney},
		{Ours: "created_at", Theirs: "added", Out: asTime},
		{Ours: "updated_at", Theirs: "changed", Out: asTime},
	}...)
}

func dirtyParcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id", Out: asID},
		{Ours: "order_id", Theirs: "order", Out: asID},
		{Ours: "external_id", Theirs: "number"},
		{Ours: "carrier", Theirs: "post"},
		{Ours: "waybill_number", Theirs: "ttn", Out: asID},
		{Ours: "state", Theirs: "state"},
		{Ours: "state_text", Theirs: "text"},
		{Ours: "state_updated_at", Theirs: "changed", Out: asTime},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "branch", Out: asID},
		{Ours: "cod_amount", Theirs: "cod", Out: asMoney},
		{Ours: "cod_state", Theirs: "cod_state"},
		{Ours: "estimated_delivery_date", Theirs: "date"},
		{Ours: "shipped_at", Theirs: "sent", Out: asTime},
		{Ours: "delivered_at", Theirs: "got", Out: asTime},
	}
}

func dirtyMove() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id", Out: asID},
		{Ours: "number", Theirs: "num", Out: asID},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "what"},
		{Ours: "amount", Theirs: "sum", Out: asMoney},
		{Ours: "currency", Theirs: "cur"},
		{Ours: "posted_at", Theirs: "at", Out: asTime},
		{Ours: "order_id", Theirs: "order", Out: asID},
		{Ours: "order_external_id", Theirs: "number"},
		{Ours: "payout_id", Theirs: "payout", Out: asID},
		{Ours: "document_number", Theirs: "doc", Out: asID},
		{Ours: "document_date", Theirs: "doc_date"},
		{Ours: "counterparty.name", Theirs: "firm"},
		{Ours: "counterparty.code", Theirs: "firm_code", Out: asID},
		{Ours: "description", Theirs: "note"},
		{Ours: "reverses_entry_id", Theirs: "back", Out: asID},
		{Ours: "balance_after.posted", Theirs: "total", Out: asMoney},
		{Ours: "balance_after.held", Theirs: "frozen", Out: asMoney},
		{Ours: "balance_after.available", Theirs: "free", Out: asMoney},
	}
}

// dirtySums are the sums of a ledger's period.
func dirtySums() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "was", Out: asMoney},
		{Ours: "closing", Theirs: "is", Out: asMoney},
		{Ours: "turnover.accrual", Theirs: "in", Out: asMoney},
		{Ours: "turnover.hold", Theirs: "held", Out: asMoney},
		{Ours: "turnover.payout", Theirs: "out", Out: asMoney},
	}
}
