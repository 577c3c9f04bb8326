// Package lexicon knows what people and programs write into order files to say in which
// state an order is, how it is paid and where it goes, and reads such cells.
//
// A word is understood or it is not: there is no default here. What is no known word, is
// denied ("не оплачено"), holds in part ("частково") or says two things at once is not
// known, and whoever asked refuses the row by name. The words themselves are data of the
// order templates, and a source in the config lays its own over them.
//
// A phrase of the data is compared word by word, without regard to case, apostrophes,
// hyphens and underscores; "відділенн*" stands for every ending.
//
// # Words
//
//   - token: a word, a number or a sign of a cell
//   - phrase: a row of words of the data
//   - hit: where a phrase stands in a cell
//   - class: what a phrase means
//   - overlay: what a source in the config says of whole cells
package lexicon
