package orders

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/delivery"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// settleDelivery puts together what the cells say of the place. Only what all of them leave
// blank comes from the source's defaults.
func (b *builder) settleDelivery(d *draft) {
	to := &d.order.Recipient.Delivery
	b.fillPlace(d)
	if d.to.Unclear {
		return
	}
	place, column := d.place(b)
	carrier, f := d.to.Carrier(place)
	if f == nil {
		to.Carrier = cmp.Or(carrier, b.source.Carrier)
		f = d.to.SettleKind(to, place)
	}
	if f == nil {
		f = b.oddCity(d, place)
	}
	if f == nil && to.BranchNumber == nil && to.Type != lexicon.KindCourier && to.Carrier != delivery.Pickup && b.lexicon.LooseNumber(d.to.SaidText) {
		f = problem.Faultf(problem.DeliveryUnknown+".loose_number", celltext.Show(d.to.SaidText))
	}
	if to.Carrier != delivery.Pickup && (f == nil || f.Code == problem.AddressMissing) {
		f = cmp.Or(d.to.Incomplete(to), f)
	}
	if f == nil {
		f = d.to.FetchedNowhere(to)
	}
	if f != nil {
		b.refuseFirst(d, column, f)
		return
	}
	if f := d.to.BranchWarning(to); f != nil {
		b.found.add(d.order.Rows[0], column, f)
	}
}

// oddCity is why the city is not certain: the cells name two, or there is none but a name in the
// cell of the place that may be one.
func (b *builder) oddCity(d *draft, place lexicon.Place) *problem.Fault {
	to, ofAddress := &d.order.Recipient.Delivery, d.to.Address.City
	another := func(city string) bool { return !delivery.SameCity(b.lexicon.City(to.City), b.lexicon.City(city)) }
	switch {
	case place.City != "" && another(place.City):
		return problem.Faultf(problem.DeliveryUnknown+".two_cities", celltext.Show(to.City), celltext.Show(place.City))
	case ofAddress != "" && to.City != "" && b.lexicon.KnownCity(ofAddress) && b.lexicon.KnownCity(to.City) && another(ofAddress):
		return problem.Faultf(problem.DeliveryUnknown+".two_cities", celltext.Show(to.City), celltext.Show(ofAddress))
	case to.City == "" && place.MaybeCity != "" && to.Carrier != delivery.Pickup && to.PostalCode == nil:
		return problem.Faultf(problem.DeliveryUnknown+".maybe_city", celltext.Show(place.MaybeCity))
	}
	return nil
}

// fillPlace takes over the parts of the place that have columns of their own, and those that
// stand in the cell of the branch or the address where the columns are blank.
func (b *builder) fillPlace(d *draft) {
	to, seen := &d.order.Recipient.Delivery, &d.to
	to.Type = lexicon.KindBranch
	to.Carrier = b.source.Carrier
	to.City = cmp.Or(to.City, seen.Branch.City, seen.Address.City, seen.SaidPlace.City)
	for m, part := range map[field.Field]struct {
		into **string
		cell string
	}{
		field.Region:     {&to.Region, cmp.Or(seen.Branch.Region, seen.Address.Region)},
		field.District:   {&to.District, cmp.Or(seen.Branch.District, seen.Address.District)},
		field.PostalCode: {&to.PostalCode, cmp.Or(seen.Branch.PostalCode, seen.Address.PostalCode)},
	} {
		*part.into = celltext.OrNil(cmp.Or(seen.Texts[m], part.cell))
	}
}

// place is what the column of the branch says, else that of the address.
func (d *draft) place(b *builder) (lexicon.Place, string) {
	switch {
	case d.to.BranchText != "":
		return d.to.Branch, b.firstColumn(field.Branch, field.City, field.DeliveryMethod, field.Carrier)
	case d.to.AddressAt != "" && (d.to.Address.Number != "" || d.to.SaidPlace.Number == ""):
		return d.to.Address, b.firstColumn(field.Address, field.Street)
	}
	return d.to.SaidPlace, b.firstColumn(field.Branch, field.Address, field.DeliveryMethod, field.Carrier)
}

func (b *builder) firstColumn(meanings ...field.Field) string {
	for _, m := range meanings {
		if name := b.columnName(m); name != "" {
			return name
		}
	}
	return ""
}

// settleWaybill: a waybill of Nova Poshta has 14 digits.
func (b *builder) settleWaybill(d *draft) {
	number := d.to.Texts[field.Waybill]
	if number == "" {
		return
	}
	if d.order.Recipient.Delivery.Carrier == delivery.NovaPoshta && (len(number) != value.NovaPoshtaDigits || !celltext.AllDigits(number)) {
		b.refuseFirst(d, b.columnName(field.Waybill), problem.Faultf(problem.WaybillInvalid+".nova_poshta", celltext.Show(number)))
		return
	}
	d.order.WaybillNumber = &number
	if d.state.off != "" || d.fault.code == problem.WaybillInvalid {
		return
	}
	other := b.waybills[number]
	if other == nil {
		b.waybills[number] = d
		return
	}
	f := problem.Faultf(problem.WaybillInvalid+".twice", celltext.Show(number), other.order.Rows[0], d.order.Rows[0])
	if other.fault.code != problem.WaybillInvalid {
		b.refuseFirst(other, b.columnName(field.Waybill), f)
	}
	b.refuseFirst(d, b.columnName(field.Waybill), f)
}
