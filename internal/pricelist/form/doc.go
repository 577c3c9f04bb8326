// Package form finds what a price list is: which column says what, how sure that is, and
// what a product of it is then. It knows no file format, and asks where money is decided and
// nothing tells whose price a column is.
//
// The way of a list: its records are surveyed once as a whole (survey.go), which proves it
// whole, and each column gets its role by its name (lexicon.go, role.go); the prices are
// decided over all lists that belong together (decide.go); then each record becomes a product
// (product.go) by what its texts of money (amount.go) and of stock (stock.go) say. All words
// are data: words.yaml. A variant takes from its product what it does not say itself
// (variant.go).
//
// # Words
//
//   - role: what a column says of a product
//   - column: a path of the list with its role, how sure it is, and examples
//   - survey: one reading of the whole list that learns its columns
//   - form: a surveyed list, as it is read from then on
//   - hints: what the config says of columns, before any word
//   - stock: what a text says of how many there are
package form
