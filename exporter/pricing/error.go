package pricing

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// Error is a mistake in a Rule.
type Error struct {
	Key     string // of the rule, such as "bands[1].percent"
	Message string
	Mend    string // what to write instead
}

// Error is the mistake with its key, as a path from the feed's own keys.
func (e *Error) Error() string {
	return "price." + e.Key + ": " + e.Message
}

// Hint is the mend.
func (e *Error) Hint() string { return e.Mend }

// Failure is one of the config.
func (e *Error) Failure() failure.Kind { return failure.Config }

func mistake(key, mend, format string, args ...any) error {
	return &Error{Key: key, Message: fmt.Sprintf(format, args...), Mend: mend}
}
