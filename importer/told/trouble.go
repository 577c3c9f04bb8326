package told

import (
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

func (t *trouble) Unwrap() error { return t.cause }

// NewTrouble is cause in a sentence of the catalogue, whose last value it is; nil where it is nil.
func NewTrouble(language wording.Language, cause error, key string, values ...any) error {
	if cause == nil {
		return nil
	}
	values = append(values, Error(cause))
	return &trouble{wording.NewMessage(key, values...), language, cause}
}
