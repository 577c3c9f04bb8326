package importer

import (
	"context"
	"time"
)

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
