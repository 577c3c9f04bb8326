package supplier

import "github.com/dropbridge/dropbridge/internal/money"

// Outdone is a product that a feed of several suppliers leaves to another of them, who has the
// same article.
type Outdone struct {
	ID, SKU  string // as the feed would have them
	Name     string
	Supplier string // whose it is
	Before   int    // the index of the product that follows it among those of the page
	By       string // the supplier whose offer stays
	Reason   string // what decided: one of the Outdone reasons

	// The drop prices that were compared, in Currency, where the price decided. Whoever may not
	// know what the shop pays must not see them.
	Price, ByPrice money.Amount
	Currency       string
}

// What decides between two offers of one article.
const (
	OutdoneByPrice = "price" // the other one is cheaper, or the only one with a price
	OutdoneByStock = "stock" // the other one alone can be sent now
	OutdoneByOrder = "order" // the other supplier is named first
)
