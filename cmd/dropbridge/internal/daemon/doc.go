// Package daemon is what `run` and `demo` keep going: feeds on their schedule, the inbox, the
// close of months, the watch on the supplier's answers, word to people who do not look, and the
// server that shows all of it.
//
// # Words
//
//   - scheduled: a feed of the daemon, with what is known of its last build
package daemon
