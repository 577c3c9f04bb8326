// Package resultfile writes an order file again with what became of its rows: the whole of
// it, or only what is to be corrected. Nothing is touched but the rows that get cells.
//
// The way of a result: reading a file left its places as a Source (source.go); a text is copied
// record by record (text.go), a workbook part by part (sheet.go), of which the order sheet is
// patched as it streams by (patch.go, widths.go). Where rows are left out, rejected.go says
// which stay and patch.go where they go.
//
// Glossary: a source is the file that was read, and the places in it; the five are the columns
// that a result adds; kept rows stay under the headings, by their new numbers; a ragged row has
// too few cells or too many; a stray row belongs to no order; a patch is the order sheet on its
// way; held bytes are read and not yet copied; what is left out are macros, and what names
// cells by rows that move; a note names what could not be written as it is.
package resultfile
