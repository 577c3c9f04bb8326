package refusal

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestSaid: each refusal in the tree of an error is said in the language, and what stands around stays.
func TestSaid(t *testing.T) {
	way := wording.NewMessage("approval.look")
	err := fmt.Errorf("two: %w", errors.Join(Misuse("users.short", 8), errors.New("odd"), New(failure.Config, wording.NewMessage("act.sheet"), way)))
	what, hint := failure.Said(err, wording.English)
	require.Equal(t, []string{err.Error(), way.In(wording.English)}, []string{what, hint})
	what, hint = failure.Said(err, wording.Ukrainian)
	require.Equal(t, "two: "+wording.Ukrainian.Say("users.short", 8)+"\nodd\nАкт звірки", what)
	require.Equal(t, way.In(wording.English), hint, "the first refusal has none, and that of an error in its tree is English")
}

// TestChoice: what is near goes before all that there is.
func TestChoice(t *testing.T) {
	require.Equal(t, `did you mean "csv"?`, Choice("csv", []string{"csv", "yml"}).In(wording.English))
	require.Equal(t, "known are: csv, yml", Choice("", []string{"csv", "yml"}).In(wording.English))
	require.True(t, Choice("", nil).IsZero(), "a list of none is no way out")
	require.Equal(t, "відомі: csv, yml", Choice("", []string{"csv", "yml"}).In(wording.Ukrainian))
}

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
