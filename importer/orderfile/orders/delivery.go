package orders

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/delivery"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// readDelivery reads the carrier, the place and the client's own waybill.
func (b *builder) readDelivery(d *draft, r *cells.Row) {
	b.choosePlace(d, r)
	for _, m := range []field.Field{field.Carrier, field.DeliveryMethod} {
		for _, column := range b.l.Columns[m] {
			if c := r.At(column.Index); b.speaks(c) {
				b.readCarrier(d, r, c, column)
			}
		}
	}
	if c, column := b.pickPlace(field.City, r); b.speaks(c) {
		b.readCity(d, r, c, column)
	}
	b.readBranches(d, r)
	if text, column := b.addressOf(r); text != "" {
		b.readAddress(d, r, text, column)
	}
	for _, m := range []field.Field{field.Region, field.District} {
		if c, column := b.pickPlace(m, r); b.speaks(c) {
			b.sameText(d, r, m, column, celltext.SingleSpaced(c.Text))
		}
	}
	b.readPostalCode(d, r)
	b.readCountry(d, r)
	b.readWaybill(d, r)
}

// readCarrier reads a cell of the carrier or the way of delivery. The cells of several such
// columns add up: "Нова Пошта" and "Кур'єр".
func (b *builder) readCarrier(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	to := &d.to
	if _, f := b.values.Money(c); f == nil && column.Field == field.DeliveryMethod {
		return // "60.00" under "Доставка" is what it costs
	}
	found := b.words.delivery(c.Text)
	b.fetchedAt(d, &found)
	switch {
	case !found.Known:
		to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown, celltext.Show(c.Text), celltext.Paste(c.Text)))
		return
	case found.Carrier != "" && to.Said.Carrier != "" && found.Carrier != to.Said.Carrier,
		found.Kind != "" && to.Said.Kind != "" && (found.Kind == lexicon.KindCourier) != (to.Said.Kind == lexicon.KindCourier):
		to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict+".carrier", celltext.Show(c.Text), celltext.Show(to.SaidText)))
		return
	}
	to.Said.Carrier, to.Said.Kind = cmp.Or(to.Said.Carrier, found.Carrier), cmp.Or(to.Said.Kind, found.Kind)
	to.Said.Known = true
	if to.SaidText == "" {
		to.SaidText = strings.Clone(c.Text)
	}
	place := b.words.place(c.Text, lexicon.InAddress)
	if place.Number != "" && (place.Named || place.Carrier != "") || place.Street && place.Kind == lexicon.KindCourier {
		to.SaidPlace = place // "НП 12", "Нова Пошта, відділення №12", "Кур'єр, вул. Вигадана, 5"
	}
}

// readCity reads the city, and the branch that some systems write behind it.
func (b *builder) readCity(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	if strings.ContainsAny(c.Text, "0123456789") {
		if place := b.words.place(c.Text, lexicon.InAddress); place.Number != "" && place.City != "" {
			b.same(r, column, "field.city", &d.order.Recipient.Delivery.City, place.City)
			b.readBranch(d, r, c, column)
			return
		} else if place.Named || place.Doubt == lexicon.TwoPlaces { // "Відділення №5" under "Місто"
			d.to.Unclear = true
			b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
			return
		}
	}
	if !strings.ContainsFunc(c.Text, unicode.IsLetter) || strings.ContainsAny(c.Text, "?\uFFFD@") || cells.Garbled(c.Text) {
		d.to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
		return
	}
	if doubt := b.lexicon.Town(c.Text); doubt == lexicon.TwoPlaces {
		d.to.Unclear = true
		b.refuse(r.Number, column.Name, delivery.Fault(doubt, c.Text))
		return
	} else if doubt != lexicon.NoDoubt {
		d.to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
		return
	}
	b.same(r, column, "field.city", &d.order.Recipient.Delivery.City, celltext.SingleSpaced(c.Text))
}

// readBranches reads the branch of a row. Two columns of one rank that are both filled, such as
// "Відділення" and "Поштомат", have to say the same; a column of the payer's stands behind.
func (b *builder) readBranches(d *draft, r *cells.Row) {
	first, columns := -1, b.placeColumns(field.Branch)
	for i, column := range columns {
		c := r.At(column.Index)
		if !b.speaks(c) {
			continue
		}
		if first >= 0 && column.Tier != columns[first].Tier {
			return
		}
		if kept := d.to.BranchText; first >= 0 && kept != "" && b.words.place(c.Text, lexicon.InBranch).Number != d.to.Branch.Number {
			d.to.Unclear = true
			b.refuse(r.Number, column.Name, delivery.Fault(lexicon.TwoPlaces, kept+"; "+c.Text))
			return
		}
		if first < 0 {
			b.readBranch(d, r, c, column)
		}
		first = i
	}
}

