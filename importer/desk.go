package importer

import (
	"cmp"
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// language is that of what people read where no file is spoken of.
func (im *Importer) language() wording.Language { return cmp.Or(im.config.Language, wording.English) }

func (im *Importer) trouble(cause error, key string, values ...any) error {
	return told.NewTrouble(im.language(), cause, key, values...)
}

// broken says of an error of a damaged journal what to do; another one it leaves as it is.
func (im *Importer) broken(err error) error {
	if err == nil || !im.journal.Damaged(err) {
		return err
	}
	return im.trouble(err, "trouble.damaged")
}

// wake makes a loop that waits go on; one wake is enough for any number of reasons.
func wake(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// pause waits for a time, a wake or the end of ctx, which is its error.
func (im *Importer) pause(ctx context.Context, d time.Duration, signal <-chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-signal:
	case <-im.config.After(max(d, 0)):
	}
	return nil
}
