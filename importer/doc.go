// Package importer turns dropped order files into orders at the supplier, each
// exactly once, and writes a result file that is completed as waybills appear.
//
// A file is copied into a private spool, read as a whole, and recorded in the
// Journal with all its orders before the first of them is posted. Each order then
// goes through the states of State by compare-and-swap; what was intended is
// durable before a byte leaves, and what became of it before anything is shown. So
// every moment at which the process may die leaves something that Resume finishes.
//
// An attempt whose outcome nobody knows leaves its order unknown. Reconcile looks
// such orders up at the supplier and posts them again only where the supplier
// promises that a repeated request creates nothing new.
//
// What nobody but a person can know is asked of one: Status names it as a Finding with its
// way out, Decide takes the decision and keeps it, and it can be taken back while nothing
// was sent upon it.
package importer
