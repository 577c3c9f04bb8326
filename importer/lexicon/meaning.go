package lexicon

import "github.com/dropbridge/dropbridge/internal/supplier"

// State is what an order's state says about sending it.
type State string

// The states.
const (
	StateUnknown State = ""          // no known word
	Post         State = "post"      // it is to be sent
	Skip         State = "skip"      // it is not to be sent (any more)
	Cancelled    State = "cancelled" // it is not to be sent, as it was called off
)

// Off reports whether the state says that its order is not to be sent.
func (s State) Off() bool { return s == Skip || s == Cancelled }

// Payment is how an order is paid.
type Payment string

// The ways of payment.
const (
	PaymentUnknown Payment = ""                  // no known word, a denied one, a part, or both ways
	COD            Payment = supplier.PaymentCOD // on delivery
	Prepaid        Payment = supplier.PaymentPrepaid
	Balance        Payment = supplier.PaymentBalance // from the client's balance; only a config says so
	Unpaid         Payment = "unpaid"                // nothing but that it was not paid yet
	InPart         Payment = "in_part"               // a part in advance: what is left has to stand elsewhere
)

// Delivery is what a cell says of the carrier and the kind of delivery. A part that it does
// not speak of is "".
type Delivery struct {
	Carrier string // nova_poshta, ukrposhta, meest, rozetka_delivery, pickup
	Kind    string // see the Kind constants
	Known   bool   // false: no known word, a denied one, or two carriers
}

// The kinds of places, as supplier.Delivery names its types.
const (
	KindBranch  = supplier.ToBranch
	KindLocker  = supplier.ToLocker
	KindCourier = supplier.ByCourier
)

// carrierNames are the carriers that an order may name.
var carrierNames = supplier.Carriers()

// Place is what a cell says of where a parcel goes. A part that it does not speak of is "".
type Place struct {
	Carrier string
	Kind    string // "" where the cell names no kind and is none
	Number  string // of the branch or locker; for Ukrposhta its postal code
	Address string // the cell's text, where it is an address or a branch without a number
	City    string // that stands in the cell before the place
	Region  string
	// MaybeCity is a name in the cell that may be the city's or anything else, where no city is certain.
	MaybeCity  string
	District   string
	PostalCode string
	Named      bool  // a word of the cell says that it is a branch or a locker
	Shop       bool  // it is called a shop, and no word says whose branch that is
	Street     bool  // a word of the cell begins an address
	Doubt      Doubt // why nobody can tell; the rest is empty then
}

// Doubt is why a place cannot be told.
type Doubt string

// The doubts.
const (
	NoDoubt   Doubt = ""
	TwoPlaces Doubt = "two_places" // two branches, or two carriers
	TwoKinds  Doubt = "two_kinds"  // a courier and a branch
	Denied    Doubt = "denied"     // "не відділення"
	// OtherCarrier is "DHL, …": a carrier that orders cannot name.
	OtherCarrier Doubt = "other_carrier"
	MaybeIndex   Doubt = "maybe_index"  // five digits: a postal code, or a locker's number
	OnlyNumbers  Doubt = "only_numbers" // several numbers and no word that tells them apart
	// BranchOrAddress is "Польова 7" in a column of branches: a street's house, or branch 7 there.
	BranchOrAddress Doubt = "branch_or_address"
	OddNumber       Doubt = "odd_number"   // "1а", 0, a waybill or a phone: no branch's number
	Elsewhere       Doubt = "elsewhere_to" // the branch is closed, or another one is meant
	NoPlace         Doubt = "no_place"     // "уточнити у клієнта" for an address, or a question
)
