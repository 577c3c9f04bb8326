package selection

import (
	"fmt"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// Error is a mistake in a filter, a list of SKUs or a map.
type Error struct {
	File    string // "" where it is the filter itself
	Line    int    // from 1, as an editor counts; 0 where the file as a whole is meant
	Message string // what is wrong, in one line
	Mend    string // what to do about it
}

func (e *Error) Error() string {
	switch {
	case e.File == "":
		return "filter: " + e.Message
	case e.Line == 0:
		return e.File + ": " + e.Message
	}
	return e.File + ":" + strconv.Itoa(e.Line) + ": " + e.Message
}

// Hint is the mend.
func (e *Error) Hint() string { return e.Mend }

// Failure is one of the config.
func (e *Error) Failure() failure.Kind { return failure.Config }

// filterError is a mistake in the filter itself.
func filterError(mend, format string, args ...any) error {
	return &Error{Message: fmt.Sprintf(format, args...), Mend: mend}
}
