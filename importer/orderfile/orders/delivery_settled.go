package orders

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const ukrposhta, pickup, novaPoshta = "ukrposhta", "pickup", "nova_poshta"

// settleDelivery puts together what the cells say of the place. Only what all of them leave
// blank comes from the source's defaults.
func (b *builder) settleDelivery(d *draft) {
	to := &d.order.Recipient.Delivery
	b.fillPlace(d)
	if d.to.unclear {
		return
	}
	place, column := d.place(b)
	carrier, f := d.carrier(place)
	if f == nil {
		to.Carrier = cmp.Or(carrier, b.source.Carrier)
		f = d.settleKind(to, place)
	}
	if f == nil && place.City != "" && !sameCity(b.lexicon.City(to.City), b.lexicon.City(place.City)) {
		f = problem.Faultf(problem.DeliveryUnknown+".two_cities", celltext.Show(to.City), celltext.Show(place.City))
	}
	if named := b.lexicon.City(d.to.address.City); f == nil && d.to.address.City != "" && b.lexicon.KnownCity(d.to.address.City) && to.City != "" && b.lexicon.KnownCity(to.City) && !sameCity(b.lexicon.City(to.City), named) {
		f = problem.Faultf(problem.DeliveryUnknown+".two_cities", celltext.Show(to.City), celltext.Show(d.to.address.City))
	}
	if f == nil && to.City == "" && place.MaybeCity != "" && to.Carrier != pickup && to.PostalCode == nil {
		f = problem.Faultf(problem.DeliveryUnknown+".maybe_city", celltext.Show(place.MaybeCity))
	}
	if f == nil && to.BranchNumber == nil && to.Type != lexicon.KindCourier && to.Carrier != pickup && b.lexicon.LooseNumber(d.to.saidText) {
		f = problem.Faultf(problem.DeliveryUnknown+".loose_number", celltext.Show(d.to.saidText))
	}
	if to.Carrier != pickup && (f == nil || f.Code == problem.AddressMissing) {
		f = cmp.Or(d.incomplete(to), f)
	}
	if f == nil {
		f = d.fetchedNowhere(to)
	}
	if f != nil {
		b.refuseFirst(d, column, f)
		return
	}
	if f := d.branchWarning(to); f != nil {
		b.found.add(d.rows[0], column, f)
	}
}

// fillPlace takes over the parts of the place that have columns of their own, and those that
// stand in the cell of the branch or the address where the columns are blank.
func (b *builder) fillPlace(d *draft) {
	to, seen := &d.order.Recipient.Delivery, &d.to
	to.Type = lexicon.KindBranch
	to.Carrier = b.source.Carrier
	to.City = cmp.Or(to.City, seen.branch.City, seen.address.City, seen.saidPlace.City)
	for m, part := range map[field.Field]struct {
		into **string
		cell string
	}{
		field.Region:     {&to.Region, cmp.Or(seen.branch.Region, seen.address.Region)},
		field.District:   {&to.District, cmp.Or(seen.branch.District, seen.address.District)},
		field.PostalCode: {&to.PostalCode, cmp.Or(seen.branch.PostalCode, seen.address.PostalCode)},
	} {
		*part.into = celltext.OrNil(cmp.Or(seen.texts[m], part.cell))
	}
}

// place is what the column of the branch says, else that of the address.
func (d *draft) place(b *builder) (lexicon.Place, string) {
	switch {
	case d.to.branchText != "":
		return d.to.branch, b.firstColumn(field.Branch, field.City, field.DeliveryMethod, field.Carrier)
	case d.to.addressAt != "" && (d.to.address.Number != "" || d.to.saidPlace.Number == ""):
		return d.to.address, b.firstColumn(field.Address, field.Street)
	}
	return d.to.saidPlace, b.firstColumn(field.Branch, field.Address, field.DeliveryMethod, field.Carrier)
}

func (b *builder) firstColumn(meanings ...field.Field) string {
	for _, m := range meanings {
		if name := b.columnName(m); name != "" {
			return name
		}
	}
	return ""
}

// carrier is the carrier that the cells name; two of them are refused.
func (d *draft) carrier(place lexicon.Place) (string, *problem.Fault) {
	said := d.to.said.Carrier
	switch {
	case place.Carrier == "" || place.Carrier == said:
		return said, nil
	case said == "" || said == pickup:
		return place.Carrier, nil
	case place.Carrier == pickup:
		return said, nil
	}
	return "", problem.Faultf(problem.DeliveryUnknown+".two_carriers", celltext.Show(d.to.saidText), celltext.Show(cmp.Or(d.to.branchText, d.to.addressAt)))
}

