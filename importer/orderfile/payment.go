package orderfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// way is how an order is paid, as its cell says.
type way struct {
	text string // the key of the cell, "" where it is blank
	kind wayKind
}

type wayKind int

const (
	wayUnknown wayKind = iota // none of the known words: the source's default holds
	wayCOD
	wayPrepaid
	wayBoth // words for both: part in advance, part on delivery
)

// payWay reads a way of payment.
func (p *Profile) payWay(text string) way {
	key := headingKey(text)
	switch {
	case p.words.cod[key]:
		return way{key, wayCOD}
	case p.words.prepaid[key]:
		return way{key, wayPrepaid}
	}
	w := way{text: key}
	cod, prepaid := p.hasWord(key, p.words.cod), p.hasWord(key, p.words.prepaid)
	switch {
	case prepaid && (cod || p.hasWord(key, p.words.inPart)):
		w.kind = wayBoth
	case cod:
		w.kind = wayCOD
	case prepaid:
		w.kind = wayPrepaid
	}
	return w
}

// hasWord reports whether one of the words stands in a text, not as part of another
// word and not denied by the word before it ("не оплачено").
func (p *Profile) hasWord(text string, words map[string]bool) bool {
	for word := range words {
		for rest, before := text, rune(0); ; {
			at := strings.Index(rest, word)
			if at < 0 {
				break
			}
			if at > 0 {
				before, _ = utf8.DecodeLastRuneInString(rest[:at])
			}
			after, _ := utf8.DecodeRuneInString(rest[at+len(word):])
			if !unicode.IsLetter(before) && !unicode.IsLetter(after) && !p.denies(rest[:at]) {
				return true
			}
			rest = rest[at+len(word):]
			before, _ = utf8.DecodeLastRuneInString(word)
		}
	}
	return false
}

// denies reports whether a text ends with a word that denies what follows it.
func (p *Profile) denies(before string) bool {
	words := strings.FieldsFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && p.words.not[words[len(words)-1]]
}

func (p *Profile) isLocker(text string) bool {
	text = strings.ToLower(text)
	for _, word := range p.words.locker {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// readPayment reads the order's total, the amount on delivery and the way of payment.
func (b *orderBuilder) readPayment(d *draft, r *row) {
	b.sameAmount(r, orderTotal, &d.total)
	b.sameAmount(r, codAmount, &d.cod)
	var said way
	var from column
	for _, column := range b.l.columns[paymentMethod] {
		c := r.at(column.index)
		if c.blank() {
			continue
		}
		if found := b.o.Profile.payWay(c.text); said.text == "" || said.kind == wayUnknown && found.kind != wayUnknown {
			said, from = found, column
		}
	}
	switch {
	case said.text == "":
	case d.way.text == "":
		d.way = said
	case d.way.kind != said.kind || said.kind == wayUnknown && d.way.text != said.text:
		b.refuse(r.number, from.name, faultf(OrderCellsConflict+".payment", show(said.text), show(d.way.text)))
	}
}

// sameAmount keeps the first amount of an order's column: repeated it counts once, and
// another one in a later row is refused.
func (b *orderBuilder) sameAmount(r *row, m meaning, kept *supplier.Money) {
	c, column := pick(b.l.columns[m], r)
	amount, f := b.values.money(c)
	switch {
	case f != nil:
		b.refuse(r.number, column.name, f)
	case !amount.IsSet():
	case !kept.IsSet():
		*kept = amount
	case !kept.Equal(amount):
		b.refuse(r.number, column.name, faultf(OrderCellsConflict+".amount", amount, *kept))
	}
}

// settlePayment decides who pays when: an amount on delivery over 0, else the way of
// payment, else the source's default.
func (b *orderBuilder) settlePayment(d *draft) {
	pay := &d.order.Payment
	pay.Method = b.o.PaymentMethod
	switch {
	case d.cod.Sign() > 0 && d.way.kind == wayPrepaid:
		b.refuseFirst(d, b.columnName(codAmount), faultf(PaymentConflict, show(d.way.text), d.cod))
	case d.cod.Sign() > 0:
		*pay = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: d.cod}
	case d.way.kind == wayBoth:
		b.refuseFirst(d, b.columnName(paymentMethod), faultf(CODAmountMissing+".in_part", show(d.way.text)))
	case d.way.kind == wayPrepaid:
		pay.Method = supplier.PaymentPrepaid
	case d.way.kind == wayCOD || pay.Method == supplier.PaymentCOD:
		amount := d.total
		if !amount.IsSet() {
			amount = sumOfItems(d.order.Items)
		}
		if amount.Sign() <= 0 {
			b.refuseFirst(d, b.columnName(paymentMethod), faultf(CODAmountMissing))
			return
		}
		*pay = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: amount}
	}
}

// sumOfItems is price × quantity over all items, absent where a price is.
func sumOfItems(items []supplier.NewItem) supplier.Money {
	sum := supplier.MustMoney("0")
	for _, item := range items {
		if !item.Price.IsSet() {
			return supplier.Money{}
		}
		line, err := item.Price.Times(item.Quantity)
		if err == nil {
			sum, err = sum.Add(line)
		}
		if err != nil {
			return supplier.Money{}
		}
	}
	return sum
}
