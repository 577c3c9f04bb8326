// Package remembered keeps what the rows of a book were when a period was exported, and
// tells the next export what became of them since: a row that came late, one that is
// gone, and one whose sums are others now. It knows nothing of orders or shipments.
//
// # Words
//
//   - book: rows of one sort, such as orders
//   - row: what is kept of one order or shipment
//   - span: the period of an export, with the time of it
//   - past: an earlier export, as its file has it
//   - memory: the earlier exports of a book and account that overlap a period
//   - change: a row that is another one than at the last export
package remembered
