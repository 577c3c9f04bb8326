package orderfile

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// UnreadError is that the bytes of an order file could not be read.
type UnreadError struct {
	Name string // of the file
	Err  error
}

// Error is what is wrong, in English.
func (e *UnreadError) Error() string { what, _ := e.Say(wording.English); return what }

func (e *UnreadError) Unwrap() error { return e.Err }

// Hint is left to the cause.
func (e *UnreadError) Hint() string { return "" }

// Failure is that of the cause.
func (e *UnreadError) Failure() failure.Kind { return failure.Unknown }

// Say is what is wrong, and the way out that the cause knows, in a language.
func (e *UnreadError) Say(l wording.Language) (what, way string) {
	why, way := failure.Said(e.Err, l)
	return l.Say("orderfile.unread", e.Name, why), way
}
