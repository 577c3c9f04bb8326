package dialect

import (
	"net/http"
	"strings"
)

// Words that this family knows by an id.
var (
	offersStatuses = words{"new": 1, "on_hold": 3, "confirmed": 4, "assembling": 6, "shipped": 8, "delivered": 10, "completed": 12,
		"returning": 14, "returned": 15, "cancelled": 19}
	offersCarriers = words{"nova_poshta": 1, "ukrposhta": 2, "meest": 3, "rozetka_delivery": 4, "pickup": 5}
	offersPayments = words{"cod": 1, "prepaid": 2, "balance": 3}
)

// offersNewOrder is what a client writes of an order.
func offersNewOrder() shape {
	return shape{
		{ours: "external_id", theirs: "source_uuid"},
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "sku"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "price", out: number, in: moneyText},
		}},
		{ours: "recipient.name", theirs: "shipping.recipient_full_name"},
		{ours: "recipient.last_name", theirs: "shipping.recipient_last_name"},
		{ours: "recipient.first_name", theirs: "shipping.recipient_first_name"},
		{ours: "recipient.middle_name", theirs: "shipping.recipient_patronymic"},
		{ours: "recipient.phone", theirs: "shipping.recipient_phone"},
		{ours: "recipient.email", theirs: "shipping.recipient_email"},
		{ours: "recipient.delivery.carrier", theirs: "shipping.delivery_service_id", out: offersCarriers.out, in: offersCarriers.in},
		{ours: "recipient.delivery.type", theirs: "shipping.delivery_type"},
		{ours: "recipient.delivery.city", theirs: "shipping.shipping_address_city"},
		{ours: "recipient.delivery.city_ref", theirs: "shipping.city_ref"},
		{ours: "recipient.delivery.branch_number", theirs: "shipping.shipping_receive_point"},
		{ours: "recipient.delivery.branch_ref", theirs: "shipping.warehouse_ref"},
		{ours: "recipient.delivery.address", theirs: "shipping.shipping_address"},
		{ours: "payment", theirs: "payments",
			out: func(v any) any { payment, _ := v.(object); return []object{offersPayment().show(payment)} },
			in: func(v any) any {
				if payments := objects(v); len(payments) > 0 {
					return offersPayment().read(payments[0])
				}
				return v
			}},
		{ours: "waybill_number", theirs: "shipping.tracking_code"},
		{ours: "comment", theirs: "buyer_comment"},
	}
}

// offersPayment is the one payment of an order.
func offersPayment() shape {
	return shape{
		{ours: "method", theirs: "payment_method_id", out: offersPayments.out, in: offersPayments.in},
		{ours: "cod_amount", theirs: "amount", out: number, in: moneyText},
	}
}

// offersOrder is what the service knows of an order beside that.
func offersOrder() shape {
	return append(offersNewOrder(), shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "status", theirs: "status_id", out: offersStatuses.out},
		{ours: "status_history", theirs: "status_changes", each: shape{
			{ours: "status", theirs: "status_id", out: offersStatuses.out},
			{ours: "at", theirs: "changed_at", out: offersTime().stamp},
		}},
		{ours: "waybills", theirs: "shipping.tracking_codes"},
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "sku"},
			{ours: "name", theirs: "name"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "price", out: number},
			{ours: "drop_price", theirs: "purchased_price", out: number},
		}},
		{ours: "totals.drop_total", theirs: "expenses_sum", out: number},
		{ours: "totals.retail_total", theirs: "grand_total", out: number},
		{ours: "totals.cod_amount", theirs: "postpay_total", out: number},
		{ours: "totals.profit", theirs: "margin_sum", out: number},
		{ours: "created_at", theirs: "created_at", out: offersTime().stamp},
		{ours: "updated_at", theirs: "updated_at", out: offersTime().stamp},
	}...)
}

// orders answers GET /v1/orders.
func (d *offersDialect) orders(x *exchange) error {
	return x.offersList(ordersPath, map[string]string{"filter[source_uuid][]": "external_id"},
		map[string]string{"filter[updated_from]": "updated_since", "filter[created_from]": "created_from", "filter[created_to]": "created_to"},
		offersOrder(), nil)
}

