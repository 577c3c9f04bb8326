// Package waybill makes the files by which a shop's own system learns of waybills: which
// order went with which carrier under which number. A template says what the system
// imports; the rows are made of orders one by one, so that a file may hold any number.
//
// Words used here: an Order is one order of the shop with its parcels; a Parcel is one
// waybill; a Field is what a column shows of them; a Row is what stands in a line of the
// file.
package waybill