// readBranch reads a cell of a branch.
func (b *builder) readBranch(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	to := &d.to
	if to.BranchText == c.Text {
		return
	}
	if b.values.IsDay(c) {
		to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.BranchIsDate, celltext.Show(c.Text)))
		return
	}
	if b.otherReceiver(d, r, c.Text, column) {
		return
	}
	place := b.words.place(b.values.ShortBranch(c.Text), lexicon.InBranch)
	if b.isNoBranch(c) {
		place.Doubt = lexicon.NoPlace
	}
	if b.isLockerColumn(column) && place.Number != "" {
		place.Kind, place.Doubt = lexicon.KindLocker, lexicon.NoDoubt
	}
	place = b.branchByCarrier(d, c.Text, place)
	switch {
	case place.Doubt != lexicon.NoDoubt:
		to.Unclear = true
		b.refuse(r.Number, column.Name, delivery.Fault(place.Doubt, c.Text))
	case to.BranchText == "":
		to.Branch, to.BranchText = place, strings.Clone(c.Text)
	case place.Kind != to.Branch.Kind || place.Number != to.Branch.Number || place.Address != to.Branch.Address:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict+".branch", celltext.Show(c.Text)))
	}
}

// addressOf is the text of a row's address: a column of its own, or street, house and flat.
func (b *builder) addressOf(r *cells.Row) (string, ordertemplate.Column) {
	if c, column := b.pickPlace(field.Address, r); b.speaks(c) {
		text := celltext.SingleSpaced(c.Text)
		for _, m := range []field.Field{field.House, field.Flat} { // a second line of the address
			if part, _ := b.pickPlace(m, r); b.speaks(part) && !strings.Contains(text, part.Text) {
				text += ", " + flatText(m, part.Text)
			}
		}
		return text, column
	}
	c, from := b.pickPlace(field.Street, r)
	if !b.speaks(c) {
		return "", ordertemplate.Column{}
	}
	text := celltext.SingleSpaced(c.Text)
	for _, m := range []field.Field{field.House, field.Flat} {
		if part, _ := b.pickPlace(m, r); b.speaks(part) {
			text += ", " + flatText(m, part.Text)
		}
	}
	return text, from
}

// flatText is a house or a flat as an address names it.
func flatText(m field.Field, text string) string {
	if m == field.Flat && celltext.AllDigits(text) {
		return "кв. " + text
	}
	return celltext.SingleSpaced(text)
}

// readAddress reads a cell of an address: what is called a branch in it is one.
func (b *builder) readAddress(d *draft, r *cells.Row, text string, column ordertemplate.Column) {
	to := &d.to
	if to.AddressAt == text {
		return
	}
	if b.otherReceiver(d, r, text, column) {
		return
	}
	place := b.addressByCarrier(d, text, b.words.place(text, lexicon.InAddress), column)
	switch {
	case place.Doubt != lexicon.NoDoubt && to.BranchText != "":
		// the column of the branch says which one it is
	case place.Doubt != lexicon.NoDoubt:
		to.Unclear = true
		b.refuse(r.Number, column.Name, delivery.Fault(place.Doubt, text))
	case to.AddressAt == "":
		to.Address, to.AddressAt = place, strings.Clone(text)
	default:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict, wordAddress(), celltext.Show(text), celltext.Show(to.AddressAt)))
	}
}

// readPostalCode reads the postal code, five digits in Ukraine.
func (b *builder) readPostalCode(d *draft, r *cells.Row) {
	c, column := b.pickPlace(field.PostalCode, r)
	if bare, quoted := strings.CutPrefix(c.Text, "'"); quoted && celltext.AllDigits(bare) {
		c.Text = bare // shops put it before "01001", so that a spreadsheet keeps the zero
	}
	if !b.speaks(c) {
		return
	}
	code := c.Code()
	if c.Kind == cells.Number && celltext.AllDigits(code) && len(code) == 4 {
		code = "0" + code // a spreadsheet took the zero of "01001"
	}
	b.sameText(d, r, field.PostalCode, column, celltext.SingleSpaced(code))
}

// readCountry refuses another country.
func (b *builder) readCountry(d *draft, r *cells.Row) {
	c, column := ordertemplate.Pick(b.l.Columns[field.Country], r)
	if b.speaks(c) && !b.lexicon.Ukraine(c.Text) {
		d.to.Unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.CountryForeign, celltext.Show(c.Text)))
	}
}

// sameText keeps the first text of an order's cell, and refuses another one in a later row.
func (b *builder) sameText(d *draft, r *cells.Row, m field.Field, column ordertemplate.Column, text string) {
	if d.to.Texts == nil {
		d.to.Texts = map[field.Field]string{}
	}
	kept := d.to.Texts[m]
	if m == field.Waybill && kept != "" && kept != text {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".waybill", celltext.Show(text), celltext.Show(kept)))
		return
	}
	b.same(r, column, "field."+string(m), &kept, strings.Clone(text))
	d.to.Texts[m] = kept
}

// isLockerColumn reports whether a column's heading says that it holds lockers.
func (b *builder) isLockerColumn(c ordertemplate.Column) bool {
	is, known := b.lockers[c.Index]
	if !known {
		is = b.words.delivery(c.Name).Kind == lexicon.KindLocker
		b.lockers[c.Index] = is
	}
	return is
}

