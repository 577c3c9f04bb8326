// Package orderfile reads order files, delimited text or XLSX workbooks as CRMs,
// shops and people write them, into orders and problems, and writes the result file
// that goes back. It is the face of the rooms below it.
//
// The measure is a careful order manager: what is plain is accepted, what can be
// repaired with certainty is repaired and said, and what can be read in two ways is
// refused with the reason. A refused row refuses its whole order. Nothing is left out
// without a word, and nothing that a file holds can take the process down.
//
// The way of a file: its bytes become a table of cells (cells, on xmlscan); a template
// finds the headings and what each column holds (ordertemplate, field); rows become
// orders (orders), of single cells (value) and of what an order's cells say together of
// its money and its place (payment, delivery); what is wrong on the way are problems
// (problem). What was seen of a file that no template knows becomes a template to start
// from (draft). What became of the orders is written behind the rows (resultfile).
//
// Glossary: a report is what reading one file found; a verdict is whether its orders are
// posted; a profile is a template, or that which chooses one for each file; a line is one
// data row of the file; a result is what became known of a row.
package orderfile
