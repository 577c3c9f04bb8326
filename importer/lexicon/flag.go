package lexicon

// Flag is what ticks under a heading say of an order.
type Flag string

// The flags.
const (
	NoFlag    Flag = ""
	FlagPost  Flag = "post" // ticked, it is to be sent: "Підтверджено"
	FlagHold  Flag = "hold" // ticked, it is not: "Не відправляти", "Дубль"
	FlagPay   Flag = "pay"  // it speaks of payment: "Чим платить", "Гроші прийшли"
	FlagPlace Flag = "place"
)

// Flag reads a heading that no template knows. FlagPlace speaks of a carrier or a way of delivery.
func (l *Lexicon) Flag(heading string) Flag {
	if len(heading) > longestHeading {
		return NoFlag
	}
	cell := tokens(normal(heading))
	said := classes(l.flags.find(cell))
	state := State(l.states.whole(cell))
	switch {
	case said[string(FlagPay)], l.PaymentSaid(heading):
		return FlagPay
	case said[string(FlagHold)], state == Skip, state == Cancelled:
		return FlagHold
	case len(cell) <= 3 && l.Delivery(heading).Known:
		return FlagPlace
	case said[string(FlagPost)], state == Post:
		return FlagPost
	}
	return NoFlag
}

// Gifts reports whether a heading is one of goods that are sent beside the items: "Подарунок".
func (l *Lexicon) Gifts(heading string) bool {
	return len(heading) <= longestHeading && l.gifts.whole(tokens(normal(heading))) != ""
}
