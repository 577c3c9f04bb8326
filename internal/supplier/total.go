package supplier

import "github.com/dropbridge/dropbridge/internal/money"

// ToPay is what the customer pays: the amount on delivery where the order has one, and what all
// items cost otherwise. It is not set where that is not known.
func (o *NewOrder) ToPay() money.Amount {
	if o.Payment.CODAmount.IsSet() {
		return o.Payment.CODAmount
	}
	return o.ItemsTotal()
}

// ItemsTotal is what all items cost together. It is not set where there is none, where one has
// no price, and where the sum is none that an amount can be.
func (o *NewOrder) ItemsTotal() (total money.Amount) {
	for _, item := range o.Items {
		if !item.Price.IsSet() {
			return money.Amount{}
		}
		line, err := item.Price.Times(item.Quantity)
		if err == nil {
			total, err = total.OrZero().Add(line)
		}
		if err != nil {
			return money.Amount{}
		}
	}
	return total
}
