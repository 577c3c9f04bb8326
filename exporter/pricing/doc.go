// Package pricing makes the prices of a feed from those of the supplier: which price
// goes where, with which markup, never below the recommended retail price (RRP) or the
// drop price (what the client pays for one piece) unless the rule says so, in the feed's
// currency, rounded the way the shop writes its prices.
//
// A Rule is what the config says, a Pricer is the rule made ready, Prices are its answer
// for one product. The steps, each exact until the last:
//
//	convert to the feed's currency → base → markup → floors → rounding, once
//
// Rounding never goes below a floor: where it would, it goes up instead.
package pricing
