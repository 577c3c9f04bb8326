// Package importer turns dropped order files into orders at the supplier, each exactly once,
// and writes a result file that is completed as waybills appear.
//
// A file is copied into a private spool, read as a whole, and recorded in the Journal with
// all its orders before the first of them is posted. Each order then goes through the
// states of importer/state by compare-and-swap; what was intended is durable before a byte
// leaves, and what became of it before anything is shown. So every moment at which the
// process may die leaves something that Resume finishes.
//
// An attempt whose outcome nobody knows leaves its order unknown. Reconcile looks such
// orders up at the supplier and posts them again only where the supplier promises that a
// repeated request creates nothing new. What nobody but a person can know is asked of one.
//
// The work stands here: the inbox (inbox.go, intakes.go, hold.go), taking in (record.go),
// and publishing (publish.go, rejected.go, show.go). Its rooms are importer/posting (sending,
// looking up and following, for each supplier), importer/state (records and rules), importer/doubt (is this the right journal), importer/decide (a person's
// answers), importer/overview (what is told when asked), importer/result (what a result
// shows), importer/desk (config and ports), importer/folder and importer/told.
//
// # Words
//
//   - intake: a file on its way into the journal
//   - drop: the same file, as it lies in the inbox or is imported by hand
//   - sighting: a file as a scan found it
//   - hold: the lock by which importers know who watches the inbox
//   - claim: what keeps the name of a result for one file until it is recorded
//   - publish: to make a result show what the journal knows
//   - dirty: orders of which something became known that no result shows yet
//   - moved: originals that were put away a short time ago
//   - tidy: to remove what is past
package importer
