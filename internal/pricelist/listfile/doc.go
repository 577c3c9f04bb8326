// Package listfile makes records of a price list's bytes, whatever the list is: YML and other
// XML, JSON, a delimited text or a workbook, packed or not. It streams, knows nothing of
// products, and never gives half a list for a whole one: a list that does not end is a fault.
//
// The way of a list: it is unpacked (open.go), its first bytes say what it is (sniff.go), and
// a reader of its format gives one record after the other (xml.go, json.go, csv.go, book.go).
// Where the goods of JSON stand its beginning shows (jsonshape.go); variants of a product are
// given as records of their own (variant.go). Tables share how headings (headings.go), sections
// (section.go) and rows are told apart (table.go); a workbook's sheets are one table after the
// other (book.go, sheet.go). What is wrong with a list as a whole is a Fault (fault.go), with
// its code and the way out, and what is to be known of one that is read a Note (note.go).
//
// # Words
//
//   - record: what a list says of one product, as values by their paths
//   - path: where a value stands: an element, an attribute with @, a member, a heading
//   - section: a row, a sheet or an object that names the category of the goods below it
//   - category: a node of the tree that stands beside the records
//   - shape: where the goods of JSON stand, as places
//   - variant: one of several forms of a product, such as a size
//   - note: what is to be known of a list as a whole, though it is read
//   - fault: why a list is not read, with its code and the way out
//   - headings: who knows how columns are called
package listfile
