// Package actfile reads the other party's act of reconciliation: the columns are found by their
// headings, the rows of balances and turnover by their words, as a template has them. What
// cannot be read is refused with file, row and column: a row that is left out would be a
// difference that is none.
package actfile
