// Package statement reads the balance ledger of a period, sums it up, checks it against
// what the supplier says of it, against the orders and against what was exported before.
package statement
