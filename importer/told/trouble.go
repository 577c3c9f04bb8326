package told

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// trouble is an error that people read on the page and in `status`: a sentence of the
// catalogue, in the language of the config.
type trouble struct {
	what     wording.Message
	language wording.Language
	cause    error
}

func (t *trouble) Error() string { return t.what.In(t.language) }

// In is the sentence in a language.
func (t *trouble) In(l wording.Language) string { return t.what.In(l) }

func (t *trouble) Unwrap() error { return t.cause }

// Hint is that of the cause.
func (t *trouble) Hint() string { return failure.Hint(t.cause) }

// HintIn is Hint in a language.
func (t *trouble) HintIn(l wording.Language) string { return failure.HintIn(t.cause, l) }

// Failure is that of the cause.
func (t *trouble) Failure() failure.Kind { return failure.Unknown }

// Sayer is an error that has its words in each language.
type Sayer interface {
	error
	wording.Sayer
}

// said is such an error in the words of one language, which it wraps no more.
type said struct {
	of       Sayer
	language wording.Language
}

// SaidIn is an error in the words of a language; the log has it in English all the same.
func SaidIn(l wording.Language, of Sayer) error { return &said{of, l} }

func (s *said) Error() string { return s.of.In(s.language) }

// Hint is none: what is said has the way out in it.
func (s *said) Hint() string { return "" }

// Failure is not known any more.
func (s *said) Failure() failure.Kind { return failure.Unknown }

// In is the error in another language.
func (s *said) In(l wording.Language) string { return s.of.In(l) }

// english is what an error says, as logs have it.
func english(err error) string {
	if s, ok := errors.AsType[Sayer](err); ok {
		return strings.Replace(err.Error(), s.Error(), s.In(wording.English), 1)
	}
	return err.Error()
}

// NewTrouble is cause in a sentence of the catalogue, whose last value it is; nil where it is nil.
func NewTrouble(language wording.Language, cause error, key string, values ...any) error {
	if cause == nil {
		return nil
	}
	values = append(values, Error(cause))
	return &trouble{wording.NewMessage(key, values...), language, cause}
}
