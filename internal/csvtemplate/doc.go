// Package csvtemplate has what templates of CSV files share, whoever writes the file: how a
// word of their notation is chosen and a mistake named, what their heads, dates and columns
// are, and the encodings. It imports strictyaml; what compiles a template of files that are
// written or read in columns, such as exporter/table and importer/waybill, does it with this.
//
// # Words
//
//   - choice: a word of a template's notation, and what it means
//   - column: a heading over a value of each record, or over a constant
//   - place: where in the YAML a mistake in a column is named
//   - encoding: the character encoding of a file; it has a character, or lacks it
package csvtemplate
