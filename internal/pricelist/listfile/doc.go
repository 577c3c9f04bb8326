// Package listfile makes records of a price list's bytes, whatever the list is: YML and other
// XML, JSON, a delimited text or a workbook, packed or not. It streams, knows nothing of
// products, and never gives half a list for a whole one: a list that does not end is a fault.
//
// The way of a list: it is unpacked (open.go), its first bytes say what it is (sniff.go), and
// a reader of its format gives one record after the other (xml.go, json.go, csv.go, sheet.go).
// Tables share how headings, sections and rows are told apart (table.go). What is wrong with
// a list as a whole is a Fault (fault.go), with its code and the way out.
//
// # Words
//
//   - record: what a list says of one product, as values by their paths
//   - path: where a value stands: an element, an attribute with @, a member, a heading
//   - section: a row that names the category of the rows below it
//   - category: a node of the tree that stands beside the records
//   - fault: why a list is not read, with its code and the way out
//   - headings: who knows how columns are called
package listfile
