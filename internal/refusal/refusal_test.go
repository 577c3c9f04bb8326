package refusal

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestRefusal(t *testing.T) {
	err := fmt.Errorf("in: %w", New(failure.Config, wording.Literal("a"), wording.Literal("b")))
	require.EqualError(t, err, "in: a")
	require.Equal(t, "b", failure.Hint(err))
	require.Equal(t, failure.Config, failure.KindOf(err))
	what, way := (&Refusal{What: wording.NewMessage("act.sheet")}).Say(wording.Ukrainian)
	require.Equal(t, []string{"Акт звірки", ""}, []string{what, way})

	err = Misuse("users.short", 8)
	require.Equal(t, failure.Usage, failure.KindOf(err))
	require.Empty(t, failure.Hint(err), "the sentence says it")
	cause := errors.New("c")
	require.ErrorIs(t, &Refusal{Cause: cause}, cause)
}
