package remark

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// DamagedError is a memory beside a feed that cannot be read to its end: what could be read holds.
type DamagedError struct {
	Said wording.Message // which file it is, and what follows
	Mend string          // "" where the next publishing writes the file anew
	Err  error
}

func (e *DamagedError) Error() string { return e.Said.String() }

// Message is the error in whatever language is asked for.
func (e *DamagedError) Message() wording.Message { return e.Said }

func (e *DamagedError) Unwrap() error { return e.Err }

// Hint is how what was lost comes back.
func (e *DamagedError) Hint() string { return e.Mend }

// Failure is no one's: a disk or a person damaged the file.
func (e *DamagedError) Failure() failure.Kind { return failure.Other }
