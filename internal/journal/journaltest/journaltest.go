// Package journaltest is the conformance suite of the importer's journal: all that the
// importer relies on, whatever the database behind it. A database passes by one call of
// [Run]. Each topic has a file of its own, and every test a journal of its own, so that
// all of them run side by side.
//
// What the suite builds its journals from, such as [File], [Draft] and [Record], serves
// tests that are about one database, too.
//
// # Words
//
//   - topic: a part of the suite
//   - opener: opens the journal of one place; opened twice it is one journal in two processes
//   - draft: an order as a file has it
//   - accept: let the supplier have an order
//   - parting: telling suppliers apart
//   - kept: what the journal counts with each change; recounted, what is there
//   - searched: what a person finds
//   - life: a journal to which anything may happen
package journaltest

import "testing"

// Run runs the suite; fresh gives a test a place where no journal was yet.
func Run(t *testing.T, fresh func(t *testing.T) Opener) {
	for _, tests := range []topic{recording, swapping, meeting, deciding, querying, searching, parting, committing, lasting, forgetting, {"anything": testAnything}} {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				at := fresh(t)
				test(t, at)
				RequireKept(t, open(t, at)) // whatever was done
			})
		}
	}
}
