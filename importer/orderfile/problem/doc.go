// Package problem is what may be wrong with an order file: the codes, what each of them
// refuses, and the sentences that say it.
//
// The way of a problem: whoever reads finds a fault, whoever knows the place makes a problem
// of it, and the report says it in the language of its reader.
//
// Glossary: a code is the fixed word of a kind of problem; a fault is a problem before its
// place is known; a problem stands at a row and a column, or is one of the whole file; the
// weight says what it does: an error refuses, a warning and a note refuse nothing, a skip
// leaves a row out as the file itself asks; a key names a sentence of the catalogue.
package problem
