package orders

import "github.com/dropbridge/dropbridge/importer/orderfile/field"

// mayDecide reports whether a column whose brackets are not understood keeps the file from being
// sent: it would say how, whether or where to, and nobody can tell that it does not.
func (b *builder) mayDecide(heading string) field.Field {
	m := b.source.Template.BracketsAside(heading)
	switch m {
	case field.State, field.PaymentState, field.PaymentMethod, field.CancelledAt, field.ShippedAt, field.CODAmount, field.ToPay, field.PaidAmount, field.Refunded, field.Returned, field.ShippedQuantity, field.SendOn,
		field.Discount, field.Credit, field.Carrier, field.DeliveryMethod, field.Currency, field.Country, field.Waybill:
	case field.City, field.Branch, field.Address, field.Street:
		if len(b.l.Columns[m]) > 0 {
			return ""
		}
	default:
		return ""
	}
	if b.lexicon.Side(heading) == "sender" {
		return ""
	}
	return m
}
