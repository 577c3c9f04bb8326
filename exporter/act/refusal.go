package act

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Refusal is why no act was made, with the way out.
type Refusal struct {
	message, way wording.Message
	kind         failure.Kind
}

// Refuse makes a refusal of sentences of the catalogue.
func Refuse(kind failure.Kind, message, way wording.Message) *Refusal {
	return &Refusal{message, way, kind}
}

// Error is the message in English.
func (r *Refusal) Error() string { return r.message.In(wording.English) }

// Hint is the way out in English.
func (r *Refusal) Hint() string { return r.way.In(wording.English) }

// Failure says where the cause lies.
func (r *Refusal) Failure() failure.Kind { return r.kind }

// Say is the message and the way out in a language.
func (r *Refusal) Say(l wording.Language) (what, way string) { return r.message.In(l), r.way.In(l) }
