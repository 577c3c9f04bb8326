// Package orderfile reads order files, delimited text or XLSX workbooks as CRMs,
// shops and people write them, into orders and problems, and writes the result file
// that goes back.
//
// The measure is a careful order manager: what is plain is accepted, what can be
// repaired with certainty is repaired and said, and what can be read in two ways is
// refused with the reason. A refused row refuses its whole order. Nothing is left out
// without a word, and nothing that a file holds can take the process down.
//
// The way of a file: its content says what it is (sniff.go); text (encoding.go,
// text.go) and workbooks (workbook.go, sheet.go, xmlscan.go) become a table of cells
// (table.go);
// a profile finds the headings (heading.go, layout.go); cells become values
// (values.go) and rows become orders (orders.go).
package orderfile
