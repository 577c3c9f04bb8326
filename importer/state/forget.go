package state

import (
	"encoding/json"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Impersonal is what an order's content says without its person: the number, the goods, the
// payment, the carrier and the client's own waybill. Where it goes and what was remarked is left
// out as well. A content that cannot be read says nothing.
func Impersonal(content []byte) []byte {
	var o supplier.NewOrder
	if json.Unmarshal(content, &o) != nil {
		return []byte("{}")
	}
	kept := supplier.NewOrder{ExternalID: o.ExternalID, Items: o.Items, Payment: o.Payment, WaybillNumber: o.WaybillNumber,
		Recipient: supplier.Recipient{Delivery: supplier.Delivery{Carrier: o.Recipient.Delivery.Carrier}}}
	data, err := json.Marshal(kept)
	if err != nil {
		return []byte("{}")
	}
	return data
}

// Forgotten is a final order without its person. Its hash stays: the same order that comes again
// is known by it.
func (o Order) Forgotten(at time.Time) Order {
	o.Content, o.Body, o.Faults = Impersonal(o.Content), nil, nil
	if !o.Message.IsZero() {
		o.Message = ForgottenMessage(at)
	}
	o.ForgottenAt = at
	return o
}

// ForgottenMessage stands in the place of words that may have named the person.
func ForgottenMessage(at time.Time) wording.Message {
	return wording.NewMessage("forgotten.on", at.Format(time.DateOnly))
}
