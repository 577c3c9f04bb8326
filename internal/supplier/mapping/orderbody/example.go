package orderbody

import (
	"errors"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// example is an order that shows what a mapping makes of one.
type example struct {
	Title wording.Text
	order supplier.NewOrder
	// others are words that may stand in for a value which the mapping does not know.
	others map[string][]string
}

func titled(key string) wording.Text { return wording.Text(wording.NewMessage(key)) }

// Try encodes an example. A value that the mapping refuses is taken out, or another takes
// its place, as far as the order stays one of its kind; leftOut names them.
func (o *Body) Try(e example) (body []byte, leftOut []string, err error) {
	for {
		body, err := o.Encode(e.order)
		if err == nil {
			return body, leftOut, nil
		}
		wrong, ok := errors.AsType[*valueError](err)
		if !ok || !e.adapt(wrong) {
			return nil, leftOut, err
		}
		leftOut = append(leftOut, wrong.short())
	}
}

// adapt changes the order so that it no longer has the refused value. Each call takes
// something away, so that it ends.
func (e *example) adapt(wrong *valueError) bool {
	r := &e.order.Recipient
	switch {
	case wrong.field == "":
		return false
	case wrong.field == "items" && len(e.order.Items) > 1:
		e.order.Items = e.order.Items[:1]
		return true
	case wrong.field == "sku": // some services know their goods by numbers
		return e.numberGoods()
	case wrong.item > 0:
		return e.clearItems(wrong.field)
	case wrong.field == "carrier":
		return e.other("carrier", func(word string) { r.Delivery.Carrier = word })
	case wrong.field == "cod_amount" && wrong.what == ignoredByJQ:
		return e.clear(wrong.field)
	case wrong.field == "payment_method", wrong.field == "cod_amount":
		return e.other("payment_method", func(word string) { e.order.Payment = supplier.Payment{Method: word} })
	case (wrong.field == "recipient_last_name" || wrong.field == "recipient_first_name") && textOf(r.LastName) == "" && wrong.what != ignoredByJQ:
		r.LastName, r.FirstName = new("Зразкова"), new("Олена")
		return true
	}
	return e.clear(wrong.field)
}

// numberGoods gives the items numbers for SKUs, once.
func (e *example) numberGoods() bool {
	changed := false
	for i := range e.order.Items {
		number := strconv.Itoa(1001 + i)
		changed = changed || e.order.Items[i].SKU != number
		e.order.Items[i].SKU = number
	}
	return changed
}

// other puts the next word in place of one that the mapping does not know.
func (e *example) other(name string, put func(word string)) bool {
	words := e.others[name]
	if len(words) == 0 {
		return false
	}
	put(words[0])
	e.others[name] = words[1:]
	return true
}

func (e *example) clear(name string) bool {
	fields := newOrderFields()
	i := slices.IndexFunc(fields, func(f bodyField[supplier.NewOrder]) bool { return f.name == name })
	if i < 0 || fields[i].clear == nil || fields[i].text(&e.order) == "" || name == "recipient_name" {
		return false
	}
	fields[i].clear(&e.order)
	return true
}

func (e *example) clearItems(name string) bool {
	fields := newItemFields()
	i := slices.IndexFunc(fields, func(f bodyField[supplier.NewItem]) bool { return f.name == name })
	if i < 0 || fields[i].clear == nil {
		return false
	}
	changed := false
	for n := range e.order.Items {
		changed = changed || fields[i].text(&e.order.Items[n]) != ""
		fields[i].clear(&e.order.Items[n])
	}
	return changed
}

// Examples are the kinds of orders that are shown, with items of those SKUs. What no SKU is
// known of has made-up ones, which a mapping that wants numbers refuses.
func Examples(skus ...string) []example {
	skus = append(slices.Clip(skus[:min(len(skus), 2)]), []string{"EXAMPLE-1", "EXAMPLE-2"}[min(len(skus), 2):]...)
	items := func() []supplier.NewItem {
		return []supplier.NewItem{{SKU: skus[0], Quantity: 2, Price: money.Must("450.10")}, {SKU: skus[1], Quantity: 1, Price: money.Must("1320.00")}}
	}
	to := func(kind string, change func(*supplier.Recipient)) supplier.Recipient {
		r := supplier.Recipient{Name: "Зразкова Олена Іванівна", Phone: "+380000000001", Delivery: supplier.Delivery{Carrier: supplier.NovaPoshta, Type: kind, City: "Київ"}}
		change(&r)
		return r
	}
	others := func() map[string][]string { return map[string][]string{"carrier": supplier.Carriers()[1:]} }
	cod := supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("2220.20")}
	branch := example{titled("example_order.branch"), supplier.NewOrder{ExternalID: "EXAMPLE-1001", Items: items(), Payment: cod,
		Recipient: to(supplier.ToBranch, func(r *supplier.Recipient) { r.Delivery.BranchNumber = new("12") })}, others()}
	courier := example{titled("example_order.courier"), supplier.NewOrder{ExternalID: "EXAMPLE-1002", Items: items(), Payment: supplier.Payment{Method: supplier.PaymentPrepaid},
		Recipient: to(supplier.ByCourier, func(r *supplier.Recipient) { r.Delivery.Address = new("вул. Зразкова, 1, кв. 2") })}, others()}
	whole := example{titled("example_order.whole"), supplier.NewOrder{ExternalID: "EXAMPLE-1003", Items: items(), Payment: cod,
		WaybillNumber: new("20450000000001"), Comment: new("Приклад: \"подзвонити\"\nперед доставкою"),
		Recipient: to(supplier.ToBranch, func(r *supplier.Recipient) {
			r.LastName, r.FirstName, r.MiddleName, r.Email = new("Зразкова"), new("Олена"), new("Іванівна"), new("olena@shop.example")
			d := &r.Delivery
			d.CityRef, d.BranchNumber, d.BranchRef, d.Address = new("city-1"), new("12"), new("branch-12"), new("вул. Зразкова, 1")
		})}, others()}
	whole.others["payment_method"] = []string{supplier.PaymentPrepaid, supplier.PaymentBalance}
	return []example{branch, courier, whole}
}

// short is the error for a list of many.
func (e *valueError) short() string {
	switch e.what {
	case noLine:
		return e.field + ": no line in the mapping"
	case ignoredByJQ:
		return e.field + ": not in the body that jq makes"
	}
	return e.Error()
}
