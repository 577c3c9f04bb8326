// Package place says whether a file may take its place where something lies already. What
// dropbridge did not write is never written over, unless a person says so; what is no plain
// file is named for what it is.
//
// Feeds know their own files by the memory beside them (package exporter). Books, which are
// ledgers, orders and shipments for accountants, have nothing beside them: Notes remembers
// in the state folder what was written where, and a workbook says of itself by which program
// it was saved last.
package place
