package state

import (
	"encoding/json"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Recognise compares what the supplier has under the number of an order with it.
func Recognise(order Order, under []supplier.Order) Outcome {
	var ours []supplier.Order
	for _, at := range under {
		if Same(order, at) {
			ours = append(ours, at)
		}
	}
	if len(ours) == 0 {
		message := wording.NewMessage("order_conflict.found", told.OneLine(under[0].ID), told.Typed(order.ExternalID))
		if r := order.RevisionAt(under[0]); r.Kind != NoRevision {
			message = clashOf(told.Typed(order.ExternalID), told.OneLine(under[0].ID), r)
		}
		return Outcome{State: Conflict, Code: CodeConflict, Order: supplier.Order{ID: under[0].ID}, Message: message}
	}
	ours = handedInFirst(ours)
	out := There(ours[0])
	if len(ours) > 1 {
		doubled := Order{RemoteID: ours[0].ID}.Twice(ours[1].ID, time.Time{})
		out.Code, out.Message = doubled.Code, doubled.Message
	}
	return out
}

// Same reports whether the order at the supplier is the one that was sent, as far as
// the supplier's answer tells: the goods, and the phone.
func Same(order Order, at supplier.Order) bool {
	if at.Recipient.Phone != "" {
		if sent, err := order.Sent(); err == nil && !samePhone(at.Recipient.Phone, sent.Recipient.Phone) {
			return false
		}
	}
	return SameGoods(order, at)
}

// Sent is what was ordered.
func (o Order) Sent() (sent supplier.NewOrder, err error) {
	err = json.Unmarshal(o.Content, &sent)
	return sent, err
}

// SameGoods reports whether an order at the supplier has the goods that were sent, where it
// names any.
func SameGoods(order Order, at supplier.Order) bool {
	if len(at.Items) == 0 {
		return true
	}
	sent, err := order.Sent()
	if err != nil {
		return true // what was sent cannot be compared; the number is the same
	}
	left := goods(sent.Items)
	for _, item := range at.Items {
		left[item.SKU] -= item.Quantity
	}
	for _, difference := range left {
		if difference != 0 {
			return false
		}
	}
	return true
}

// samePhone compares two phones by their digits: suppliers give +380671234567 back as
// 380671234567, 0671234567 or 067 123-45-67.
func samePhone(a, b string) bool {
	a, b = digitsOf(a), digitsOf(b)
	if len(a) < nationalDigits || len(b) < nationalDigits {
		return a == b
	}
	return a[len(a)-nationalDigits:] == b[len(b)-nationalDigits:]
}
