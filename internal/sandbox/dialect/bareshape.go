package dialect

import "github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

// The words of the dialect bare by those of the contract.
var (
	bareConditions = shape.Words{"in_stock": "AVAILABLE", "out_of_stock": "SOLD_OUT", "on_order": "TO_ORDER", "discontinued": "RETIRED"}
	bareCarriers   = shape.Words{"nova_poshta": "NP", "ukrposhta": "UP", "meest": "ME", "rozetka_delivery": "RZ", "pickup": "SELF"}
	bareServices   = shape.Words{"branch": "OFFICE", "locker": "LOCKER", "courier": "DOOR"}
	barePayments   = shape.Words{"cod": "cashOnDelivery", "prepaid": "prepaid", "balance": "account"}
	bareStatuses   = shape.Words{"new": 1, "confirmed": 2, "assembling": 3, "shipped": 4, "delivered": 5, "completed": 6,
		"cancelled": 7, "returning": 8, "returned": 9, "on_hold": 10}
)

func bareProduct() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id", Out: shape.ID},
		{Ours: "sku", Theirs: "sku"},
		{Ours: "group_id", Theirs: "variationGroup", Out: shape.ID},
		{Ours: "name", Theirs: "name"},
		{Ours: "description", Theirs: "description"},
		{Theirs: "translations", From: bareTranslations},
		{Ours: "brand", Theirs: "manufacturer"},
		{Ours: "country_of_origin", Theirs: "madeIn"},
		{Ours: "barcode", Theirs: "ean13"},
		{Ours: "category.id", Theirs: "category", Out: shape.ID},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "drop_price", Theirs: "wholesalePrice", Out: shape.Number},
		{Ours: "rrp", Theirs: "retailPrice", Out: shape.Number},
		{Ours: "wholesale_tiers", Theirs: "priceLargeQuantities", Each: shape.Table{
			{Ours: "min_quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price", Out: shape.Number},
		}},
		{Ours: "min_order_quantity", Theirs: "minQuantity"},
		{Ours: "availability", Theirs: "condition", Out: bareConditions.Out},
		{Ours: "attributes", Theirs: "attributes", Each: shape.Table{
			{Ours: "name", Theirs: "attribute"},
			{Ours: "value", Theirs: "value"},
			{Ours: "unit", Theirs: "unit"},
		}},
		{Ours: "weight_g", Theirs: "weight"},
		{Ours: "length_mm", Theirs: "dimensions.length"},
		{Ours: "width_mm", Theirs: "dimensions.width"},
		{Ours: "height_mm", Theirs: "dimensions.height"},
		{Ours: "url", Theirs: "link"},
		{Ours: "created_at", Theirs: "dateAdd"},
		{Ours: "updated_at", Theirs: "dateUpd"},
	}
}

// bareTranslations are a product's texts in other languages, a row for each.
func bareTranslations(p object) any {
	rows := []object{}
	for _, language := range []string{"uk", "ru", "en"} {
		name, description := shape.Member(p, "names")[language], shape.Member(p, "descriptions")[language]
		if name != nil || description != nil {
			rows = append(rows, object{"isoCode": language, "name": name, "description": description})
		}
	}
	return rows
}

// bareTo is where an order goes, in answers and in new orders alike.
func bareTo() shape.Table {
	return shape.Table{
		{Ours: "external_id", Theirs: "internalReference"},
		{Ours: "recipient.name", Theirs: "shippingAddress.fullName"},
		{Ours: "recipient.last_name", Theirs: "shippingAddress.lastName"},
		{Ours: "recipient.first_name", Theirs: "shippingAddress.firstName"},
		{Ours: "recipient.middle_name", Theirs: "shippingAddress.middleName"},
		{Ours: "recipient.phone", Theirs: "shippingAddress.phone"},
		{Ours: "recipient.email", Theirs: "shippingAddress.email"},
		{Ours: "recipient.delivery.carrier", Theirs: "carrier.code", Out: bareCarriers.Out, In: bareCarriers.In},
		{Ours: "recipient.delivery.type", Theirs: "carrier.service", Out: bareServices.Out, In: bareServices.In},
		{Ours: "recipient.delivery.city", Theirs: "shippingAddress.town"},
		{Ours: "recipient.delivery.city_ref", Theirs: "shippingAddress.townReference"},
		{Ours: "recipient.delivery.branch_number", Theirs: "carrier.officeNumber"},
		{Ours: "recipient.delivery.branch_ref", Theirs: "carrier.officeReference"},
		{Ours: "recipient.delivery.address", Theirs: "shippingAddress.address"},
		{Ours: "payment.method", Theirs: "paymentMethod", Out: barePayments.Out, In: barePayments.In},
		{Ours: "payment.cod_amount", Theirs: "cashOnDelivery", Out: shape.Number},
		{Ours: "comment", Theirs: "comment"},
	}
}

