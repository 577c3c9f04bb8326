package failure

import "fmt"

// Error is an error with what would fix it, for where a package has no type of its own.
type Error struct {
	Err  error
	Mend string // "": what Err knows
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

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Hint is the mend.
func (e *Error) Hint() string { return e.Mend }

// Failure is the kind.
func (e *Error) Failure() Kind { return e.Kind }