// settleKind decides between a branch, a locker and a courier.
func (d *draft) settleKind(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	kind := d.to.said.Kind
	other := d.to.address
	switch {
	case place.Shop && place.Number != "" && d.to.said.Carrier == "":
		return problem.Faultf(problem.DeliveryUnknown+".shop", celltext.Show(cmp.Or(d.to.branchText, d.to.addressAt, d.to.saidText)))
	case to.Carrier == pickup:
		return d.settlePickup(to, place)
	case d.to.saidPlace.Number != "" && place.Number != "" && place.Number != d.to.saidPlace.Number:
		return problem.Faultf(problem.DeliveryUnknown+".two_places", celltext.Show(d.to.saidText+"; "+cmp.Or(d.to.branchText, d.to.addressAt)))
	case kind == lexicon.KindCourier && place.Number != "" && (place.Named || other.Kind == lexicon.KindCourier):
		return problem.Faultf(problem.DeliveryUnknown+".two_kinds", celltext.Show(cmp.Or(d.to.branchText, d.to.addressAt)))
	case d.lockerAndBranch(to, place):
		return problem.Faultf(problem.DeliveryUnknown+".locker_branch", celltext.Show(d.to.saidText), celltext.Show(cmp.Or(d.to.branchText, d.to.addressAt, d.to.saidText)))
	case d.to.branchText != "" && other.Number != "" && place.Number != "" && other.Number != place.Number:
		return problem.Faultf(problem.DeliveryUnknown+".two_places", celltext.Show(d.to.branchText+"; "+d.to.addressAt))
	case to.Carrier == ukrposhta && kind != lexicon.KindCourier && place.PostalCode != "" && !place.Street:
		to.BranchNumber = celltext.OrNil(place.PostalCode) // "Полтава, 36000"
		return nil
	case kind == lexicon.KindCourier, kind == "" && place.Kind == lexicon.KindCourier:
		return d.settleCourier(to, place)
	}
	to.Type = cmp.Or(d.placeKind(place), lexicon.KindBranch)
	to.BranchNumber = celltext.OrNil(place.Number)
	if place.Number == "" {
		to.Address = celltext.OrNil(cmp.Or(place.Address, other.Address))
	}
	if to.Carrier == ukrposhta {
		return d.settleUkrposhta(to)
	}
	return nil
}

// settlePickup: who fetches the goods needs no branch and no courier, and a branch's number beside
// it says that they are sent. An address beside it is the customer's own.
func (d *draft) settlePickup(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	if number := cmp.Or(place.Number, d.to.address.Number); number != "" || d.to.said.Kind == lexicon.KindCourier {
		return problem.Faultf(problem.DeliveryUnknown+".pickup", celltext.Show(d.to.saidText), celltext.Show(cmp.Or(d.to.branchText, d.to.addressAt)))
	}
	to.Type = lexicon.KindBranch
	return nil
}

// placeKind: the cell of the place says more exactly than the way of delivery whether it is a
// branch or a locker.
func (d *draft) placeKind(place lexicon.Place) string {
	if place.Kind == lexicon.KindLocker || place.Kind == lexicon.KindBranch && place.Named {
		return place.Kind
	}
	if d.to.said.Kind == lexicon.KindLocker {
		return lexicon.KindLocker
	}
	return lexicon.KindBranch
}

func (d *draft) settleCourier(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	to.Type = lexicon.KindCourier
	to.Address = celltext.OrNil(cmp.Or(place.Address, d.to.address.Address))
	switch {
	case to.Address == nil:
		return problem.Faultf(problem.AddressMissing)
	case to.City == "":
		return problem.Faultf(problem.AddressMissing + ".city")
	}
	return nil
}

// settleUkrposhta: its branch is told by its postal code, and its parcels carry the address too.
func (d *draft) settleUkrposhta(to *supplier.Delivery) *problem.Fault {
	number := cmp.Or(deref(to.BranchNumber), deref(to.PostalCode))
	if number != "" && (len(number) != 5 || !celltext.AllDigits(number)) {
		if code := deref(to.PostalCode); len(code) == 5 && celltext.AllDigits(code) {
			number = code
		} else {
			return problem.Faultf(problem.DeliveryUnknown+".ukrposhta", celltext.Show(number))
		}
	}
	to.BranchNumber = celltext.OrNil(number)
	if to.Address == nil && d.to.address.Kind == lexicon.KindCourier {
		to.Address = celltext.OrNil(d.to.address.Address)
	}
	return nil
}

// branchWarning says that a parcel to a branch has no branch.
func (d *draft) branchWarning(to *supplier.Delivery) *problem.Fault {
	switch {
	case to.Carrier == pickup:
		return nil
	case to.City == "" && to.PostalCode == nil && to.Carrier != ukrposhta:
		return problem.Faultf(problem.BranchMissing + ".city")
	case to.Type == lexicon.KindCourier || to.BranchNumber != nil:
		return nil
	case to.Address != nil:
		return problem.Faultf(problem.BranchMissing+".text", celltext.Show(*to.Address))
	}
	return problem.Faultf(problem.BranchMissing)
}

// sameCity compares two spellings of a city: "м. Київ" and "Київ (Київська обл.)" are one.
func sameCity(a, b string) bool {
	a, b = ordertemplate.HeadingKey(a), ordertemplate.HeadingKey(b)
	return a == "" || b == "" || ordertemplate.StandsIn(a, b) || ordertemplate.StandsIn(b, a)
}

func wordAddress() wording.Message { return wording.NewMessage("field.address") }

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

// settleWaybill: a waybill of Nova Poshta has 14 digits.
func (b *builder) settleWaybill(d *draft) {
	number := d.to.texts[field.Waybill]
	if number == "" {
		return
	}
	if d.order.Recipient.Delivery.Carrier == novaPoshta && (len(number) != value.NovaPoshtaDigits || !celltext.AllDigits(number)) {
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
	f := problem.Faultf(problem.WaybillInvalid+".twice", celltext.Show(number), other.rows[0], d.rows[0])
	if other.fault.code != problem.WaybillInvalid {
		b.refuseFirst(other, b.columnName(field.Waybill), f)
	}
	b.refuseFirst(d, b.columnName(field.Waybill), f)
}
