package dialect

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// cursorWords are the words of the dialect cursor by those of the contract.
var (
	cursorPresence = words{"in_stock": "available", "out_of_stock": "not_available", "on_order": "order", "discontinued": "archived"}
	cursorStatuses = words{"new": "draft", "confirmed": "pending", "assembling": "inprocess", "shipped": "onway", "delivered": "arrived",
		"completed": "fulfilled", "cancelled": "canceled", "returning": "backway", "returned": "back", "on_hold": "onhold"}
)

func cursorProduct() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "sku", theirs: "offer_id"},
		{ours: "group_id", theirs: "model_id"},
		{ours: "name", theirs: "name"},
		{ours: "names", theirs: "name_multilang"},
		{ours: "description", theirs: "description"},
		{ours: "descriptions", theirs: "description_multilang"},
		{ours: "brand", theirs: "vendor.name"},
		{ours: "country_of_origin", theirs: "vendor.country"},
		{theirs: "barcodes", from: func(p object) any { return listOf(p["barcode"]) }},
		{theirs: "category", from: cursorCategory},
		{theirs: "price", from: priced("drop_price")},
		{theirs: "recommended_price", from: priced("rrp")},
		{theirs: "prices", from: cursorTiers},
		{ours: "min_order_quantity", theirs: "minimum_order_quantity"},
		{ours: "availability", theirs: "presence", out: cursorPresence.out},
		{ours: "quantity", theirs: "quantity_in_stock"},
		{ours: "images", theirs: "images", out: wrapped("src")},
		{ours: "attributes", theirs: "characteristics", each: shape{
			{ours: "name", theirs: "title"},
			{ours: "value", theirs: "value"},
			{ours: "unit", theirs: "unit"},
		}},
		{ours: "weight_g", theirs: "weight_kg", out: shifted(3)},
		{ours: "length_mm", theirs: "size_cm.length", out: shifted(1)},
		{ours: "width_mm", theirs: "size_cm.width", out: shifted(1)},
		{ours: "height_mm", theirs: "size_cm.height", out: shifted(1)},
		{ours: "url", theirs: "url"},
		{ours: "created_at", theirs: "created_at", out: epoch},
		{ours: "updated_at", theirs: "updated_at", out: epoch},
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
	c := member(p, "category")
	way := []object{}
	for _, name := range texts(c["path"]) {
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
	for _, t := range objects(p["wholesale_tiers"]) {
		tiers = append(tiers, object{"minimum_order_quantity": t["min_quantity"], "price": number(t["price"])})
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
	text, negative := strings.CutPrefix(str(v), "-")
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

var wholeNumber = regexp.MustCompile(`^[0-9]{1,18}$`)

// major is an amount in minor units as the contract's decimal; anything else is false,
// which the contract refuses as an amount.
func major(v any) any {
	if n, ok := v.(json.Number); ok && wholeNumber.MatchString(n.String()) {
		return str(shifted(moneyScale)(n))
	}
	return false
}

// epoch is one of the contract's times as seconds since 1970, with a fraction only
// where there is one.
func epoch(v any) any {
	at, err := time.Parse(time.RFC3339Nano, str(v))
	if err != nil {
		return nil
	}
	text := strconv.FormatInt(at.Unix(), 10)
	if nanos := at.Nanosecond(); nanos > 0 && at.Unix() >= 0 {
		text += "." + strings.TrimRight(strconv.Itoa(1_000_000_000 + nanos)[1:], "0")
	}
	return json.Number(text)
}

var epochForm = regexp.MustCompile(`^([0-9]{1,11})(?:\.([0-9]{1,9})[0-9]*)?$`)

// readEpoch is seconds since 1970 as a time of the contract.
func readEpoch(text string) (string, bool) {
	parts := epochForm.FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	seconds, _ := strconv.ParseInt(parts[1], 10, 64) // digits only
	nanos, _ := strconv.ParseInt((parts[2] + "000000000")[:9], 10, 64)
	return time.Unix(seconds, nanos).UTC().Format(time.RFC3339Nano), true
}

// cursorTo is where an order goes, in answers and in new orders alike.
func cursorTo() shape {
	return shape{
		{ours: "external_id", theirs: "external_id"},
		{ours: "recipient.name", theirs: "recipient.name"},
		{ours: "recipient.last_name", theirs: "recipient.name_parts.last"},
		{ours: "recipient.first_name", theirs: "recipient.name_parts.first"},
		{ours: "recipient.middle_name", theirs: "recipient.name_parts.middle"},
		{ours: "recipient.phone", theirs: "recipient.phone"},
		{ours: "recipient.email", theirs: "recipient.email"},
		{ours: "recipient.delivery.carrier", theirs: "shipping.provider"},
		{ours: "recipient.delivery.type", theirs: "shipping.option"},
		{ours: "recipient.delivery.city", theirs: "shipping.city.name"},
		{ours: "recipient.delivery.city_ref", theirs: "shipping.city.ref"},
		{ours: "recipient.delivery.branch_number", theirs: "shipping.warehouse.number"},
		{ours: "recipient.delivery.branch_ref", theirs: "shipping.warehouse.ref"},
		{ours: "recipient.delivery.address", theirs: "shipping.address"},
		{ours: "payment.method", theirs: "payment.option"},
		{ours: "comment", theirs: "note"},
	}
}

func cursorNewOrder() shape {
	return append(cursorTo(), shape{
		{ours: "items", theirs: "order_items", each: shape{
			{ours: "sku", theirs: "offer_id"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "retail_price.amount", in: major},
		}},
		{ours: "payment.cod_amount", theirs: "payment.collect.amount", in: major},
		{ours: "waybill_number", theirs: "parcels", in: firstOf("tracking_number")},
	}...)
}

func cursorOrder() shape {
	return append(cursorTo(), shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "status", theirs: "status", out: cursorStatuses.out},
		{ours: "status_history", theirs: "events", each: shape{
			{ours: "status", theirs: "status", out: cursorStatuses.out},
			{ours: "at", theirs: "time", out: epoch},
		}},
		{ours: "waybills", theirs: "parcels", out: wrapped("tracking_number")},
		{ours: "items", theirs: "order_items", each: shape{
			{ours: "sku", theirs: "offer_id"},
			{ours: "name", theirs: "name"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "retail_price", out: sums},
			{ours: "drop_price", theirs: "price", out: sums},
		}},
		{ours: "payment.cod_amount", theirs: "payment.collect", out: sums},
		{ours: "totals.drop_total", theirs: "costs.items", out: sums},
		{ours: "totals.retail_total", theirs: "costs.retail", out: sums},
		{ours: "totals.profit", theirs: "costs.profit", out: sums},
		{ours: "created_at", theirs: "created_at", out: epoch},
		{ours: "updated_at", theirs: "updated_at", out: epoch},
	}...)
}

