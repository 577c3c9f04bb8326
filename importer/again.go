package importer

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Settle takes a person's decision while Run goes on. One that posts needs orders that may
// be posted, and a journal that knows all that was.
func (im *Importer) Settle(ctx context.Context, a decide.Answer) (note wording.Message, err error) {
	if a.Kind.Sends() {
		if err := im.Config.Allowed(); err != nil {
			return note, err
		}
		if err := im.Trusted(ctx); err != nil {
			return note, err
		}
	}
	return im.Decide(ctx, a)
}

// TryNow has orders tried now that wait for a supplier who asked for that or was away.
func (im *Importer) TryNow() {
	im.gate.open()
	desk.Wake(im.wakePost)
}

// Resting is until when nothing is sent because the supplier asked to wait or was away; zero
// where orders go as they come.
func (im *Importer) Resting() time.Time { return im.gate.rests(im.Config.Now()) }
