package failure

// Kind says where the cause of an error lies, which is who can do something about it.
type Kind int

// The kinds. An error that cannot tell has none, and what it wraps is asked.
const (
	Unknown  Kind = iota
	Other         // none of those below, whatever is wrapped
	Usage         // what was asked for cannot be: a flag or an argument
	Supplier      // the supplier is out of reach, has no time for us, or refused the token
	Config        // a mistake in the config, a template or a mapping
)

// Hinted is an error that knows what would fix it.
type Hinted interface {
	error
	Hint() string // one line, "" where nothing is known
}

// Placed is an error that knows where its cause lies.
type Placed interface {
	error
	Failure() Kind
}

// Hint is what would fix an error: what the outermost error in its tree says that knows
// it, "" where none does.
func Hint(err error) (hint string) {
	walk(err, func(err error) bool {
		if hinted, ok := err.(Hinted); ok {
			hint = hinted.Hint()
		}
		return hint == ""
	})
	return hint
}

// KindOf is where an error's cause lies: in the config where any error in its tree says
// so, else what the outermost says that can tell.
func KindOf(err error) (kind Kind) {
	walk(err, func(err error) bool {
		placed, ok := err.(Placed)
		if !ok {
			return true
		}
		if k := placed.Failure(); k == Config || kind == Unknown {
			kind = k
		}
		return kind != Config
	})
	return kind
}

// walk visits an error and all that it wraps, the outer before the inner and joined ones
// in their order, while visit says so.
func walk(err error, visit func(error) bool) bool {
	if err == nil {
		return true
	}
	if !visit(err) {
		return false
	}
	switch wraps := err.(type) {
	case interface{ Unwrap() error }:
		return walk(wraps.Unwrap(), visit)
	case interface{ Unwrap() []error }:
		for _, inner := range wraps.Unwrap() {
			if !walk(inner, visit) {
				return false
			}
		}
	}
	return true
}
