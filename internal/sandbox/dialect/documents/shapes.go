package documents

import "github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

// Words that this family knows otherwise.
var (
	states   = shape.Words{"in_stock": "Available", "out_of_stock": "Absent", "on_order": "Ordered", "discontinued": "Archived"}
	carriers = shape.Words{"nova_poshta": "NovaPoshta", "ukrposhta": "Ukrposhta", "meest": "Meest", "rozetka_delivery": "Rozetka", "pickup": "Pickup"}
	kinds    = shape.Words{"branch": "Branch", "locker": "Locker", "courier": "Courier"}
	payments = shape.Words{"cod": "OnDelivery", "prepaid": "Before", "balance": "Account"}
	statuses = shape.Words{"new": "New", "confirmed": "Confirmed", "assembling": "Packing", "shipped": "Sent", "delivered": "Delivered",
		"completed": "Closed", "cancelled": "Cancelled", "returning": "ComingBack", "returned": "Back", "on_hold": "Held"}
)

func product() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "Ref"},
		{Ours: "sku", Theirs: "Article"},
		{Ours: "group_id", Theirs: "ParentRef"},
		{Ours: "name", Theirs: "Title"},
		{Ours: "names", Theirs: "Titles"},
		{Ours: "description", Theirs: "Text"},
		{Ours: "descriptions", Theirs: "Texts"},
		{Ours: "brand", Theirs: "Maker"},
		{Ours: "country_of_origin", Theirs: "Country"},
		{Ours: "barcode", Theirs: "Barcode"},
		{Ours: "category.id", Theirs: "Section.Ref"},
		{Ours: "category.name", Theirs: "Section.Title"},
		{Ours: "category.path", Theirs: "Section.Way"},
		{Ours: "currency", Theirs: "Prices.Partner.@Currency"},
		{Ours: "drop_price", Theirs: "Prices.Partner.#"},
		{Ours: "rrp", Theirs: "Prices.Retail"},
		{Ours: "wholesale_tiers", Theirs: "Prices.Scale", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "@From"}, {Ours: "price", Theirs: "#"}}},
		{Ours: "min_order_quantity", Theirs: "Least"},
		{Ours: "availability", Theirs: "State", Out: states.Out},
		{Ours: "quantity", Theirs: "Stock"},
		{Ours: "images", Theirs: "Pictures.Picture"},
		{Ours: "attributes", Theirs: "Properties.Property", Each: shape.Table{
			{Ours: "name", Theirs: "@Name"}, {Ours: "value", Theirs: "#"}, {Ours: "unit", Theirs: "@Unit"}}},
		{Ours: "weight_g", Theirs: "Weight"},
		{Ours: "length_mm", Theirs: "Length"},
		{Ours: "width_mm", Theirs: "Width"},
		{Ours: "height_mm", Theirs: "Height"},
		{Ours: "url", Theirs: "Page"},
		{Ours: "created_at", Theirs: "Made"},
		{Ours: "updated_at", Theirs: "Changed"},
	}
}

// to is where an order goes, in answers and in new orders alike.
func to() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "@Number"},
		{Ours: "recipient.name", Theirs: "Recipient.Name"},
		{Ours: "recipient.last_name", Theirs: "Recipient.LastName"},
		{Ours: "recipient.first_name", Theirs: "Recipient.FirstName"},
		{Ours: "recipient.middle_name", Theirs: "Recipient.MiddleName"},
		{Ours: "recipient.phone", Theirs: "Recipient.Phone"},
		{Ours: "recipient.email", Theirs: "Recipient.Email"},
		{Ours: "recipient.delivery.carrier", Theirs: "Delivery.Carrier", Out: carriers.Out, In: carriers.In},
		{Ours: "recipient.delivery.type", Theirs: "Delivery.Kind", Out: kinds.Out, In: kinds.In},
		{Ours: "recipient.delivery.city", Theirs: "Delivery.City"},
		{Ours: "recipient.delivery.city_ref", Theirs: "Delivery.CityRef"},
		{Ours: "recipient.delivery.branch_number", Theirs: "Delivery.Branch"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "Delivery.BranchRef"},
		{Ours: "recipient.delivery.address", Theirs: "Delivery.Address"},
		{Ours: "payment.method", Theirs: "Payment.Kind", Out: payments.Out, In: payments.In},
		{Ours: "payment.cod_amount", Theirs: "Payment.Collect"},
		{Ours: "comment", Theirs: "Comment"},
	}
}

