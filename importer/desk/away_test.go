package desk

import (
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// onServer is a journal to which every error is one of its database.
type onServer struct{ state.Journal }

func (onServer) Away(error) bool { return true }

// storeError is as a store says what went wrong.
type storeError struct{ error }

func (storeError) Say(wording.Language) (what, way string) { return "the store is away", "wait" }

// TestWhoIsAway: the database, and neither the supplier nor the store, which are reached by a
// network as well.
func TestWhoIsAway(t *testing.T) {
	d := &Desk{Journal: onServer{}}
	require.ErrorContains(t, d.withoutAddress(fmt.Errorf("read: %w", io.ErrUnexpectedEOF)), "the journal's database")
	require.NoError(t, d.withoutAddress(fmt.Errorf("list: %w", storeError{io.ErrUnexpectedEOF})))
	require.NoError(t, d.withoutAddress(&supplier.Error{Err: io.ErrUnexpectedEOF}))
}
