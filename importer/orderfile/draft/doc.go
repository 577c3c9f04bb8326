// Package draft says what was seen of a file's headings, and drafts an order template of them
// for a kind of files that no template knows.
//
// The way of a draft: the first rows are kept as a sketch (sketch.go), which tells of each
// column how its heading was read (columns.go); the unknown ones are guessed by their headings
// and their cells (guess.go), and what nobody can guess is asked (draft.go).
//
// Glossary: a sketch is what is kept of a file's first rows; below are the rows under the
// headings; a guess is a field that a column may hold, with what it is guessed by; open
// columns are those that nobody knows; asked ones bear meaning, and a person has to say which;
// the sign is the headings by which files of the kind are known.
package draft
