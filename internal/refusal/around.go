package refusal

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Around is a sentence that has what another error says as its one value, with that one's way out and
// kind.
func Around(key string, err error) *Refusal {
	said, way := wording.Literal(err.Error()), wording.Literal(failure.Hint(err))
	if inner, ok := err.(*Refusal); ok {
		said, way = inner.What, inner.Way
	}
	return &Refusal{What: wording.NewMessage(key, said), Way: way, Kind: failure.KindOf(err), Cause: err}
}
