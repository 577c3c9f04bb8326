// Package value makes values of single cells: phones, SKUs, quantities, amounts, days,
// waybills. What is plain is read, what can be repaired with certainty is repaired, and what
// can be read in two ways is a fault.
//
// Glossary: a reader holds the compiled patterns and the decimal mark of a source; a restored
// phone got back the zero that a spreadsheet took; a scientific number has lost its digits; a
// long number has more than the 15 digits that a spreadsheet keeps; several goods in one cell
// are no SKU; a shorthand is how people shorten a branch or a quantity; a day to come is one
// that a note names without its year.
package value
