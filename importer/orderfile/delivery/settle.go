package delivery

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// SettleKind decides between a branch, a locker and a courier.
func (s *Said) SettleKind(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	switch {
	case place.Shop && place.Number != "" && s.Said.Carrier == "":
		return problem.Faultf(problem.DeliveryUnknown+".shop", celltext.Show(cmp.Or(s.BranchText, s.AddressAt, s.SaidText)))
	case to.Carrier == Pickup:
		return s.settlePickup(to, place)
	}
	if fault := s.contradicted(to, place); fault != nil {
		return fault
	}
	kind := s.Said.Kind
	switch {
	case to.Carrier == Ukrposhta && kind != lexicon.KindCourier && place.PostalCode != "" && !place.Street:
		to.BranchNumber = celltext.OrNil(place.PostalCode) // "Полтава, 36000"
		return nil
	case kind == lexicon.KindCourier, kind == "" && place.Kind == lexicon.KindCourier:
		return s.settleCourier(to, place)
	}
	to.Type = cmp.Or(s.placeKind(place), lexicon.KindBranch)
	to.BranchNumber = celltext.OrNil(place.Number)
	if place.Number == "" {
		to.Address = celltext.OrNil(cmp.Or(place.Address, s.Address.Address))
	}
	if to.Carrier == Ukrposhta {
		return s.settleUkrposhta(to)
	}
	return nil
}

// contradicted: the way of delivery, the branch and the address name two places, or two kinds of one.
func (s *Said) contradicted(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	kind, other := s.Said.Kind, s.Address
	switch {
	case s.SaidPlace.Number != "" && place.Number != "" && place.Number != s.SaidPlace.Number:
		return problem.Faultf(problem.DeliveryUnknown+".two_places", celltext.Show(s.SaidText+"; "+cmp.Or(s.BranchText, s.AddressAt)))
	case kind == lexicon.KindCourier && place.Number != "" && (place.Named || other.Kind == lexicon.KindCourier):
		return problem.Faultf(problem.DeliveryUnknown+".two_kinds", celltext.Show(cmp.Or(s.BranchText, s.AddressAt)))
	case s.lockerAndBranch(to, place):
		return problem.Faultf(problem.DeliveryUnknown+".locker_branch", celltext.Show(s.SaidText), celltext.Show(cmp.Or(s.BranchText, s.AddressAt, s.SaidText)))
	case s.BranchText != "" && other.Number != "" && place.Number != "" && other.Number != place.Number:
		return problem.Faultf(problem.DeliveryUnknown+".two_places", celltext.Show(s.BranchText+"; "+s.AddressAt))
	}
	return nil
}

// settlePickup: who fetches the goods needs no branch and no courier, and a branch's number beside
// it says that they are sent. An address beside it is the customer's own.
func (s *Said) settlePickup(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	if number := cmp.Or(place.Number, s.Address.Number); number != "" || s.Said.Kind == lexicon.KindCourier {
		return problem.Faultf(problem.DeliveryUnknown+".pickup", celltext.Show(s.SaidText), celltext.Show(cmp.Or(s.BranchText, s.AddressAt)))
	}
	to.Type = lexicon.KindBranch
	return nil
}

// placeKind: the cell of the place says more exactly than the way of delivery whether it is a
// branch or a locker.
func (s *Said) placeKind(place lexicon.Place) string {
	if place.Kind == lexicon.KindLocker || place.Kind == lexicon.KindBranch && place.Named {
		return place.Kind
	}
	if s.Said.Kind == lexicon.KindLocker {
		return lexicon.KindLocker
	}
	return lexicon.KindBranch
}

func (s *Said) settleCourier(to *supplier.Delivery, place lexicon.Place) *problem.Fault {
	to.Type = lexicon.KindCourier
	to.Address = celltext.OrNil(cmp.Or(place.Address, s.Address.Address))
	switch {
	case to.Address == nil:
		return problem.Faultf(problem.AddressMissing)
	case to.City == "":
		return problem.Faultf(problem.AddressMissing + ".city")
	}
	return nil
}

// settleUkrposhta: its branch is told by its postal code, and its parcels carry the address too.
func (s *Said) settleUkrposhta(to *supplier.Delivery) *problem.Fault {
	number := cmp.Or(celltext.OrBlank(to.BranchNumber), celltext.OrBlank(to.PostalCode))
	if number != "" && (len(number) != 5 || !celltext.AllDigits(number)) {
		if code := celltext.OrBlank(to.PostalCode); len(code) == 5 && celltext.AllDigits(code) {
			number = code
		} else {
			return problem.Faultf(problem.DeliveryUnknown+".ukrposhta", celltext.Show(number))
		}
	}
	to.BranchNumber = celltext.OrNil(number)
	if to.Address == nil && s.Address.Kind == lexicon.KindCourier {
		to.Address = celltext.OrNil(s.Address.Address)
	}
	return nil
}

// BranchWarning says that a parcel to a branch has no branch.
func (s *Said) BranchWarning(to *supplier.Delivery) *problem.Fault {
	switch {
	case to.Carrier == Pickup:
		return nil
	case to.City == "" && to.PostalCode == nil && to.Carrier != Ukrposhta:
		return problem.Faultf(problem.BranchMissing + ".city")
	case to.Type == lexicon.KindCourier || to.BranchNumber != nil:
		return nil
	case to.Address != nil:
		return problem.Faultf(problem.BranchMissing+".text", celltext.Show(*to.Address))
	}
	return problem.Faultf(problem.BranchMissing)
}

// lockerAndBranch: the way of delivery says a locker, and the place is called a branch.
func (s *Said) lockerAndBranch(to *supplier.Delivery, place lexicon.Place) bool {
	return s.Said.Kind == lexicon.KindLocker && place.Named && place.Kind == lexicon.KindBranch && place.Number != "" && to.Carrier != Ukrposhta
}

// FetchedNowhere: a carrier, a pickup and no place: nobody can tell whether the goods are sent.
func (s *Said) FetchedNowhere(to *supplier.Delivery) *problem.Fault {
	if !s.Fetched || to.BranchNumber != nil || to.Address != nil {
		return nil
	}
	return problem.Faultf(problem.DeliveryUnknown+".fetched", celltext.Show(s.SaidText))
}
