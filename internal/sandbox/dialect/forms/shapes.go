package forms

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Words that this family knows otherwise.
var (
	stocks   = shape.Words{"in_stock": 1, "out_of_stock": 0, "on_order": 2, "discontinued": "знято"}
	statuses = shape.Words{"new": "Новий", "confirmed": "Підтверджено", "assembling": "Комплектується", "shipped": "Відправлено", "delivered": "Доставлено",
		"completed": "Виконано", "cancelled": "Скасовано", "returning": "Повертається", "returned": "Повернено", "on_hold": "Затримано"}
	payments = shape.Words{"cod": "Післяплата", "prepaid": "Передоплата", "balance": "З балансу"}
)

type object = shape.Object

func stamp(v any) any { return wallClock().Stamp(v) }

func product() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "product_id"},
		{Ours: "sku", Theirs: "code"},
		{Ours: "group_id", Theirs: "parent"},
		{Ours: "name", Theirs: "title"},
		{Ours: "names", Theirs: "titles"},
		{Ours: "description", Theirs: "text"},
		{Ours: "descriptions", Theirs: "texts"},
		{Ours: "brand", Theirs: "maker"},
		{Ours: "country_of_origin", Theirs: "country"},
		{Theirs: "ean", From: func(p object) any { return orDash(p["barcode"]) }},
		{Ours: "category.id", Theirs: "section"},
		{Ours: "category.name", Theirs: "section_title"},
		{Ours: "category.path", Theirs: "section_way"},
		{Theirs: "currency", From: foreign},
		{Ours: "drop_price", Theirs: "price_partner", Out: amount},
		{Ours: "rrp", Theirs: "price_retail", Out: amount},
		{Ours: "wholesale_tiers", Theirs: "price_many", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "from"}, {Ours: "price", Theirs: "price", Out: shape.Number}}},
		{Ours: "min_order_quantity", Theirs: "min_count"},
		{Ours: "availability", Theirs: "presence", Out: stocks.Out},
		{Ours: "quantity", Theirs: "stores", Out: stores},
		{Ours: "images", Theirs: "pictures"},
		{Ours: "attributes", Theirs: "params", Each: shape.Table{
			{Ours: "name", Theirs: "name"}, {Ours: "value", Theirs: "value"}, {Ours: "unit", Theirs: "unit"}}},
		{Ours: "weight_g", Theirs: "weight"},
		{Ours: "length_mm", Theirs: "size.l"},
		{Ours: "width_mm", Theirs: "size.w"},
		{Ours: "height_mm", Theirs: "size.h"},
		{Ours: "url", Theirs: "page"},
		{Ours: "created_at", Theirs: "made", Out: stamp},
		{Ours: "updated_at", Theirs: "changed", Out: stamp},
	}
}

// orDash is a text, or the dash that somebody typed where there is none.
func orDash(v any) any {
	if v == nil {
		return "-"
	}
	return v
}

// foreign is the currency where it is not the hryvnia, which nobody writes down.
func foreign(o object) any {
	if o["currency"] == "UAH" {
		return nil
	}
	return o["currency"]
}

// stores are how many there are in each of two stores; a quantity that is hidden stays so.
func stores(v any) any {
	text := shape.Text(v)
	if !shape.IsWhole(text) {
		return nil
	}
	return []object{{"store": "Київ", "count": shape.Number(text)}, {"store": "Одеса", "count": 0}}
}

// to is where an order goes, in answers and in new orders alike.
func to() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "number"},
		{Ours: "recipient.name", Theirs: "delivery_fullname"},
		{Ours: "recipient.last_name", Theirs: "last_name"},
		{Ours: "recipient.first_name", Theirs: "first_name"},
		{Ours: "recipient.middle_name", Theirs: "middle_name"},
		{Ours: "recipient.phone", Theirs: "delivery_phone"},
		{Ours: "recipient.email", Theirs: "email"},
		{Ours: "recipient.delivery", Theirs: "delivery_method", Out: joinedMethod, In: cutMethod},
		{Ours: "recipient.delivery.city", Theirs: "city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "city_id"},
		{Ours: "recipient.delivery.branch_number", Theirs: "point"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "point_id"},
		{Ours: "recipient.delivery.address", Theirs: "street"},
		{Ours: "payment.method", Theirs: "payment", Out: payments.Out, In: payments.In},
		{Ours: "payment.cod_amount", Theirs: "payment_cod", Out: amount, In: shape.MoneyText},
		{Ours: "comment", Theirs: "admin_comments"},
	}
}

// joinedMethod is a carrier and a kind of delivery in one text, such as meest/branch.
func joinedMethod(v any) any {
	d, _ := v.(object)
	return shape.Text(d["carrier"]) + "/" + shape.Text(d["type"])
}