func cursorParcel() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "order_id", theirs: "order.id"},
		{ours: "external_id", theirs: "order.external_id"},
		{ours: "carrier", theirs: "provider"},
		{ours: "waybill_number", theirs: "tracking_number"},
		{ours: "state", theirs: "tracking_status"},
		{ours: "state_text", theirs: "tracking_text"},
		{ours: "city", theirs: "city"},
		{ours: "branch_number", theirs: "warehouse_number"},
		{ours: "cod_amount", theirs: "collect", out: sums},
		{ours: "cod_state", theirs: "collect_state"},
		{ours: "estimated_delivery_date", theirs: "estimated_on"},
		{ours: "shipped_at", theirs: "shipped_at", out: epoch},
		{ours: "delivered_at", theirs: "delivered_at", out: epoch},
		{ours: "state_updated_at", theirs: "updated_at", out: epoch},
	}
}

func cursorTransaction() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "kind", theirs: "kind"},
		{ours: "operation", theirs: "type"},
		{theirs: "net", from: priced("amount")},
		{ours: "posted_at", theirs: "created", out: epoch},
		{ours: "order_id", theirs: "source.order_id"},
		{ours: "order_external_id", theirs: "source.external_id"},
		{ours: "payout_id", theirs: "source.payout_id"},
		{ours: "reverses_entry_id", theirs: "source.reverses"},
		{ours: "document_number", theirs: "document.number"},
		{ours: "document_date", theirs: "document.date"},
		{ours: "counterparty.name", theirs: "counterparty.name"},
		{ours: "counterparty.code", theirs: "counterparty.code"},
		{ours: "description", theirs: "description"},
		{ours: "balance_after.posted", theirs: "balance.posted", out: sums},
		{ours: "balance_after.held", theirs: "balance.held", out: sums},
		{ours: "balance_after.available", theirs: "balance.available", out: sums},
	}
}

// cursorSummary are the balances of the period, the only amounts that are decimal
// texts here.
func cursorSummary() shape {
	return shape{
		{ours: "opening", theirs: "opening"},
		{ours: "closing", theirs: "closing"},
		{ours: "turnover.accrual", theirs: "accruals"},
		{ours: "turnover.hold", theirs: "holds"},
		{ours: "turnover.payout", theirs: "payouts"},
	}
}
