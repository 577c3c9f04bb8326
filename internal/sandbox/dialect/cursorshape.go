package dialect

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// The words of the dialect cursor by those of the contract.
var (
	cursorPresence = shape.Words{"in_stock": "available", "out_of_stock": "not_available", "on_order": "order", "discontinued": "archived"}
	cursorStatuses = shape.Words{"new": "draft", "confirmed": "pending", "assembling": "inprocess", "shipped": "onway", "delivered": "arrived",
		"completed": "fulfilled", "cancelled": "canceled", "returning": "backway", "returned": "back", "on_hold": "onhold"}
)

func cursorProduct() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "sku", Theirs: "offer_id"},
		{Ours: "group_id", Theirs: "model_id"},
		{Ours: "name", Theirs: "name"},
		{Ours: "names", Theirs: "name_multilang"},
		{Ours: "description", Theirs: "description"},
		{Ours: "descriptions", Theirs: "description_multilang"},
		{Ours: "brand", Theirs: "vendor.name"},
		{Ours: "country_of_origin", Theirs: "vendor.country"},
		{Theirs: "barcodes", From: func(p object) any { return listOf(p["barcode"]) }},
		{Theirs: "category", From: cursorCategory},
		{Theirs: "price", From: priced("drop_price")},
		{Theirs: "recommended_price", From: priced("rrp")},
		{Theirs: "prices", From: cursorTiers},
		{Ours: "min_order_quantity", Theirs: "minimum_order_quantity"},
		{Ours: "availability", Theirs: "presence", Out: cursorPresence.Out},
		{Ours: "quantity", Theirs: "quantity_in_stock"},
		{Ours: "images", Theirs: "images", Out: shape.Wrapped("src")},
		{Ours: "attributes", Theirs: "characteristics", Each: shape.Table{
			{Ours: "name", Theirs: "title"},
			{Ours: "value", Theirs: "value"},
			{Ours: "unit", Theirs: "unit"},
		}},
		{Ours: "weight_g", Theirs: "weight_kg", Out: shape.Shifted(3)},
		{Ours: "length_mm", Theirs: "size_cm.length", Out: shape.Shifted(1)},
		{Ours: "width_mm", Theirs: "size_cm.width", Out: shape.Shifted(1)},
		{Ours: "height_mm", Theirs: "size_cm.height", Out: shape.Shifted(1)},
		{Ours: "url", Theirs: "url"},
		{Ours: "created_at", Theirs: "created_at", Out: epoch},
		{Ours: "updated_at", Theirs: "updated_at", Out: epoch},
	}
}

// listOf is a list of one value, or of none where it is null.
func listOf(v any) any {
	if v == nil {
		return []any{}
	}
	return []any{v}
}

// cursorCategory is the way to a product's category, from the root down.
func cursorCategory(p object) any {
	c := shape.Member(p, "category")
	way := []object{}
	for _, name := range shape.Texts(c["path"]) {
		way = append(way, object{"id": nil, "name": name, "title": name})
	}
	if len(way) > 0 {
		leaf := way[len(way)-1]
		leaf["id"], leaf["title"] = c["id"], c["name"]
	}
	return way
}

// cursorTiers are the wholesale prices. They are decimals, since those of small things
// are fractions of a minor unit.
func cursorTiers(p object) any {
	tiers := []object{}
	for _, t := range shape.Objects(p["wholesale_tiers"]) {
		tiers = append(tiers, object{"minimum_order_quantity": t["min_quantity"], "price": shape.Number(t["price"])})
	}
	return tiers
}

// priced is an amount of a record that names its currency.
func priced(name string) func(object) any {
	return func(o object) any { return money(o[name], o["currency"]) }
}

// moneyScale is how many decimals the currency has.
const moneyScale = 2

// sums are amounts in the currency of the account, which no record names.
func sums(v any) any { return object{"amount": minor(v)} }

// money is an amount in minor units with its currency; null stays null.
func money(v, currency any) any {
	if v == nil {
		return nil
	}
	return object{"amount": minor(v), "currency": currency}
}

// minor is a decimal amount in minor units, a whole number. An amount that has more
// decimals than the currency, such as a sum of fractions of a kopeck, keeps them behind a
// point: whoever wants whole units must notice it, since rounding would be a lie.
func minor(v any) any {
	text, negative := strings.CutPrefix(shape.Text(v), "-")
	whole, fraction, _ := strings.Cut(text, ".")
	fraction += strings.Repeat("0", max(moneyScale-len(fraction), 0))
	digits := strings.TrimLeft(whole+fraction[:moneyScale], "0")
	if digits == "" {
		digits = "0"
	}
	if rest := fraction[moneyScale:]; rest != "" {
		digits += "." + rest
	}
	if negative && strings.Trim(digits, "0.") != "" {
		digits = "-" + digits
	}
	return json.Number(digits)
}

var wholeNumber = pattern.Lazy(`^[0-9]{1,18}$`)

// major is an amount in minor units as the contract's decimal; anything else is false,
// which the contract refuses as an amount.
func major(v any) any {
	if n, ok := v.(json.Number); ok && wholeNumber().MatchString(n.String()) {
		return shape.Text(shape.Shifted(moneyScale)(n))
	}
	return false
}

// epoch is one of the contract's times as seconds since 1970, with a fraction only
// where there is one.
func epoch(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	text := strconv.FormatInt(at.Unix(), 10)
	if nanos := at.Nanosecond(); nanos > 0 && at.Unix() >= 0 {
		text += "." + strings.TrimRight(strconv.Itoa(1_000_000_000 + nanos)[1:], "0")
	}
	return json.Number(text)
}

var epochForm = pattern.Lazy(`^([0-9]{1,11})(?:\.([0-9]{1,9})[0-9]*)?$`)

