// Package contract reads what the sandbox's clients write, as its contract wants it, and
// refuses the rest by name: the body of an order (ReadOrder), the parameters of a query
// (Query), amounts and times. It knows no orders that exist and keeps nothing.
//
// It imports nothing of the program. Package trade takes orders in its form.
package contract
