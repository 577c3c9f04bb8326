package importer_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/told"
)

// TestTheSupplierAnswersAgain: what he kept waiting is a problem no more, and nothing else of it.
func TestTheSupplierAnswersAgain(t *testing.T) {
	r := newRig(t)
	r.im.Problems.Set(r.clock.Now(), told.ProblemSupplier, errors.New("the token is refused"))
	r.im.Problems.Set(r.clock.Now(), told.ProblemInbox, errors.New("the folder is gone"))
	r.im.SupplierAnswers("")
	list := r.im.Problems.List()
	require.Len(t, list, 1)
	require.Equal(t, told.ProblemInbox, list[0].Name)
	require.Zero(t, r.im.Resting())
}
