package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sides is an order as it was sent, beside what a file says of it now.
type sides struct {
	File string
	Rows []sideRow
}

// sideRow is a part of an order on both sides.
type sideRow struct {
	Key        string // of its word
	Sent, Says string // "" where there is none
	Differs    bool
}

// sidesOf puts what was sent beside what each file says that waits for a decision.
func sidesOf(l wording.Language, o overview.OrderStatus) (list []sides) {
	if o.Story == nil {
		return nil
	}
	for _, file := range o.Story.Files {
		if file.Open && file.Says != nil {
			list = append(list, sides{File: file.File, Rows: compared(l, o.Story.Understood, *file.Says)})
		}
	}
	return list
}

// compared are the parts of two orders, each item that one of them has in a row of its own.
func compared(l wording.Language, sent, says supplier.NewOrder) (rows []sideRow) {
	a, b := read(l, sent), read(l, says)
	add := func(key, sent, says string) {
		if sent != "" || says != "" {
			rows = append(rows, sideRow{key, sent, says, sent != says})
		}
	}
	add("recipient", sent.Recipient.Name, says.Recipient.Name)
	add("phone", sent.Recipient.Phone, says.Recipient.Phone)
	add("delivery", a.Place, b.Place)
	add("payment", a.Payment, b.Payment)
	for _, sku := range skus(sent, says) {
		add("item", itemText(l, sent.Items, sku), itemText(l, says.Items, sku))
	}
	add("sum", a.Sum, b.Sum)
	add("comment", orEmpty(sent.Comment), orEmpty(says.Comment))
	return rows
}

// skus are those of both orders, each once, in the order in which they come.
func skus(orders ...supplier.NewOrder) (list []string) {
	for _, o := range orders {
		for _, item := range o.Items {
			if !slices.Contains(list, item.SKU) {
				list = append(list, item.SKU)
			}
		}
	}
	return list
}

// itemText is what an order has of an SKU, "" where it has nothing.
func itemText(l wording.Language, items []supplier.NewItem, sku string) string {
	var parts []string
	for _, item := range items {
		if item.SKU == sku {
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s × %d %s", item.SKU, item.Quantity, amount(l, item.Price))))
		}
	}
	return strings.Join(parts, "; ")
}

func orEmpty(text *string) string {
	return *cmp.Or(text, new(string))
}
