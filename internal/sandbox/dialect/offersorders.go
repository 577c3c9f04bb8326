package dialect

import (
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Words that this family knows by an id.
var (
	offersStatuses = shape.Words{"new": 1, "on_hold": 3, "confirmed": 4, "assembling": 6, "shipped": 8, "delivered": 10, "completed": 12,
		"returning": 14, "returned": 15, "cancelled": 19}
	offersCarriers = shape.Words{"nova_poshta": 1, "ukrposhta": 2, "meest": 3, "rozetka_delivery": 4, "pickup": 5}
	offersPayments = shape.Words{"cod": 1, "prepaid": 2, "balance": 3}
)

// offersNewOrder is what a client writes of an order.
func offersNewOrder() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "source_uuid"},
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price", Out: shape.Number, In: shape.MoneyText},
		}},
		{Ours: "recipient.name", Theirs: "shipping.recipient_full_name"},
		{Ours: "recipient.last_name", Theirs: "shipping.recipient_last_name"},
		{Ours: "recipient.first_name", Theirs: "shipping.recipient_first_name"},
		{Ours: "recipient.middle_name", Theirs: "shipping.recipient_patronymic"},
		{Ours: "recipient.phone", Theirs: "shipping.recipient_phone"},
		{Ours: "recipient.email", Theirs: "shipping.recipient_email"},
		{Ours: "recipient.delivery.carrier", Theirs: "shipping.delivery_service_id", Out: offersCarriers.Out, In: offersCarriers.In},
		{Ours: "recipient.delivery.type", Theirs: "shipping.delivery_type"},
		{Ours: "recipient.delivery.city", Theirs: "shipping.shipping_address_city"},
		{Ours: "recipient.delivery.city_ref", Theirs: "shipping.city_ref"},
		{Ours: "recipient.delivery.branch_number", Theirs: "shipping.shipping_receive_point"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "shipping.warehouse_ref"},
		{Ours: "recipient.delivery.address", Theirs: "shipping.shipping_address"},
		{Ours: "payment", Theirs: "payments",
			Out: func(v any) any { payment, _ := v.(object); return []object{offersPayment().Show(payment)} },
			In: func(v any) any {
				if payments := shape.Objects(v); len(payments) > 0 {
					return offersPayment().Read(payments[0])
				}
				return v
			}},
		{Ours: "waybill_number", Theirs: "shipping.tracking_code"},
		{Ours: "comment", Theirs: "buyer_comment"},
	}
}

// offersPayment is the one payment of an order.
func offersPayment() shape.Table {
	return shape.Table{
		{Ours: "method", Theirs: "payment_method_id", Out: offersPayments.Out, In: offersPayments.In},
		{Ours: "cod_amount", Theirs: "amount", Out: shape.Number, In: shape.MoneyText},
	}
}

// offersOrder is what the service knows of an order beside that.
func offersOrder() shape.Table {
	return append(offersNewOrder(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "status", Theirs: "status_id", Out: offersStatuses.Out},
		{Ours: "status_history", Theirs: "status_changes", Each: shape.Table{
			{Ours: "status", Theirs: "status_id", Out: offersStatuses.Out},
			{Ours: "at", Theirs: "changed_at", Out: offersTime().Stamp},
		}},
		{Ours: "waybills", Theirs: "shipping.tracking_codes"},
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "sku"},
			{Ours: "name", Theirs: "name"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price", Out: shape.Number},
			{Ours: "drop_price", Theirs: "purchased_price", Out: shape.Number},
		}},
		{Ours: "totals.drop_total", Theirs: "expenses_sum", Out: shape.Number},
		{Ours: "totals.retail_total", Theirs: "grand_total", Out: shape.Number},
		{Ours: "totals.cod_amount", Theirs: "postpay_total", Out: shape.Number},
		{Ours: "totals.profit", Theirs: "margin_sum", Out: shape.Number},
		{Ours: "created_at", Theirs: "created_at", Out: offersTime().Stamp},
		{Ours: "updated_at", Theirs: "updated_at", Out: offersTime().Stamp},
	}...)
}

// orders answers GET /v1/orders.
func (d *offersDialect) orders(x *service.Exchange) error {
	return offersList(x, service.OrdersPath, map[string]string{"filter[source_uuid][]": "external_id"},
		map[string]string{"filter[updated_from]": "updated_since", "filter[created_from]": "created_from", "filter[created_to]": "created_to"},
		offersOrder(), nil)
}

