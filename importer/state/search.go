package state

import (
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// SearchLimit is how many orders stand on a page of what was searched for.
const SearchLimit = 20

// SearchQuery is what a person looks for among the account's orders; zero fields do not restrict.
type SearchQuery struct {
	Account   string
	Text      string    // words that an order must all be found by: see Words
	States    []State   // as they are shown: Accepted is without HandedOver
	Sources   []string  // "" is the inbox itself
	Suppliers []string  // as OrderKey has them
	From, To  time.Time // came then or later, and before
	Carrier   string    // of the order, or of a parcel of it
	LateAt    time.Time // with a parcel that is late at that time
	WaybillOn time.Time // a waybill of it became known then or in the day after
	Cursor    string    // SearchPage.Next of the page before
}

// SearchPage is a page of the orders that were searched for, the last that came first.
type SearchPage struct {
	Orders []Order // without their Body, SearchLimit of them at most
	// Next continues the list, "" at its end. A page may be shorter than SearchLimit, even
	// empty, and not the last: what is looked through for one page is bounded.
	Next string
	// Complete is false where the list may lack orders: those of an older version of the
	// program are still being made ready for the search, or very many words begin as the
	// Text does, which should be longer then.
	Complete bool
}

// ErrCursor is returned for a cursor that no page has given.
var ErrCursor = errors.New("the page's address is not one of this list: open the list anew")

// Admits reports whether an order is one that is looked for.
func (q SearchQuery) Admits(o Order) bool {
	switch {
	case q.Account != "" && o.Account != q.Account,
		len(q.States) > 0 && !slices.Contains(q.States, o.Shown()),
		len(q.Suppliers) > 0 && !slices.Contains(q.Suppliers, o.Supplier),
		len(q.Sources) > 0 && !slices.Contains(q.Sources, o.Source),
		!q.From.IsZero() && o.CreatedAt.Before(q.From),
		!q.To.IsZero() && !o.CreatedAt.Before(q.To),
		!q.LateAt.IsZero() && !o.Late(q.LateAt):
		return false
	}
	return true // words, carriers and the days of waybills are looked up
}

// named is what an order's content names of what it is found by.
type named struct {
	Recipient struct {
		Name     string `json:"name"`
		Phone    string `json:"phone"`
		Delivery struct {
			Carrier string `json:"carrier"`
		} `json:"delivery"`
	} `json:"recipient"`
	Items []struct {
		SKU string `json:"sku"`
	} `json:"items"`
	WaybillNumber *string `json:"waybill_number"`
}

// named is what an order's content names, empty where it is not readable.
func (o Order) named() (content named) {
	_ = json.Unmarshal(o.Content, &content)
	return content
}
