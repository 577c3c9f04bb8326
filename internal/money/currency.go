package money

import (
	"slices"
	"strings"
)

// Hryvnia is the currency of the market: what amounts are in where nothing else is said, and the
// only one of order files.
const Hryvnia = "UAH"

// hryvnias are the words and the sign of the hryvnia beside an amount, in lower case; one that
// another begins with stands behind it.
var hryvnias = []string{"грн.", "грн", "₴", "uah"}

// currencies are those of all currencies in which suppliers and shops settle.
var currencies = append(slices.Clone(hryvnias), "usd", "$", "eur", "€", "pln", "zł")

// Hryvnias are what may stand beside an amount that can only be one of hryvnias, as in an order
// file, as a Notation wants it. The caller does not change them.
func Hryvnias() []string { return hryvnias }

// Currencies are what may stand beside an amount whose currency is told elsewhere, as a Notation
// wants it. The caller does not change them.
func Currencies() []string { return currencies }

// IsCurrency reports whether a text is the word or the sign of a currency, in capital letters or
// small ones.
func IsCurrency(text string) bool { return slices.Contains(currencies, strings.ToLower(text)) }
