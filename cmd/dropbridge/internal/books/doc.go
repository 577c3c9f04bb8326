// Package books has the commands for accountants: the books of a period, and the documents
// that are made of them. What the program gives to all commands is handed in.
//
// # Words
//
//   - closer: closes each month once, by itself or because a person asks for it
//   - scheduled: books that `run` writes by their schedules, as their commands do
//   - period: the days that books are of
//   - sales: orders and shipments, which are written alike
//   - parties: us and the supplier, as documents name them
//   - figures: what the page shows of the ledger, reckoned before it is asked for
package books
