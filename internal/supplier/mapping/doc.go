// Package mapping is the language in which a file adapts the model to one supplier's
// service, see MAPPING.md: Compile turns the file, once, into a Program. Nothing outside
// knows a JSON name, a path or a query name of the service.
//
// A Program has readers, which put the values of an answer straight into their places in
// the model, and the body of new orders (package orderbody). What the model has is listed
// in the tables of fields; a new way to write a value is one more converter (package
// convert). The file as it is written is package written. The client asks a
// Program what to send and what an answer says.
//
// # Words
//
//   - field: a value of the model; a place is where an answer has it
//   - straight: read while the answer is scanned; deferred: made when the record was read
//   - record: compiled fields of one kind of thing; rows are records made of columns
//   - source: where the values of a deferred field are found, an origin one of its places
//   - value: what the converters make of them
//   - scope: what the fields of a record can name
//   - lookup: a list that records name by a key, joined from a table
//   - producer: makes records of a list's elements: one, none or several of each
//   - sparing: leaving out one record that cannot be read, and keeping the others
//   - endpoint: what is special to the requests and answers of one list
package mapping
