package pricing

// Rule says how a feed's prices are made. The zero Rule is the RRP, as the supplier
// wrote it. In the config it is a mapping, or just the name of a base:
//
//	price: rrp
//	price: {base: drop, percent: 30, round: {ending: ".90"}}
//
// A rule that changes nothing, only a base and perhaps a currency, is plain: its price
// is the supplier's and is not lifted to a floor. Any other rule keeps its prices at the
// RRP or above it, and at the drop price plus the margin or above it.
type Rule struct {
	// Base is the price that the rule starts from: rrp (the default) or drop. A feed
	// that is not private never shows the drop price bare: drop needs a markup there.
	Base Base `yaml:"base"`

	// Markup is what is added to the base where no category and no band says otherwise.
	Markup `yaml:",inline"`

	// Bands are markups by the base price, in the feed's currency: the first band that
	// the price is below holds. The last one may leave below out and then holds for all
	// that is left; otherwise the rule's own markup does.
	Bands []Band `yaml:"bands"`

	// Categories are markups by category and go before bands. A key is the supplier's
	// id of a product's category, or a path from the root such as "Дім > Кухня", which
	// holds for what lies below it too; the deepest one wins. Letters' case and blanks
	// around names do not count.
	Categories map[string]Markup `yaml:"categories"`

	// Suppliers are markups by supplier, of a feed that has several; they go behind categories and
	// before bands. A key is the supplier's name in the config.
	Suppliers map[string]Markup `yaml:"suppliers"`

	// BelowRRP allows prices below the RRP. Without it such a price is lifted to the RRP.
	BelowRRP bool `yaml:"below_rrp"`

	// BelowMargin allows prices below the drop price plus the margin.
	BelowMargin bool `yaml:"below_margin"`

	// Margin is the least that is earned over the drop price: a percentage of it, an
	// amount, or both added up; nothing by default. A price below it is lifted, and so
	// are the tiers. In a feed that is not private a price is never lifted to the drop
	// price itself, which would show it: without a margin such a product has no price.
	Margin Markup `yaml:"margin"`

	// Round says which amounts prices, old prices and priced tiers may have. Without it
	// what the rule has changed is rounded to two decimals, halves up.
	Round Rounding `yaml:"round"`

	// OldPrice is the struck-out price beside the price.
	OldPrice OldPrice `yaml:"old_price"`

	// Tiers is the markup over the supplier's wholesale prices, each kept at its own
	// wholesale price plus the margin or above it and rounded like the price. A tier that
	// is then not below the price, or not below the tier before it, is left out. Without
	// it a private feed has the supplier's own tiers and any other feed has none.
	Tiers *Markup `yaml:"tiers"`

	// Currency is the ISO 4217 code of all the feed's amounts. Without it a product
	// keeps the supplier's currency.
	Currency string `yaml:"currency"`

	// Rates says what one unit of another currency is worth in the feed's currency:
	// with UAH as the feed's, USD: "41.55" turns 2 dollars into 83.10. A product in a
	// currency without a rate is left out. Rates are stated here and never looked up.
	Rates map[string]Number `yaml:"rates"`
}

// Base names the price that a rule starts from.
type Base string

// The bases. The zero Base is RRP.
const (
	RRP  Base = "rrp"  // the recommended retail price
	Drop Base = "drop" // what the client pays for one piece
)

// Number is a decimal number as it is written in the config, with a point: "12.5". It
// is never read through a float. "" is a number that is not given.
type Number string

// Markup is a change of a price: first the percentage of it, then the amount. Both may
// be negative.
type Markup struct {
	Percent Number `yaml:"percent"` // such as 30, "30%" or -5
	Amount  Number `yaml:"amount"`  // in the feed's currency
}

// Band is the markup of the base prices below a limit.
type Band struct {
	Below  Number `yaml:"below"` // in the feed's currency; a base price of that very amount is in the next band
	Markup `yaml:",inline"`
}

// Rounding says which amounts a price may have: those with an ending or those of a step.
type Rounding struct {
	// Ending is how a price ends: ".90", ".99" and ".00" for any number of whole units
	// before it, "9" or "9.00" for 9, 19, 29, "99.90" for 99.90, 199.90.
	Ending Number `yaml:"ending"`

	// Step is what a price is a multiple of: "5", "0.50". It stands instead of an ending.
	Step Number `yaml:"step"`

	// Mode is where a price goes that lies between two such amounts: nearest (the
	// default; from the middle up), up or down.
	Mode string `yaml:"mode"`
}

// OldPrice says what the struck-out price is: none (the default), rrp (the RRP where it
// is above the price), or a markup over the price, rounded like it. In the config it is
// one of the two names or a mapping with percent and amount. An old price that is not
// above the price is left out.
type OldPrice struct {
	From   string // "", none or rrp
	Markup Markup // where From is ""
}
