package importer

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

// trouble is cause in a sentence of the catalogue, whose last value it is; nil where it is nil.
func (im *Importer) trouble(cause error, key string, values ...any) error {
	if cause == nil {
		return nil
	}
	values = append(values, told(cause))
	return &trouble{wording.NewMessage(key, values...), im.language(), cause}
}

// broken says of an error of a damaged journal what to do; another one it leaves as it is.
func (im *Importer) broken(err error) error {
	if err == nil || !im.journal.Damaged(err) {
		return err
	}
	return im.trouble(err, "trouble.damaged")
}
