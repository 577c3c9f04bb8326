package supplier

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// ProductQuery narrows the product list. The zero query asks for everything.
type ProductQuery struct {
	UpdatedSince time.Time // inclusive; zero: no limit
	PerPage      int       // products a page, 0: as the mapping says; never above the mapping's largest
}

// SearchQuery is a catalogue search, or one page of it. Zero fields do not filter.
type SearchQuery struct {
	Text         string
	CategoryID   string // the category and what lies below it
	Brands       []string
	Availability string
	PriceMin     money.Amount
	PriceMax     money.Amount
	PriceField   string              // drop_price or rrp
	Attrs        map[string][]string // by attribute name: OR inside a name, AND across names
	Sort         string              // a field's name, with "-" before it for descending
	Page         int                 // of Search, from 1; 0 is 1
	PerPage      int                 // 0: as the mapping says
}

// SearchResult is one page of found products, with the counts beside it.
type SearchResult struct {
	Products []Product
	Total    Opt[int64] // over all pages
	Facets   []Facet

	Unreadable []Unreadable // products of the page that could not be read
}

// OrderQuery narrows the order list. Times are inclusive.
type OrderQuery struct {
	ExternalIDs  []string // the client's own numbers; many are asked for in batches
	Status       string
	UpdatedSince time.Time
	CreatedFrom  time.Time
	CreatedTo    time.Time
	PerPage      int
}

// ShipmentQuery narrows the shipment list.
type ShipmentQuery struct {
	UpdatedSince time.Time // inclusive
	PerPage      int
}

// LedgerQuery narrows the ledger to a period: From inclusive, To exclusive.
type LedgerQuery struct {
	From, To time.Time
	Kind     string // accrual, hold or payout
	PerPage  int
}

// Created is an order that the supplier has accepted.
type Created struct {
	Order    Order
	Replayed bool // it existed already with the same content, and this is that order

	RequestID string // under which the supplier knows this answer, "" where it does not say
}
