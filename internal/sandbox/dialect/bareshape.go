package dialect

// bareWords are the words of the dialect bare by those of the contract.
var (
	bareConditions = words{"in_stock": "AVAILABLE", "out_of_stock": "SOLD_OUT", "on_order": "TO_ORDER", "discontinued": "RETIRED"}
	bareCarriers   = words{"nova_poshta": "NP", "ukrposhta": "UP", "meest": "ME", "rozetka_delivery": "RZ", "pickup": "SELF"}
	bareServices   = words{"branch": "OFFICE", "locker": "LOCKER", "courier": "DOOR"}
	barePayments   = words{"cod": "cashOnDelivery", "prepaid": "prepaid", "balance": "account"}
	bareStatuses   = words{"new": 1, "confirmed": 2, "assembling": 3, "shipped": 4, "delivered": 5, "completed": 6,
		"cancelled": 7, "returning": 8, "returned": 9, "on_hold": 10}
)

func bareProduct() shape {
	return shape{
		{ours: "id", theirs: "id", out: idNumber},
		{ours: "sku", theirs: "sku"},
		{ours: "group_id", theirs: "variationGroup", out: idNumber},
		{ours: "name", theirs: "name"},
		{ours: "description", theirs: "description"},
		{theirs: "translations", from: bareTranslations},
		{ours: "brand", theirs: "manufacturer"},
		{ours: "country_of_origin", theirs: "madeIn"},
		{ours: "barcode", theirs: "ean13"},
		{ours: "category.id", theirs: "category", out: idNumber},
		{ours: "currency", theirs: "currency"},
		{ours: "drop_price", theirs: "wholesalePrice", out: number},
		{ours: "rrp", theirs: "retailPrice", out: number},
		{ours: "wholesale_tiers", theirs: "priceLargeQuantities", each: shape{
			{ours: "min_quantity", theirs: "quantity"},
			{ours: "price", theirs: "price", out: number},
		}},
		{ours: "min_order_quantity", theirs: "minQuantity"},
		{ours: "availability", theirs: "condition", out: bareConditions.out},
		{ours: "attributes", theirs: "attributes", each: shape{
			{ours: "name", theirs: "attribute"},
			{ours: "value", theirs: "value"},
			{ours: "unit", theirs: "unit"},
		}},
		{ours: "weight_g", theirs: "weight"},
		{ours: "length_mm", theirs: "dimensions.length"},
		{ours: "width_mm", theirs: "dimensions.width"},
		{ours: "height_mm", theirs: "dimensions.height"},
		{ours: "url", theirs: "link"},
		{ours: "created_at", theirs: "dateAdd"},
		{ours: "updated_at", theirs: "dateUpd"},
	}
}

// bareTranslations are a product's texts in other languages, a row for each.
func bareTranslations(p object) any {
	rows := []object{}
	for _, language := range []string{"uk", "ru", "en"} {
		name, description := member(p, "names")[language], member(p, "descriptions")[language]
		if name != nil || description != nil {
			rows = append(rows, object{"isoCode": language, "name": name, "description": description})
		}
	}
	return rows
}

// bareTo is where an order goes, in answers and in new orders alike.
func bareTo() shape {
	return shape{
		{ours: "external_id", theirs: "internalReference"},
		{ours: "recipient.name", theirs: "shippingAddress.fullName"},
		{ours: "recipient.last_name", theirs: "shippingAddress.lastName"},
		{ours: "recipient.first_name", theirs: "shippingAddress.firstName"},
		{ours: "recipient.middle_name", theirs: "shippingAddress.middleName"},
		{ours: "recipient.phone", theirs: "shippingAddress.phone"},
		{ours: "recipient.email", theirs: "shippingAddress.email"},
		{ours: "recipient.delivery.carrier", theirs: "carrier.code", out: bareCarriers.out, in: bareCarriers.in},
		{ours: "recipient.delivery.type", theirs: "carrier.service", out: bareServices.out, in: bareServices.in},
		{ours: "recipient.delivery.city", theirs: "shippingAddress.town"},
		{ours: "recipient.delivery.city_ref", theirs: "shippingAddress.townReference"},
		{ours: "recipient.delivery.branch_number", theirs: "carrier.officeNumber"},
		{ours: "recipient.delivery.branch_ref", theirs: "carrier.officeReference"},
		{ours: "recipient.delivery.address", theirs: "shippingAddress.address"},
		{ours: "payment.method", theirs: "paymentMethod", out: barePayments.out, in: barePayments.in},
		{ours: "payment.cod_amount", theirs: "cashOnDelivery", out: number},
		{ours: "comment", theirs: "comment"},
	}
}

