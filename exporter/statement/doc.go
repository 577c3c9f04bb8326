// Package statement reads the balance ledger of a period, sums it up, checks it against
// what the supplier says of it, against the orders and against what was exported before.
//
// # Words
//
//   - period: whole days in a time zone
//   - line: an entry as the books show it, with its order and the balance behind it
//   - spool: the lines of a period on the disk, until they are written
//   - running balance: the balance behind each entry, and where it breaks
//   - hold: money that the supplier keeps back, until a release gives it back
//   - payout: money that was paid out; it covers the entries that it pays for
//   - group: the sums of one kind of operation
//   - gaps: numbers that are missing in a row of documents
//   - reconciler: holds the ledger against the list of orders
//   - way of payment: what the orders of one payment method have in common
//   - lookahead: what became of looking for accruals behind the period
//   - stranger: an order that the ledger names and the list does not have
//   - companions: what the ledger is compared with beside itself
//   - memory: what was exported, beside the book, for the next export to be compared with
//   - beginning: the balance that a ledger begins with where its first entries are not shown
//   - sink: where the lines go
//   - check: a question that the books answer with yes, no or not checked
package statement
