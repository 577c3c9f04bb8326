// Package journaltest is the conformance suite of the importer's journal: all that the
// importer relies on, whatever the database behind it. A database passes by one call of
// [Run]. Each topic has a file of its own, and every test a journal of its own, so that
// all of them run side by side.
//
// What the suite builds its journals from, such as [File], [Draft] and [Record], serves
// tests that are about one database, too.
package journaltest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// Journal is what stands behind the importer, with what only its owner asks of it.
type Journal interface {
	state.Journal
	// Respell makes one account of those that are spelled in several ways, and returns the
	// spellings that it found.
	Respell(ctx context.Context, account string, normal func(string) string) ([]string, error)
	// Commits is the number of transactions committed since the journal was opened.
	Commits() int64
	// Close waits for the writes under way. Writes after it fail; closing twice does not.
	Close() error
}

// Opener opens the journal of one place. Opened twice it is one journal in two processes.
type Opener func(ctx context.Context) (Journal, error)

// topic is a part of the suite: its tests by their names.
type topic map[string]func(t *testing.T, at Opener)

// Run runs the suite; fresh gives a test a place where no journal was yet.
func Run(t *testing.T, fresh func(t *testing.T) Opener) {
	for _, tests := range []topic{recording, swapping, meeting, deciding, querying, searching, committing, lasting, {"anything": testAnything}} {
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

// open opens a journal that is closed with the test.
func open(t *testing.T, at Opener) Journal {
	t.Helper()
	j, err := at(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}
