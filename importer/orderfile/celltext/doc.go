// Package celltext is what all rooms ask of the text of a cell: what it is without blanks
// around it, with single spaces, whether it is of digits, and how a message shows it.
//
// Glossary: clean is without blanks around and invisible characters; single spaced has one
// space for every run of blanks; shown is cut and in quotes, for a message; pasted is whole and in
// quotes of YAML, for a line that a person copies into the config.
package celltext
