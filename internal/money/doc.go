// Package money holds amounts of money, exact, and the notations in which people and
// programs write them.
//
// It is a leaf: it imports nothing of the program, and whoever reads, adds or writes an
// amount imports it.
//
// # Words
//
//   - amount: a decimal of at most 19 digits, or an absent one; never a float
//   - notation: how an amount is written: its mark, what parts thousands, its units
//   - plain: digits with a decimal point, as in 1234.50: what Parse reads
//   - mark: the sign before the decimals
//   - group: up to three digits of the thousands, parted by a blank or a sign
//   - minor: a unit that is a part of the currency's, such as the kopeck
//   - step: what a rounding goes by, such as 0.01 or 10
package money