// create answers POST /v1/orders. A repeated source_uuid gives the order that there is
// where all else is the same, and a 409 where it is not.
func (d *offersDialect) create(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	created, replayed, err := x.create(offersNewOrder().read(body), "")
	if err != nil {
		return err
	}
	if replayed {
		x.w.Header().Set("X-Existing-Order", "true")
		return x.json(http.StatusOK, offersOrder().show(created))
	}
	return x.json(http.StatusCreated, offersOrder().show(created))
}

// shipments answers GET /v1/shipments.
func (d *offersDialect) shipments(x *exchange) error {
	return x.offersList(shipmentsPath, nil, map[string]string{"filter[updated_from]": "updated_since"}, shape{
		{ours: "id", theirs: "id"},
		{ours: "order_id", theirs: "order_id"},
		{ours: "external_id", theirs: "source_uuid"},
		{ours: "carrier", theirs: "delivery_service_id", out: offersCarriers.out},
		{ours: "waybill_number", theirs: "tracking_code"},
		{ours: "state", theirs: "status.code"},
		{ours: "state_text", theirs: "status.title"},
		{ours: "state_updated_at", theirs: "status.changed_at", out: offersTime().stamp},
		{ours: "city", theirs: "city"},
		{ours: "branch_number", theirs: "receive_point"},
		{ours: "cod_amount", theirs: "postpay.amount", out: number},
		{ours: "cod_state", theirs: "postpay.state"},
		{ours: "estimated_delivery_date", theirs: "estimated_date"},
		{ours: "shipped_at", theirs: "shipped_at", out: offersTime().stamp},
		{ours: "delivered_at", theirs: "delivered_at", out: offersTime().stamp},
	}, nil)
}

// transactions answers GET /v1/transactions.
func (d *offersDialect) transactions(x *exchange) error {
	return x.offersList(ledgerPath, map[string]string{"filter[type]": "kind"},
		map[string]string{"filter[date_from]": "from", "filter[date_to]": "to"}, offersTransaction(), shape{
			{ours: "opening", theirs: "summary.opening", out: number},
			{ours: "closing", theirs: "summary.closing", out: number},
			{ours: "turnover.accrual", theirs: "summary.accrual", out: number},
			{ours: "turnover.hold", theirs: "summary.hold", out: number},
			{ours: "turnover.payout", theirs: "summary.payout", out: number},
		})
}

func offersTransaction() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "kind", theirs: "type"},
		{ours: "operation", theirs: "reason"},
		{ours: "amount", theirs: "amount", out: number},
		{ours: "currency", theirs: "currency_code"},
		{ours: "posted_at", theirs: "transaction_date", out: offersTime().stamp},
		{ours: "order_id", theirs: "order_id"},
		{ours: "order_external_id", theirs: "source_uuid"},
		{ours: "payout_id", theirs: "payout_id"},
		{ours: "document_number", theirs: "document.number"},
		{ours: "document_date", theirs: "document.date"},
		{ours: "counterparty.name", theirs: "company.name"},
		{ours: "counterparty.code", theirs: "company.code"},
		{ours: "description", theirs: "description"},
		{ours: "reverses_entry_id", theirs: "cancels_id"},
		{ours: "balance_after.posted", theirs: "balance.total", out: number},
		{ours: "balance_after.held", theirs: "balance.reserved", out: number},
		{ours: "balance_after.available", theirs: "balance.available", out: number},
	}
}

// offersField writes a place as Laravel does: products[0].sku is products.0.sku.
func offersField(place string) string {
	if member, ok := strings.CutPrefix(place, "payment."); ok {
		return "payments.0." + offersPayment().place(member)
	}
	list, rest, ok := strings.Cut(place, "[")
	if index, member, closed := strings.Cut(rest, "]"); ok && closed && list == "products" {
		return list + "." + index + member
	}
	return place
}