// otherReceiver refuses a cell of a place that names who takes the parcel, or their phone: the
// order has one recipient.
func (b *builder) otherReceiver(d *draft, r *cells.Row, text string, column ordertemplate.Column) bool {
	if !b.values.HasPhone(text) && !b.lexicon.NamesReceiver(text) {
		return false
	}
	d.to.Unclear = true
	b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".receiver", celltext.Show(text)))
	return true
}

// branchByCarrier reads a cell of branches again that is unclear without what the way of delivery
// says: Ukrposhta's branch is a postal code, the five digits of a locker are its number, and a
// courier goes to an address.
func (b *builder) branchByCarrier(d *draft, text string, place lexicon.Place) lexicon.Place {
	said := d.to.Said
	switch {
	case place.Doubt == lexicon.MaybeIndex && said.Carrier == delivery.Ukrposhta:
		return lexicon.Place{Kind: lexicon.KindBranch, Number: place.Number}
	case place.Doubt == lexicon.MaybeIndex && said.Kind == lexicon.KindLocker && (said.Carrier == "" || said.Carrier == delivery.NovaPoshta) && place.Number[0] != '0':
		return lexicon.Place{Kind: lexicon.KindLocker, Number: place.Number}
	case place.Doubt != lexicon.BranchOrAddress:
	case said.Carrier == delivery.Ukrposhta && said.Kind != lexicon.KindCourier:
		if town, code, ok := b.lexicon.CityNumber(text); ok && len(code) == 5 {
			return lexicon.Place{Kind: lexicon.KindBranch, Number: code, PostalCode: code, City: town}
		}
	case said.Kind == lexicon.KindCourier:
		if again := b.words.place(text, lexicon.InAddress); again.Doubt == lexicon.NoDoubt && again.Kind == lexicon.KindCourier {
			return again
		}
	}
	return place
}

// addressByCarrier reads a cell of addresses that holds a bare number, or a city and one: no
// courier goes there, and it is the branch's.
func (b *builder) addressByCarrier(d *draft, text string, place lexicon.Place, column ordertemplate.Column) lexicon.Place {
	said := d.to.Said
	if celltext.AllDigits(text) {
		number := b.words.place(text, lexicon.InBranch)
		switch {
		case column.Field != field.Address:
			return lexicon.Place{Doubt: lexicon.NoPlace}
		case number.Doubt == lexicon.MaybeIndex && said.Carrier == delivery.Ukrposhta:
			return lexicon.Place{Kind: lexicon.KindBranch, Number: text, PostalCode: text}
		}
		return number
	}
	town, number, ok := b.lexicon.CityNumber(text)
	if !ok || said.Kind == lexicon.KindCourier || said.Carrier == "" || d.order.Recipient.Delivery.City != "" || len(number) > 4 {
		return place
	}
	return lexicon.Place{Kind: lexicon.KindBranch, Number: number, City: town}
}

// fetchedAt joins a carrier with a pickup of another column: "Нова Пошта" and "Самовивіз" are a
// branch of Nova Poshta.
func (b *builder) fetchedAt(d *draft, found *lexicon.Delivery) {
	said := &d.to.Said
	switch {
	case !found.Known || found.Carrier == "" || said.Carrier == "" || found.Carrier == said.Carrier || found.Kind == lexicon.KindCourier || said.Kind == lexicon.KindCourier:
		return
	case found.Carrier == delivery.Pickup:
		found.Carrier = said.Carrier
	case said.Carrier == delivery.Pickup:
		said.Carrier = found.Carrier
	default:
		return
	}
	d.to.Fetched = true
	if said.Kind == "" && found.Kind == "" {
		said.Kind = lexicon.KindBranch // or a locker, as the cell of the place says
	}
}

// isNoBranch reports whether a cell of a column of branches holds a tick or an amount: under "НП"
// it may be said whether the parcel goes there, or what it costs.
func (b *builder) isNoBranch(c cells.Cell) bool {
	if celltext.AllDigits(c.Text) {
		return false
	}
	lower := strings.ToLower(c.Text)
	if b.lexicon.Truth(c.Text) != "" {
		return true
	}
	_, f := b.values.Money(c)
	return f == nil && (strings.Contains(lower, "грн") || strings.Contains(lower, "uah") || strings.Contains(lower, "₴"))
}

// readWaybill reads the client's own waybill.
func (b *builder) readWaybill(d *draft, r *cells.Row) {
	c, column := ordertemplate.Pick(b.l.Columns[field.Waybill], r)
	if !b.speaks(c) {
		return
	}
	number, f := b.values.Waybill(c)
	if f != nil {
		b.refuse(r.Number, column.Name, f)
		return
	}
	b.sameText(d, r, field.Waybill, column, number)
}

func wordAddress() wording.Message { return wording.NewMessage("field.address") }
