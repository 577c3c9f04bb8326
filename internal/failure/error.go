package failure

import (
	"cmp"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Error is an error with what would fix it, for where a package has no type of its own.
type Error struct {
	Err  error
	Mend string          // "": what Err knows
	Way  wording.Message // the mend where the catalogue has it
	Kind Kind
}

// Mistake is an error of the config with what would fix it.
func Mistake(mend, format string, args ...any) error {
	return &Error{Err: fmt.Errorf(format, args...), Mend: mend, Kind: Config}
}

// Misuse is an error of what was asked for, with what would fix it.
func Misuse(mend, format string, args ...any) error {
	return &Error{Err: fmt.Errorf(format, args...), Mend: mend, Kind: Usage}
}

// Errorf is another error with what would fix it.
func Errorf(mend, format string, args ...any) error {
	return &Error{Err: fmt.Errorf(format, args...), Mend: mend, Kind: Other}
}

// Mended is an error of a kind with a mend that the catalogue has.
func Mended(kind Kind, way wording.Message, format string, args ...any) error {
	return &Error{Err: fmt.Errorf(format, args...), Way: way, Kind: kind}
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Hint is the mend in English.
func (e *Error) Hint() string { return e.HintIn(wording.English) }

// HintIn is the mend in a language, as far as the catalogue has it.
func (e *Error) HintIn(l wording.Language) string { return cmp.Or(e.Way.In(l), e.Mend) }

// Failure is the kind.
func (e *Error) Failure() Kind { return e.Kind }
