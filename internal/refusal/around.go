package refusal

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Around is a sentence that has what another error says as its last value, behind those given, with
// that one's way out and kind: in each language, as far as that error has it.
func Around(key string, err error, values ...any) *Refusal {
	said, way := wording.Message{Values: []any{what{err}}}, wording.Message{}
	if _, out := failure.Said(err, wording.English); out != "" {
		way = wording.Message{Values: []any{wayOut{err}}}
	}
	if inner, ok := err.(*Refusal); ok {
		said, way = inner.What, inner.Way
	}
	return &Refusal{What: wording.NewMessage(key, append(slices.Clip(values), said)...), Way: way, Kind: failure.KindOf(err), Cause: err}
}

// what is what an error says.
type what struct{ err error }

// In is that in a language.
func (w what) In(l wording.Language) string { said, _ := failure.Said(w.err, l); return said }

// wayOut is what would fix an error.
type wayOut struct{ err error }

// In is that in a language.
func (w wayOut) In(l wording.Language) string { _, way := failure.Said(w.err, l); return way }