func newOrder() shape.Table {
	return append(to(), shape.Table{
		{Ours: "items", Theirs: "Items.Item", In: func(v any) any { return items(listed(v)) }},
		{Ours: "waybill_number", Theirs: "Delivery.Waybill"},
	}...)
}

// items are the lines of a new order, whose numbers are texts in XML.
func items(lines []any) any {
	line := shape.Table{
		{Ours: "sku", Theirs: "@Article"},
		{Ours: "quantity", Theirs: "@Quantity", In: shape.ID},
		{Ours: "price", Theirs: "Price"},
	}
	all := make([]any, len(lines))
	for i, one := range shape.Objects(lines) {
		all[i] = line.Read(one)
	}
	return all
}

func order() shape.Table {
	return append(to(), shape.Table{
		{Ours: "id", Theirs: "Ref"},
		{Ours: "number", Theirs: "Number"},
		{Ours: "status", Theirs: "State", Out: statuses.Out},
		{Ours: "status_history", Theirs: "States.Change", Each: shape.Table{
			{Ours: "status", Theirs: "State", Out: statuses.Out}, {Ours: "at", Theirs: "At"}}},
		{Ours: "waybills", Theirs: "Waybills.Waybill"},
		{Ours: "items", Theirs: "Items.Item", Each: shape.Table{
			{Ours: "sku", Theirs: "@Article"},
			{Ours: "name", Theirs: "Title"},
			{Ours: "quantity", Theirs: "@Quantity"},
			{Ours: "price", Theirs: "Price"},
			{Ours: "drop_price", Theirs: "PartnerPrice"},
		}},
		{Ours: "totals.drop_total", Theirs: "Sums.Partner"},
		{Ours: "totals.retail_total", Theirs: "Sums.Retail"},
		{Ours: "totals.profit", Theirs: "Sums.Profit"},
		{Ours: "created_at", Theirs: "Made"},
		{Ours: "updated_at", Theirs: "Changed"},
	}...)
}

func parcel() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "Ref"},
		{Ours: "order_id", Theirs: "Order.Ref"},
		{Ours: "external_id", Theirs: "Order.@Number"},
		{Ours: "carrier", Theirs: "Carrier", Out: carriers.Out},
		{Ours: "waybill_number", Theirs: "Waybill"},
		{Ours: "state", Theirs: "State"},
		{Ours: "state_text", Theirs: "StateText"},
		{Ours: "city", Theirs: "City"},
		{Ours: "branch_number", Theirs: "Branch"},
		{Ours: "cod_amount", Theirs: "Collect"},
		{Ours: "cod_state", Theirs: "CollectState"},
		{Ours: "estimated_delivery_date", Theirs: "Expected"},
		{Ours: "shipped_at", Theirs: "Sent"},
		{Ours: "delivered_at", Theirs: "Received"},
		{Ours: "state_updated_at", Theirs: "Changed"},
	}
}

func entry() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "Ref"},
		{Ours: "number", Theirs: "Number"},
		{Ours: "kind", Theirs: "Kind"},
		{Ours: "operation", Theirs: "Operation"},
		{Ours: "amount", Theirs: "Sum"},
		{Ours: "currency", Theirs: "Currency"},
		{Ours: "posted_at", Theirs: "At"},
		{Ours: "order_id", Theirs: "Order.Ref"},
		{Ours: "order_external_id", Theirs: "Order.@Number"},
		{Ours: "payout_id", Theirs: "Payout"},
		{Ours: "document_number", Theirs: "Document.Number"},
		{Ours: "document_date", Theirs: "Document.Date"},
		{Ours: "counterparty.name", Theirs: "Firm.Name"},
		{Ours: "counterparty.code", Theirs: "Firm.Code"},
		{Ours: "description", Theirs: "Text"},
		{Ours: "reverses_entry_id", Theirs: "Reverses"},
		{Ours: "balance_after.posted", Theirs: "Balance.Posted"},
		{Ours: "balance_after.held", Theirs: "Balance.Held"},
		{Ours: "balance_after.available", Theirs: "Balance.Free"},
	}
}

// sums are those of a period.
func sums() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "Balance.Before"},
		{Ours: "closing", Theirs: "Balance.After"},
		{Ours: "turnover.accrual", Theirs: "Turnover.Earned"},
		{Ours: "turnover.hold", Theirs: "Turnover.Held"},
		{Ours: "turnover.payout", Theirs: "Turnover.Paid"},
	}
}