func bareNewOrder() shape.Table {
	return append(bareTo(), shape.Table{
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "reference"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price"},
		}},
		{Ours: "waybill_number", Theirs: "trackings", In: shape.FirstOf("trackingNumber")},
	}...)
}

func bareOrder() shape.Table {
	return append(bareTo(), shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number", Out: shape.ID},
		{Ours: "status", Theirs: "status.id", Out: bareStatuses.Out},
		{Ours: "status", Theirs: "status.name"},
		{Ours: "status_history", Theirs: "history", Each: shape.Table{
			{Ours: "status", Theirs: "status.id", Out: bareStatuses.Out},
			{Ours: "status", Theirs: "status.name"},
			{Ours: "at", Theirs: "date"},
		}},
		{Ours: "waybills", Theirs: "trackings", Out: shape.Wrapped("trackingNumber")},
		{Ours: "items", Theirs: "products", Each: shape.Table{
			{Ours: "sku", Theirs: "reference"},
			{Ours: "name", Theirs: "name"},
			{Ours: "quantity", Theirs: "quantity"},
			{Ours: "price", Theirs: "price", Out: shape.Number},
			{Ours: "drop_price", Theirs: "wholesalePrice", Out: shape.Number},
		}},
		{Ours: "totals.drop_total", Theirs: "totalWholesale", Out: shape.Number},
		{Ours: "totals.retail_total", Theirs: "totalRetail", Out: shape.Number},
		{Ours: "totals.profit", Theirs: "totalProfit", Out: shape.Number},
		{Ours: "created_at", Theirs: "dateAdd"},
		{Ours: "updated_at", Theirs: "dateUpd"},
	}...)
}

func bareTracking() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "order_id", Theirs: "orderId"},
		{Ours: "external_id", Theirs: "internalReference"},
		{Ours: "carrier", Theirs: "carrier.code", Out: bareCarriers.Out},
		{Ours: "waybill_number", Theirs: "trackingNumber"},
		{Ours: "state", Theirs: "status"},
		{Ours: "state_text", Theirs: "statusDescription"},
		{Ours: "city", Theirs: "town"},
		{Ours: "branch_number", Theirs: "officeNumber", Out: shape.ID},
		{Ours: "cod_amount", Theirs: "cashOnDelivery", Out: shape.Number},
		{Ours: "cod_state", Theirs: "cashOnDeliveryState"},
		{Ours: "estimated_delivery_date", Theirs: "estimatedDate"},
		{Ours: "shipped_at", Theirs: "dateShipped"},
		{Ours: "delivered_at", Theirs: "dateDelivered"},
		{Ours: "state_updated_at", Theirs: "statusDate"},
	}
}

func bareMovement() shape.Table {
	return shape.Table{
		{Ours: "id", Theirs: "id"},
		{Ours: "number", Theirs: "number"},
		{Ours: "kind", Theirs: "type"},
		{Ours: "operation", Theirs: "operation"},
		{Ours: "amount", Theirs: "amount", Out: shape.Number},
		{Ours: "currency", Theirs: "currency"},
		{Ours: "posted_at", Theirs: "date"},
		{Ours: "order_id", Theirs: "orderId"},
		{Ours: "order_external_id", Theirs: "internalReference"},
		{Ours: "payout_id", Theirs: "payoutId"},
		{Ours: "document_number", Theirs: "document.number"},
		{Ours: "document_date", Theirs: "document.date"},
		{Ours: "counterparty.name", Theirs: "company.name"},
		{Ours: "counterparty.code", Theirs: "company.code"},
		{Ours: "description", Theirs: "description"},
		{Ours: "reverses_entry_id", Theirs: "reverses"},
		{Ours: "balance_after.posted", Theirs: "balance.posted", Out: shape.Number},
		{Ours: "balance_after.held", Theirs: "balance.held", Out: shape.Number},
		{Ours: "balance_after.available", Theirs: "balance.available", Out: shape.Number},
	}
}

func bareBalances() shape.Table {
	return shape.Table{
		{Ours: "opening", Theirs: "opening", Out: shape.Number},
		{Ours: "closing", Theirs: "closing", Out: shape.Number},
		{Ours: "turnover.accrual", Theirs: "turnover.accrual", Out: shape.Number},
		{Ours: "turnover.hold", Theirs: "turnover.hold", Out: shape.Number},
		{Ours: "turnover.payout", Theirs: "turnover.payout", Out: shape.Number},
	}
}
