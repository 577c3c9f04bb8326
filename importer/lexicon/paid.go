package lexicon

// SaysPaid reports whether a cell says that the money has come: "Оплачено на картку", where
// "LiqPay" says only how it is to come.
func (l *Lexicon) SaysPaid(text string) bool {
	return l.Payment(text) == Prepaid && len(l.paid.find(tokens(normal(text)))) > 0
}

// OwnState reports whether the source's config itself says what a whole cell of state means.
func (l *Lexicon) OwnState(text string) bool {
	_, said := l.own.states[phraseKey(text)]
	return said
}

// PaymentOfState reads what a cell of an order's state says of its payment: "wc-pending" and
// "1. Оплачено (LiqPay)", too.
func (l *Lexicon) PaymentOfState(text string) Payment {
	if payment, said := l.own.payments[phraseKey(text)]; said {
		return payment
	}
	main, _ := splitState(normal(text))
	cell := trimState(tokens(main))
	if len(cell) == 0 || asks(text) {
		return PaymentUnknown
	}
	return l.Payment(main[cell[0].start:cell[len(cell)-1].end])
}

// NamesSum reports whether a heading of payment on delivery names an amount: "Сума післяплати".
func (l *Lexicon) NamesSum(heading string) bool {
	return len(l.sums.find(tokens(normal(heading)))) > 0
}

// PaymentDone reports whether a whole cell of a state of payment says that it went through:
// "Успішно", where the same word as the state of an order would say that nothing is to be done.
func (l *Lexicon) PaymentDone(text string) bool {
	return !asks(text) && l.done.whole(trimState(tokens(normal(text)))) != ""
}

// LoneSum reports whether a whole heading is that of a line's or an order's sum: "Сума".
func (l *Lexicon) LoneSum(heading string) bool {
	return l.lone.whole(tokens(normal(heading))) != ""
}

// Rest reports whether a whole heading is, beside an advance, that of what is left to pay: "Залишок".
func (l *Lexicon) Rest(heading string) bool { return l.rest.whole(tokens(normal(heading))) != "" }
