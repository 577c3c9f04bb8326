// Package cells makes a table of cells of a file's bytes, whatever the file is: delimited
// text in the encodings that programs write, or a workbook. It knows nothing of orders; who
// knows how headings are spelled is asked through a port.
//
// The way of a file: its first bytes say what it is (sniff.go, foreign.go); a text is decoded
// (encoding.go), parted into records (text.go) and proven to be in its encoding
// (plausible.go, mojibake.go); a workbook is opened (workbook.go) and its order sheet read
// (sheet.go) with what its number formats show (numbers.go, shown.go) and what is struck
// through or noted on cells (marks.go). Both end as rows (table.go), within what a file may
// need (limits.go). A result file has five columns of its own among them (result.go).
//
// Glossary: a cell has a text and a kind; a row has its cells with something in them; the head
// is the first rows, where headings may stand; a record is a row of a text as it is written; a
// part is a file inside a workbook; a shared cell is a merged one's value in a further row; a
// wide cell is merged over columns; a struck cell is struck through; a note is what somebody
// wrote on a cell; a ragged row has more cells than the headings or fewer; garbled letters were
// read in a wrong encoding; foreign files are neither texts nor workbooks; a volume is what the
// cells of a workbook unfold to.
package cells
