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
// posting and looking up (post.go, conclude.go, reconcile.go, vet.go), following (follow.go)
// and publishing (publish.go, rejected.go, show.go). Its rooms are importer/state (records
// and rules), importer/doubt (is this the right journal), importer/decide (a person's
// answers), importer/overview (what is told when asked), importer/result (what a result
// shows), importer/desk (config and ports), importer/folder and importer/told.
//
// Words: to take a file is to record it; to post is to send an order; an intent is the
// durable note that it will be sent; a lease is how long its sender is taken for alive; to
// reconcile is to look up what is unknown; to follow is to ask for statuses; to publish is
// to write a result; a gate holds posting back for the account; a lane is a place for one
// request; a claim keeps a result's name for one file; tidying removes what is past.
package importer
