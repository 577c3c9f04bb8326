package orders

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// delivery is what an order's rows say of where it goes.
type delivery struct {
	said       lexicon.Delivery // of the columns of carrier and delivery method
	saidText   string
	saidPlace  lexicon.Place // that stands in these columns, for files without a column of places
	branch     lexicon.Place // of the columns of branches
	branchText string
	address    lexicon.Place // of the columns of addresses
	addressAt  string
	texts      map[field.Field]string // region, district, postal code, country, waybill, and parts of the address
	aside      aside                  // a place of the rows that was not read
	fetched    bool                   // one cell names the carrier, and another says only that the parcel is fetched
	unclear    bool                   // a cell of it was not understood, and is reported
}

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
			b.sameText(d, r, m, column, celltext.OneLine(c.Text))
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
		to.unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown, celltext.Show(c.Text), celltext.Paste(c.Text)))
		return
	case found.Carrier != "" && to.said.Carrier != "" && found.Carrier != to.said.Carrier,
		found.Kind != "" && to.said.Kind != "" && (found.Kind == lexicon.KindCourier) != (to.said.Kind == lexicon.KindCourier):
		to.unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict+".carrier", celltext.Show(c.Text), celltext.Show(to.saidText)))
		return
	}
	to.said.Carrier, to.said.Kind = cmp.Or(to.said.Carrier, found.Carrier), cmp.Or(to.said.Kind, found.Kind)
	to.said.Known = true
	if to.saidText == "" {
		to.saidText = strings.Clone(c.Text)
	}
	place := b.words.place(c.Text, lexicon.InAddress)
	if place.Number != "" && (place.Named || place.Carrier != "") || place.Street && place.Kind == lexicon.KindCourier {
		to.saidPlace = place // "НП 12", "Нова Пошта, відділення №12", "Кур'єр, вул. Вигадана, 5"
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
			d.to.unclear = true
			b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
			return
		}
	}
	if !strings.ContainsFunc(c.Text, unicode.IsLetter) || strings.ContainsAny(c.Text, "?\uFFFD@") || cells.Garbled(c.Text) {
		d.to.unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
		return
	}
	if doubt := b.lexicon.Town(c.Text); doubt == lexicon.TwoPlaces {
		d.to.unclear = true
		b.refuse(r.Number, column.Name, placeFault(doubt, c.Text))
		return
	} else if doubt != lexicon.NoDoubt {
		d.to.unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.DeliveryUnknown+".city", celltext.Show(c.Text)))
		return
	}
	b.same(r, column, "field.city", &d.order.Recipient.Delivery.City, celltext.OneLine(c.Text))
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
		if kept := d.to.branchText; first >= 0 && kept != "" && b.words.place(c.Text, lexicon.InBranch).Number != d.to.branch.Number {
			d.to.unclear = true
			b.refuse(r.Number, column.Name, placeFault(lexicon.TwoPlaces, kept+"; "+c.Text))
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
	if to.branchText == c.Text {
		return
	}
	if b.values.IsDay(c) {
		to.unclear = true
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
		to.unclear = true
		b.refuse(r.Number, column.Name, placeFault(place.Doubt, c.Text))
	case to.branchText == "":
		to.branch, to.branchText = place, strings.Clone(c.Text)
	case place.Kind != to.branch.Kind || place.Number != to.branch.Number || place.Address != to.branch.Address:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict+".branch", celltext.Show(c.Text)))
	}
}

// placeFault words why a place cannot be told.
func placeFault(doubt lexicon.Doubt, text string) *problem.Fault {
	return problem.Faultf(problem.DeliveryUnknown+"."+string(doubt), celltext.Show(text))
}

// addressOf is the text of a row's address: a column of its own, or street, house and flat.
func (b *builder) addressOf(r *cells.Row) (string, ordertemplate.Column) {
	if c, column := b.pickPlace(field.Address, r); b.speaks(c) {
		text := celltext.OneLine(c.Text)
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
	text := celltext.OneLine(c.Text)
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
	return celltext.OneLine(text)
}

// readAddress reads a cell of an address: what is called a branch in it is one.
func (b *builder) readAddress(d *draft, r *cells.Row, text string, column ordertemplate.Column) {
	to := &d.to
	if to.addressAt == text {
		return
	}
	if b.otherReceiver(d, r, text, column) {
		return
	}
	place := b.addressByCarrier(d, text, b.words.place(text, lexicon.InAddress), column)
	switch {
	case place.Doubt != lexicon.NoDoubt && to.branchText != "":
		// the column of the branch says which one it is
	case place.Doubt != lexicon.NoDoubt:
		to.unclear = true
		b.refuse(r.Number, column.Name, placeFault(place.Doubt, text))
	case to.addressAt == "":
		to.address, to.addressAt = place, strings.Clone(text)
	default:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict, wordAddress(), celltext.Show(text), celltext.Show(to.addressAt)))
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
	b.sameText(d, r, field.PostalCode, column, celltext.OneLine(code))
}

// readCountry refuses another country.
func (b *builder) readCountry(d *draft, r *cells.Row) {
	c, column := ordertemplate.Pick(b.l.Columns[field.Country], r)
	if b.speaks(c) && !b.lexicon.Ukraine(c.Text) {
		d.to.unclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.CountryForeign, celltext.Show(c.Text)))
	}
}

// sameText keeps the first text of an order's cell, and refuses another one in a later row.
func (b *builder) sameText(d *draft, r *cells.Row, m field.Field, column ordertemplate.Column, text string) {
	if d.to.texts == nil {
		d.to.texts = map[field.Field]string{}
	}
	kept := d.to.texts[m]
	if m == field.Waybill && kept != "" && kept != text {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".waybill", celltext.Show(text), celltext.Show(kept)))
		return
	}
	b.same(r, column, "field."+string(m), &kept, strings.Clone(text))
	d.to.texts[m] = kept
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
