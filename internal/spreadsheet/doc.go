// Package spreadsheet knows what spreadsheets do to the files that people open in them,
// and writes the parts of Office Open XML workbooks (ECMA-376) that are too long for
// memory: the rows of worksheets, compressed piece by piece and joined.
package spreadsheet