// cutMethod is a delivery of such a text.
func cutMethod(v any) any {
	carrier, kind, _ := strings.Cut(shape.Text(v), "/")
	return object{"carrier": carrier, "type": kind}
}

func newOrder() shape.Table {
	return append(to(), shape.Table{
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price_brutto", In: shape.MoneyText},
		}},
		{Ours: "waybill_number", Theirs: "delivery_package_nr"},
	}...)
}

func order() shape.Table {
	return append(to(), shape.Table{
		{Ours: "id", Theirs: "order_id"},
		{Ours: "number", Theirs: "shop_number"},
		{Ours: "status", Theirs: "status", Out: statuses.Out},
		{Ours: "status_history", Theirs: "status_log", Each: shape.Table{
			{Ours: "status", Theirs: "status", Out: statuses.Out}, {Ours: "at", Theirs: "at", Out: stamp}}},
		{Ours: "waybills", Theirs: "packages", Out: shape.Wrapped("nr")},
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "name", Theirs: "name"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price_brutto", Out: amount},
			{Ours: "drop_price", Theirs: "price_partner", Out: amount},
		}},
		{Ours: "totals.drop_total", Theirs: "sum_partner", Out: amount},
		{Ours: "totals.retail_total", Theirs: "sum_retail", Out: amount},
		{Ours: "totals.profit", Theirs: "sum_profit", Out: amount},
		{Ours: "created_at", Theirs: "made", Out: stamp},
		{Ours: "updated_at", Theirs: "changed", Out: stamp},
	}...)
}

func parcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "parcel_id"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "external_id", Theirs: "number"},
		{Ours: "carrier", Theirs: "courier"},
		{Ours: "waybill_number", Theirs: "nr"},
		{Ours: "state", Theirs: "tracking"},
		{Ours: "state_text", Theirs: "tracking_text"},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "point"},
		{Ours: "cod_amount", Theirs: "payment_cod", Out: amount},
		{Ours: "cod_state", Theirs: "payment_cod_state"},
		{Ours: "estimated_delivery_date", Theirs: "expected"},
		{Ours: "shipped_at", Theirs: "sent", Out: stamp},
		{Ours: "delivered_at", Theirs: "received", Out: stamp},
		{Ours: "state_updated_at", Theirs: "changed", Out: stamp},
	}
}

func entry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "entry_id"},
		{Ours: "number", Theirs: "entry_number"},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "operation"},
		{Theirs: "credit", From: func(e object) any { return column(e["amount"], false) }},
		{Theirs: "debit", From: func(e object) any { return column(e["amount"], true) }},
		{Theirs: "currency", From: foreign},
		{Ours: "posted_at", Theirs: "at", Out: stamp},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "order_external_id", Theirs: "number"},
		{Ours: "payout_id", Theirs: "payout_id"},
		{Ours: "document_number", Theirs: "document"},
		{Ours: "document_date", Theirs: "document_date"},
		{Ours: "counterparty.name", Theirs: "firm"},
		{Ours: "counterparty.code", Theirs: "firm_code"},
		{Ours: "description", Theirs: "text"},
		{Ours: "reverses_entry_id", Theirs: "reverses"},
		{Ours: "balance_after.posted", Theirs: "saldo", Out: amount},
		{Ours: "balance_after.held", Theirs: "saldo_held", Out: amount},
		{Ours: "balance_after.available", Theirs: "saldo_free", Out: amount},
	}
}

// column is an amount in the one of the two columns where it belongs, which have no signs;
// the other one is empty.
func column(v any, debit bool) any {
	text, negative := strings.CutPrefix(shape.Text(v), "-")
	if negative != debit {
		return ""
	}
	return amount(text)
}

// sums are those of a period.
func sums() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "saldo_before", Out: amount},
		{Ours: "closing", Theirs: "saldo_after", Out: amount},
		{Ours: "turnover.accrual", Theirs: "turnover_in", Out: amount},
		{Ours: "turnover.hold", Theirs: "turnover_held", Out: amount},
		{Ours: "turnover.payout", Theirs: "turnover_out", Out: amount},
	}
}

// wallClock is the winter time of Kyiv, all the year round.
func wallClock() service.Clock {
	const ahead = 2 * 60 * 60
	return service.Clock{Layout: "2006-01-02 15:04:05.000000", Zone: time.FixedZone("", ahead)}
}

// amount writes a decimal now with a comma and now with a point, as two programs do that
// fill the same table. One that has not two decimals could be read in two ways with a mark:
// it is a JSON number.
func amount(v any) any {
	text := shape.Text(v)
	whole, fraction, _ := strings.Cut(text, ".")
	switch {
	case text == "":
		return nil
	case len(fraction) != 2:
		return json.Number(text)
	case len(whole)%2 == 0:
		return text
	}
	digits, negative := strings.CutPrefix(whole, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if negative {
		digits = "-" + digits
	}
	return digits + "," + fraction
}
