package refusal

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAround: where a sentence has another error, it has it in its language.
func TestAround(t *testing.T) {
	inner := New(failure.Config, wording.NewMessage("approval.not_yet", "a.yaml"), wording.NewMessage("approval.look"))
	err := Around("approval.stopped", inner)
	require.EqualError(t, err, "orders are not posted: the requests of mapping a.yaml are not approved yet")
	require.ErrorIs(t, err, inner)
	require.Equal(t, failure.Config, failure.KindOf(err))
	what, way := err.Say(wording.Ukrainian)
	require.Equal(t, "замовлення не надсилаються: запити mapping a.yaml ще не дозволено", what)
	require.Equal(t, "погляньте на них за допомогою `dropbridge check`, а тоді виконайте `dropbridge check --approve-orders`", way)

	err = Around("approval.stopped", failure.Mistake("mend it", "odd"))
	require.EqualError(t, err, "orders are not posted: odd")
	require.Equal(t, "mend it", failure.Hint(err))
	require.Equal(t, failure.Config, failure.KindOf(err))

	err = Around("approval.stopped", fmt.Errorf("a.yaml: %w", inner))
	require.EqualError(t, err, "orders are not posted: a.yaml: the requests of mapping a.yaml are not approved yet")
	what, way = err.Say(wording.Ukrainian)
	require.Equal(t, "замовлення не надсилаються: a.yaml: запити mapping a.yaml ще не дозволено", what, "an error around it stays")
	require.Equal(t, "погляньте на них за допомогою `dropbridge check`, а тоді виконайте `dropbridge check --approve-orders`", way)
	require.Equal(t, "orders are not posted: odd", wording.Kept(Around("approval.stopped", errors.New("odd")).What.Keep()).In(wording.English))
}
