// Package pricelist is a supplier whose products are price lists: files, folders or links. It
// stands behind the same port as the client of a service, so that feeds do not know which of
// them they are made of.
//
// The way of a reading: each list is fetched (fetch.go, folder.go), surveyed as a whole, which
// proves it whole and finds its columns, and compared with what was looked at before
// (memory.go); only then its records are read again, as products (pages.go), completed by SKU
// from the other lists (join.go). A list that was fetched and proved whole is kept, so that
// one that has not changed is neither fetched nor surveyed again.
//
// # Words
//
//   - source: one list, with where it is and what is said of it
//   - catalogue: all lists of a supplier together
//   - survey: one reading of a whole list that learns its columns
//   - extras: what further lists say of products, by SKU
//   - lacks: what a product does not have because a further list lacks it
//   - remark: what is to be known of a list as a whole, in reports
//   - validators: what a server says of a list so that it can be asked whether it changed
//   - memory: the columns of lists as somebody looked at them
package pricelist
