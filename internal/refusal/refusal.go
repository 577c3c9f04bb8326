// Package refusal is the error of what was not done, in sentences of the catalogue: what is
// wrong, the way out, and where the cause lies.
package refusal

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Refusal is such an error.
type Refusal struct {
	What, Way wording.Message // Way is zero where What says it
	Kind      failure.Kind
	Cause     error // whose text stands in What, nil for none
}

// New is a *Refusal. It is called in many places, each of which would have it within itself.
//
//go:noinline
func New(kind failure.Kind, what, way wording.Message) error {
	return &Refusal{What: what, Way: way, Kind: kind}
}

// Misuse is a *Refusal of what was asked for. The sentence says the way out itself.
func Misuse(key string, values ...any) error {
	return New(failure.Usage, wording.NewMessage(key, values...), wording.Message{})
}

// Error is what is wrong, in English.
func (r *Refusal) Error() string { return r.What.In(wording.English) }

// Hint is the way out in English.
func (r *Refusal) Hint() string { return r.Way.In(wording.English) }

// Failure says where the cause lies.
func (r *Refusal) Failure() failure.Kind { return r.Kind }

// Unwrap is the cause.
func (r *Refusal) Unwrap() error { return r.Cause }

// Say is what is wrong and the way out in a language.
func (r *Refusal) Say(l wording.Language) (what, way string) { return r.What.In(l), r.Way.In(l) }
