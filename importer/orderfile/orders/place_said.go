package orders

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/delivery"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

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
