// Package sales writes the orders and the shipments of a period for accountants, as a
// workbook or as CSV, and checks their figures against each other.
//
// # Words
//
//   - row: an order or a shipment with what is derived from it
//   - parcel: what the row of an order needs of a shipment
//   - void: a cancelled or returned order, which the totals leave out
//   - figures: sums over some rows; groups are figures by what rows have in common
//   - sums: figures of the rows of one currency
//   - record: a row as a CSV file has it
//   - book: the workbook of one kind of rows
//   - summary: the sheet of sums
//   - check: what must hold for every row; a difference is a row where it does not
//   - audit: counts what was checked, and passes on what does not fit
//   - trait: what differences have in common that are one finding where all rows share it
//   - history: what the rows were at earlier exports
//   - verdict: what one check came to
//   - proof: that a sum which stands in two places of a workbook is the same
//   - job: one reading on its way into a file
package sales