// readEpoch is seconds since 1970 as a time of the contract.
func readEpoch(text string) (string, bool) {
	parts := epochForm().FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	seconds, _ := strconv.ParseInt(parts[1], 10, 64) // digits only
	nanos, _ := strconv.ParseInt((parts[2] + "000000000")[:9], 10, 64)
	return time.Unix(seconds, nanos).UTC().Format(time.RFC3339Nano), true
}

// cursorTo is where an order goes, in answers and in new orders alike.
func cursorTo() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "external_id"},
		{Ours: "recipient.name", Theirs: "recipient.name"},
		{Ours: "recipient.last_name", Theirs: "recipient.name_parts.last"},
		{Ours: "recipient.first_name", Theirs: "recipient.name_parts.first"},
		{Ours: "recipient.middle_name", Theirs: "recipient.name_parts.middle"},
		{Ours: "recipient.phone", Theirs: "recipient.phone"},
		{Ours: "recipient.email", Theirs: "recipient.email"},
		{Ours: "recipient.delivery.carrier", Theirs: "shipping.provider"},
		{Ours: "recipient.delivery.type", Theirs: "shipping.option"},
		{Ours: "recipient.delivery.city", Theirs: "shipping.city.name"},
		{Ours: "recipient.delivery.city_ref", Theirs: "shipping.city.ref"},
		{Ours: "recipient.delivery.branch_number", Theirs: "shipping.warehouse.number"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "shipping.warehouse.ref"},
		{Ours: "recipient.delivery.address", Theirs: "shipping.address"},
		{Ours: "payment.method", Theirs: "payment.option"},
		{Ours: "comment", Theirs: "note"},
	}
}

func cursorNewOrder() shape.Table {
	return append(cursorTo(), shape.Table{
		{Ours: "items", Theirs: "order_items", Each: shape.Table{
			{Ours: "sku", Theirs: "offer_id"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "retail_price.amount", In: major},
		}},
		{Ours: "payment.cod_amount", Theirs: "payment.collect.amount", In: major},
		{Ours: "waybill_number", Theirs: "parcels", In: shape.FirstOf("tracking_number")},
	}...)
}

func cursorOrder() shape.Table {
	return append(cursorTo(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "status", Theirs: "status", Out: cursorStatuses.Out},
		{Ours: "status_history", Theirs: "events", Each: shape.Table{
			{Ours: "status", Theirs: "status", Out: cursorStatuses.Out},
			{Ours: "at", Theirs: "time", Out: epoch},
		}},
		{Ours: "waybills", Theirs: "parcels", Out: shape.Wrapped("tracking_number")},
		{Ours: "items", Theirs: "order_items", Each: shape.Table{
			{Ours: "sku", Theirs: "offer_id"},
			{Ours: "name", Theirs: "name"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "retail_price", Out: sums},
			{Ours: "drop_price", Theirs: "price", Out: sums},
		}},
		{Ours: "payment.cod_amount", Theirs: "payment.collect", Out: sums},
		{Ours: "totals.drop_total", Theirs: "costs.items", Out: sums},
		{Ours: "totals.retail_total", Theirs: "costs.retail", Out: sums},
		{Ours: "totals.profit", Theirs: "costs.profit", Out: sums},
		{Ours: "created_at", Theirs: "created_at", Out: epoch},
		{Ours: "updated_at", Theirs: "updated_at", Out: epoch},
	}...)
}

func cursorParcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order.id"},
		{Ours: "external_id", Theirs: "order.external_id"},
		{Ours: "carrier", Theirs: "provider"},
		{Ours: "waybill_number", Theirs: "tracking_number"},
		{Ours: "state", Theirs: "tracking_status"},
		{Ours: "state_text", Theirs: "tracking_text"},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "warehouse_number"},
		{Ours: "cod_amount", Theirs: "collect", Out: sums},
		{Ours: "cod_state", Theirs: "collect_state"},
		{Ours: "estimated_delivery_date", Theirs: "estimated_on"},
		{Ours: "shipped_at", Theirs: "shipped_at", Out: epoch},
		{Ours: "delivered_at", Theirs: "delivered_at", Out: epoch},
		{Ours: "state_updated_at", Theirs: "updated_at", Out: epoch},
	}
}

func cursorTransaction() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "kind"},
		{Ours: "operation", Theirs: "type"},
		{Theirs: "net", From: priced("amount")},
		{Ours: "posted_at", Theirs: "created", Out: epoch},
		{Ours: "order_id", Theirs: "source.order_id"},
		{Ours: "order_external_id", Theirs: "source.external_id"},
		{Ours: "payout_id", Theirs: "source.payout_id"},
		{Ours: "reverses_entry_id", Theirs: "source.reverses"},
		{Ours: "document_number", Theirs: "document.number"},
		{Ours: "document_date", Theirs: "document.date"},
		{Ours: "counterparty.name", Theirs: "counterparty.name"},
		{Ours: "counterparty.code", Theirs: "counterparty.code"},
		{Ours: "description", Theirs: "description"},
		{Ours: "balance_after.posted", Theirs: "balance.posted", Out: sums},
		{Ours: "balance_after.held", Theirs: "balance.held", Out: sums},
		{Ours: "balance_after.available", Theirs: "balance.available", Out: sums},
	}
}

// cursorSummary are the balances of the period, the only amounts that are decimal
// texts here.
func cursorSummary() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "opening"},
		{Ours: "closing", Theirs: "closing"},
		{Ours: "turnover.accrual", Theirs: "accruals"},
		{Ours: "turnover.hold", Theirs: "holds"},
		{Ours: "turnover.payout", Theirs: "payouts"},
	}
}
