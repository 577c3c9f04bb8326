package orderbody

import (
	"fmt"
	"slices"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// requiredFields are the fields that no order goes without.
var requiredFields = sync.OnceValue(func() []bodyField[supplier.NewOrder] {
	return slices.DeleteFunc(newOrderFields(), func(f bodyField[supplier.NewOrder]) bool { return !f.required })
})

// complete checks what no order goes without.
func complete(o *supplier.NewOrder) error {
	for _, f := range requiredFields() {
		if f.text(o) == "" {
			return &valueError{field: f.name, what: "is missing"}
		}
	}
	for i, item := range o.Items {
		if item.SKU == "" || item.Quantity < 1 {
			return &valueError{what: fmt.Sprintf("item %d: an item needs a sku and a quantity of at least 1", i+1)}
		}
	}
	return nil
}

// noLine is what is wrong with a value that the mapping has no line for.
const noLine = "has no line in the supplier's mapping: add one under create_order: body, or {skip: true} to leave it out knowingly"

// lost refuses an order with a value that the mapping has no line for.
func (o *Body) lost(order *supplier.NewOrder) error {
	for _, f := range o.unplaced {
		if f.text(order) != "" && !o.told(f.name, &order.Recipient) {
			return &valueError{field: f.name, what: noLine}
		}
	}
	for i := range order.Items {
		for _, f := range o.item {
			if f.text(&order.Items[i]) != "" {
				return &valueError{field: f.name, item: i + 1, what: noLine}
			}
		}
	}
	return nil
}
