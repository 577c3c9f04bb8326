// Package route says to which of several suppliers the lines of an order file go: all of a
// source to one, or each by the beginning of its SKU or by a column.
//
// # Words
//
//   - route: what is said of a source
//   - word: what a cell of the column says, and the supplier whom it means
//   - part: of an order whose lines go to several suppliers, those of one
package route
