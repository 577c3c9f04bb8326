package supplier

import (
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Opt is a number that may be absent.
type Opt[T any] struct {
	Value T
	Known bool
}

// Some is a value that is there.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Known: true} }

// Texts holds one text in several languages, named by their ISO 639-1 codes.
type Texts struct {
	UK string `json:"uk,omitempty"`
	RU string `json:"ru,omitempty"`
	EN string `json:"en,omitempty"`
}

// Product is one sellable thing. A text that the supplier left out is "".
type Product struct {
	ID           string // the supplier's own id: stable, used as the offer id of feeds
	SKU          string // unique; what orders name
	GroupID      string // shared by the variants of one thing
	Name         string
	Names        Texts
	Description  string // may hold HTML
	Descriptions Texts
	Brand        string
	Country      string // country of origin
	Barcode      string
	Category     Category     // the zero Category: none
	Currency     string       // ISO 4217, of all the product's prices
	DropPrice    money.Amount // what the client pays for one piece
	RRP          money.Amount // recommended retail price, may be absent
	Tiers        []Tier       // wholesale prices, by rising MinQuantity
	MinOrder     int64        // least quantity of an order, 1 where the supplier says nothing
	Availability string       // in_stock, out_of_stock, on_order, discontinued; unknown values are kept
	Quantity     Opt[int64]
	Images       []string // addresses; the first is the cover
	Attributes   []Attribute
	WeightG      Opt[int64] // grams
	LengthMM     Opt[int64] // millimetres
	WidthMM      Opt[int64]
	HeightMM     Opt[int64]
	URL          string
	CreatedAt    time.Time
	UpdatedAt    time.Time // changes on any change, stock and price included
	Supplier     string    // whose it is, by the name in the config; "" where there is but one
}

// Category is a leaf of the supplier's tree with the way to it.
type Category struct {
	ID   string
	Name string
	Path []string // names from the root to the leaf, the leaf included
}

// Same reports whether two products have the same category.
func (c *Category) Same(other *Category) bool {
	return c.ID == other.ID && c.Name == other.Name && slices.Equal(c.Path, other.Path)
}

// AppendWay appends the way to the category as feeds show it, "Home > Lamps"; where the supplier
// gives none, its name.
func (c *Category) AppendWay(dst []byte) []byte {
	if len(c.Path) == 0 {
		return append(dst, c.Name...)
	}
	for i, name := range c.Path {
		if i > 0 {
			dst = append(dst, " > "...)
		}
		dst = append(dst, name...)
	}
	return dst
}

// Tier is a wholesale price: what one piece costs from MinQuantity pieces on.
type Tier struct {
	MinQuantity int64
	Price       money.Amount
}

// Attribute is one property of a product; names may repeat and their order matters.
type Attribute struct {
	Name, Value, Unit string
}

// NewOrder is an order as the client creates it. Its JSON is the order of the
// inspect report; what goes to the supplier is made by the mapping.
type NewOrder struct {
	ExternalID    string    `json:"external_id"` // the client's own number, at most 64 characters
	Recipient     Recipient `json:"recipient"`
	Items         []NewItem `json:"items"`
	Payment       Payment   `json:"payment"`
	WaybillNumber *string   `json:"waybill_number,omitempty"` // the client's own waybill
	Comment       *string   `json:"comment"`
}

// NewItem is one line of an order.
type NewItem struct {
	SKU      string       `json:"sku"`
	Quantity int64        `json:"quantity"`
	Price    money.Amount `json:"price"` // of one piece, retail; may be absent
}

// Recipient is who gets the parcel.
type Recipient struct {
	Name       string   `json:"name"`
	LastName   *string  `json:"last_name,omitempty"`
	FirstName  *string  `json:"first_name,omitempty"`
	MiddleName *string  `json:"middle_name,omitempty"`
	Phone      string   `json:"phone"` // E.164
	Email      *string  `json:"email"`
	Delivery   Delivery `json:"delivery"`
}

// Delivery is where the parcel goes.
type Delivery struct {
	Carrier      string  `json:"carrier"` // nova_poshta, ukrposhta, meest, rozetka_delivery, pickup
	Type         string  `json:"type"`    // branch, locker, courier
	City         string  `json:"city"`
	CityRef      *string `json:"city_ref,omitempty"`
	BranchNumber *string `json:"branch_number"`
	BranchRef    *string `json:"branch_ref,omitempty"`
	Address      *string `json:"address"`
	Region       *string `json:"region,omitempty"`      // область
	District     *string `json:"district,omitempty"`    // район
	PostalCode   *string `json:"postal_code,omitempty"` // five digits in Ukraine
}

// Payment says who pays when.
type Payment struct {
	Method    string       `json:"method"`     // cod, prepaid, balance
	CODAmount money.Amount `json:"cod_amount"` // set for cod, absent otherwise
}

// Order is an order as the supplier knows it.
type Order struct {
	ID            string
	Number        string
	ExternalID    string
	Status        string // see OrderFinal; unknown values are kept
	Draft         bool   // it was made and is not handed in: nobody delivers it yet
	StatusHistory []StatusChange
	WaybillNumber string   // the first waybill, "" while there is none
	Waybills      []string // all of them
	Items         []OrderItem
	Recipient     Recipient
	Payment       Payment
	Totals        OrderTotals
	Currency      string // ISO 4217, of all the order's amounts; "" where the supplier does not say
	Comment       string
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// StatusChange is one step of an order's life.
type StatusChange struct {
	Status string
	At     time.Time
}

// OrderItem is one line of an order at the supplier.
type OrderItem struct {
	SKU, Name string
	Quantity  int64
	Price     money.Amount // retail, may be absent
	DropPrice money.Amount // of the tier that the quantity reaches
}

// OrderTotals are the sums of an order; Profit = RetailTotal - DropTotal.
type OrderTotals struct {
	DropTotal, RetailTotal, CODAmount, Profit money.Amount
}

// Shipment is one parcel of an order.
type Shipment struct {
	ID, OrderID, ExternalID string
	Carrier, WaybillNumber  string
	State, StateText        string // see ShipmentFinal; unknown values are kept
	City, BranchNumber      string
	CODAmount               money.Amount
	Currency                string // ISO 4217, of CODAmount; "" where the supplier does not say
	CODState                string // none, expected, collected, paid_out
	EstimatedDelivery       string // a date, YYYY-MM-DD
	ShippedAt, DeliveredAt  time.Time
	StateUpdatedAt          time.Time
}

// LedgerEntry is one line of the balance ledger. Entries are never changed.
type LedgerEntry struct {
	ID, Number       string
	Kind             string // accrual, hold, payout
	Operation        string
	Amount           money.Amount // signed: the effect on what the client may withdraw
	Currency         string
	PostedAt         time.Time
	OrderID          string
	OrderExternalID  string
	PayoutID         string
	DocumentNumber   string
	DocumentDate     string // YYYY-MM-DD
	CounterpartyName string
	CounterpartyCode string
	Description      string
	ReversesEntryID  string
	BalanceAfter     Balance
}

// Balance after an entry: Available = posted - held.
type Balance struct {
	Posted, Held, Available money.Amount
}

// LedgerMeta is what the service says of a whole filtered period, so that a reader can check itself.
type LedgerMeta struct {
	Opening, Closing                              money.Amount
	TurnoverAccrual, TurnoverHold, TurnoverPayout money.Amount
}

// Facet counts the values of one field over a search's result.
type Facet struct {
	Field  string       `json:"field"`
	Type   string       `json:"type"` // terms or range
	Values []FacetValue `json:"values,omitempty"`
	Min    money.Amount `json:"min"`
	Max    money.Amount `json:"max"`
}

// FacetValue is one value of a terms facet, counted without the facet's own filter.
type FacetValue struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Count    int64  `json:"count"`
	Selected bool   `json:"selected"`
}
