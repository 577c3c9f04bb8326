// Package handover brings orders to a supplier who has no API: as files in a folder or as
// mails, and reads from files of his which waybills they got.
//
// A Handover is the importer's port to such a supplier. EncodeOrder lays an order out by a
// Template, and refuses what its columns cannot say. The importer names the file in the
// bodies of all orders that go together before it sends one of them, so that its journal
// knows in which file an order was: after a crash a folder is looked up by that name. A
// file in a folder appears in one step, by renaming what lies there under a name with a dot
// before and .part behind; while it lies there the orders were not handed over for certain.
// A mail leaves no trace that could be looked up: where its answer is lost, a person tells.
//
// What was handed over is not accepted: its status is supplier.HandedOver until a file of
// the supplier's names the order (tracking.go).
//
// # Words
//
//   - template: the columns of an order file
//   - field: what a column shows of an order or of one of its lines
//   - record: an order as a row shows it, with one of its lines where rows are lines
//   - bundle: the orders that go together in one file
//   - outlet: where bundles go: a folder, or mails
//   - part: a file in the folder before it has its name
//   - tracking: files of the supplier's with waybills
//   - state: a word for where an order is in such a file
package handover
