package orderbody

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func orderText(name string, at func(*supplier.NewOrder) *string) bodyField[supplier.NewOrder] {
	return bodyField[supplier.NewOrder]{name: name, text: func(o *supplier.NewOrder) string { return *at(o) }, clear: func(o *supplier.NewOrder) { *at(o) = "" }}
}

func orderOptText(name string, at func(*supplier.NewOrder) **string) bodyField[supplier.NewOrder] {
	return bodyField[supplier.NewOrder]{name: name, text: func(o *supplier.NewOrder) string { return textOf(*at(o)) }, clear: func(o *supplier.NewOrder) { *at(o) = nil }}
}

func requiredField[T any](f bodyField[T]) bodyField[T] {
	f.required, f.clear = true, nil
	return f
}

// oneOf is a field that every order has and that takes few values.
func oneOf(f bodyField[supplier.NewOrder], known ...string) bodyField[supplier.NewOrder] {
	f.known, f.clear = known, nil
	return f
}

func exactField(f bodyField[supplier.NewOrder]) bodyField[supplier.NewOrder] {
	f.exact = true
	return f
}

func newOrderFields() []bodyField[supplier.NewOrder] {
	type O = supplier.NewOrder
	return []bodyField[O]{
		exactField(requiredField(orderText("external_id", func(o *O) *string { return &o.ExternalID }))),
		requiredField(bodyField[O]{name: "items", kind: bodyList, text: func(o *O) string { return strings.Repeat("+", len(o.Items)) }}),
		orderText("recipient_name", func(o *O) *string { return &o.Recipient.Name }),
		orderOptText("recipient_last_name", func(o *O) **string { return &o.Recipient.LastName }),
		orderOptText("recipient_first_name", func(o *O) **string { return &o.Recipient.FirstName }),
		orderOptText("recipient_middle_name", func(o *O) **string { return &o.Recipient.MiddleName }),
		requiredField(orderText("recipient_phone", func(o *O) *string { return &o.Recipient.Phone })),
		orderOptText("recipient_email", func(o *O) **string { return &o.Recipient.Email }),
		oneOf(orderText("carrier", func(o *O) *string { return &o.Recipient.Delivery.Carrier }), supplier.Carriers()...),
		oneOf(orderText("delivery_type", func(o *O) *string { return &o.Recipient.Delivery.Type }), supplier.DeliveryTypes()...),
		orderText("city", func(o *O) *string { return &o.Recipient.Delivery.City }),
		orderOptText("city_ref", func(o *O) **string { return &o.Recipient.Delivery.CityRef }),
		orderOptText("branch_number", func(o *O) **string { return &o.Recipient.Delivery.BranchNumber }),
		orderOptText("branch_ref", func(o *O) **string { return &o.Recipient.Delivery.BranchRef }),
		orderOptText("address", func(o *O) **string { return &o.Recipient.Delivery.Address }),
		orderOptText("region", func(o *O) **string { return &o.Recipient.Delivery.Region }),
		orderOptText("district", func(o *O) **string { return &o.Recipient.Delivery.District }),
		orderOptText("postal_code", func(o *O) **string { return &o.Recipient.Delivery.PostalCode }),
		oneOf(orderText("payment_method", func(o *O) *string { return &o.Payment.Method }), supplier.PaymentMethods()...),
		{name: "cod_amount", kind: bodyMoney, text: func(o *O) string { return o.Payment.CODAmount.String() },
			clear: func(o *O) { o.Payment.CODAmount = money.Amount{} }},
		orderOptText("waybill_number", func(o *O) **string { return &o.WaybillNumber }),
		orderOptText("comment", func(o *O) **string { return &o.Comment }),
	}
}

func newItemFields() []bodyField[supplier.NewItem] {
	return []bodyField[supplier.NewItem]{
		{name: "sku", required: true, text: func(i *supplier.NewItem) string { return i.SKU }},
		{name: "quantity", kind: bodyCount, required: true, text: func(i *supplier.NewItem) string { return strconv.FormatInt(i.Quantity, 10) }},
		{name: "price", kind: bodyMoney, text: func(i *supplier.NewItem) string { return i.Price.String() }, clear: func(i *supplier.NewItem) { i.Price = money.Amount{} }},
	}
}
