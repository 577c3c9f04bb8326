package pricing

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Prices are what a feed shows of one product, in the feed's currency. They are filled
// again for the next product, so that their memory serves a whole page.
type Prices struct {
	Price    money.Amount // absent where there is a Refusal
	OldPrice money.Amount // above Price; absent: none
	RRP      money.Amount // as the supplier has it, or converted; may be absent, or 0
	Drop     money.Amount // likewise; always absent in a feed that is not private
	Currency string       // ISO 4217
	Tiers    []supplier.Tier

	Raised       bool // a floor lifted the price
	TiersOmitted int  // tiers of the supplier that Rule.Tiers leaves no room for

	Refusal Refusal         // why there is no price, "" where there is one
	Message wording.Message // the same for a person, with the mend; never with an amount in it

	drop    money.Amount // as Drop, in any feed: for Margin alone
	scratch []byte
}

// Margin is by how many percent the price is above the drop price; absent where one of them
// is. It tells what is paid: a feed that is not private never shows it, and only the owner's
// own rules ask for it.
func (p *Prices) Margin() money.Amount { return p.Price.Over(p.drop) }

// Refusal is a stable code of why a product has no price.
type Refusal string

// The refusals.
const (
	PriceMissing     Refusal = "price_missing"      // the supplier has no price of that kind
	PriceZero        Refusal = "price_zero"         // the price is 0 or below
	PriceBelowMargin Refusal = "price_below_margin" // lifting it would show the drop price
	PriceTooLarge    Refusal = "price_too_large"    // more digits than are reckoned exactly
	CurrencyUnknown  Refusal = "currency_unknown"   // no rate for the product's currency
)

// refuse takes the price away, for a reason that is a sentence of the catalogue.
func (p *Prices) refuse(code Refusal, key string, values ...any) {
	p.Price, p.OldPrice, p.Raised = money.Amount{}, money.Amount{}, false
	p.Refusal, p.Message = code, wording.NewMessage(key, values...)
}
