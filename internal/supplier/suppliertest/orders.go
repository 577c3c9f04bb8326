package suppliertest

import (
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// SmallOrder has what every order has.
func SmallOrder() supplier.NewOrder {
	return supplier.NewOrder{ExternalID: "A-1", Items: []supplier.NewItem{{SKU: "KB-01", Quantity: 2}},
		Recipient: supplier.Recipient{Name: "Зразкова Олена Іванівна", Phone: "+380670000101", Delivery: supplier.Delivery{Carrier: supplier.NovaPoshta, Type: supplier.ToBranch, City: "Київ"}},
		Payment:   supplier.Payment{Method: supplier.PaymentPrepaid}}
}