// create answers POST /v1/orders. A repeated source_uuid gives the order that there is
// where all else is the same, and a 409 where it is not.
func (d *offersDialect) create(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	created, replayed, err := x.Create(offersNewOrder().Read(body), "")
	if err != nil {
		return err
	}
	if replayed {
		x.Writer.Header().Set("X-Existing-Order", "true")
		return x.JSON(http.StatusOK, offersOrder().Show(created))
	}
	return x.JSON(http.StatusCreated, offersOrder().Show(created))
}

// shipments answers GET /v1/shipments.
func (d *offersDialect) shipments(x *service.Exchange) error {
	return offersList(x, service.ShipmentsPath, nil, map[string]string{"filter[updated_from]": "updated_since"}, shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "external_id", Theirs: "source_uuid"},
		{Ours: "carrier", Theirs: "delivery_service_id", Out: offersCarriers.Out},
		{Ours: "waybill_number", Theirs: "tracking_code"},
		{Ours: "state", Theirs: "status.code"},
		{Ours: "state_text", Theirs: "status.title"},
		{Ours: "state_updated_at", Theirs: "status.changed_at", Out: offersTime().Stamp},
		{Ours: "city", Theirs: "city"},
		{Ours: "branch_number", Theirs: "receive_point"},
		{Ours: "cod_amount", Theirs: "postpay.amount", Out: shape.Number},
		{Ours: "cod_state", Theirs: "postpay.state"},
		{Ours: "estimated_delivery_date", Theirs: "estimated_date"},
		{Ours: "shipped_at", Theirs: "shipped_at", Out: offersTime().Stamp},
		{Ours: "delivered_at", Theirs: "delivered_at", Out: offersTime().Stamp},
	}, nil)
}

// transactions answers GET /v1/transactions.
func (d *offersDialect) transactions(x *service.Exchange) error {
	return offersList(x, service.LedgerPath, map[string]string{"filter[type]": "kind"},
		map[string]string{"filter[date_from]": "from", "filter[date_to]": "to"}, offersTransaction(), shape.Table{
			{Ours: "opening", Theirs: "summary.opening", Out: shape.Number},
			{Ours: "closing", Theirs: "summary.closing", Out: shape.Number},
			{Ours: "turnover.accrual", Theirs: "summary.accrual", Out: shape.Number},
			{Ours: "turnover.hold", Theirs: "summary.hold", Out: shape.Number},
			{Ours: "turnover.payout", Theirs: "summary.payout", Out: shape.Number},
		})
}

func offersTransaction() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "type"},
		{Ours: "operation", Theirs: "reason"},
		{Ours: "amount", Theirs: "amount", Out: shape.Number},
		{Ours: "currency", Theirs: "currency_code"},
		{Ours: "posted_at", Theirs: "transaction_date", Out: offersTime().Stamp},
		{Ours: "order_id", Theirs: "order_id"},
		{Ours: "order_external_id", Theirs: "source_uuid"},
		{Ours: "payout_id", Theirs: "payout_id"},
		{Ours: "document_number", Theirs: "document.number"},
		{Ours: "document_date", Theirs: "document.date"},
		{Ours: "counterparty.name", Theirs: "company.name"},
		{Ours: "counterparty.code", Theirs: "company.code"},
		{Ours: "description", Theirs: "description"},
		{Ours: "reverses_entry_id", Theirs: "cancels_id"},
		{Ours: "balance_after.posted", Theirs: "balance.total", Out: shape.Number},
		{Ours: "balance_after.held", Theirs: "balance.reserved", Out: shape.Number},
		{Ours: "balance_after.available", Theirs: "balance.available", Out: shape.Number},
	}
}

// offersField writes a place as Laravel does: products[0].sku is products.0.sku.
func offersField(place string) string {
	if member, ok := strings.CutPrefix(place, "payment."); ok {
		return "payments.0." + offersPayment().Place(member)
	}
	list, rest, ok := strings.Cut(place, "[")
	if index, member, closed := strings.Cut(rest, "]"); ok && closed && list == "products" {
		return list + "." + index + member
	}
	return place
}
