package delivery

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Said is what an order's rows say of where it goes.
type Said struct {
	Said       lexicon.Delivery // of the columns of carrier and delivery method
	SaidText   string
	SaidPlace  lexicon.Place // that stands in these columns, for files without a column of places
	Branch     lexicon.Place // of the columns of branches
	BranchText string
	Address    lexicon.Place // of the columns of addresses
	AddressAt  string
	Texts      map[field.Field]string // region, district, postal code, country, waybill, and parts of the address
	Aside      Aside                  // a place of the rows that was not read
	Fetched    bool                   // one cell names the carrier, and another says only that the parcel is fetched
	Unclear    bool                   // a cell of it was not understood, and is reported
}

// Fault words why a place cannot be told.
func Fault(doubt lexicon.Doubt, text string) *problem.Fault {
	return problem.Faultf(problem.DeliveryUnknown+"."+string(doubt), celltext.Show(text))
}

// The carriers of which more is known than their names.
const Ukrposhta, Pickup, NovaPoshta = "ukrposhta", "pickup", "nova_poshta"

// Carrier is the carrier that the cells name; two of them are refused.
func (s *Said) Carrier(place lexicon.Place) (string, *problem.Fault) {
	said := s.Said.Carrier
	switch {
	case place.Carrier == "" || place.Carrier == said:
		return said, nil
	case said == "" || said == Pickup:
		return place.Carrier, nil
	case place.Carrier == Pickup:
		return said, nil
	}
	return "", problem.Faultf(problem.DeliveryUnknown+".two_carriers", celltext.Show(s.SaidText), celltext.Show(cmp.Or(s.BranchText, s.AddressAt)))
}

// SameCity compares two spellings of a city: "м. Київ" and "Київ (Київська обл.)" are one.
func SameCity(a, b string) bool {
	a, b = ordertemplate.HeadingKey(a), ordertemplate.HeadingKey(b)
	return a == "" || b == "" || ordertemplate.StandsIn(a, b) || ordertemplate.StandsIn(b, a)
}

// Aside is the place of a row that was left aside, as another one was filled.
type Aside struct {
	City, Spot bool
	Text       string
}

// Incomplete refuses a place that only lacks what stands on another side: the parcel would go
// to a town of one person and a street of another.
func (s *Said) Incomplete(to *supplier.Delivery) *problem.Fault {
	a := s.Aside
	spot := to.BranchNumber != nil || to.Address != nil
	town := to.City != "" || to.Carrier == Ukrposhta && to.BranchNumber != nil
	if !town && a.City || !spot && a.Spot {
		return problem.Faultf(problem.AddressMissing+".aside", celltext.Show(a.Text))
	}
	return nil
}
