// Package field names the fields of an order that the columns of a file may hold, and the
// families that they make: a place, a person, an item. It is a leaf: templates spell the
// fields, layouts find them, and readers read them.
//
// Glossary: a field is what a column holds, such as city; a place is all fields that say
// where a parcel goes; a spot is where in a town; an item's fields are told by its row; of
// some fields a heading may say whose they are, the recipient's or the payer's.
package field
