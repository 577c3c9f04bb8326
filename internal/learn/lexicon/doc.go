// Package lexicon knows the fields that a mapping can have and the words by which services
// call them.
//
// The fields stand here as tables, since the program works with each of them. The words
// are data: the files of templates/learn, over which a user's folder is laid.
//
// # Words
//
//   - phrase: a name as lower-case words, "drop price" for dropPrice, drop_price and Drop-Price.
//   - names: phrases that a service gives a value, each with how much it speaks for a field.
//   - record: what has fields, such as a product, an order or the query of a list.
//   - field: one value of a record, in the mapping's own language.
//   - state: a field that has one of a few values, and the words that say each of them.
//   - set: words that tell something other than a field, such as lists of variants.
package lexicon