func bareNewOrder() shape {
	return append(bareTo(), shape{
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "reference"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "price"},
		}},
		{ours: "waybill_number", theirs: "trackings", in: firstOf("trackingNumber")},
	}...)
}

func bareOrder() shape {
	return append(bareTo(), shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number", out: idNumber},
		{ours: "status", theirs: "status.id", out: bareStatuses.out},
		{ours: "status", theirs: "status.name"},
		{ours: "status_history", theirs: "history", each: shape{
			{ours: "status", theirs: "status.id", out: bareStatuses.out},
			{ours: "status", theirs: "status.name"},
			{ours: "at", theirs: "date"},
		}},
		{ours: "waybills", theirs: "trackings", out: wrapped("trackingNumber")},
		{ours: "items", theirs: "products", each: shape{
			{ours: "sku", theirs: "reference"},
			{ours: "name", theirs: "name"},
			{ours: "quantity", theirs: "quantity"},
			{ours: "price", theirs: "price", out: number},
			{ours: "drop_price", theirs: "wholesalePrice", out: number},
		}},
		{ours: "totals.drop_total", theirs: "totalWholesale", out: number},
		{ours: "totals.retail_total", theirs: "totalRetail", out: number},
		{ours: "totals.profit", theirs: "totalProfit", out: number},
		{ours: "created_at", theirs: "dateAdd"},
		{ours: "updated_at", theirs: "dateUpd"},
	}...)
}

func bareTracking() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "order_id", theirs: "orderId"},
		{ours: "external_id", theirs: "internalReference"},
		{ours: "carrier", theirs: "carrier.code", out: bareCarriers.out},
		{ours: "waybill_number", theirs: "trackingNumber"},
		{ours: "state", theirs: "status"},
		{ours: "state_text", theirs: "statusDescription"},
		{ours: "city", theirs: "town"},
		{ours: "branch_number", theirs: "officeNumber", out: idNumber},
		{ours: "cod_amount", theirs: "cashOnDelivery", out: number},
		{ours: "cod_state", theirs: "cashOnDeliveryState"},
		{ours: "estimated_delivery_date", theirs: "estimatedDate"},
		{ours: "shipped_at", theirs: "dateShipped"},
		{ours: "delivered_at", theirs: "dateDelivered"},
		{ours: "state_updated_at", theirs: "statusDate"},
	}
}

func bareMovement() shape {
	return shape{
		{ours: "id", theirs: "id"},
		{ours: "number", theirs: "number"},
		{ours: "kind", theirs: "type"},
		{ours: "operation", theirs: "operation"},
		{ours: "amount", theirs: "amount", out: number},
		{ours: "currency", theirs: "currency"},
		{ours: "posted_at", theirs: "date"},
		{ours: "order_id", theirs: "orderId"},
		{ours: "order_external_id", theirs: "internalReference"},
		{ours: "payout_id", theirs: "payoutId"},
		{ours: "document_number", theirs: "document.number"},
		{ours: "document_date", theirs: "document.date"},
		{ours: "counterparty.name", theirs: "company.name"},
		{ours: "counterparty.code", theirs: "company.code"},
		{ours: "description", theirs: "description"},
		{ours: "reverses_entry_id", theirs: "reverses"},
		{ours: "balance_after.posted", theirs: "balance.posted", out: number},
		{ours: "balance_after.held", theirs: "balance.held", out: number},
		{ours: "balance_after.available", theirs: "balance.available", out: number},
	}
}

func bareBalances() shape {
	return shape{
		{ours: "opening", theirs: "opening", out: number},
		{ours: "closing", theirs: "closing", out: number},
		{ours: "turnover.accrual", theirs: "turnover.accrual", out: number},
		{ours: "turnover.hold", theirs: "turnover.hold", out: number},
		{ours: "turnover.payout", theirs: "turnover.payout", out: number},
	}
}
