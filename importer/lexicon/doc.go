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
// The way of a word: a template's words (words.go) and a source's (overlay.go) are compiled
// (compile.go) into the dictionaries of a lexicon (lexicon.go, dictionary.go). The way of a cell:
// it is parted into tokens (token.go), the dictionaries find their phrases, and a file for each
// kind of cell says what they mean (meaning.go); that of a place has its words
// (place_class.go), what each token is (place_reader.go), its numbers (place_number.go) and what
// stands around it (city.go).
//
// # Words
//
//   - token: a word, a number or a sign of a cell
//   - phrase: a row of words of the data
//   - hit: where a phrase stands in a cell
//   - class: what a phrase means
//   - overlay: what a source in the config says of whole cells
package lexicon
