package waybill

import "time"

// Order is what a waybill file may tell of an order.
type Order struct {
	Number     string // as the shop's own file had it
	ExternalID string // as the supplier has it: with the source's prefix
	ID         string // the supplier's
	Status     string // at the supplier
	Parcels    []Parcel
	Items      []Item // needed where Template.PerItem
	CreatedAt  time.Time
	UpdatedAt  time.Time // the supplier's last news of it
}

// Parcel is one waybill of an order.
type Parcel struct {
	Waybill   string
	Carrier   string // a value of the service's contract, or whatever else the supplier says
	State     string // at the carrier, "" where nothing is known
	ShippedAt time.Time
}

// Item is one line of an order.
type Item struct {
	SKU      string
	Quantity int64
}
