package page

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// difference is one thing that two contents of an order say, each as people read it.
type difference struct {
	What, Held, Says string
	Differs          bool
}

// compared sets what is held of an order beside what a file says, goods by their SKU.
func compared(l wording.Language, held, says supplier.NewOrder) (list []difference) {
	a, b := read(l, held), read(l, says)
	add := func(what, one, other string) {
		if one != "" || other != "" {
			list = append(list, difference{what, one, other, one != other})
		}
	}
	add(say(l, "recipient"), held.Recipient.Name, says.Recipient.Name)
	add(say(l, "phone"), held.Recipient.Phone, says.Recipient.Phone)
	add(say(l, "email"), text(held.Recipient.Email), text(says.Recipient.Email))
	add(say(l, "delivery"), a.Place, b.Place)
	add(say(l, "delivery_kind"), word(l, held.Recipient.Delivery.Type, "page.delivery_kind."), word(l, says.Recipient.Delivery.Type, "page.delivery_kind."))
	add(say(l, "waybill"), text(held.WaybillNumber), text(says.WaybillNumber))
	add(say(l, "payment"), a.Payment, b.Payment)
	ours, theirs := goods(l, held.Items), goods(l, says.Items)
	for _, sku := range skus(held.Items, says.Items) {
		add(sku, ours[sku], theirs[sku])
	}
	add(say(l, "sum"), a.Sum, b.Sum)
	add(say(l, "comment"), text(held.Comment), text(says.Comment))
	return list
}

func text(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

// goods are how many of each SKU are ordered, at which price.
func goods(l wording.Language, items []supplier.NewItem) map[string]string {
	out := map[string]string{}
	for _, item := range items {
		some := strings.TrimSpace(fmt.Sprintf("%d × %s", item.Quantity, amount(l, item.Price)))
		if before, twice := out[item.SKU]; twice {
			some = before + ", " + some
		}
		out[item.SKU] = some
	}
	return out
}

// skus are the SKUs of lists of items, each once, as they first stand there.
func skus(lists ...[]supplier.NewItem) (list []string) {
	seen := map[string]bool{}
	for _, items := range lists {
		for _, item := range items {
			if !seen[item.SKU] {
				seen[item.SKU] = true
				list = append(list, item.SKU)
			}
		}
	}
	return list
}

// sides is an order as it was sent, beside what a file says of it now.
type sides struct {
	File string
	Rows []difference
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
