package importer

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/told"
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

// SupplierAnswers has everything tried now that waits for the supplier, who has just answered.
// What he refuses all the same is a problem once more.
func (im *Importer) SupplierAnswers() {
	im.TryNow()
	im.Problems.Set(im.Config.Now(), told.ProblemSupplier, nil)
	desk.Wake(im.wakeFollow)
}

// CheckInbox looks whether an importer with another journal watches the inbox, which is an error
// with the way out. Where none does the inbox is scanned now.
func (im *Importer) CheckInbox(ctx context.Context) error {
	var h hold
	err := h.take(ctx, im)
	h.drop()
	im.Problems.Set(im.Config.Now(), told.ProblemLock, err)
	if err == nil {
		desk.Wake(im.wakeScan)
	}
	return err
}

// Resting is until when nothing is sent because the supplier asked to wait or was away; zero
// where orders go as they come.
func (im *Importer) Resting() time.Time { return im.gate.rests(im.Config.Now()) }
