package failure

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Kind says where the cause of an error lies, which is who can do something about it.
type Kind int

// The kinds. An error that cannot tell has none, and what it wraps or is joined with is asked.
const (
	Unknown  Kind = iota
	Other         // none of those below, whatever is wrapped
	Usage         // what was asked for cannot be: a flag or an argument
	Supplier      // the supplier is out of reach, has no time for us, or refused the token
	Config        // a mistake in the config, a template or a mapping
	Partial       // no failure of the whole: a part was refused
)

// Final is added to the kind of an error that has looked at what it wraps: nothing else in
// the tree has a say.
const Final Kind = 1 << 8

// Explainer is an error that people can meet: it knows what would fix it and where its cause
// lies. The error types of the program are of this kind, so that whoever shows an error knows
// none of them.
type Explainer interface {
	error
	Hint() string  // one line in English, "" where nothing is known or the error says it itself
	Failure() Kind // Unknown where it cannot tell
}

// Speaker is an Explainer whose hint has words in each language.
type Speaker interface {
	Explainer
	HintIn(l wording.Language) string
}

// Teller is an error that tells what is wrong and the way out in each language; the way out is "" where
// the first says it.
type Teller interface {
	error
	Say(l wording.Language) (what, way string)
}

// Hint is what would fix an error: what the outermost error in its tree says that knows
// it, "" where none does.
func Hint(err error) string { return HintIn(err, wording.English) }

// HintIn is Hint in a language, as far as the error that is asked has it.
func HintIn(err error, l wording.Language) (hint string) {
	walk(err, func(err error) bool {
		if speaker, ok := err.(Speaker); ok {
			hint = speaker.HintIn(l)
		} else if explainer, ok := err.(Explainer); ok {
			hint = explainer.Hint()
		}
		return hint == ""
	})
	return hint
}

// Said is an error and what would fix it in a language: as far as the Tellers in its tree have them,
// with what stands around those as it is, and else as Error and HintIn have them.
func Said(err error, l wording.Language) (what, way string) {
	what, way = err.Error(), HintIn(err, l)
	for n, teller := range tellers(err) {
		told, out := teller.Say(l)
		what = strings.Replace(what, teller.Error(), told, 1)
		if n == 0 {
			way = cmp.Or(out, way)
		}
	}
	return what, way
}

// tellers are the outermost Tellers in the tree of an error.
func tellers(err error) (list []Teller) {
	if teller, ok := err.(Teller); ok {
		return []Teller{teller}
	}
	switch wraps := err.(type) {
	case interface{ Unwrap() error }:
		return tellers(wraps.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range wraps.Unwrap() {
			list = append(list, tellers(inner)...)
		}
	}
	return list
}

// WithHint puts what would fix an error behind it, for where there is one line for both; hint is ""
// where nothing is known to.
func WithHint(err error, hint string) error {
	if err == nil || hint == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, hint)
}

// KindOf is where an error's cause lies: what the first says whose kind is final; else in the
// config where any error in its tree says so; else what the outermost says that can tell.
func KindOf(err error) (kind Kind) {
	walk(err, func(err error) bool {
		explainer, ok := err.(Explainer)
		if !ok {
			return true
		}
		k := explainer.Failure()
		if k&Final != 0 {
			kind = k &^ Final
			return false
		}
		if k == Config || kind == Unknown {
			kind = k
		}
		return true
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
