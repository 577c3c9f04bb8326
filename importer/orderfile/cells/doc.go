// Package cells makes a table of cells of a file's bytes, whatever the file is: delimited
// text in the encodings that programs write, or a workbook. It knows nothing of orders; who
// knows how headings are spelled is asked through a port.
//
// The way of a file: its first bytes say what it is (sniff.go, foreign.go, archive.go); a text
// is decoded (encoding.go), parted into records (text.go) by the delimiter that makes most of
// it (delimiter.go) and proven to be a table (markup.go) in its encoding (plausible.go,
// mojibake.go); a workbook is opened (parts.go, workbook.go) with its texts and styles
// (strings.go, styles.go) and its order sheet read (sheet.go, merges.go) with what its number
// formats show (number_format.go, numbers.go) and what is struck through or noted on cells
// (struck.go, notes.go). Both end as rows (table.go), within what a file may need (limits.go).
// A result file has five columns of its own among them (result.go).
//
// # Words
//
//   - cell: has a text and a kind
//   - row: has its cells with something in them; a ragged one has more than the headings
//     or fewer
//   - head: the first rows, where headings may stand
//   - record: a row of a text as it is written
//   - part: a file inside a workbook
//   - shared: a merged cell's value in a further row
//   - wide: of a cell that is merged over columns
//   - struck: of a cell that is struck through
//   - note: what somebody wrote on a cell
//   - garbled: of letters that were read in a wrong encoding
//   - foreign: of files that are neither texts nor workbooks
//   - volume: what the cells of a workbook unfold to
package cells
